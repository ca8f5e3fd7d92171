"""The parameters that all lists have."""

from typing import Annotated

import msgspec

from headwater.api.parameters import LARGEST_PAGE, Limit, Offset
from headwater.query.pages import LIMIT, Page


class PageAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    limit: Limit = LIMIT
    offset: Offset = 0
    next: Annotated[
        str | None,
        msgspec.Meta(description="Go on where a page ended: `next` of its answer."),
    ] = None

    @property
    def page(self) -> Page:
        return Page(min(self.limit, LARGEST_PAGE), self.offset, self.next)
