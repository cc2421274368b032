"""What a resumed audit asks for: what is stored says so, and nothing else."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from rows import make
from scrapy.crawler import Crawler

from sitemap_audit.frontier.url_records import MAX_HOPS
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.robots import OWN_TOKEN
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.url_traps import BUDGETS, TrapKind
from sitemap_audit.spiders.sitemap import AuditSpider
from sitemap_audit.storage.run_file import FORMAT
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sitemap_audit.crawl.loop import CrawlLoop
    from sitemap_audit.items import Row

    Stored = Callable[..., CrawlLoop]

SITE = "https://example.com"


def at(path: str) -> dict[str, object]:
    """The columns of an address."""
    url = SITE + path
    return {"url": url, "url_key": urls.key(url), "requested": url}


def leading_to(path: str) -> dict[str, object]:
    """The columns of a redirect."""
    link = urls.read_link(path, SITE)
    where = {"redirect_url": link.url, "redirect_key": link.key}
    return {**where, "location": path, "status": 301}


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Stored]:
    """Makes an audit that was stopped after some records, taken up again."""
    loops: list[CrawlLoop] = []

    def store(
        *records: Row, earlier: dict[str, object] | None = None, **options: object
    ) -> CrawlLoop:
        """``earlier`` is what its run.json says besides."""
        writer = Writer(tmp_path)
        writer.add(records)
        writer.flush()
        run = (earlier or {}) | {
            "format": FORMAT,
            "sites": [SITE],
            "targets": [{"url": f"{SITE}/", "kind": "site", "written": SITE}],
            "options": options,
            "started_at": "2026-01-31T12:00:00+00:00",
            "complete": False,
            "incomplete_because": [],
        }
        (tmp_path / "run.json").write_text(json.dumps(run))
        crawler = Crawler(AuditSpider)
        crawler.crawling = True
        loop = AuditSpider.from_crawler(crawler, resume=str(tmp_path))._loop
        assert loop is not None
        loops.append(loop)
        return loop

    yield store
    for loop in loops:
        loop.end_at_once("shutdown")
        loop.run.release()


def paths(audit: CrawlLoop) -> list[str]:
    """The pages that are asked for next."""
    return [page.url.removeprefix(SITE) for page in audit.frontier.take_pages(100)]


@pytest.mark.parametrize(
    ("since", "worked"),
    [
        pytest.param(None, 100, id="stopped"),
        pytest.param("2026-02-01T12:00:00+00:00", 130, id="killed"),
    ],
)
def test_time_worked_and_what_is_done_go_on_from_what_is_stored(
    stored: Stored, since: str | None, worked: float
) -> None:
    answered = datetime(2026, 2, 1, 12, 0, 30, tzinfo=UTC)
    audit = stored(
        make("sitemaps", id=1, status=200, **at("/a.xml")),
        make("sitemaps", id=2, error="timeout", **at("/b.xml")),
        make("pages", id=3, status=200, fetched_at=answered, **at("/a")),
        earlier={"seconds_worked": 100.0, "running_since": since},
    )
    assert audit.run.done_before == {"sitemaps": 1, "pages": 1}
    assert audit.run.seconds_before == worked
    assert audit.run.started_at == datetime(2026, 1, 31, 12, tzinfo=UTC)


def test_a_sitemap_behind_a_redirect_is_asked_for(stored: Stored) -> None:
    audit = stored(
        make("sitemaps", id=1, found_by="robots", **at("/a.xml"), **leading_to("/b.xml")),
        make("sitemaps", id=2, found_by="redirect", **at("/b.xml"), **leading_to("/c.xml")),
    )
    (target,) = audit.frontier.take_sitemaps(10)
    assert (target.url, target.found_by, target.hops) == (f"{SITE}/c.xml", "redirect", 2)


def test_a_redirect_is_followed_as_its_location_is_written(stored: Stored) -> None:
    audit = stored(
        make("sitemaps", id=1, found_by="robots", **at("/a.xml"), **leading_to("/%7eb.xml")),
        make("pages", id=2, role="listed", **at("/a/x"), **leading_to("../%d1%81?%7E")),
        make("pages", id=3, role="listed", **at("/b"), **leading_to("/cä")),
    )
    (sitemap,) = audit.frontier.take_sitemaps(10)
    pages = audit.frontier.take_pages(10)
    requested = {sitemap.requested, *(page.requested for page in pages)}
    assert requested == {f"{SITE}{path}" for path in ("/%7eb.xml", "/%d1%81?%7E", "/c%C3%A4")}


def test_the_home_page_and_what_failed_are_asked_for_again(stored: Stored) -> None:
    entries = [
        make("entries", sitemap_id=1, kind="url", position=n, loc=f"{SITE}{path}", **each)
        for n, path in enumerate(("/fine", "/busy", "/slow", "/broken", "/new"))
        if (each := {k: v for k, v in at(path).items() if k != "requested"})
    ]
    audit = stored(
        *entries,
        make("sitemaps", id=1, status=200, **at("/sitemap.xml")),
        make("pages", id=2, role="home", status=200, **at("/")),
        make("pages", id=3, role="listed", status=200, **at("/fine")),
        make("pages", id=4, role="listed", status=503, **at("/busy")),
        make("pages", id=5, role="listed", error="timeout", **at("/slow")),
        make("pages", id=6, role="listed", status=500, first_status=500, **at("/broken")),
    )
    assert paths(audit) == ["/", "/busy", "/slow", "/new"]
    assert audit.second_tries.responding == {SITE}


def test_a_home_page_is_asked_for_as_such_though_a_sitemap_lists_it(stored: Stored) -> None:
    listed = {k: v for k, v in at("/").items() if k != "requested"}
    audit = stored(
        make("entries", sitemap_id=1, kind="url", position=0, loc=f"{SITE}/", **listed),
        make("sitemaps", id=1, status=200, **at("/sitemap.xml")),
        make("pages", id=2, role="home", status=200, **at("/")),
    )
    (page,) = audit.frontier.take_pages(5)
    assert (page.url, page.role) == (f"{SITE}/", "home")
    assert audit.frontier.counts.listed == 1


def test_a_link_crawl_goes_on_from_the_links_that_are_stored(stored: Stored) -> None:
    def link(path: str, depth: int, second: int = 0, **columns: object) -> list[Row]:
        """A link target, and the link to it of the page that was found first."""
        where = {k: v for k, v in at(path).items() if k != "requested"}
        seen = datetime(2026, 2, 1, 12, 0, second, tzinfo=UTC)
        rel = columns.pop("rel", None)
        return [
            make("link_targets", first_seen_at=seen, depth=depth, **where, **columns),
            make("outlinks", page_id=3, target_key=where["url_key"], rel=rel),
        ]

    most = BUDGETS[TrapKind.SESSION_ID]
    traps = [
        link(f"/?sid={n}", 1, 59 - n, trap=None if n < most else "session-id", trap_pattern=SITE)
        for n in range(most + 2)  # those that are left out were found first
    ]
    audit = stored(
        make("sitemaps", id=1, status=200, **at("/sitemap.xml")),
        make("pages", id=2, role="home", status=200, **at("/")),
        make("pages", id=3, role="linked", **at("/a"), **leading_to("/b")),
        *link("/a", 4),
        *link("/c", 2),
        *link("/too-deep", 6),
        *link("/private", 1, rel="nofollow"),
        *(row for rows in traps for row in rows),
        crawl=True,
        crawl_depth=5,
    )
    frontier = audit.frontier
    frontier.add_pending()
    pages = [(each.url[len(SITE) :], each.role, each.depth) for each in frontier.take_pages(99)]
    assert pages[:2] == [("/", "home", 0), ("/b", "redirect", 4)]
    left = {("/c", "linked", 2), *((f"/?sid={n}", "linked", 1) for n in range(most))}
    assert set(pages[2:]) == left
    (remark,) = frontier.link_remarks()
    assert remark.endswith(f"{most} URLs were crawled, 2 left out.")


def test_what_may_come_next_time_is_asked_for_again_and_what_cannot_is_not(stored: Stored) -> None:
    final = {
        *(FetchError.TLS, FetchError.TOO_LARGE, FetchError.HEADERS_TOO_LARGE, FetchError.OTHER),
        *(FetchError.INVALID_RESPONSE, FetchError.UNDECODABLE, FetchError.DISALLOWED),
        *(FetchError.FORBIDDEN_SCHEME, FetchError.PRIVATE_ADDRESS),
    }
    rows: list[Row] = [make("sitemaps", id=1, status=200, **at("/sitemap.xml"))]
    for number, error in enumerate(FetchError, start=2):
        where = at(f"/{error}")
        listed = {"url": where["url"], "url_key": where["url_key"], "loc": where["url"]}
        rows += [
            make("entries", sitemap_id=1, kind="url", position=number, **listed),
            make("pages", id=number, role="listed", error=error, **where),
        ]
    assert paths(stored(*rows)) == [f"/{error}" for error in FetchError if error not in final]


def test_redirects_are_counted_from_where_they_began(stored: Stored) -> None:
    hops = [
        make("pages", id=n, role=role, **at(f"/{n}"), **leading_to(f"/{n + 1}"))
        for n, role in enumerate(["listed", *["redirect"] * MAX_HOPS])
    ]
    assert paths(stored(*hops)) == []


def test_redirects_that_were_met_are_looked_at_for_circles(stored: Stored) -> None:
    audit = stored(
        *(
            make("pages", id=n, role="listed", **at(f"/{n}"), **leading_to(f"/{target}"))
            for n, target in ((1, 2), (2, 1), (3, 3), (4, 4))
        ),
        make("redirect_loops", url_key=urls.key(f"{SITE}/3"), status=200),
        make("redirect_loops", url_key=urls.key(f"{SITE}/4"), error="timeout"),
    )
    asyncio.run(audit.redirect_loops.begin())
    asked = [each.url.removeprefix(SITE) for each in audit.redirect_loops.next_targets]
    assert asked == ["/1", "/2", "/4"]


def test_what_listed_pages_point_to_is_asked_for(stored: Stored) -> None:
    def pointing(path: str) -> dict[str, object]:
        return {"refresh_url": SITE + path, "refresh_key": urls.key(SITE + path), "status": 200}

    listed = {k: v for k, v in at("/listed").items() if k != "requested"}
    canonical = {"canonical": f"{SITE}/one", "canonical_key": urls.key(f"{SITE}/one")}
    form = {"form": f"{SITE}/amp", "form_key": urls.key(f"{SITE}/amp"), "kind": "amphtml"}
    audit = stored(
        make("entries", sitemap_id=1, kind="url", position=0, loc=f"{SITE}/listed", **listed),
        make("sitemaps", id=1, status=200, **at("/sitemap.xml")),
        make("page_canonicals", page_id=2, source="html", **listed, **canonical),
        make("page_forms", page_id=2, source="html", **listed, **form),
        make("pages", id=2, role="listed", **at("/listed"), **pointing("/other")),
        make("pages", id=3, role="refresh", **at("/elsewhere"), **pointing("/too-far")),
    )
    for _ in range(3):
        audit.frontier.add_pending()
    assert sorted(paths(audit)) == ["/amp", "/one", "/other"]


def test_what_entries_name_is_looked_for_in_the_pages_that_are_left(stored: Stored) -> None:
    entries = [
        make("entries", sitemap_id=1, kind="url", position=n, loc=f"{SITE}{path}", news=1, **each)
        for n, path in enumerate(("/done", "/left"))
        if (each := {k: v for k, v in at(path).items() if k != "requested"})
    ]
    image = {"image_url": f"{SITE}/a.png", "image_url_key": urls.key(f"{SITE}/a.png")}
    named = {"url": f"{SITE}/left", "url_key": urls.key(f"{SITE}/left")}
    audit = stored(
        *entries,
        make("entry_images", sitemap_id=1, position=1, **named, **image),
        make("sitemaps", id=1, status=200, **at("/sitemap.xml")),
        make("pages", id=3, role="listed", status=200, **at("/done")),
        pedantic=True,
    )
    (page,) = audit.frontier.take_pages(5)
    assert (page.url, page.assertions) == (f"{SITE}/left", ("", f"{SITE}/a.png"))


def test_robots_txt_that_was_read_is_obeyed(stored: Stored) -> None:
    other, closed = "https://a.example", "https://b.example"

    def lines(origin: str, *written: tuple[str, str]) -> list[Row]:
        numbered = enumerate(written, start=1)
        return [
            make("robots_lines", origin=origin, number=number, offset=0, field=field, value=value)
            for number, (field, value) in numbered
        ]

    loop = stored(
        *(make("robots", origin=each, policy="rules") for each in (SITE, other)),
        make("robots", origin=closed, policy="disallow-all"),
        *lines(SITE, ("user-agent", "*"), ("crawl-delay", "7"), ("disallow", "/a")),
        *lines(closed, ("user-agent", "*"), ("disallow", "/")),
        *lines(other, ("user-agent", "*"), ("disallow", "/b")),
    )
    policies, throttle = loop.queue.policies, loop.queue.throttle
    assert set(policies) == {SITE, other}
    for origin, path in (SITE, "/a"), (other, "/b"):
        told = {each: policies[origin].verdict(origin + each, OWN_TOKEN) for each in ("/a", "/b")}
        assert [each for each in told if told[each].robots == "disallowed"] == [path]
    assert throttle.may_start(SITE) == 0
    assert [throttle.is_spaced(each) for each in (SITE, other)] == [True, False]


@pytest.mark.parametrize("hours", [23, 25])
def test_a_robots_txt_of_another_day_is_obeyed_and_named(stored: Stored, hours: int) -> None:
    received = datetime.now(UTC) - timedelta(hours=hours)
    audit = stored(make("robots", origin=SITE, policy="rules", fetched_at=received))
    assert set(audit.queue.policies) == {SITE}
    told = [
        f"robots.txt is obeyed as received on {received:%Y-%m-%d}. If it may have changed, audit"
        " again instead of resuming."
    ]
    assert audit.run.warnings == (told if hours > 24 else [])
