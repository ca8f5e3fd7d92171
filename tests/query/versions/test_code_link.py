"""A job version's link to its code (semantics 4.3)."""

import pytest

from headwater.answers.versions import CodeVersion
from headwater.query.versions.code_link import code_link


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("https://github.com/shop/jobs", "https://github.com/shop/jobs/tree/v1"),
        ("https://github.com/shop/jobs.git", "https://github.com/shop/jobs/tree/v1"),
        ("https://github.com/shop/jobs/", "https://github.com/shop/jobs/tree/v1"),
        ("git@github.com:shop/jobs.git", "https://github.com/shop/jobs/tree/v1"),
        ("ssh://git@github.com/shop/jobs.git", "https://github.com/shop/jobs/tree/v1"),
        ("ssh://git@github.com:22/shop/jobs.git", "https://github.com/shop/jobs/tree/v1"),
        ("git+https://github.com/shop/jobs", "https://github.com/shop/jobs/tree/v1"),
        ("https://me:secret@github.com/shop/jobs", "https://github.com/shop/jobs/tree/v1"),
        ("https://github.com/shop/jobs/tree/main", "https://github.com/shop/jobs/tree/v1"),
        ("https://github.com/shop/jobs/tree/main/etl", "https://github.com/shop/jobs/tree/v1/etl"),
        (
            "https://github.com/shop/jobs/blob/main/etl/a.py",
            "https://github.com/shop/jobs/blob/v1/etl/a.py",
        ),
        ("https://github.example.org/shop/jobs", "https://github.example.org/shop/jobs/tree/v1"),
        ("https://gitlab.com/a/b/jobs", "https://gitlab.com/a/b/jobs/-/tree/v1"),
        (
            "https://gitlab.com/a/b/jobs/-/blob/main/x.sql",
            "https://gitlab.com/a/b/jobs/-/blob/v1/x.sql",
        ),
        ("https://bitbucket.org/shop/jobs", "https://bitbucket.org/shop/jobs/src/v1"),
        (
            "https://bitbucket.org/shop/jobs/src/main/x.sql",
            "https://bitbucket.org/shop/jobs/src/v1/x.sql",
        ),
        ("https://github.com/shop", "https://github.com/shop"),
        ("https://code.example.org/jobs", "https://code.example.org/jobs"),
        ("https://notgithub.com/shop/jobs", "https://notgithub.com/shop/jobs"),
    ],
)
def test_a_link_shows_the_code_at_its_version_where_the_host_is_known(url: str, link: str) -> None:
    assert code_link(CodeVersion("v1", url)) == link
    assert code_link(CodeVersion("v1", link)) == link


def test_without_a_version_a_link_is_the_url_itself() -> None:
    url = "https://github.com/shop/jobs"
    assert code_link(CodeVersion(None, url)) == url
    assert code_link(CodeVersion("v 1", url)) == f"{url}/tree/v%201"


@pytest.mark.parametrize(
    "url", [None, "", "file:///srv/jobs/a.py", "javascript:alert(1)", "jobs/a.py", "https://[x/y"]
)
def test_what_no_browser_opens_is_no_link(url: str | None) -> None:
    assert code_link(CodeVersion("v1", url)) is None
