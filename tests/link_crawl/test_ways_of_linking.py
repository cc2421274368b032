"""Which ways of linking a link crawl follows, and what options leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from commanding import command, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from pathlib import Path

PAGES = {
    "/en/": '<a href="/based">1</a><map><area href="/by-area" alt="2"></map><a href="/header">3</a>'
    '<a href="/copy">4</a><a href="/meta">5</a><a href="/ugc" rel="nofollow ugc">6</a>',
    "/based": '<base href="/folder/"><a href="relative">1</a><a href="../up">2</a>',
    "/folder/relative": "",
    "/up": '<link rel="next" href="/by-next-alone">',
    "/by-area": "",
    "/header": '<a href="/behind-header">1</a>',
    "/meta": '<meta name="robots" content="index, nofollow"><a href="/behind-meta">1</a>',
    "/copy": '<link rel="canonical" href="/en/"><a href="/behind-copy">1</a>',
    "/behind-copy": "",
    "/listed": '<a href="/from-listed">1</a>',
    "/also-listed": "",
    "/from-listed": "",
    "/ugc": "",
}
HEADERS = {"/header": ["X-Robots-Tag: nofollow"]}
LISTED = ("/en/", "/listed", "/also-listed")
FROM_HOME = {"/based", "/by-area", "/header", "/copy", "/meta", "/behind-copy", "/up"} | {
    "/folder/relative"
}


def crawled(output: Path, *options: object) -> dict[str, str]:
    """The roles of the pages that were requested, by path."""

    def respond(asked: ReceivedRequest) -> bytes:
        path = asked.target
        if path == "/robots.txt":
            return answer(f"Sitemap: {server.address}/sitemap.xml\n", kind="text/plain")
        if path == "/sitemap.xml":
            return answer(sitemap(*(server.address + each for each in LISTED)), kind="text/xml")
        if path == "/":
            return answer(status="302 Found", headers=["Location: /en/"])
        if path not in PAGES:
            return answer(status="404 Not Found")
        html = f"<!doctype html><title>{path}</title>{PAGES[path]}<p>Words of {path}."
        return answer(html, headers=HEADERS.get(path, ()))

    with scripted(respond) as server:
        chosen = ("--crawl", "--workers", 0, "--select", "links/orphan", "--no-compare", *options)
        done = command(server.address, "-o", output, *chosen, output=output)
    assert done.status == 0, done.output
    assert done.folder is not None
    with DuckDBStore(done.folder, in_memory=True) as store:
        rows = store.rows("SELECT url, role FROM pages WHERE role <> 'probe'")
    requested = {url.removeprefix(server.address): role for url, role in rows}
    assert {path for path in requested if path in server.targets()} == set(requested)
    return requested


def test_links_of_every_kind_that_search_engines_follow(tmp_path: Path) -> None:
    """The homepage redirects to /en/; pages of a header or a meta with nofollow have no links."""
    linked = {path for path, role in crawled(tmp_path).items() if role == "linked"}
    assert linked == FROM_HOME | {"/from-listed"}


@pytest.mark.parametrize(
    ("options", "requested"),
    [
        (["--include", "*listed"], {"/listed", "/also-listed", "/from-listed"}),
        (
            ["--exclude", "*/based", "--exclude", "*listed"],
            {"/", "/en/"} | FROM_HOME - {"/based", "/folder/relative", "/up"},
        ),
        (["--max-urls", 1], {"/", "/en/"} | FROM_HOME),
    ],
    ids=["include", "exclude", "max-urls"],
)
def test_options_leave_pages_and_their_links_out(
    options: list[object], requested: set[str], tmp_path: Path
) -> None:
    assert set(crawled(tmp_path, *options)) == requested
