"""Reading contracts from files: those of a directory, or those of a revision in Git."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from headwater.contracts.documents.documents import MAX_BYTES
from headwater.contracts.documents.read import NO_CONTRACT, ReadContracts, ReadDocument, read
from headwater.contracts.findings import RefusedContract

_SUFFIXES = (".yaml", ".yml", ".json")
_HINT = re.compile(
    rb"""^[\s"'-]*(quantumName|uuid|dataContractSpecification|kind["']?\s*:\s*["']?Data(Contract|Product))\b""",
    re.MULTILINE,
)
"""What an unreadable file must contain to be reported as a broken contract and not passed over."""


def read_paths(paths: Iterable[Path]) -> ReadContracts:
    """Reads every contract in these files and directories.

    In a directory, files that do not look like contracts are passed over.
    """
    found: list[ReadDocument] = []
    refused: list[RefusedContract] = []
    for path in paths:
        files = sorted(_files_in(path)) if path.is_dir() else [path]
        for file in files:
            try:
                data = _data(file)
            except OSError as error:
                raise click.UsageError(f"cannot read {file}: {error.strerror}") from error
            contents = read(data, file.as_posix())
            found += contents.read
            refused += _counting(contents, data) if path.is_dir() else contents.refused
    return ReadContracts(tuple(found), tuple(refused))


def _data(file: Path) -> bytes:
    """The content of a file; of one that is too large, just enough to show that."""
    with file.open("rb") as opened:
        return opened.read(MAX_BYTES + 1)


def _files_in(directory: Path) -> Iterator[Path]:
    for path in directory.iterdir():
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files_in(path) if path.name != "node_modules" else ()
        elif path.name.endswith(_SUFFIXES):
            yield path


def _counting(contents: ReadContracts, data: bytes) -> list[RefusedContract]:
    """The refusals to report for a file that was found in a directory and not named by the user."""
    looks_like_one = bool(contents.read) or _HINT.search(data) is not None
    return [one for one in contents.refused if looks_like_one and one.code != NO_CONTRACT]


def read_revision(directory: Path, revision: str) -> tuple[ReadDocument, ...]:
    """The contracts that the directory had in a Git revision. Unreadable ones are left out."""
    commit = f"{revision}^{{commit}}"
    try:
        tree = _git(directory, "rev-parse", "--verify", "--end-of-options", commit)
    except click.UsageError as error:
        raise click.UsageError(
            f"{error.message}; --against expects a revision of the repository that {directory} is"
            f" in, or a URL, and found {revision!r}: what lies elsewhere must be fetched before"
            " (in GitHub's checkout, `fetch-depth: 0`)"
        ) from error
    listed = _git(directory, "ls-tree", "-r", "-z", tree.decode().strip(), "--", ".")
    blobs = [_entry(entry) for entry in listed.decode().split("\0") if entry]
    wanted = [(name, path) for kind, name, path in blobs if kind == "blob" and _is_wanted(path)]
    found: list[ReadDocument] = []
    contents = _blobs(directory, [name for name, _ in wanted])
    for (_, path), data in zip(wanted, contents, strict=True):
        found += read(data, (directory / path).as_posix()).read
    return tuple(found)


def _entry(entry: str) -> tuple[str, str, str]:
    about, _, path = entry.partition("\t")
    mode, kind, name = about.split()
    return ("link" if mode == "120000" else kind), name, path


def _is_wanted(path: str) -> bool:
    parts = path.split("/")
    hidden = any(part.startswith(".") or part == "node_modules" for part in parts)
    return path.endswith(_SUFFIXES) and not hidden


def _blobs(directory: Path, names: list[str]) -> Iterator[bytes]:
    """The contents of Git objects, read by one process for all of them."""
    answer = _git(directory, "cat-file", "--batch", given="\n".join(names).encode())
    at = 0
    for _ in names:
        end = answer.index(b"\n", at)
        size = int(answer[at:end].split()[2])
        yield answer[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


def _git(directory: Path, *arguments: str, given: bytes = b"") -> bytes:
    try:
        done = subprocess.run(
            ["git", "-C", str(directory), *arguments], input=given, capture_output=True, check=True
        )
    except FileNotFoundError as error:
        raise click.UsageError("--against needs git, which is not installed") from error
    except subprocess.CalledProcessError as error:
        errors = error.stderr.decode(errors="replace").strip().splitlines()
        raise click.UsageError(f"git: {errors[-1] if errors else 'failed'}") from error
    return done.stdout
