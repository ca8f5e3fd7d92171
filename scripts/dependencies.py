"""Reviews what the project depends on, without a network: `python -m scripts.dependencies`.

Every package that pyproject.toml names is pinned; a release has the versions that are tested, each
with hashes; npm's packages have theirs; and nothing brings terms that our licence cannot meet.
Known vulnerabilities are not looked up, as that needs a network (SECURITY.md says how).
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
HASH = "--hash=sha256:"
RECIPROCAL = re.compile(r"\b(AGPL|GPL|GNU (Affero )?General Public|SSPL|BUSL)")
"""Terms for the whole of what contains a package. Those for the package alone (LGPL, MPL) do."""

Pins = Mapping[str, str]


def pins(text: str) -> Pins:
    """The pinned packages, with the line of each: its version, and its hashes if it has any."""
    joined = text.replace("\\\n", "")
    lines = [line for line in joined.splitlines() if "==" in line and not line.startswith("#")]
    return {canonicalize_name(line.partition("==")[0]): line for line in lines}


def version(line: str) -> str:
    return line.partition("==")[2].split()[0]


def unpinned(wanted: list[str], pinned: Pins, file: str) -> Iterator[str]:
    for text in wanted:
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        if name == "headwater":
            continue  # its own extras
        if name not in pinned:
            yield f"{requirement.name} is not in {file}"
        elif not requirement.specifier.contains(version(pinned[name])):
            yield f"{file} has {name} {version(pinned[name])}, and pyproject.toml wants {text}"


def different(released: Pins, tested: Pins) -> Iterator[str]:
    for name in released.keys() & tested.keys():
        found, expected = version(released[name]), version(tested[name])
        if found != expected:
            yield f"requirements.txt has {name} {found}, and constraints.txt {expected}"


def unhashed(released: Pins) -> Iterator[str]:
    for name, line in released.items():
        if HASH not in line:
            yield f"requirements.txt has no hash of {name}"


def npm_faults(lock: Mapping[str, Any]) -> Iterator[str]:
    for path, package in lock["packages"].items():
        if path and not package.get("integrity"):
            yield f"ui/package-lock.json has no hash of {path}"
        if path and reciprocal(package.get("license", "")):
            yield f"{path} is under {package['license']}"


def reciprocal(terms: str) -> bool:
    """Whether all the choices that a licence leaves are terms for the whole.

    >>> reciprocal("GPL-3.0-only"), reciprocal("EPL-2.0 OR GPL-3.0"), reciprocal("LGPL-3.0")
    (True, False, False)
    """
    return all(RECIPROCAL.search(choice) for choice in terms.split(" OR "))


def licence_faults(released: Pins) -> Iterator[str]:
    """Of the packages that are installed here; others are for other platforms, or extras."""
    for name in released:
        try:
            terms = _terms(metadata(name))
        except PackageNotFoundError:
            continue
        if reciprocal(terms):
            yield f"{name} is under {terms}"


def _terms(about: PackageMetadata) -> str:
    """What a package says of its licence, in the newest of the three ways that it uses."""
    classifiers = about.get_all("Classifier") or []
    ways = (
        about.get_all("License-Expression"),
        [one for one in classifiers if one.startswith("License ::")],
        about.get_all("License"),
    )
    return " OR ".join(next((way for way in ways if way), []))


def review() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = dict(project["optional-dependencies"])
    development = extras.pop("dev")
    shipped = [*project["dependencies"], *(one for extra in extras.values() for one in extra)]
    released = pins((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    tested = pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "ui" / "package-lock.json").read_text(encoding="utf-8"))
    return [
        *unpinned([*shipped, *development], tested, "constraints.txt"),
        *unpinned(shipped, released, "requirements.txt"),
        *different(released, tested),
        *unhashed(released),
        *licence_faults(released),
        *npm_faults(lock),
    ]


if __name__ == "__main__":
    if faults := review():
        sys.exit("\n".join([*sorted(faults), "`make requirements` writes requirements.txt anew"]))
