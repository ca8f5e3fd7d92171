"""The text of a job's code, made comparable (semantics 4.3): SQL, or any other language.

A text has two forms. Its *wording* leaves out what is only layout. Its *shape* leaves out what
differs from run to run as well, such as the day that a query asks for: so two shapes differ only
where the code does. Every text has both, however broken it is, and the wording of a wording, like
the shape of a shape, is itself.

SQL is read by a lexer that knows no dialect. Where dialects disagree, it takes the reading that
hides no change: at worst, a new comment is taken for new code. Letter case is kept, as it matters
in some identifiers and no list of keywords would fit all dialects.
"""

import re
from typing import NamedTuple

_BLOCK_COMMENT = r"/\*(?![+!]) .*? (?:\*/|\Z)"
"""What begins with `/*+` or `/*!` is no comment: databases obey it."""

_TOKEN = re.compile(
    rf"""
    (?: # layout; a `#` is of it only if it is first on its line, and not of `#temporary` or `#>`
        (?:\A|\n) (?:[^\S\n]|{_BLOCK_COMMENT})*+ \# (?![\w$@\#>]|-(?!-)) [^\n]*
        | [^\S\n]+ | \n | --[^\n]* | {_BLOCK_COMMENT}
    )++
    | ( # literals, and what stands for them in prepared statements
        '(?:[^'\\]|\\.?|'')*+ (?:'|\Z)
        | (?:0[xX][0-9a-fA-F]++ | [0-9]++(?:\.[0-9]*+)?+(?:[eE][+-]?[0-9]++)?[a-zA-Z]{{0,2}}+)
          (?![\w$@\#])
        | [0-9]+(?![\w$@\#])
        | \? | %s(?!\w)
    )
    | ( # all else
        /\*.*?(?:\*/|\Z)
        | "(?:[^"\\]|\\.?|"")*+ (?:"|\Z)
        | `(?:[^`]|``)*+ (?:`|\Z)
        | \#>>? | \#-(?!-)
        | [\w$@\#]+
        | .
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_LAYOUT = ("", "")
_PLACEHOLDER = "?"

_LIST = re.compile(r"\( (?:[-+] )?\?(?: , (?:[-+] )?\?)* \)")
_ROWS = re.compile(r"\( \? \)(?: , \( \? \))+")

_DATED = re.compile(
    r"""
    (?<![0-9])
    (?: [0-9]{4}([-_/.])[0-9]{2}\1[0-9]{2}
        (?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[-+][0-9]{2}:?[0-9]{2})?)?
      | [0-9]{6,} )
    (?![0-9])
    """,
    re.VERBOSE,
)
"""Dates, and numbers that are long enough for one: as in `orders_20240131`."""


class Forms(NamedTuple):
    wording: str
    shape: str


def sql_forms(sql: str) -> Forms:
    """The two forms of a text of SQL.

    Its wording is its tokens with one space between them. In its shape a placeholder stands for
    each literal, for each list of literals, and for several such lists in a row.

    >>> sql_forms("SELECT a FROM t_20240131 -- today\\nWHERE b IN (1,2) AND c='x'").wording
    "SELECT a FROM t_20240131 WHERE b IN ( 1 , 2 ) AND c = 'x'"
    >>> sql_forms("SELECT a FROM t_20240131 -- today\\nWHERE b IN (1,2) AND c='x'").shape
    'SELECT a FROM t__ WHERE b IN ( ? ) AND c = ?'
    """
    tokens = [token for token in _TOKEN.findall(sql) if token != _LAYOUT]
    wording = " ".join(literal or other for literal, other in tokens)
    shape = " ".join(_PLACEHOLDER if literal else undated(other) for literal, other in tokens)
    return Forms(wording, _ROWS.sub("( ? )", _LIST.sub("( ? )", shape)))


def code_forms(code: str) -> Forms:
    """The two forms of code in any other language.

    Its wording has no white space at the ends of its lines and around the whole. Its shape has no
    dates either; other literals stay, as each language writes them in its own way.
    """
    wording = "\n".join(line.rstrip() for line in code.split("\n")).rstrip()
    return Forms(wording, undated(wording))


def undated(text: str) -> str:
    """The text with a placeholder for each date and each number that is as long as one."""
    return _DATED.sub("_", text) if len(text) > 5 else text
