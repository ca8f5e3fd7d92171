"""The files in which others run the program say only what the program knows."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from headwater.cli import main
from headwater.config import read_settings

ROOT = Path(__file__).parents[2]
COMPOSE = sorted([ROOT / "compose.yaml", *(ROOT / "deploy").glob("compose*.yaml")])
OWN_IMAGE = "${IMAGE:-headwater}"

each_file = pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)


def services(file: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(file.read_text())["services"]
    return found


def own(file: Path) -> list[dict[str, Any]]:
    return [service for service in services(file).values() if service["image"] == OWN_IMAGE]


@each_file
def test_services_call_commands_with_settings_of_the_program(file: Path) -> None:
    assert own(file)
    for service in own(file):
        name, *arguments = service.get("command", ["serve"])
        command = main.commands[name]
        command.make_context(name, arguments)  # raises where the command does not take them
        read_settings(environment=service.get("environment", {}))


@each_file
def test_every_service_of_the_program_has_the_one_log(file: Path) -> None:
    assert {volume for service in own(file) for volume in service["volumes"]} == {"events:/data"}


@each_file
def test_what_answers_without_keys_is_reached_from_this_machine_alone(file: Path) -> None:
    ports = [port for service in services(file).values() for port in service.get("ports", ())]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


@each_file
def test_every_volume_that_is_used_is_declared(file: Path) -> None:
    used = {
        volume.partition(":")[0]
        for service in services(file).values()
        for volume in service.get("volumes", ())
    }
    assert used == set(yaml.safe_load(file.read_text())["volumes"])


@each_file
def test_services_wait_for_services_that_exist(file: Path) -> None:
    known = services(ROOT / "compose.yaml").keys() | services(file).keys()
    waited = {name for service in services(file).values() for name in service.get("depends_on", ())}
    assert waited
    assert waited <= known
