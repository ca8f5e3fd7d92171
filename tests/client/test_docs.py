"""The examples of docs/client.md run, against a server that has what they are about."""

import doctest
from pathlib import Path

from tests.api.conftest import Scene

DOCS = Path(__file__).parents[2] / "docs" / "client.md"


def test_the_examples_of_the_page_are_true(scene: Scene) -> None:
    with scene.listening() as address:
        text = DOCS.read_text().replace("http://localhost:5000", address)
        page = doctest.DocTestParser().get_doctest(text, {}, DOCS.name, str(DOCS), 0)
        output: list[str] = []
        results = doctest.DocTestRunner().run(page, out=output.append)
    assert results.attempted > 10
    assert not results.failed, "".join(output)
