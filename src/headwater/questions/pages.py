"""Pages of lists: by offset, or onward from where the last page ended."""

import base64
import binascii
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

import msgspec

from headwater.errors import BadRequestError
from headwater.model.order import FOREVER
from headwater.questions.question import A, Question

LIMIT = 100
LARGEST_PAGE = 1000
LARGEST_OFFSET = 2**53
Limit: TypeAlias = Annotated[
    int,
    msgspec.Meta(
        ge=0,
        description=f"This is the number of entries to return, at most {LARGEST_PAGE}. Larger"
        f" numbers count as {LARGEST_PAGE}.",
    ),
]
Offset: TypeAlias = Annotated[
    int, msgspec.Meta(ge=0, le=LARGEST_OFFSET, description="This is the number of entries to skip.")
]

Order: TypeAlias = Annotated[
    Literal["asc", "desc"],
    msgspec.Meta(description="This says whether the order ascends or descends."),
]

R = TypeVar("R")
K = TypeVar("K", bound=tuple[int | str, ...])


class Page(msgspec.Struct, frozen=True):
    """The part of a list to return."""

    limit: int = LIMIT
    offset: int = 0
    next: str | None = None
    """The `next` of the page before. `offset` then counts from there."""
    sorted_by: str = ""
    """What the list is sorted by, if it can be sorted in several ways: `next` is of one of them."""

    @property
    def rows(self) -> int:
        """How many rows to fetch: one more than is shown, which reveals whether there is a next
        page."""
        return self.limit + 1

    def begins_after(self, kind: type[K]) -> K | None:
        """The sort key of the last row of the page before, decoded from `next`; None on the first
        page."""
        if self.next is None:
            return None
        try:
            padded = self.next + "=" * (-len(self.next) % 4)
            form = tuple[str, kind]  # type: ignore[valid-type]  # a type that is known at run time
            order, key = msgspec.json.decode(base64.urlsafe_b64decode(padded), type=form)
        except (binascii.Error, ValueError):
            order, key = "", None
        if key is None or order != self.sorted_by or not all(map(_is_storable, key)):
            raise BadRequestError(
                f"next: {self.next[:60]!r} is not where a page of this list ended; send `next` as"
                " the answer before gave it, with the same order, or leave it out to begin at the"
                " top"
            )
        found: K = key
        return found

    def cut(
        self, fetched: Sequence[R], key: Callable[[R], tuple[int | str, ...]]
    ) -> tuple[list[R], str | None]:
        """The rows to show of those fetched, and the `next` of the page that follows, if there is
        one."""
        shown = list(fetched[: self.limit])
        if not shown or len(fetched) <= self.limit:
            return shown, None
        text = msgspec.json.encode((self.sorted_by, key(shown[-1])))
        return shown, base64.urlsafe_b64encode(text).decode().rstrip("=")

    def of(
        self, in_order: Sequence[K], kind: type[K], *, descending: bool = False
    ) -> tuple[list[K], str | None]:
        """The same for a list in memory, whose rows are in order and are their own sort keys."""
        after = self.begins_after(kind)
        start = self.offset
        if after is not None and descending:
            start += len(in_order) - bisect_left(in_order[::-1], after)
        elif after is not None:
            start += bisect_right(in_order, after)
        return self.cut(in_order[start : start + self.rows], lambda row: row)


def _is_storable(part: int | str) -> bool:
    return "\x00" not in part if isinstance(part, str) else abs(part) <= FOREVER


FIRST_PAGE = Page()


class PageQuestion(Question[A], Generic[A], frozen=True, kw_only=True):
    """A question for one page of a list."""

    limit: Limit = LIMIT
    offset: Offset = 0
    next: Annotated[
        str | None,
        msgspec.Meta(
            description="Continue after an earlier page, whose answer has this as its `next`."
        ),
    ] = None

    @property
    def page(self) -> Page:
        return Page(self.limit, self.offset, self.next, self.sorted_by)

    @property
    def sorted_by(self) -> str:
        """The order that is asked for, if the list has several."""
        return ""


class SortedPageQuestion(PageQuestion[A], Generic[A], frozen=True, kw_only=True):
    """A question for one page of a list that can be sorted in several ways."""

    sort: str
    order: Order = "desc"

    @property
    def sorted_by(self) -> str:
        return f"{self.sort} {self.order}"
