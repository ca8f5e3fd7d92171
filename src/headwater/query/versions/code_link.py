"""Where people can read the code of a job's version (semantics 4.3)."""

import re
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from headwater.answers.versions import CodeVersion

_SSH = re.compile(r"(?:(?:git\+)?ssh://)?git@([^/:]+)(?::\d+/|[:/])(.+)")
_PLACES = {
    "github": ("tree", "blob"),
    "gitlab": ("-/tree", "-/blob"),
    "bitbucket": ("src", "src"),
}
"""The hosts that are known, by a word of their names. For each, the part of its paths that comes
before a version: for a folder of a repository, and for a file."""
_REPOSITORY = 2
"""The parts of a repository's path: its owner and its name."""


def code_link(code: CodeVersion) -> str | None:
    """The page that shows the code at its version, where the host is known to have one; else the
    URL itself, if it is one that a browser opens.

    >>> code_link(CodeVersion("4f2a", "git@github.com:shop/jobs.git"))
    'https://github.com/shop/jobs/tree/4f2a'
    """
    url = _for_browsers(code.url or "")
    if url is None:
        return None
    host = url.hostname or ""
    kind = next((kind for kind in _PLACES if kind in host.split(".")), None)
    if kind is None or not code.version:
        return urlunsplit(url)
    path = _at_version(url.path, kind, quote(code.version))
    return urlunsplit(url._replace(path=path))


def _for_browsers(text: str) -> SplitResult | None:
    """The URL as a browser takes it, also where it is written in a form that only Git knows."""
    ssh = _SSH.fullmatch(text.strip())
    if ssh is not None:
        text = f"https://{ssh[1]}/{ssh[2]}"
    try:
        url = urlsplit(text.strip().removeprefix("git+"))
        is_page = url.scheme in ("http", "https") and bool(url.hostname)
    except ValueError:  # brackets that are no IPv6 address
        return None
    # What was meant for Git alone, a password above all, is left out.
    return url._replace(netloc=url.netloc.rpartition("@")[2]) if is_page else None


def _at_version(path: str, kind: str, version: str) -> str:
    """The path of a repository, or of a file or folder in it at some version, at this version."""
    tree, blob = _PLACES[kind]
    for place in (blob, tree):
        repository, found, rest = path.partition(f"/{place}/")
        if found:
            _, _, inside = rest.partition("/")
            return "/".join([repository, place, version, *([inside] if inside else [])])
    repository = path.rstrip("/").removesuffix(".git")
    parts = repository.strip("/").split("/")
    is_repository = len(parts) >= _REPOSITORY if kind == "gitlab" else len(parts) == _REPOSITORY
    return f"{repository}/{tree}/{version}" if is_repository else path
