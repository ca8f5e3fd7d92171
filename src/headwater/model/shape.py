"""Events with parts of another shape than the specification's (semantics 1.6)."""

from typing import Any

from headwater.model.events import Finding


def reshaped(event: dict[str, Any], findings: list[Finding]) -> dict[str, Any]:
    """The event without the parts whose shape is wrong, each of which becomes a finding."""

    def note(path: str, expected: str) -> None:
        findings.append(Finding("wrong_shape", path, f"expected {expected}; passed over"))

    def facets(subject: dict[str, Any], path: str) -> dict[str, Any]:
        kept = dict(subject)
        for key in ("facets", "inputFacets", "outputFacets"):
            if kept.get(key) is not None and not isinstance(kept[key], dict):
                note(f"{path}.{key}", "an object")
                del kept[key]
        for key in ("namespace", "name"):
            if not isinstance(kept.get(key), str):
                kept.pop(key, None)
        return kept

    kept: dict[str, Any] = {"eventTime": event["eventTime"]}
    if event.get("eventType") is not None:
        if isinstance(event["eventType"], str):
            kept["eventType"] = event["eventType"]
        else:
            note("eventType", "a text")
    for key in ("run", "job", "dataset"):
        if isinstance(event.get(key), dict):
            kept[key] = facets(event[key], key)
    for key in ("inputs", "outputs"):
        items = event.get(key)
        if items is not None and not isinstance(items, list):
            note(key, "an array")
        elif items:
            kept[key] = [
                facets(item, f"{key}[{index}]") if isinstance(item, dict) else {}
                for index, item in enumerate(items)
            ]
    return kept
