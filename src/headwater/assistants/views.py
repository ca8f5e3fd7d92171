"""The addresses of the web page's views, which show people what an assistant was told."""

from dataclasses import dataclass
from urllib.parse import urlencode

from headwater.answers.moments import Instant
from headwater.questions.moments import Moment
from headwater.wire.paths import path


@dataclass(frozen=True, slots=True)
class Views:
    """The views of the page at an address such as `http://localhost:5000`."""

    address: str

    def lineage(self, node: str, **more: str | Moment | None) -> str:
        """The graph around a node. Parameters that are None are left out.

        >>> Views("http://h").lineage("job:etl:clean", at=Moment(0), direction=None)
        'Page: http://h/lineage?node=job%3Aetl%3Aclean&at=1970-01-01T00%3A00%3A00Z'
        """
        given = {name: _written(value) for name, value in more.items() if value is not None}
        return self._at(f"/lineage?{urlencode({'node': node, **given})}")

    def run(self, run: str) -> str:
        return self._at(path("runs", run))

    def why(self, run: str) -> str:
        return self._at(path("runs", run, "why"))

    def runs(self, **filters: str | None) -> str:
        given = {name: value for name, value in filters.items() if value is not None}
        return self._at(f"/runs?{urlencode(given)}" if given else "/runs")

    def catalog(self, kind: str, text: str) -> str:
        return self._at(f"/{kind}s?{urlencode({'text': text})}")

    def contract(self, contract: str) -> str:
        return self._at(path("contracts", contract))

    def contracts(self) -> str:
        return self._at("/contracts")

    def _at(self, place: str) -> str:
        return f"Page: {self.address}{place}"


def _written(value: str | Moment) -> str:
    return value if isinstance(value, str) else str(Instant(value))
