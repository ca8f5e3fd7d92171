import dataclasses
import typing
from pathlib import Path

import pytest

from headwater.config import SETTINGS, Setting, Settings, read_settings
from headwater.errors import SettingError
from headwater.setting_kinds import PATH

OPERATIONS = Path(__file__).parent.parent / "docs" / "operations.md"


@pytest.fixture(autouse=True)
def empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tests run where no headwater.toml lies, unless they write one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings(
    arguments: dict[str, object] | None = None,
    environment: dict[str, str] | None = None,
    config: Path | None = None,
) -> Settings:
    return read_settings(arguments, environment=environment or {}, config=config)


def test_defaults_hold_where_nothing_is_said() -> None:
    assert settings() == Settings(
        data=Path("./var/headwater"),
        store="sqlite:///var/headwater/store.sqlite",
        log="",
        archive="",
        segment_mb=64,
        compress_segments=True,
        max_event_mb=32,
        max_backlog_mb=0,
        kafka_config="",
        dead_letters="",
        strict=False,
        host="127.0.0.1",
        port=5000,
        unprotected=False,
        origins=(),
        url="",
        key="",
        page="",
        private_targets=False,
        spark_master="local[*]",
        spark_remote="",
        spark_memory="4g",
        staging="var/headwater/staging",
        name_rules=("key_value", "date", "quotes"),
        job_name_rules=(),
        batch_id_facet=("airflow.dagRun.dag_id/run_id", "airflowDagRun.dagRun.dag_id/run_id"),
        code_from=("version", "source"),
        namespace_aliases=(),
    )


def test_arguments_beat_the_environment_which_beats_the_file(empty_directory: Path) -> None:
    (empty_directory / "headwater.toml").write_text(
        "segment_mb = 1\nmax_event_mb = 1\nspark_memory = '1g'"
    )
    found = settings(
        {"segment_mb": 3},
        {"HEADWATER_SEGMENT_MB": "2", "HEADWATER_MAX_EVENT_MB": "2"},
    )
    assert (found.segment_mb, found.max_event_mb, found.spark_memory) == (3, 2, "1g")


def test_an_argument_that_is_none_was_not_given() -> None:
    assert settings({"segment_mb": None}, {"HEADWATER_SEGMENT_MB": "2"}).segment_mb == 2


def test_the_process_environment_is_read_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_SPARK_MEMORY", "7g")
    assert read_settings().spark_memory == "7g"


def test_the_store_lies_in_the_data_directory_unless_named() -> None:
    assert settings({"data": Path("/srv/hw")}).store == "sqlite:////srv/hw/store.sqlite"
    assert settings({"data": "d", "store": "sqlite:///s.db"}).store == "sqlite:///s.db"
    url = "postgresql://me@db.example/lineage"
    assert settings({}, {"HEADWATER_STORE": url}).store == url


def test_the_file_named_by_argument_beats_the_one_named_by_environment(
    empty_directory: Path,
) -> None:
    for name, size in (("headwater.toml", 1), ("variable.toml", 2), ("argument.toml", 3)):
        (empty_directory / name).write_text(f"segment_mb = {size}")
    environment = {"HEADWATER_CONFIG": "variable.toml"}
    assert settings().segment_mb == 1
    assert settings({}, environment).segment_mb == 2
    assert settings({}, environment, Path("argument.toml")).segment_mb == 3


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("~/kept", str(Path.home() / "kept")),
        ("/srv/kept", "/srv/kept"),
        ("s3://bucket/kept", "s3://bucket/kept"),
        ("", ""),
    ],
)
def test_an_archive_is_a_path_or_a_url(empty_directory: Path, given: str, expected: str) -> None:
    (empty_directory / "headwater.toml").write_text(f"archive = '{given}'")
    assert settings().archive == expected
    assert settings(environment={"HEADWATER_ARCHIVE": given}).archive == expected


def test_paths_in_a_file_count_from_its_folder(empty_directory: Path) -> None:
    folder = empty_directory / "etc"
    folder.mkdir()
    (folder / "hw.toml").write_text("data = 'lineage'")
    assert settings(config=folder / "hw.toml").data == folder / "lineage"
    (folder / "hw.toml").write_text("archive = 'kept'")
    assert settings(config=folder / "hw.toml").archive == str(folder / "kept")
    (folder / "hw.toml").write_text("staging = 'parts'")
    assert settings(config=folder / "hw.toml").staging == str(folder / "parts")
    (folder / "hw.toml").write_text("staging = 's3a://bucket/parts'")
    assert settings(config=folder / "hw.toml").staging == "s3a://bucket/parts"
    (folder / "hw.toml").write_text("data = '/srv/lineage'")
    assert settings(config=folder / "hw.toml").data == Path("/srv/lineage")


