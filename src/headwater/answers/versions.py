"""Fields, schemas and code versions, and how a version differs from the one before it."""

import msgspec


class Field(msgspec.Struct, frozen=True, gc=False):
    """A field, named by its path. The names of nested fields are joined by dots."""

    name: str
    type: str | None


class DatasetField(msgspec.Struct, frozen=True):
    """A field, named by its path. The names of nested fields are joined by dots."""

    name: str
    type: str | None
    tags: tuple[str, ...]
    description: str | None


class Retyped(msgspec.Struct, frozen=True):
    name: str
    before: str | None
    after: str | None


class SchemaChange(msgspec.Struct, frozen=True):
    """What differs in a schema from the one before it."""

    added: tuple[Field, ...] = ()
    removed: tuple[Field, ...] = ()
    retyped: tuple[Retyped, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.retyped)


class CodeVersion(msgspec.Struct, frozen=True):
    version: str | None
    url: str | None

    def differs(self, other: "CodeVersion") -> bool:
        """Compares the versions if both are known, else the URLs.

        An absent value differs from nothing.
        """
        if self.version is not None and other.version is not None:
            return self.version != other.version
        return self.url is not None and other.url is not None and self.url != other.url


class JobChange(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How a version of a job differs from an earlier one."""

    inputs_added: tuple[str, ...] = ()
    inputs_removed: tuple[str, ...] = ()
    outputs_added: tuple[str, ...] = ()
    outputs_removed: tuple[str, ...] = ()
    code_before: CodeVersion | None = None
    """The code before, if it has changed. The version itself has the new code."""

    def __bool__(self) -> bool:
        return self != JobChange()
