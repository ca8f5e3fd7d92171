"""The parameters that all lists have."""

from typing import Annotated

import msgspec

from headwater.api.http.parameters import DEFAULT_LIMIT, Limit, Offset
from headwater.query.pages import Page


class PageAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    limit: Limit = DEFAULT_LIMIT
    offset: Offset = 0
    next: Annotated[
        str | None,
        msgspec.Meta(description="Go on where a page ended: `next` of its answer."),
    ] = None

    @property
    def page(self) -> Page:
        return Page(self.limit, self.offset, self.next)
