"""What --sitemap, --sample and --since leave in an audit, on one small site."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import pytest
from commanding import page, record, run
from mockserver.scripted import ReceivedRequest, ScriptedServer, answer, scripted
from openpyxl import load_workbook
from rows import record_of

from sitemap_audit.analysis.comparison.previous import date_since, earlier_audits
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.frontier.frontier import Frontier
from sitemap_audit.frontier.restore import restore, restore_pages
from sitemap_audit.frontier.url_records import PageLink
from sitemap_audit.items import Role
from sitemap_audit.options.option_sources import read_again
from sitemap_audit.parsing.scope import read_selection
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 12
OLD, NEW = "2020-01-01", "2035-01-01"
SPACES = (
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
)


class Shop:
    """A shop in two languages, with a sitemap of each; some pages have faults."""

    def __init__(self) -> None:
        self.address = ""
        self.modified: set[str] = set()
        self.gone: set[str] = set()

    def __call__(self, asked: ReceivedRequest) -> bytes:
        path, xml = asked.target, "text/xml"
        if path == "/robots.txt":
            return answer(f"Sitemap: {self.address}/index.xml", kind="text/plain")
        if path == "/index.xml":
            maps = (
                f"<sitemap><loc>{self.address}/{each}.xml</loc></sitemap>" for each in LANGUAGES
            )
            return answer(f"<sitemapindex {SPACES}>{''.join(maps)}</sitemapindex>", kind=xml)
        if path in ("/en.xml", "/de.xml"):
            entries = (self._entry(f"/{path[1:3]}/page-number-{n}") for n in range(PAGES))
            return answer(f"<urlset {SPACES}>{''.join(entries)}</urlset>", kind=xml)
        if path.endswith("-1"):
            return answer(status="301 Moved", headers=[f"Location: {self.address}{path}0"])
        if path in self.gone or not re.fullmatch(r"/(en|de)/page-number-\d+|/", path):
            return answer("nothing", status="404 Not Found", kind="text/plain")
        return answer(page(f"Page {path}", self._head(path)))

    def _entry(self, path: str) -> str:
        lastmod = NEW if path in self.modified else OLD
        lastmod = "" if path.endswith("-2") else f"<lastmod>{lastmod}</lastmod>"
        return f"<url><loc>{self.address}{path}</loc>{lastmod}</url>"

    def _head(self, path: str) -> str:
        canonical = path.replace("-3", "-1") if path.endswith("-3") else path
        others = () if path.startswith("/de/") and path.endswith("-4") else LANGUAGES
        return f'<link rel="canonical" href="{self.address}{canonical}">' + "".join(
            f'<link rel="alternate" hreflang="{each}" href="{self.address}/{each}{path[3:]}">'
            for each in others
        )


LANGUAGES = ("en", "de")
CHECKS = (
    "canonical/target-redirects",
    "change",
    "hreflang/missing-return-link",
    "hreflang/no-annotations-on-target",
    "hreflang/non-canonical-page",
    "redirect/listed-url-redirects",
    "status/not-found",
)
FEW = ("--select", ",".join(CHECKS), "--workers", 0)


class Audits(NamedTuple):
    """Audits of the shop, the first one without a restriction."""

    output: Path
    folders: dict[str, Path]
    requested: dict[str, set[str]]
    "Paths of pages, by audit."
    printed: dict[str, str]


def audited(
    server: ScriptedServer, output: Path, known: set[Path], *options: object
) -> tuple[Path, set[str], str]:
    before = len(server.targets())
    done = run(server.address, "-o", output, *FEW, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    (folder,) = {path.parent for path in output.glob("*/*/run.json")} - known
    pages = {each for each in server.targets()[before:] if re.match("/(en|de)/", each)}
    return folder, pages, done.stdout


RUNS: dict[str, tuple[object, ...]] = {
    "whole": (),
    "sample": ("--sample", 8),
    "since": ("--since", "last", "--sample", 2),
    "sitemap": ("--sitemap", "*/en.xml", "--no-follow"),
}


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> Audits:
    output = tmp_path_factory.mktemp("reports")
    site, made = Shop(), Audits(output, {}, {}, {})
    with scripted(site) as server:
        site.address = server.address
        for name, options in RUNS.items():
            if name == "since":
                site.modified = {"/en/page-number-7", "/de/page-number-8"}
                site.gone = {"/en/page-number-7"}
            folder, pages, text = audited(server, output, set(made.folders.values()), *options)
            made.folders[name], made.requested[name], made.printed[name] = folder, pages, text
    return made


def findings(folder: Path) -> set[tuple[str, str]]:
    with DuckDBStore(folder, in_memory=True) as store:
        store.load("findings")
        return set(store.rows('SELECT "check", url FROM findings'))


def test_only_the_sitemaps_that_match_are_read(audits: Audits) -> None:
    with DuckDBStore(audits.folders["sitemap"], in_memory=True, tables=("sitemaps",)) as store:
        read = [urlsplit(url).path for (url,) in store.rows("SELECT url FROM sitemaps ORDER BY 1")]
    assert read == ["/en.xml", "/index.xml"]
    assert {path[:4] for path in audits.requested["sitemap"]} == {"/en/"}
    said = " ".join(audits.printed["sitemap"].split())
    assert "1 sitemap in indexes is left out by --sitemap and not read, for example" in said
    assert "some of its URLs are not known" not in said, "it would be told twice"


def test_only_the_pages_of_a_sample_are_crawled(audits: Audits) -> None:
    requested, run = audits.requested["sample"], record(audits.folders["sample"])
    assert len(requested) == 8
    assert {path[:4] for path in requested} == {"/en/", "/de/"}
    outcomes = {"fetched": 8, "out-of-scope:not-sampled": 16}
    assert run["ledger"]["outcomes"] == outcomes
    assert run["previous"] is None, "it is not compared with an audit of all pages"


def test_what_is_left_out_of_a_sample_gives_no_finding(audits: Audits) -> None:
    whole, sample = (findings(audits.folders[name]) for name in ("whole", "sample"))
    assert {check for check, _ in whole} == {
        "canonical/target-redirects",
        "hreflang/no-annotations-on-target",
        "hreflang/non-canonical-page",
        "redirect/listed-url-redirects",
    }
    assert sample < whole
    (relation,) = (
        each
        for each in record(audits.folders["sample"])["checks"]["results"]
        if each["check"] == "hreflang/missing-return-link"
    )
    assert relation["unknown"] > 0


def test_a_sample_says_so_and_gives_shares_with_their_interval(audits: Audits) -> None:
    folder, printed = audits.folders["sample"], audits.printed["sample"]
    assert "(sample of 8 of 24 URLs)" in printed.splitlines()[0]
    assert re.search(r"Indexable: +\d+\.\d % \(\d+\.\d-\d+\.\d %\)\n", printed)
    assert re.search(r"<h1>.*\(sample of 8 of 24 URLs\)</h1>", (folder / "report.html").read_text())
    book = load_workbook(folder / "report.xlsx", read_only=True)
    assert book["Summary"]["B1"].value == "Sitemap audit (sample of 8 of 24 URLs)"
    selected = record(folder)["selected"]
    assert (selected["urls"], selected["of"]) == (8, 24)


def test_a_resumed_sample_has_the_same_pages(audits: Audits, tmp_path: Path) -> None:
    run = record(audits.folders["sample"])
    options = read_again(run["options"], {})
    selection = read_selection(run["options"], run["since"])
    frontier = Frontier(tmp_path / "frontier", waits_for_sitemaps=selection.needs_all_sitemaps)
    with DuckDBStore(audits.folders["sample"], in_memory=True) as store:
        store.execute("DELETE FROM pages")
        restore(frontier, store, options, selection)
        assert frontier.take_pages(100) == []
        restore_pages(frontier, store, options, selection)
        others = store.rows("SELECT url, url_key FROM left_out JOIN entries USING (url_key)")
    pages = frontier.take_pages(100)
    assert {urlsplit(each.url).path for each in pages} == audits.requested["sample"]
    frontier.add_links(PageLink(pages[0].key, url, key, Role.ALTERNATE) for url, key in others)
    frontier.add_pending()
    assert frontier.take_pages(100) == [], "what is left out is not followed either"
    frontier.close()


def test_since_the_last_audit_what_was_modified_is_crawled(audits: Audits) -> None:
    run, requested = record(audits.folders["since"]), audits.requested["since"]
    assert run["since"] == start_of(audits, "whole")
    modified = {"/en/page-number-7", "/de/page-number-8", "/en/page-number-2", "/de/page-number-2"}
    assert modified < requested, "modified, or without lastmod"
    assert len(requested) == len(modified) + 2
    assert run["ledger"]["outcomes"] == {"fetched": 6, "out-of-scope:not-modified": 18}
    printed = audits.printed["since"]
    assert "(6 of 24 URLs: modified since " in printed.splitlines()[0]
    assert "a sample of 2 of the 20 others." in printed


def test_since_the_last_audit_is_compared_with_it_where_it_looked(audits: Audits) -> None:
    run = record(audits.folders["since"])
    assert run["previous"]["folder"] == audits.folders["whole"].name, "not with the sample"
    assert run["changes"]["new"] == {"error": 1}
    with DuckDBStore(audits.folders["since"], in_memory=True) as store:
        store.load("changes")
        changed = {(kind, urlsplit(url).path) for kind, url in store.rows(CHANGED)}
    assert changed == {("change/status-error", "/en/page-number-7")}, "nothing was removed"


CHANGED = 'SELECT "check", url FROM changes WHERE "check" <> \'change/finding-new\''


def test_an_audit_is_compared_with_one_of_the_same_scope(audits: Audits) -> None:
    later = record(audits.folders["since"]) | {"started_at": "2100-01-01T00:00:00+00:00"}
    folder = audits.folders["since"].parent / "later"

    def compared(**options: object) -> list[str]:
        run = later | {"since": None, "options": later["options"] | options}
        names = {path: name for name, path in audits.folders.items()}
        return [names[each.folder] for each in earlier_audits(AuditPlace(folder), record_of(run))]

    assert compared(since=None, sample=None) == compared(since="last") == ["whole"]
    assert compared(since=None, sample=None, seed=5) == ["whole"]
    assert compared(since=None, sample="8") == ["sample"]
    assert compared(since=None, sample="8", seed=1) == compared(sitemap=["*/en.xml"]) == []


def test_figures_of_another_scope_are_not_compared(audits: Audits) -> None:
    since = record(audits.folders["since"])
    assert since["previous"]["figures"] == {"urls_in_sitemaps": 24}
    assert since["previous"]["differences"][0] == (
        "The two audits differ in --since: key figures are not compared."
    )


def test_the_last_audit_is_one_that_saw_all_that_was_modified(audits: Audits) -> None:
    later = record(audits.folders["since"]) | {"started_at": "2100-01-01T00:00:00+00:00"}
    folder = audits.folders["since"].parent / "later"

    def since(**options: object) -> str | None:
        return date_since(
            AuditPlace(folder), record_of(later | {"options": later["options"] | options})
        )

    assert since() == start_of(audits, "since"), "it began with what the one before had seen"
    assert since(include=["*/en/*"]) is None
    assert since(since=None) is None
    assert since(since="2026-11-20") == "2026-11-20T00:00:00+00:00"
    assert since(since="2026-11-20T09:00+02:00") == "2026-11-20T09:00:00+02:00"


def start_of(audits: Audits, name: str) -> str:
    return datetime.fromisoformat(record(audits.folders[name])["started_at"]).isoformat()
