"""Subscriptions are kept in a file."""

import stat
from pathlib import Path

import pytest

from headwater.alerts.subscriptions import Subscriptions
from headwater.errors import BadRequestError, SettingError
from headwater.questions.alerts import NewSubscription

HOOK = "https://hooks.example/services/T0/B0/secret"


@pytest.fixture
def kept(tmp_path: Path) -> Subscriptions:
    return Subscriptions(tmp_path)


def test_a_secret_is_shown_once_and_stays_with_its_target(kept: Subscriptions) -> None:
    made = kept.add(NewSubscription(name="me", to=HOOK))
    assert made.secret is not None
    assert made.secret.startswith("whsec_")
    again = kept.add(NewSubscription(name="me", to=HOOK, on=("schema",)))
    assert again.secret is None
    [stored] = kept.read()
    assert (stored.secret, stored.on) == (made.secret, ("schema",))
    other = kept.add(NewSubscription(name="me", to=f"{HOOK}2"))
    assert other.secret not in (None, made.secret)
    assert kept.add(NewSubscription(name="log", to="log")).secret is None


def test_lists_have_neither_secrets_nor_paths(kept: Subscriptions) -> None:
    made = kept.add(NewSubscription(name="me", to=HOOK))
    [state] = kept.states().subscriptions
    assert state.to == "https://hooks.example/…"
    assert made.secret is not None
    assert made.secret not in str(state)


def test_the_files_are_for_their_owner_alone(kept: Subscriptions, tmp_path: Path) -> None:
    kept.add(NewSubscription(name="me", to=HOOK))
    files = [path for path in (tmp_path / "alerts").iterdir() if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE((tmp_path / "alerts").stat().st_mode) == 0o700


def test_a_damaged_target_is_told_in_words(kept: Subscriptions, tmp_path: Path) -> None:
    kept.add(NewSubscription(name="me", to=HOOK))
    file = tmp_path / "alerts" / "subscriptions.json"
    file.write_text(file.read_text().replace("https://hooks", "https://[ooks"))
    with pytest.raises(SettingError, match="`to` is neither log nor the URL of a webhook"):
        kept.states()


def test_files_that_cannot_be_used_are_told_in_words(kept: Subscriptions, tmp_path: Path) -> None:
    place = tmp_path / "alerts" / "subscriptions.json"
    place.mkdir(parents=True)
    with pytest.raises(SettingError, match="the user that the server runs as"):
        kept.read()
    place.rmdir()
    place.write_text("{")
    with pytest.raises(SettingError, match="restore the file, or remove it"):
        kept.read()
    place.unlink()
    (tmp_path / "elsewhere").write_text("kept")
    (tmp_path / "alerts" / "subscriptions.json.new").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SettingError, match="cannot be written"):
        kept.add(NewSubscription(name="me", to=HOOK))
    assert (tmp_path / "elsewhere").read_text() == "kept"


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"to": "ftp://hooks.example"}, "to: expected log, or the URL"),
        ({"to": "https://"}, "to: expected log, or the URL"),
        ({"to": "http://h:99999/"}, "to: expected log, or the URL"),
        ({"to": "http://8.8.8.8/\t"}, "to: this is no URL"),
        ({"to": "http://127.0.0.1/"}, "to: 127.0.0.1 has an address in a private network"),
        ({"to": "http://localhost:1/"}, "to: localhost has an address in a private network"),
        ({"to": "http://[fe80::1]/"}, "to: fe80::1 has an address in a private network"),
        ({"to": "log", "about": "run:1"}, "about: 'run:1' is nothing to subscribe to"),
        ({"to": "log", "about": "tag:"}, "about: 'tag:' is nothing to subscribe to"),
    ],
)
def test_what_cannot_be_subscribed_to_is_refused(
    kept: Subscriptions, values: dict[str, str], part: str
) -> None:
    with pytest.raises(BadRequestError, match=part):
        kept.add(NewSubscription(name="me", **values))  # type: ignore[arg-type]  # as above
    assert kept.read() == ()


def test_a_setting_lets_private_networks_be_told(tmp_path: Path) -> None:
    Subscriptions(tmp_path, private_targets=True).add(
        NewSubscription(name="me", to="http://127.0.0.1/")
    )
    assert [one.to for one in Subscriptions(tmp_path).read()] == ["http://127.0.0.1/"]
