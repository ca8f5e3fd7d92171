"""Options whose value is one of a few words, as the type of the value lists them."""

from typing import Any, Literal, get_args, get_origin

import click


def choice_of(words: Any, *, case_sensitive: bool = True) -> click.Choice[str]:
    """What an option of this literal type may be. The type may be annotated.

    >>> from typing import Annotated, Literal
    >>> choice_of(Literal["month", "day"]).choices
    ('month', 'day')
    >>> choice_of(Annotated[Literal["a", "b"], "a letter"]).choices
    ('a', 'b')
    """
    literal = words if get_origin(words) is Literal else get_args(words)[0]
    return click.Choice(get_args(literal), case_sensitive=case_sensitive)
