"""The settings: one table of names, read once at an entry point and then passed on as values.

A setting is taken from the first of these that has it: an argument; the environment variable
`HEADWATER_<NAME>`; a TOML file (the one named by `--config` or `HEADWATER_CONFIG`, otherwise
`headwater.toml` in the working directory); its default. Nothing else in the program reads the
environment.
"""

import difflib
import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from headwater.errors import SettingError
from headwater.model.facts import CODE_FROM
from headwater.setting_kinds import (
    AMOUNT,
    ARCHIVE,
    CODE,
    COUNT,
    FILE,
    FLAG,
    HOST,
    LOG,
    MASTER,
    MEMORY,
    NAMES,
    PAIRS,
    PATH,
    PORT,
    REMOTE,
    SECRET,
    SERVER,
    STAGING,
    STORE,
    TEXT,
    TOPIC,
    SettingKind,
    is_url,
)

PREFIX = "HEADWATER_"
FILE_NAME = "headwater.toml"

# Variables with our prefix that are not settings. They choose the settings file or steer set-up
# scripts and tests, and may be exported while a command runs.
OTHER_VARIABLES = frozenset(
    {"HEADWATER_CONFIG", "HEADWATER_NO_APT", "HEADWATER_EVENTS", "HEADWATER_CONTRACTS"}
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table of settings.

    `shapes_rows` marks a setting that changes derived rows: a store that was built under another
    value has to be rebuilt.
    """

    name: str
    default: object
    kind: SettingKind
    help: str
    shapes_rows: bool = False

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


SETTINGS: tuple[Setting, ...] = (
    Setting("data", "./var/headwater", PATH, "Directory of the event log and the embedded store."),
    Setting("store", "", STORE, "Where derived lineage is kept; empty: `store.sqlite` in `data`."),
    Setting("log", "", LOG, "The event log; empty: the directory `log` in `data`."),
    Setting(
        "archive",
        "",
        ARCHIVE,
        "Where the log is archived, so that it may drop what is old; empty: nowhere.",
    ),
    Setting("segment_mb", 64, COUNT, "Size in MiB at which a segment of the log is sealed."),
    Setting("compress_segments", True, FLAG, "Compress sealed segments with zstd."),
    Setting("max_event_mb", 32, COUNT, "Largest event accepted, in MiB."),
    Setting(
        "max_backlog_mb",
        0,
        AMOUNT,
        "How many MiB of the log may wait before events are refused (503); 0: any.",
    ),
    Setting(
        "kafka_config",
        "",
        FILE,
        "File with what Kafka's clients have to know, such as passwords: lines `name=value`, as"
        " librdkafka names them.",
    ),
    Setting(
        "dead_letters", "", TOPIC, "Topic that takes messages which are no events; empty: none."
    ),
    Setting("strict", False, FLAG, "Refuse events with findings instead of accepting them."),
    Setting("host", "127.0.0.1", HOST, "Address that the server listens on."),
    Setting("port", 5000, PORT, "Port that the server listens on; 0: any that is free."),
    Setting("unprotected", False, FLAG, "Let the server listen beyond this machine without keys."),
    Setting("origins", (), NAMES, "Web pages elsewhere that may call the API (CORS)."),
    Setting("url", "", SERVER, "Server to ask, and to send events to; empty: this machine's data."),
    Setting("key", "", TEXT, "API key for that server."),
    Setting("page", "", SERVER, "Address that people open the page by, for links in alerts."),
    Setting("private_targets", False, FLAG, "Let alerts be sent to private addresses."),
    Setting("spark_master", "local[*]", MASTER, "Spark master that runs the pipeline."),
    Setting("spark_remote", "", REMOTE, "Spark Connect server that runs `build` and `verify`."),
    Setting("spark_memory", "4g", MEMORY, "Memory of the Spark driver."),
    Setting(
        "staging", "", STAGING, "Where builds are staged, for a whole cluster; empty: in `data`."
    ),
    Setting(
        "name_rules",
        ("key_value", "date", "quotes"),
        NAMES,
        "Rules that cut partitions off dataset names, in order.",
        shapes_rows=True,
    ),
    Setting("job_name_rules", (), NAMES, "The same for job names.", shapes_rows=True),
    Setting(
        "batch_id_facet",
        ("airflow.dagRun.dag_id/run_id", "airflowDagRun.dagRun.dag_id/run_id"),
        NAMES,
        "Paths in the run facets to a batch id; the first with a value counts.",
        shapes_rows=True,
    ),
    Setting(
        "code_from",
        CODE_FROM,
        CODE,
        "What of a job's code makes a new version of the job where it changes.",
        shapes_rows=True,
    ),
    Setting(
        "namespace_aliases",
        (),
        PAIRS,
        "Namespaces as contracts write them, and as events do: `logical=physical`.",
    ),
)

_BY_NAME = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings in force, with one attribute for each row of SETTINGS."""

    data: Path
    store: str = field(repr=False)  # may hold a password
    log: str
    archive: str = field(repr=False)  # may hold a secret
    segment_mb: int
    compress_segments: bool
    max_event_mb: int
    max_backlog_mb: int
    kafka_config: str
    dead_letters: str
    strict: bool
    host: str
    port: int
    unprotected: bool
    origins: tuple[str, ...]
    url: str
    key: str = field(repr=False)
    page: str
    private_targets: bool
    spark_master: str
    spark_remote: str = field(repr=False)  # may hold a token
    spark_memory: str
    staging: str
    name_rules: tuple[str, ...]
    job_name_rules: tuple[str, ...]
    batch_id_facet: tuple[str, ...]
    code_from: tuple[str, ...]
    namespace_aliases: tuple[tuple[str, str], ...]

    def environment(self) -> dict[str, str]:
        """Environment variables that give another process the same settings."""
        return {s.variable: _spelled(getattr(self, s.name)) for s in SETTINGS}

    def digest(self) -> str:
        """A hash of the settings that change derived rows, by which a store notices a change."""
        shaping = {s.name: getattr(self, s.name) for s in SETTINGS if s.shapes_rows}
        return hashlib.sha256(json.dumps(shaping, sort_keys=True).encode()).hexdigest()


def _spelled(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return ",".join("=".join(v) if isinstance(v, tuple) else str(v) for v in value)
        case _:
            return str(value)


def read_settings(
    arguments: Mapping[str, object] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    config: Path | None = None,
) -> Settings:
    """The settings of this process. An argument that is None counts as not given."""
    environment = os.environ if environment is None else environment
    values: dict[str, object] = {s.name: s.kind.check(s.default) for s in SETTINGS}
    values |= _from_file(config, environment)
    values |= _from_environment(environment)
    values |= _from_arguments(arguments or {})
    if not values["store"]:
        values["store"] = f"sqlite:///{Path(str(values['data'])) / 'store.sqlite'}"
    if not values["staging"]:
        values["staging"] = str(Path(str(values["data"])) / "staging")
    return Settings(**values)  # type: ignore[arg-type]  # each value was checked against its kind


def _from_arguments(arguments: Mapping[str, object]) -> dict[str, object]:
    values = {}
    for name, value in arguments.items():
        setting = _known(name, f"argument {name!r}")
        if value is not None:
            values[name] = _checked(setting, value, f"argument {name!r}")
    return values


def _from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    values = {}
    for variable, text in environment.items():
        if not variable.startswith(PREFIX) or variable in OTHER_VARIABLES:
            continue
        origin = f"environment variable {variable}"
        setting = _known(variable.removeprefix(PREFIX).lower(), origin)
        try:
            value = setting.kind.parse(text)
        except ValueError:
            raise _wrong_kind(setting, text, origin) from None
        values[setting.name] = _checked(setting, value, origin)
    return values


def _from_file(config: Path | None, environment: Mapping[str, str]) -> dict[str, object]:
    """The values in the TOML file. Relative paths count from the folder that the file lies in."""
    named = config or environment.get(PREFIX + "CONFIG")
    path = Path(named).expanduser() if named else Path(FILE_NAME)
    if not named and not path.exists():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingError(
            f"cannot read the settings file {path}: {error.strerror}; "
            f"name another with --config or {PREFIX}CONFIG"
        ) from error
    except ValueError as error:  # not UTF-8, or not TOML
        raise SettingError(f"the settings file {path} is not valid TOML: {error}") from error
    values = {}
    for name, value in table.items():
        setting = _known(name, f"key {name!r} in {path}")
        values[name] = _checked(setting, value, f"key {name!r} in {path}")
        if _is_path(setting.kind, str(values[name])):
            values[name] = setting.kind.check(path.parent / str(values[name]))
    return values


def _is_path(kind: SettingKind, value: str) -> bool:
    return kind in (PATH, FILE, ARCHIVE, STAGING) and bool(value) and not is_url(value)


def _known(name: str, origin: str) -> Setting:
    if name in _BY_NAME:
        return _BY_NAME[name]
    near = difflib.get_close_matches(name, _BY_NAME, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(_BY_NAME)}"
    raise SettingError(f"unknown setting: {origin}; {hint}")


def _checked(setting: Setting, value: object, origin: str) -> object:
    try:
        return setting.kind.check(value)
    except ValueError:
        raise _wrong_kind(setting, value, origin) from None


def _wrong_kind(setting: Setting, value: object, origin: str) -> SettingError:
    # Error messages end up in logs.
    found = "a value that is not" if setting.kind in SECRET else f"{value!r}, expected"
    return SettingError(f"{origin} is {found} {setting.kind.expected}")
