"""The link crawl (--crawl): what is followed, what is stored, and that it ends."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from commanding import Ended, command, sitemap
from mockserver.scripted import ReceivedRequest, ScriptedServer, answer, scripted

from sitemap_audit.parsing.url_traps import BUDGETS, TrapKind
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from pathlib import Path

MENU = '<nav><a href="/">Home</a><a href="/a">Menu A</a></nav>'
BODIES = {
    "/": (
        '<main><a href="/b">Page <b>B</b></a><a href="/b#part">again</a>'
        '<a href="/hidden" rel="nofollow">hidden</a><a href="/moved"><img alt="Moved"></a>'
        '<a href="/private/x">private</a><a href="/calendar?month=1">next</a>'
        '<a href="https://other.example/">elsewhere</a><a href="mailto:a@example.com">mail</a>'
        '<a href="/gone">gone</a></main><footer><a href="/c" rel="ugc">C</a></footer>'
    ),
    "/a": "",
    "/b": '<a href="/b/1">down</a>',
    "/b/1": '<a href="/b/1/2">down</a>',
    "/b/1/2": '<a href="/b/1/2/3">down</a>',
    "/b/1/2/3": "",
    "/c": '<meta name="robots" content="nofollow"><a href="/behind-c">behind</a>',
    "/new": '<a href="/hidden">hidden</a>',
    "/orphan": "",
}
HEAD = "<!doctype html><title>{target}</title><body>"


class Shop:
    """A small site with a calendar that has no end."""

    def __init__(self) -> None:
        self.address = ""

    def __call__(self, asked: ReceivedRequest) -> bytes:
        target = asked.target
        if target == "/robots.txt":
            robots = f"User-agent: *\nDisallow: /private\nSitemap: {self.address}/sitemap.xml\n"
            return answer(robots, kind="text/plain")
        if target == "/sitemap.xml":
            listed = [f"{self.address}{path}" for path in ("/", "/a", "/orphan")]
            return answer(sitemap(*listed), kind="text/xml")
        if target == "/moved":
            return answer(status="301 Moved", headers=["Location: /new"])
        if month := re.fullmatch(r"/calendar\?month=(\d+)", target):
            following = int(month[1]) + 1
            return answer(f'{HEAD}{MENU}<a href="/calendar?month={following}">next</a>')
        if target in BODIES:
            return answer(HEAD.format(target=target) + MENU + BODIES[target])
        return answer("nothing here", status="404 Not Found", kind="text/plain")


def crawled(output: Path, *options: object) -> tuple[Ended, ScriptedServer]:
    shop = Shop()
    with scripted(shop) as server:
        shop.address = server.address
        chosen = ("--select", "sitemap", "--no-compare", "--workers", 0, *options)
        done = command(server.address, "-o", output, *chosen, output=output)
    assert done.status == 0, done.output
    return done, server


def rows(done: Ended, sql: str, address: str) -> list[tuple[Any, ...]]:
    assert done.folder is not None
    with DuckDBStore(done.folder, in_memory=True) as store:
        found = store.rows(sql)
    return [tuple(str(value).replace(address, "") for value in row) for row in found]


def test_internal_links_are_followed_and_stored(tmp_path: Path) -> None:
    done, server = crawled(tmp_path, "--crawl")
    address = server.address
    roles = dict(rows(done, "SELECT url, role FROM pages WHERE role <> 'probe'", address))
    months = {url for url in roles if "calendar" in url}
    assert len(months) == BUDGETS[TrapKind.CALENDAR]
    assert {url: role for url, role in roles.items() if url not in months} == {
        "/": "home",
        "/a": "listed",
        "/orphan": "listed",
        "/b": "linked",
        "/b/1": "linked",
        "/b/1/2": "linked",
        "/b/1/2/3": "linked",
        "/c": "linked",
        "/moved": "linked",
        "/new": "redirect",
        "/hidden": "linked",
        "/gone": "linked",
        "/private/x": "linked",
    }
    asked = Counter(server.targets())
    assert not {url for url in roles if asked[url] > 1}
    assert not asked["/private/x"], "robots.txt disallows it"
    assert not asked["/behind-c"], "its page is nofollow"

    of_home = """SELECT COALESCE(link_targets.url, 'external'), rel, text, place, outlinks.links
        FROM outlinks JOIN pages ON pages.id = page_id
        LEFT JOIN link_targets ON link_targets.url_key = target_key
        WHERE pages.url LIKE '%:%/' ORDER BY 1"""
    assert rows(done, of_home, address) == [
        ("external", "None", "elsewhere", "content", "1"),
        ("/a", "None", "Menu A", "navigation", "1"),
        ("/b", "None", "Page B", "content", "2"),
        ("/c", "ugc", "C", "footer", "1"),
        ("/calendar?month=1", "None", "next", "content", "1"),
        ("/gone", "None", "gone", "content", "1"),
        ("/hidden", "nofollow", "hidden", "content", "1"),
        ("/moved", "None", "Moved", "content", "1"),
        ("/private/x", "None", "private", "content", "1"),
    ]
    seen = "SELECT url, depth, trap FROM link_targets WHERE url NOT LIKE '%month%' OR trap <> ''"
    targets = {url: (depth, trap) for url, depth, trap in rows(done, seen, address)}
    assert targets.pop("/calendar?month=101") == ("101", "calendar")
    assert targets.pop("/behind-c") == ("2", "None")
    assert {url for url, (_, trap) in targets.items() if trap != "None"} == set()
    assert targets["/b/1/2/3"] == ("4", "None")
    assert "URL trap (calendar), such as " in done.output
    assert "/calendar?month=1: 100 URLs were crawled, 1 left out." in done.output


def test_depth_and_number_of_linked_pages_have_limits(tmp_path: Path) -> None:
    done, server = crawled(
        tmp_path, "--crawl", "--crawl-depth", 2, "--crawl-max", 7, "--workers", 0
    )
    assert (
        "7 unlisted pages with internal links to them were crawled: there are more" in done.output
    )
    linked = "SELECT url FROM pages WHERE role = 'linked' AND error IS NULL"
    urls = {url for (url,) in rows(done, linked, server.address)}
    assert len(urls) == 7, "the disallowed page does not count"
    assert "/b" in urls
    assert "/b/1/2" not in urls


@pytest.mark.parametrize("crawl", [False, True], ids=["without", "with"])
def test_links_are_read_for_a_crawl_alone(tmp_path: Path, *, crawl: bool) -> None:
    done, server = crawled(tmp_path, *(["--crawl", "--crawl-max", 0] if crawl else []))
    stored = rows(done, "SELECT COUNT(*) FROM outlinks", server.address)
    assert (stored != [("0",)]) is crawl


def test_a_link_crawl_needs_pages(tmp_path: Path) -> None:
    done = command("https://example.com", "-o", tmp_path, "--crawl", "--no-pages", output=tmp_path)
    assert done.status == 2
    assert "Leave one of them out." in done.output
    assert not list(tmp_path.iterdir())