def test_the_home_directory_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert settings({}, {"HEADWATER_DATA": "~/lineage"}).data == Path("/home/ada/lineage")


@pytest.mark.parametrize(
    ("text", "expected"), [("true", True), ("Yes", True), ("1", True), ("off", False), ("0", False)]
)
def test_flags_in_the_environment_are_words(text: str, expected: bool) -> None:
    assert settings({}, {"HEADWATER_STRICT": text}).strict is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("", ()), ("date", ("date",)), ("quotes, date", ("quotes", "date"))]
)
def test_names_in_the_environment_are_split_at_commas(text: str, expected: tuple[str, ...]) -> None:
    assert settings({}, {"HEADWATER_NAME_RULES": text}).name_rules == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("data", ""),
        ("data", "s3://bucket/headwater"),
        ("data", "hdfs://name:8020/headwater"),
        ("store", "mysql://host/db"),
        ("store", "store.sqlite"),
        ("segment_mb", "many"),
        ("segment_mb", "0"),
        ("segment_mb", "1.5"),
        ("strict", "maybe"),
        ("spark_master", ""),
        ("spark_master", "sc://localhost:15002"),
        ("spark_remote", "localhost:15002"),
        ("spark_memory", "4 gigabytes"),
        ("staging", "s3://bucket/staging"),
        ("name_rules", "date,,quotes"),
    ],
)
def test_a_wrong_environment_value_is_refused_with_its_variable(name: str, text: str) -> None:
    variable = f"HEADWATER_{name.upper()}"
    with pytest.raises(SettingError, match=f"^environment variable {variable} is "):
        settings({}, {variable: text})


@pytest.mark.parametrize(
    "line",
    [
        "data = 1",
        "store = 1",
        "segment_mb = '64'",
        "segment_mb = true",
        "segment_mb = -1",
        "strict = 1",
        "strict = 'true'",
        "name_rules = 'date'",
        "name_rules = [1]",
        "batch_id_facet = false",
        "code_from = ['sources']",
        'namespace_aliases = ["ab"]',
        'namespace_aliases = {a = ""}',
    ],
)
def test_a_wrong_kind_in_a_file_is_refused_with_file_and_key(
    line: str, empty_directory: Path
) -> None:
    (empty_directory / "headwater.toml").write_text(line)
    key = line.split(" ", maxsplit=1)[0]
    with pytest.raises(SettingError, match=f"^key '{key}' in headwater.toml is "):
        settings()


def test_a_directory_in_an_object_store_is_refused_with_what_to_use_instead() -> None:
    with pytest.raises(SettingError, match=r"s3:/.*a disk of this machine.*postgresql://"):
        settings({"data": Path("s3://bucket/headwater")})


def test_spark_connect_is_no_master_and_those_that_are_supported_are_named() -> None:
    supported = r"local\[\*\], spark://HOST:7077, yarn or k8s://HOST:PORT"
    with pytest.raises(SettingError, match=rf"sc://host.*{supported}.*named by `spark_remote`"):
        settings({"spark_master": "sc://host:15002"})


def test_the_token_of_a_spark_connect_server_is_not_shown() -> None:
    with pytest.raises(SettingError, match="is a value that is not sc://HOST:PORT") as caught:
        settings({"spark_remote": "https://host/;token=hunter2"})
    assert "hunter2" not in str(caught.value)
    assert "hunter2" not in repr(settings({"spark_remote": "sc://host/;token=hunter2"}))


def test_a_wrong_argument_says_what_was_found_and_expected() -> None:
    expected = "argument 'segment_mb' is 0, expected a whole number of at least 1"
    with pytest.raises(SettingError, match=f"^{expected}$"):
        settings({"segment_mb": 0})


def test_unknown_names_are_refused_with_near_matches(empty_directory: Path) -> None:
    with pytest.raises(SettingError, match=r"segments_mb'; did you mean segment_mb"):
        settings({"segments_mb": 1})
    with pytest.raises(SettingError, match=r"HEADWATER_STORES; did you mean store\?"):
        settings({}, {"HEADWATER_STORES": "x"})
    with pytest.raises(SettingError, match=r"there are: data, store, log, archive, segment_mb"):
        settings({}, {"HEADWATER_QQQ": "x"})
    (empty_directory / "headwater.toml").write_text("[headwater]\ndata = 'd'")
    with pytest.raises(SettingError, match=r"key 'headwater' in headwater\.toml"):
        settings()


