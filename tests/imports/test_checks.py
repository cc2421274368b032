"""Exports and an access log, imported into an audit of a small site: what the checks find."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from commanding import Ended, command, page, run, sitemap
from mockserver.scripted import answer, scripted

from imports.test_lists import zipped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mockserver.scripted import ReceivedRequest

TODAY = datetime.now(UTC)
DAYS = [TODAY - timedelta(days=number) for number in range(20, 0, -1)]
EXPORTED = f"{DAYS[-1]:%Y-%m-%d}"
LISTED = (
    *("/", "/tea", "/coffee", "/cup", "/pot", "/mug", "/plate", "/herbs", "/late", "/fixed"),
    *("/sale", "/hidden", "/old"),
)
AGENTS = {
    "Googlebot": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Bingbot": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
}
PLANTED = {
    "search/clicks-not-in-sitemap": {"/blog/a"},
    "search/indexed-not-in-sitemap": {"/blog/b", "/blog/c"},
    "search/clicks-not-indexable": {"/sale", "/hidden", "/old"},
    "search/crawled-not-indexed": {"/cup"},
    "search/discovered-not-indexed": {"/pot"},
    "search/google-chose-other-canonical": {"/mug", "/plate"},
    "search/reported-error": {"/fixed"},
    "logs/not-crawled-by-googlebot": {"/herbs"},
    "logs/server-error-for-bots": {"/late"},
    "logs/crawl-budget-wasted": {"/calendar/"},
}


class Site:
    """A site whose pages are all indexable but three."""

    address = ""

    def __call__(self, asked: ReceivedRequest) -> bytes:
        path = asked.target
        if path == "/robots.txt":
            text = f"User-agent: *\nSitemap: {self.address}/sitemap.xml\n"
            return answer(text, kind="text/plain")
        if path == "/sitemap.xml":
            return answer(sitemap(*(f"{self.address}{each}" for each in LISTED)), kind="text/xml")
        if path == "/old":
            return answer(status="301 Moved", headers=["Location: /tea"])
        if path not in LISTED or path == "/sale":
            return answer(page("Not found"), status="404 Not Found")
        return answer(page(path, '<meta name="robots" content="noindex">' * (path == "/hidden")))


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    folder = tmp_path_factory.mktemp("audit")
    site = Site()
    with scripted(site) as server:
        site.address = server.address
        options = ("-o", folder, "--select", "search,logs,status,redirect", "--workers", 0)
        return command(server.address, *options, output=folder)


@pytest.fixture(scope="module")
def checked(audited: Ended, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    folder = tmp_path_factory.mktemp("exports")
    assert audited.folder
    site = audited.run["sites"][0].rstrip("/")
    done = run("import", audited.folder, *write_exports(folder, site), *ranges(folder))
    assert done.returncode == 0, done.stderr
    return command("check", audited.folder, output=audited.folder.parents[1])


def write_exports(folder: Path, site: str) -> Iterator[Path]:
    """Write exports of Search Console in English and German, of another tool, and a log."""
    made: dict[str, str | bytes] = {
        f"Performance-on-Search-{EXPORTED}.zip": zipped(
            Pages="Top pages,Clicks,Impressions,CTR,Position\n"
            + "".join(
                f"{site}{path},{clicks},{clicks + 100},1%,9.5\n"
                for path, clicks in (
                    *(("/", 900), ("/tea", 90), ("/sale", 40), ("/hidden", 1), ("/old", 7)),
                    *(("/blog/a", 25), ("/blog/b", 0), ("/tea?color=red", 3), ("/TEA/", 60)),
                    *(("/guide.pdf", 80), ("/amp/tea", 80), ("/blog/c", 70)),
                )
            ),
            Queries="Top queries,Clicks,Impressions,CTR,Position\ntea,1,2,50%,3\n",
        ),
        f"Coverage-Drilldown-{EXPORTED}.zip": zipped(
            Tabelle=f"URL,Zuletzt gecrawlt\n{site}/cup,{EXPORTED}\n{site}/blog/x,{EXPORTED}\n",
            Metadaten="Property,Wert\nProblem,Gecrawlt \N{EN DASH} zurzeit nicht indexiert\n",
        ),
        "inspected.csv": f"URL,Google canonical\n{site}/plate,{site}/dish\n{site}/tea,{site}/tea\n",
    }
    for number, (path, state) in enumerate(
        {
            "/pot": "Discovered - currently not indexed",
            "/mug": "Duplicate, Google chose different canonical than user",
            "/fixed": "Not found (404)",
            "/sale": "Not found (404)",
            "/blog/a": "Indexed, though blocked by robots.txt",
        }.items()
    ):
        made[f"Coverage-Drilldown-{EXPORTED} ({number}).zip"] = zipped(
            Table=f"URL,Last crawled\n{site}{path},1970-01-01\n",
            Metadata=f'Property,Value\nIssue,"{state}"\n',
        )
    for name, contents in made.items():
        file = folder / name
        file.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        yield file
    log = folder / "access.log.gz"
    log.write_bytes(gzip.compress("".join(lines_of_log()).encode()))
    yield log


def lines_of_log() -> Iterator[str]:
    for number, day in enumerate(DAYS):
        for path in LISTED:
            if path != "/herbs":
                is_error = path == "/late" and number in (3, 8)
                yield line(day, path, "Googlebot", 503 if is_error else 200)
        yield line(day, "/herbs", "Bingbot")
        yield line(day, "/herbs", "")
        yield line(day, "/herbs", "Googlebot", ip="1.1.1.1")  # not Google's
        yield line(day, "/coffee", "Googlebot", 500, ip="1.1.1.1")
        for month in range(8):
            yield line(day, f"/calendar/{month}", "Googlebot", 404 if month else 200)


def line(day: datetime, path: str, bot: str, status: int = 200, ip: str = "66.249.66.1") -> str:
    at = f"{day:%d/%b/%Y}:10:00:00 +0000"
    return f'{ip} - - [{at}] "GET {path} HTTP/1.1" {status} 512 "-" "{AGENTS[bot]}"\n'


def ranges(folder: Path) -> list[object]:
    file = folder / "googlebot.json"
    file.write_text(json.dumps({"prefixes": [{"ipv4Prefix": "66.249.64.0/19"}]}), "utf-8")
    return ["--bot-ranges", file, "--column", "google_canonical=Google canonical"]


def test_without_imports_nothing_is_found(audited: Ended) -> None:
    found = set(audited.table("findings")["check"])
    assert not {name for name in found if name.startswith(("search/", "logs/"))}


def test_what_was_planted_is_found_and_nothing_more(checked: Ended) -> None:
    site = checked.run["sites"][0].rstrip("/")
    found = Counter(
        (row["check"], row["url"].removeprefix(site))
        for row in checked.table("findings").to_dict("records")
        if row["check"].startswith(("search/", "logs/"))
    )
    assert found == Counter((check, path) for check, paths in PLANTED.items() for path in paths)


def test_findings_say_clicks_and_their_source(checked: Ended) -> None:
    findings = checked.table("findings").set_index(["check", "url"])["observed"]
    site = checked.run["sites"][0].rstrip("/")
    assert findings["search/clicks-not-indexable", f"{site}/sale"] == (
        f"40 clicks (Search Console, export of {EXPORTED}); returns 404"
    )
    assert findings["logs/crawl-budget-wasted", f"{site}/calendar/"].startswith(
        "140 of 160 requests of Googlebot (88%) for 7 URLs: 140 4xx; "
    )


def test_clicks_of_a_page_that_is_gone_follow_from_that(checked: Ended) -> None:
    findings = checked.table("findings")
    site = checked.run["sites"][0].rstrip("/")
    roots = dict(zip(findings["id"], findings["check"], strict=True))
    of_clicks = findings[findings["check"] == "search/clicks-not-indexable"]
    followed = {
        row["url"].removeprefix(site): roots.get(row["root_id"])
        for row in of_clicks.to_dict("records")
    }
    assert followed["/sale"] == "status/not-found"
    assert followed["/old"] == "redirect/listed-url-redirects"
