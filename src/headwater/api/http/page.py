"""The web page: files that are built from `ui/` and shipped in the package.

A path that is neither a file nor a route is a view of the page. The page's own code finds the view
by its URL.
"""

import html
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from headwater.api.http.packing import accepted

BUILT = Path(str(files("headwater"))) / "page"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_SERVERS_OWN = ("api", "health", "mcp", "metrics", "openapi.json")
_PACKED = (("br", ".br"), ("gzip", ".gz"))
"""The encodings in which the build stores each file, the smallest first."""
_MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


class BuiltPage:
    """The files of a built page. They are read only once, as there are few and they do not
    change."""

    def __init__(self, built: Path) -> None:
        self._files = {
            path.relative_to(built).as_posix(): path.read_bytes()
            for path in sorted(built.rglob("*"))
            if path.is_file()
        }

    def answer(self, request: Request) -> Response:
        """A file of the page, or the page itself where the path is one of its views."""
        path = unquote(request.scope["path"]).strip("/")
        if path.split("/")[0] in _SERVERS_OWN:
            raise HTTPException(404)
        name = {"": "index.html", "docs": "docs/index.html"}.get(path, path)
        if name not in self._files:
            if PurePosixPath(name).suffix in _MEDIA and path.split("/")[0] in ("assets", "docs"):
                raise HTTPException(404)
            name = "index.html"
        return self._file(request, name)

    def _file(self, request: Request, name: str) -> Response:
        headers = {
            # The names of assets contain a digest of their content.
            "cache-control": FOR_EVER if name.startswith("assets/") else ASK_AGAIN,
            "vary": "accept-encoding",
        }
        content = self._files[name]
        encodings = accepted(request.headers.get("accept-encoding", ""))
        for encoding, suffix in _PACKED:
            packed = self._files.get(name + suffix)
            if packed is not None and encoding in encodings:
                headers["content-encoding"] = encoding
                content = packed
                break
        media = _MEDIA.get(PurePosixPath(name).suffix, "application/octet-stream")
        return Response(content, headers=headers, media_type=media)


@cache
def _page(built: Path) -> BuiltPage:
    return BuiltPage(built)


def page(built: Path = BUILT) -> list[BaseRoute]:
    """The routes of the page. If it is not built, they show a page that says how to build it."""
    is_built = (built / "index.html").is_file()

    async def answer(request: Request) -> Response:
        request.scope["route_template"] = "page"
        if is_built:
            return _page(built).answer(request)
        if unquote(request.scope["path"]) in ("/", "/docs"):
            return Response(_how_to_build(), 200, {"cache-control": ASK_AGAIN}, "text/html")
        raise HTTPException(404)

    return [Route("/{path:path}", answer, methods=["GET"])]


def _how_to_build() -> str:
    """A page for installations from sources without the built page."""
    where = html.escape(str(BUILT))
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Headwater</title>
<style>body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto;
padding: 0 1rem; }} code {{ background: #8883; padding: .1em .3em; border-radius: 3px; }}</style>
<h1>Headwater is running, without its web page</h1>
<p>The page is not built: there is nothing in <code>{where}</code>. Wheels have it inside. From a
checkout, with Node.js 20.19 or newer, run <code>make ui</code>, and start the server again.</p>
<p>The API does without: it is described at <a href="/openapi.json">/openapi.json</a>.</p>
</html>
"""