def test_variables_of_scripts_and_tests_are_no_settings() -> None:
    environment = {"HEADWATER_NO_APT": "1", "HEADWATER_EVENTS": "events", "HEADWATERS": "x"}
    assert settings({}, environment) == settings()


def test_a_named_file_must_be_readable_toml(empty_directory: Path) -> None:
    with pytest.raises(SettingError, match=r"cannot read .*absent\.toml: No such file"):
        settings(config=Path("absent.toml"))
    (empty_directory / "broken.toml").write_text("data = ")
    with pytest.raises(SettingError, match=r"broken\.toml is not valid TOML: "):
        settings(config=Path("broken.toml"))
    (empty_directory / "latin.toml").write_bytes(b"data = '\xe9'")
    with pytest.raises(SettingError, match=r"latin\.toml is not valid TOML: "):
        settings(config=Path("latin.toml"))


def test_a_password_in_the_store_url_is_never_shown() -> None:
    assert "hunter2" not in repr(settings({"store": "postgresql://me:hunter2@db/lineage"}))
    with pytest.raises(SettingError) as refused:
        settings({"store": "mysql://me:hunter2@db/lineage"})
    assert "hunter2" not in str(refused.value)


def test_what_code_is_compared_by_may_come_in_any_order() -> None:
    assert settings({"code_from": ["source", "version"]}) == settings()
    assert settings(environment={"HEADWATER_CODE_FROM": ""}).code_from == ()


def test_the_digest_changes_with_what_shapes_rows_and_with_nothing_else() -> None:
    changes: dict[str, object] = {
        "data": "elsewhere",
        "store": "postgresql://me@db/lineage",
        "log": "kafka://one,two/events",
        "archive": "s3://bucket/lineage",
        "segment_mb": 1,
        "compress_segments": False,
        "max_event_mb": 1,
        "max_backlog_mb": 1,
        "kafka_config": "client.properties",
        "dead_letters": "refused",
        "strict": True,
        "host": "::",
        "port": 1,
        "unprotected": True,
        "origins": ["http://elsewhere"],
        "url": "http://elsewhere:5000",
        "key": "hw_x",
        "page": "https://lineage.example",
        "private_targets": True,
        "spark_master": "local[1]",
        "spark_remote": "sc://localhost",
        "spark_memory": "1g",
        "staging": "s3a://bucket/staging",
        "name_rules": ["date", "key_value", "quotes"],
        "job_name_rules": ["date"],
        "batch_id_facet": ["acme_batch.id"],
        "code_from": ["source"],
        "namespace_aliases": {"logical": "physical"},
    }
    assert list(changes) == [setting.name for setting in SETTINGS]
    default = settings().digest()
    shaping = {
        name for name, value in changes.items() if settings({name: value}).digest() != default
    }
    assert shaping == {"name_rules", "job_name_rules", "batch_id_facet", "code_from"}


def test_another_process_has_the_same_settings_by_the_environment() -> None:
    given = {"strict": True, "job_name_rules": ["date"], "data": "elsewhere", "port": 7}
    found = settings({**given, "namespace_aliases": {"a": "s3://b", "c": "d"}})
    assert settings(environment=found.environment()) == found


def test_the_digest_is_the_same_in_every_process_and_release() -> None:
    assert settings().digest() == "61a7c6aa0a9f5ef8c911c72fc25a562b48a693e8108ede5c43e29519fa4db032"


def test_the_table_and_the_attributes_agree() -> None:
    assert [setting.name for setting in SETTINGS] == [f.name for f in dataclasses.fields(Settings)]
    defaults = settings()
    for name, annotation in typing.get_type_hints(Settings).items():
        assert isinstance(getattr(defaults, name), typing.get_origin(annotation) or annotation)


def documented_row(setting: Setting) -> str:
    match setting.default:
        case bool(flag):
            default = str(flag).lower()
        case tuple(names):
            default = ", ".join(names)
        case other:
            default = str(other)
    cell = f"`{default}`" if default else "(empty)"
    return f"| `{setting.name}` | {setting.kind.name} | {cell} | {setting.help} |"


def test_every_setting_is_documented_and_no_other() -> None:
    rows = [documented_row(setting) for setting in SETTINGS]
    section = OPERATIONS.read_text(encoding="utf-8").split("## Settings", 1)[1].split("\n## ", 1)[0]
    documented = [line for line in section.splitlines() if line.startswith("| `")]
    assert documented == rows, "docs/operations.md should list:\n" + "\n".join(rows)


def test_only_data_is_a_path_so_only_it_counts_from_the_file() -> None:
    assert [setting.name for setting in SETTINGS if setting.kind is PATH] == ["data"]
