"""The places that a rebuild can be staged in."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import fs

from headwater.errors import StagingError
from headwater.pipeline.derive.packs import SCHEMA, one_pack
from headwater.pipeline.spark.staging import parquet_files, place_of, staged_packs


def test_a_path_is_the_same_for_processes_with_other_working_directories(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for relative in ("var/staging", Path("var/staging")):
        place = place_of(relative)
        assert place.url == place.path == f"{tmp_path}/var/staging"


def test_a_url_is_written_to_by_spark_and_read_by_the_driver(tmp_path: Path) -> None:
    place = place_of(f"file://{tmp_path}/staging/").below("7").below("runs")
    assert place.url == f"file://{tmp_path}/staging/7/runs"
    assert isinstance(place.files, fs.LocalFileSystem)
    place.files.create_dir(place.path)
    assert (tmp_path / "staging" / "7" / "runs").is_dir()
    place.remove()
    assert not (tmp_path / "staging" / "7" / "runs").exists()
    place.remove()


@pytest.mark.parametrize("url", ["gopher://host/staging", "file://host/staging"])
def test_a_url_that_cannot_be_opened_is_told_with_what_to_use_instead(url: str) -> None:
    with pytest.raises(StagingError, match=rf"{url}, cannot be opened: .*the setting `staging`"):
        place_of(url)


def test_what_was_staged_and_is_damaged_is_not_loaded(tmp_path: Path) -> None:
    file = tmp_path / "part.parquet"
    pack = one_pack("numbers", [bytes(3000)])
    rows = pa.table([[value] for value in pack], schema=SCHEMA)
    # As Spark writes it.
    pq.write_table(
        rows,
        file,
        compression="none",
        use_dictionary=False,
        write_statistics=False,
        write_page_checksum=True,
    )
    content = bytearray(file.read_bytes())
    content[1000] ^= 1
    file.write_bytes(content)
    with pytest.raises(StagingError, match=r"Nothing was published; check the disk"):
        list(staged_packs(parquet_files(str(tmp_path)), ["numbers"]))
    file.write_bytes(content[:100])
    with pytest.raises(StagingError, match=r"Nothing was published; check the disk"):
        parquet_files(str(tmp_path))
