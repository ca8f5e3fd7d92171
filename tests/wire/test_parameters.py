"""Questions travel as URLs: what the client writes there, the API reads as the same question."""

import re
from typing import Any, get_args
from urllib.parse import parse_qsl, urlencode

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.api.http.operations import Nothing
from headwater.api.routes import OPERATIONS
from headwater.errors import BadRequestError
from headwater.questions import catalog, contracts, graph, runs, search, service
from headwater.questions.moments import Moment
from headwater.questions.pages import LARGEST_PAGE
from headwater.questions.question import Question
from headwater.wire.parameters import read_parameters, url_of

QUESTIONS = [
    kind
    for module in (catalog, contracts, graph, runs, search, service)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Question) and kind.__module__ == module.__name__
]
_YEARS = 365 * 86_400 * 1_000_000
TEXTS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8)


def values(kind: msgspec.inspect.Type, name: str) -> st.SearchStrategy[Any]:
    """Of a field, as far as its type allows."""
    match kind:
        case msgspec.inspect.Metadata(type=bare):
            return values(bare, name)
        case msgspec.inspect.UnionType(types=types):
            return st.one_of([values(one, name) for one in types])
        case msgspec.inspect.LiteralType(values=words):
            return st.sampled_from(words)
        case msgspec.inspect.VarTupleType(item_type=item, min_length=least):
            return st.lists(values(item, name), min_size=least or 0, max_size=3).map(tuple)
        case msgspec.inspect.CustomType(cls=cls):
            assert cls is Moment
            return st.integers(-100 * _YEARS, 1000 * _YEARS).map(Moment)
        case msgspec.inspect.IntType(ge=least, le=most):
            largest = LARGEST_PAGE if name == "limit" else most
            return st.integers(least, largest)
        case msgspec.inspect.FloatType(gt=least):
            return st.floats(min_value=least, exclude_min=True, allow_infinity=False)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.StrType(pattern=pattern):
            return st.from_regex(pattern, fullmatch=True) if pattern else TEXTS
        case _:
            raise AssertionError(f"no values for {kind}")


def questions(kind: type[Question[Any]]) -> st.SearchStrategy[Question[Any]]:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return st.builds(kind, **{field.name: values(field.type, field.name) for field in info.fields})


@pytest.mark.parametrize("kind", QUESTIONS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_a_question_is_read_from_its_url_as_it_was_asked(
    kind: type[Question[Any]], data: st.DataObject
) -> None:
    question = data.draw(questions(kind))
    path, query = url_of(question)
    parts = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/?#]*)", kind.path), path)
    assert parts is not None, "what stands for a part of the path is one part"
    asked = parse_qsl(urlencode(query), keep_blank_values=True)
    assert read_parameters(kind, parts.groupdict(), asked) == question


@pytest.mark.parametrize("kind", QUESTIONS, ids=lambda kind: kind.__name__)
def test_the_api_answers_a_question_where_and_as_it_says(kind: type[Question[Any]]) -> None:
    [operation] = [one for one in OPERATIONS if (one.method, one.path) == ("GET", kind.path)]
    assert issubclass(operation.question, kind if kind.__struct_fields__ else Nothing)
    answer = operation.plain if kind.is_plain else operation.answer
    expected = kind.answered_by()
    is_more = isinstance(answer, type) and issubclass(answer, expected)
    assert answer == expected or is_more, "Marquez's clients are told more, nobody less"
    assert (operation.plain is not None) == kind.is_plain


def test_a_question_that_has_no_fields_asks_for_its_path_alone() -> None:
    assert url_of(service.StatusQuestion()) == ("/status", [])


def test_a_part_of_a_path_may_have_anything_in_it() -> None:
    path, _ = url_of(catalog.JobQuestion(namespace="s3://lake", job=".."))
    assert path == "/namespaces/s3%3A%2F%2Flake/jobs/%2E%2E"


def test_none_is_left_out_and_several_values_are_given_one_by_one() -> None:
    question = graph.ColumnsQuestion(node_id=("a", "b"), at=Moment(1_500_000))
    assert url_of(question)[1] == [
        ("nodeId", "a"),
        ("nodeId", "b"),
        ("depth", "0"),
        ("at", "1970-01-01T00:00:01.500Z"),
    ]


def test_what_is_true_or_false_is_written_in_lower_case() -> None:
    _, query = url_of(graph.LineageQuestion(node_id="a", columns=True))
    assert ("columns", "true") in query
    assert ("vitals", "false") in query


def test_states_of_last_runs_are_those_of_runs_and_what_is_none_of_them() -> None:
    assert {*get_args(catalog.LastRunState)} == {*get_args(runs.RunState), "OTHER"}


def test_a_parameter_that_is_given_twice_is_refused_unless_it_is_a_list() -> None:
    twice = [("nodeId", "job:a:b"), ("nodeId", "job:a:c")]
    with pytest.raises(BadRequestError, match="nodeId is given twice"):
        read_parameters(graph.LineageQuestion, {}, twice)
    assert read_parameters(graph.ColumnsQuestion, {}, twice).node_id == ("job:a:b", "job:a:c")


def test_a_word_that_is_none_of_a_few_is_refused_with_those_it_may_be() -> None:
    asked = [("nodeId", "job:a:b"), ("groupBy", "nonsense")]
    with pytest.raises(BadRequestError, match=r"groupBy: .*'nonsense'; expected .*parent"):
        read_parameters(graph.LineageQuestion, {}, asked)
    with pytest.raises(BadRequestError, match=r"lastRunStates.*; expected .*FAILED"):
        read_parameters(catalog.JobsQuestion, {}, [("lastRunStates", "BROKEN")])
