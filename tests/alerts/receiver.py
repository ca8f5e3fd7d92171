"""A target of webhooks."""

from http.server import BaseHTTPRequestHandler, HTTPServer


class Receiver(HTTPServer):
    """A target on this machine that keeps what it gets, and answers as it is told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 204

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_port}/hook?x=1"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.got.append((self.path, headers, self.rfile.read(length)))
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", self.server.url)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""
