"""The file of keys, and what a server does when it cannot be read."""

import os
from pathlib import Path

import msgspec
import pytest

from headwater.api.http.keys import Keys
from headwater.errors import SettingError
from tests.api.conftest import Scene


def test_a_server_that_cannot_read_its_keys_lets_no_one_in_until_it_can(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.api.http.gate.RELOAD_SECONDS", 0.0)
    headers = {"Authorization": f"Bearer {scene.keys.create('dashboard', 'admin')}"}
    path = scene.log.parent / "keys.json"
    kept = path.read_bytes()
    with scene.client() as client:
        for method, asked in (("GET", "/api/v1/status"), ("POST", "/api/v1/lineage")):
            path.unlink()
            path.mkdir()
            answer = client.request(method, asked, headers=headers)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
            assert "keys cannot be read" in answer.json()["message"]
            path.rmdir()
            path.write_bytes(kept)
            assert client.get("/api/v1/status", headers=headers).status_code == 200


def test_keys_that_cannot_be_read_or_changed_are_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "keys.json").mkdir()
    with pytest.raises(SettingError, match=r"cannot be read.*the user that the server runs as"):
        Keys(tmp_path).read()
    (tmp_path / "file").touch()
    with pytest.raises(SettingError, match=r"cannot be written.*run this as the user"):
        Keys(tmp_path / "file" / "below").create("a", "read")


def test_no_link_beside_the_keys_is_followed(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.write_text("kept")
    for name in ("keys.lock", "keys.json.new"):
        (tmp_path / name).unlink(missing_ok=True)
        (tmp_path / name).symlink_to(target)
        with pytest.raises(SettingError, match="symbolic links"):
            Keys(tmp_path).create("a", "read")
        (tmp_path / name).unlink()
    assert target.read_text() == "kept"


def test_what_the_administrator_makes_belongs_to_whom_the_directory_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", lambda _, user, group: given.append((user, group)))
    Keys(tmp_path).create("a", "read")
    owner = tmp_path.stat()
    assert given == [(owner.st_uid, owner.st_gid)] * 2, "the keys, and their lock"


def test_a_key_whose_hash_is_damaged_is_no_key(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    secret = keys.create("a", "read")
    found = [
        msgspec.structs.replace(key, hash="\N{GREEK SMALL LETTER ALPHA}" * 64)
        for key in keys.read() or ()
    ]
    assert keys.find(found, secret) is None
