"""The reverse proxies of `deploy/`, with TLS, in front of a server with keys."""

import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from headwater.api.http.keys import Keys
from tests.install.conftest import ROOT
from tests.running.servers import Served, free_port

pytestmark = pytest.mark.install

DEPLOY = ROOT / "deploy"
NAME = "lineage.example.org"
UPSTREAM = "127.0.0.1:5000"
NAMESPACE = "snowflake://a/b c"
WAIT = 60.0
"""Seconds for an answer. What is not found is waited for, as no pipeline applies what was sent."""
Proxy = Callable[[Path, str, int], AbstractContextManager[Path]]
CADDY = """{
	admin off
	local_certs
	skip_install_trust
	auto_https disable_redirects
	default_bind 127.0.0.1
	storage file_system STORAGE
}
"""
"""For a name that no authority knows, Caddy is its own."""
NGINX = "daemon off; pid PID; error_log stderr; events {} http { access_log off; include SITE; }"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    data = tmp_path_factory.mktemp("data")
    key = Keys(data).create("tests", "write")
    with Served(data, "--no-pipeline") as served:
        yield served, key


@contextmanager
def caddy(folder: Path, upstream: str, port: int) -> Iterator[Path]:
    """Caddy as `deploy/Caddyfile` sets it up, and the certificate to trust."""
    site = (DEPLOY / "Caddyfile").read_text().replace(NAME, f"localhost:{port}")
    file = folder / "Caddyfile"
    file.write_text(CADDY.replace("STORAGE", str(folder)) + site.replace(UPSTREAM, upstream))
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    with _running(command, folder):
        yield folder / "pki/authorities/local/root.crt"


@contextmanager
def nginx(folder: Path, upstream: str, port: int) -> Iterator[Path]:
    """nginx as `deploy/nginx.conf` sets it up, and the certificate to trust."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names, *files],
        check=True,
        capture_output=True,
    )
    site = folder / "site.conf"
    text = (DEPLOY / "nginx.conf").read_text()
    for written, meant in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        (f"/etc/ssl/certs/{NAME}.pem", str(certificate)),
        (f"/etc/ssl/private/{NAME}.key", str(key)),
        (NAME, "localhost"),
        (UPSTREAM, upstream),
    ):
        assert written in text
        text = text.replace(written, meant)
    site.write_text(text)
    whole = folder / "nginx.conf"
    whole.write_text(NGINX.replace("PID", f"{folder}/pid").replace("SITE", str(site)))
    with _running(["/usr/sbin/nginx", "-p", str(folder), "-c", str(whole)], folder):
        yield certificate


@contextmanager
def _running(command: list[str], folder: Path) -> Iterator[None]:
    assert shutil.which(command[0]), f"{command[0]} is missing: run `make test-deploy`"
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=30)


@contextmanager
def _connected(url: str, trusted: Path, key: str) -> Iterator[httpx2.Client]:
    until = time.monotonic() + 30
    while not (trusted.exists() and _answers(url, trusted)):
        assert time.monotonic() < until, f"nothing answers on {url}"
        time.sleep(0.1)
    own = {"Authorization": f"Bearer {key}"}
    trusting = _trusting(trusted)
    with httpx2.Client(base_url=url, verify=trusting, headers=own, timeout=WAIT) as client:
        yield client


def _answers(url: str, trusted: Path) -> bool:
    try:
        return httpx2.get(f"{url}/health/live", verify=_trusting(trusted)).is_success
    except httpx2.TransportError:
        return False


def _trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


@pytest.mark.parametrize("proxy", [caddy, nginx], ids=["caddy", "nginx"])
def test_everything_passes_as_it_was_sent(
    proxy: Proxy, served: tuple[Served, str], tmp_path: Path
) -> None:
    server, key = served
    port = free_port()
    folder = tmp_path / "proxy"
    folder.mkdir()
    folder.chmod(0o755)
    upstream = server.url.removeprefix("http://")
    with (
        proxy(folder, upstream, port) as trusted,
        _connected(f"https://localhost:{port}", trusted, key) as client,
    ):
        assert "<title>" in client.get("/").text
        path = f"/api/v1/namespaces/{quote(NAMESPACE, safe='')}/datasets/{quote('x/y', safe='')}"
        own = {"Authorization": f"Bearer {key}"}
        direct = httpx2.get(f"{server.url}{path}", headers=own, timeout=WAIT)
        proxied = client.get(path)
        assert (proxied.status_code, proxied.json()) == (direct.status_code, direct.json())
        assert NAMESPACE in direct.text
        large = {"_producer": "p", "_schemaURL": "s", "description": "x" * (2 << 20)}
        event = {
            "eventTime": "2025-01-01T00:00:00Z",
            "job": {"namespace": "n", "name": "j", "facets": {"documentation": large}},
        }
        sent = client.post("/api/v1/lineage", json=event)
        assert sent.status_code == 201
        assert sent.headers["Lineage-Position"]
        client.headers.pop("Authorization")
        assert client.get("/api/v1/status").status_code == 401
