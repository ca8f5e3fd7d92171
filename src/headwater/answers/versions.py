"""Fields, schemas and code versions, and how a version differs from the one before it."""

from typing import Literal, TypeAlias

import msgspec


class Field(msgspec.Struct, frozen=True, gc=False):
    """This is a field. It is named by its path, which joins the names of nested fields by dots."""

    name: str
    type: str | None


class DatasetField(msgspec.Struct, frozen=True):
    """This is a field of a dataset. It is named by its path, which joins the names of nested fields
    by dots."""

    name: str
    type: str | None
    tags: tuple[str, ...]
    description: str | None


class Retyped(msgspec.Struct, frozen=True):
    """This is a field whose type has changed."""

    name: str
    before: str | None
    after: str | None


class SchemaChange(msgspec.Struct, frozen=True):
    """This says what differs in a schema from the one before it."""

    added: tuple[Field, ...] = ()
    removed: tuple[Field, ...] = ()
    retyped: tuple[Retyped, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.retyped)


class SourceDigests(msgspec.Struct, frozen=True):
    """These are digests of the text of a job's SQL or source code (semantics 4.3)."""

    shape: str
    """The digest of the text without layout, literals and dates."""
    wording: str
    """The digest of the text without layout."""
    facet: str
    """The digest of the facet that has the text."""


TextKind: TypeAlias = Literal["sql", "source"]


class CodeVersion(msgspec.Struct, frozen=True):
    """This says which code a version of a job runs, by its version, its URL and digests of its
    texts."""

    version: str | None
    url: str | None
    sql: SourceDigests | None = None
    """The digests of `sql.query`."""
    source: SourceDigests | None = None
    """The digests of `sourceCode.sourceCode`."""

    def differs(self, other: "CodeVersion") -> bool:
        """Compares the versions if both are known, else the URLs, and then the shapes of the texts.

        An absent value differs from nothing.
        """
        return self.has_other_version(other) or bool(self.other_texts(other, "shape"))

    def has_other_version(self, other: "CodeVersion") -> bool:
        """Compares the versions if both are known, else the URLs."""
        if self.version is not None and other.version is not None:
            return self.version != other.version
        return self.url is not None and other.url is not None and self.url != other.url

    def other_texts(
        self, other: "CodeVersion", form: Literal["shape", "wording"]
    ) -> tuple[TextKind, ...]:
        """The texts that both have, in different forms."""
        texts: tuple[tuple[TextKind, SourceDigests | None, SourceDigests | None], ...] = (
            ("sql", self.sql, other.sql),
            ("source", self.source, other.source),
        )
        return tuple(
            kind
            for kind, own, others in texts
            if own is not None
            and others is not None
            and getattr(own, form) != getattr(others, form)
        )


NO_CODE = CodeVersion(None, None)


class TextChange(msgspec.Struct, frozen=True):
    """This is the SQL or the source code of a job before and after, as it was sent."""

    kind: TextKind
    before: str
    after: str


class JobChange(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This says how a version of a job differs from an earlier one."""

    inputs_added: tuple[str, ...] = ()
    inputs_removed: tuple[str, ...] = ()
    outputs_added: tuple[str, ...] = ()
    outputs_removed: tuple[str, ...] = ()
    code_before: CodeVersion | None = None
    """The code before, if it has changed. The version itself has the new code."""
    texts: tuple[TextChange, ...] = ()
    """The SQL and the source code, where they have changed. Between two runs, literals count."""

    def __bool__(self) -> bool:
        return self != JobChange()
