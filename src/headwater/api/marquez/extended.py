"""Our answers with further fields, which Marquez's clients expect."""

from typing import Any, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def extended(kind: type[S], found: msgspec.Struct, **added: Any) -> S:
    """An answer as a `kind` that has more fields, or that has some of them in other words.

    >>> from headwater.answers.names import JobId, JobVersionId
    >>> extended(JobVersionId, JobId("ns", "j"), version="1")
    JobVersionId(namespace='ns', name='j', version='1')
    """
    known = {name: getattr(found, name) for name in found.__struct_fields__}
    return kind(**(known | added))
