"""The code of runs and of job versions, and the texts in which it differs (semantics 4.3)."""

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from headwater.answers.versions import (
    NO_CODE,
    CodeVersion,
    SourceDigests,
    TextChange,
    TextKind,
)
from headwater.query.facets.values import decoded
from headwater.store import Snapshot

_TEXT_IN: dict[TextKind, str] = {"sql": "query", "source": "sourceCode"}
"""The field of a facet in which each kind of text stands."""

_DIGESTS = msgspec.json.Decoder(tuple[str, str, str])


class HasCode(Protocol):
    """A row with the columns of `model.facts.CODE`."""

    @property
    def code_version(self) -> str | None: ...
    @property
    def code_url(self) -> str | None: ...
    @property
    def code_sql(self) -> str | None: ...
    @property
    def code_source(self) -> str | None: ...


def code_of(row: HasCode | None) -> CodeVersion:
    if row is None:
        return NO_CODE
    sql, source = (_digests(stored) for stored in (row.code_sql, row.code_source))
    return CodeVersion(row.code_version, row.code_url, sql, source)


def _digests(stored: str | None) -> SourceDigests | None:
    return None if stored is None else SourceDigests(*_DIGESTS.decode(stored))


def completed(code: CodeVersion, other: CodeVersion) -> CodeVersion:
    """The code, with each part that it lacks from another."""
    return CodeVersion(
        code.version or other.version,
        code.url or other.url,
        code.sql or other.sql,
        code.source or other.source,
    )


def text_changes(
    snapshot: Snapshot,
    pairs: Sequence[tuple[CodeVersion, CodeVersion]],
    form: Literal["shape", "wording"],
) -> list[tuple[TextChange, ...]]:
    """For each pair of codes the texts whose forms differ."""
    kinds = [before.other_texts(after, form) for before, after in pairs]
    facets = decoded(
        snapshot,
        (
            _facet(code, kind)
            for pair, changed in zip(pairs, kinds, strict=True)
            for code in pair
            for kind in changed
        ),
    )
    return [
        tuple(TextChange(kind, *(_text(code, kind, facets) for code in pair)) for kind in changed)
        for pair, changed in zip(pairs, kinds, strict=True)
    ]


def _facet(code: CodeVersion, kind: TextKind) -> str:
    digests = code.sql if kind == "sql" else code.source
    assert digests is not None  # whoever asks for it has compared it
    return digests.facet


def _text(code: CodeVersion, kind: TextKind, facets: dict[str, Any]) -> str:
    text: str = facets[_facet(code, kind)][_TEXT_IN[kind]]
    return text
