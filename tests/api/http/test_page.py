import gzip
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from headwater.api.http import page as page_module
from headwater.api.http.page import page
from tests.api.conftest import Scene


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """What a build leaves, in small."""
    folder = tmp_path / "page"
    for name, text in {
        "index.html": "<title>Headwater</title>",
        "assets/index-abc.js": "run()",
        "docs/index.html": "<title>API</title>",
        "favicon.svg": "<svg/>",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "assets/index-abc.js.gz").write_bytes(gzip.compress(b"run()"))
    (folder / "assets/index-abc.js.br").write_bytes(b"smaller still")
    return folder


@pytest.fixture
def client(built: Path) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=page(built))) as found:
        yield found


@pytest.mark.parametrize(
    "path", ["/", "/lineage", "/runs/0195c0ec/why", "/datasets", "/contracts/a%2Fb.v1"]
)
def test_every_view_is_the_page(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "Headwater" in answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


def test_assets_are_kept_for_ever_and_sent_compressed_to_who_reads_that(client: TestClient) -> None:
    packed = client.get("/assets/index-abc.js", headers={"accept-encoding": "gzip"})
    assert packed.text == "run()"
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert "immutable" in packed.headers["cache-control"]
    assert packed.headers["content-type"].startswith("text/javascript")
    with client.stream(
        "GET", "/assets/index-abc.js", headers={"accept-encoding": "gzip, br"}
    ) as both:
        assert both.headers["content-encoding"] == "br"
        assert b"".join(both.iter_raw()) == b"smaller still"
    plain = client.get("/assets/index-abc.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == "run()"


def test_the_docs_of_the_api_are_beside_it(client: TestClient) -> None:
    assert "API" in client.get("/docs").text


@pytest.mark.parametrize(
    "path", ["/assets/old-123.js", "/docs/none.js", "/api/v1/nothing", "/health/none"]
)
def test_what_is_no_view_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_no_path_leads_out_of_the_page(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "secret.js").write_text("secret")
    for path in ("/../secret.js", "/%2e%2e/secret.js", "/assets/%2e%2e/%2e%2e/secret.js"):
        assert "secret" not in client.get(path).text


def test_without_a_built_page_the_server_says_how_to_get_one(tmp_path: Path) -> None:
    with TestClient(Starlette(routes=page(tmp_path / "none"))) as client:
        answer = client.get("/")
        assert "make ui" in answer.text
        assert answer.headers["content-type"].startswith("text/html")
        assert client.get("/lineage").status_code == 404


def test_the_server_serves_page_and_api_side_by_side(
    scene: Scene, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "BUILT", built)
    monkeypatch.setattr("headwater.api.server.page", lambda: page(built))
    with scene.client() as client:
        assert "Headwater" in client.get("/lineage?node=job:ns:j").text
        assert "frame-ancestors 'none'" in client.get("/").headers["content-security-policy"]
        missing = client.get("/api/v1/nothing")
        assert (missing.status_code, missing.json()["code"]) == (404, 404)
        assert client.get("/openapi.json").json()["openapi"] == "3.1.0"


def test_the_wheel_has_the_page_in_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"headwater/page/index.html", "headwater/page/docs/index.html"} <= names
    assert any(name.startswith("headwater/page/assets/index-") for name in names)
    assert any(name.startswith("headwater/page/assets/graph-") for name in names)
    assert "headwater/page/licences.txt" in names
    assert not [name for name in names if name.startswith(("ui/", "tests/"))]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built the way `make wheel` builds it."""
    target = tmp_path_factory.mktemp("wheel")
    project = Path(__file__).parents[3]
    build_wheel(project, target)
    [found] = target.glob("headwater-*.whl")
    return found


def build_wheel(project: Path, target: Path) -> None:
    constraints = str(project / "constraints.txt")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"),
            *("--disable-pip-version-check", "--wheel-dir", str(target), str(project)),
        ],
        check=True,
        env={**os.environ, "PIP_BUILD_CONSTRAINT": constraints},
    )
