"""The text of code, made comparable (semantics 4.3)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from headwater.model.code_text import Forms, code_forms, sql_forms
from tests.reference import code_text as reference

PIECES = (
    *("SELECT", "a", "t1", "größe", "#tmp", "$1", "@x", "2nd", "#", "##", "#>", "#>>", "#-", "_"),
    *("1", "1.5", "2e-7", "0x1F", "10L", "2024", "20240131", "orders_20240131", "2024_01_31"),
    *("'", "''", "'x'", "'2024-01-31'", "\\", '"', '"', "`", "2024-01-31 10:00:00Z"),
    *("--", "/*", "*/", "/*+", "/*!", "-", "+", "*", "/", ">", "=", "::", "%s", "%", "?"),
    *(
        "(",
        ")",
        ",",
        "[",
        "]",
        ".",
        ";",
        "{{",
        "}}",
        "{#",
        "#}",
        "e",
        "\n",
        "\n",
        " ",
        "\t",
        "\r\n",
    ),
)
ANY_TEXT = st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join))


@example(text="0E-0@")
@given(text=ANY_TEXT)
def test_any_text_has_forms_that_are_their_own_forms(text: str) -> None:
    for forms_of in (sql_forms, code_forms):
        wording, shape = forms_of(text)
        assert forms_of(wording) == Forms(wording, shape)
        assert forms_of(shape).shape == shape


@given(text=ANY_TEXT)
def test_the_forms_are_those_of_the_reference(text: str) -> None:
    assert tuple(sql_forms(text)) == tuple(reference.sql_forms(text))
    assert tuple(code_forms(text)) == tuple(reference.code_forms(text))


LAYOUT = st.sampled_from(
    (" ", "\n", "\t\r\n", "-- it's new\n", "/* 'a' -- b\n */", "\n# of MySQL\n", " \n /**/ #\n")
)
LITERALS = st.one_of(
    st.integers(0).map(str),
    st.floats(0, 1e300).map(str),
    st.text().map(lambda text: "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"),
    st.dates().map(lambda date: f"'{date}'"),
)
QUERY = (
    *("SELECT", "a", ",", '"b  -- c"', "FROM", "#t", "WHERE", "c", ">=", None, "OR", "d", "="),
    *(None, "AND", "e", "IN", "(", None, ",", None, ")", ";"),
)
"""None for each literal."""


def _written(data: st.DataObject, literals: list[str]) -> str:
    """The query, each literal in its place, in some layout."""
    left = iter(literals)
    words = (next(left) if word is None else word for word in QUERY)
    return "".join(word + data.draw(LAYOUT) for word in words)


@given(data=st.data(), literals=st.lists(LITERALS, min_size=4, max_size=4))
def test_layout_changes_no_form(data: st.DataObject, literals: list[str]) -> None:
    assert sql_forms(_written(data, literals)) == sql_forms(_written(data, literals))


@given(
    data=st.data(),
    literals=st.lists(LITERALS, min_size=4, max_size=4),
    others=st.lists(LITERALS, min_size=4, max_size=4),
)
def test_a_literal_changes_the_wording_and_not_the_shape(
    data: st.DataObject, literals: list[str], others: list[str]
) -> None:
    before, after = (sql_forms(_written(data, these)) for these in (literals, others))
    assert before.shape == after.shape
    assert (before.wording == after.wording) == (literals == others)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SELECT a", "SELECT b"),
        ("SELECT a", "select a"),
        ('SELECT "a"', 'SELECT "b"'),
        ("SELECT `1`", "SELECT `2`"),
        ("SELECT f(1)", "SELECT f(a)"),
        ("SELECT 1, 2", "SELECT 1"),
        ("SELECT * FROM #old", "SELECT * FROM #new"),
        ("SELECT\n#> b", "SELECT\n#> c"),
        ("SELECT /*+ MERGE */ 1", "SELECT /*+ HASH */ 1"),
        ("SELECT * FROM 2nd_table", "SELECT * FROM 3rd_table"),
        ("{{ ref('a') }} x", "{{ ref('a') }} y"),
    ],
)
def test_other_sql_has_another_shape(one: str, other: str) -> None:
    assert sql_forms(one).shape != sql_forms(other).shape


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x IN (1)", "x IN (1, -2, 3)"),
        ("VALUES (1,'a')", "VALUES (1,'a'), (2, 'b')"),
        ("VALUES (%s,%s),(%s,%s)", "VALUES (%s,%s)"),
        ("SELECT 'it''s \\' one'", "SELECT 'another'"),
        ("FROM orders_20240131", "FROM orders_20240201"),
        ('day = "2024-01-31"', 'day = "2024-02-01"'),
        ("FROM a__dbt_tmp124500000001", "FROM a__dbt_tmp124500000002"),
        ("x = 1.5e-3", "x = 7"),
    ],
)
def test_what_differs_from_run_to_run_is_in_no_shape(one: str, other: str) -> None:
    assert sql_forms(one).shape == sql_forms(other).shape
    assert sql_forms(one).wording != sql_forms(other).wording


def test_code_of_other_languages_keeps_its_layout_but_for_the_ends_of_lines() -> None:
    assert code_forms("if a:  \n    b() \n\n").wording == "if a:\n    b()"
    assert code_forms("a # 1").shape != code_forms("a # 2").shape
    assert code_forms("load --day 2024-01-31").shape == code_forms("load --day 2024-02-01").shape
