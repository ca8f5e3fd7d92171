"""Names and ids (semantics 1.2, 1.4, 2.2, 2.5)."""

import datetime as dt
import hashlib
import json
import re
import uuid
from typing import Any, NamedTuple

Json = dict[str, Any]

IDS = uuid.uuid5(uuid.NAMESPACE_URL, "https://headwater.dev/lineage")


def canonical(value: object) -> str:
    """1.2: keys sorted, no insignificant white space, non-ASCII as is."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return respelled(value) if re.search(r"\de[+-]", text) else text


def respelled(value: object) -> str:
    """The same with numbers in the log's spelling, which Python has otherwise where they have an
    exponent: no plus and no leading zeros, and none at all down to 0.00001."""
    if isinstance(value, dict):
        items = sorted(value.items())
        return "{" + ",".join(f"{canonical(key)}:{respelled(item)}" for key, item in items) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(respelled, value)) + "]"
    if not isinstance(value, float):
        return json.dumps(value, ensure_ascii=False)
    digits, _, exponent = repr(value).partition("e")
    if exponent == "-05":
        sign, digits = "-" if value < 0 else "", digits.lstrip("-").replace(".", "")
        return f"{sign}0.0000{digits}"
    return f"{digits}e{int(exponent)}" if exponent else digits


def digest(value: object) -> str:
    """1.2: BLAKE2b-128 of the canonical JSON."""
    return text_hash(canonical(value))


def text_hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def uuid_of(*parts: str) -> str:
    """2.5: UUIDv5 over a JSON array."""
    text = json.dumps(list(parts), separators=(",", ":"), ensure_ascii=False)
    return str(uuid.uuid5(IDS, text))


class Name(NamedTuple):
    """2.1: a job or dataset; dataset names are normalised when this is made."""

    kind: str
    namespace: str
    name: str

    @property
    def node(self) -> int:
        text = json.dumps(list(self), separators=(",", ":"), ensure_ascii=False)
        hashed = hashlib.blake2b(text.encode(), digest_size=8).digest()
        return int.from_bytes(hashed, "big") & (2**63 - 1)


def is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def job_name(value: object) -> Name | None:
    """The job an object names by `namespace` and `name`; None unless both are there."""
    if isinstance(value, dict) and is_text(value.get("namespace")) and is_text(value.get("name")):
        return Name("job", value["namespace"], value["name"])
    return None


def dataset_name(value: object) -> Name | None:
    """The dataset an object names, normalised; None unless both parts are there."""
    if isinstance(value, dict) and is_text(value.get("namespace")) and is_text(value.get("name")):
        return Name("dataset", value["namespace"], normalised(value["name"])[0])
    return None


def run_id_of(raw: str) -> str:
    """1.4: a UUID in any written form is canonical, any other text becomes UUIDv5 of it."""
    text = raw.strip().lower()
    for before, after in (("urn:uuid:", ""), ("{", "}")):
        if text.startswith(before) and text.endswith(after):
            text = text[len(before) : len(text) - len(after)]
            break
    lengths = [len(part) for part in text.split("-")]
    digits = text.replace("-", "")
    if lengths in ([32], [8, 4, 4, 4, 12]) and set(digits) <= set("0123456789abcdef"):
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    return uuid_of("run", raw)


def run_key_of(run_id: str, job: Name) -> str:
    return uuid_of(run_id, job.namespace, job.name)


# 2.2 Normalisers: each gives (what remains, what it cut off), or None if it does not apply.


def cut_key_value(name: str) -> tuple[str, str] | None:
    found = re.fullmatch(r"(.+)/([A-Za-z_][A-Za-z0-9_.-]*=[^/]*)", name, re.DOTALL)
    return (found[1], found[2]) if found else None


def cut_date(name: str) -> tuple[str, str] | None:
    for form in (
        r"(.+)/((\d{4})-(\d\d)-(\d\d))",
        r"(.+)/((\d{4})(\d\d)(\d\d))",
        r"(.+)/((\d{4})/(\d\d)/(\d\d))",
        r"(.+)/((\d{4})/(\d\d)())",
    ):
        found = re.fullmatch(form, name, re.DOTALL | re.ASCII)
        if found and is_date(int(found[3]), int(found[4]), int(found[5] or 1)):
            return found[1], found[2]
    return None


def is_date(year: int, month: int, day: int) -> bool:
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    return 1970 <= year <= 2099


def strip_quotes(name: str) -> tuple[str, str] | None:
    """Identifier by identifier: each ends at a quote that is not doubled, and a dot follows."""
    identifiers, rest = [], name
    while rest:
        quote = rest[0]
        if quote not in ('"', "`"):
            return None
        end = 1
        while rest[end : end + 1] not in ("", quote) or rest[end : end + 2] == quote * 2:
            end += 2 if rest[end] == quote else 1
        if end == 1 or end >= len(rest):
            return None
        identifiers.append(rest[1:end].replace(quote * 2, quote))
        rest = rest[end + 1 :]
        if rest:
            if rest[0] != "." or len(rest) == 1:
                return None
            rest = rest[1:]
    return (".".join(identifiers), "") if identifiers else None


def normalised(name: str) -> tuple[str, str | None]:
    """2.2: the name as it is known, and the partition that was cut off it."""
    partition: list[str] = []
    changed = True
    while changed:
        changed = False
        for normaliser in (cut_key_value, cut_date, strip_quotes):
            result = normaliser(name)
            if result is not None:
                name, cut = result
                partition = [cut, *partition] if cut else partition
                changed = True
    return name, "/".join(partition) or None
