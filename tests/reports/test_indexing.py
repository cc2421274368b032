"""What the audit and Google say of the listed URLs, in every report.

The rows are those of the URL Inspection API and of the list of sitemaps,
https://developers.google.com/webmaster-tools/v1/urlInspection.index/UrlInspectionResult and
https://developers.google.com/webmaster-tools/v1/sitemaps.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from openpyxl import load_workbook
from playwright.sync_api import Browser, Page, expect
from rich.console import Console
from rows import record_of

from reports import indexed_shop
from reports.conftest import BROWSER_PATIENCE
from reports.indexed_shop import CHECKS, CRAWLED, DISCOVERED, INDEX, OLD, OTHER, RUN, SITE, SITEMAPS
from reports.test_html import VIOLATIONS, click_each
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.redaction import Redaction
from sitemap_audit.report.report import Report
from sitemap_audit.report.sources.indexing import Share, read_indexing
from sitemap_audit.report.streams import Stream
from sitemap_audit.reports import write_reports
from sitemap_audit.reports.csv import write_tables
from sitemap_audit.reports.html import write_html
from sitemap_audit.reports.sheets.google_sheet import URLS
from sitemap_audit.reports.terminal import summary
from sitemap_audit.reports.workbook import write_workbook

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.storage import Store

UNKNOWN = "unknown-to-the-search-engine"


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with indexed_shop.made() as store:
        yield store


@pytest.fixture(scope="module")
def nothing() -> Iterator[Store]:
    """The same shop, of which no search engine was asked."""
    tables = ("imported_files", "submitted_sitemaps", "inspected_urls")
    with indexed_shop.made(more={table: [] for table in tables}) as store:
        yield store


@pytest.fixture(scope="module")
def path(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_html(report_of(store), tmp_path_factory.mktemp("google") / "report.html")


@pytest.fixture
def page(browser: Browser, path: Path) -> Iterator[Page]:
    page = browser.new_page()
    page.set_default_timeout(BROWSER_PATIENCE)
    page.goto(path.as_uri())
    page.wait_for_selector("body[data-ready]")
    yield page
    page.close()


def report_of(store: Store) -> Report:
    return Report(store, CHECKS, record_of(RUN))


def test_the_four_relations_with_reasons_and_what_to_do(store: Store) -> None:
    told = read_indexing(store)
    assert told is not None
    assert told.sentence == (
        "Google: 21 of 24 listed URLs inspected (2026-01-11 to 2026-01-15): 11 indexed, 10 not;"
        " 3 not checked."
    )
    assert {each.label: each.urls for each in told.relations} == {
        "indexable, indexed": 10,
        f"indexable, not indexed: {CRAWLED}": 4,
        f"indexable, not indexed: {DISCOVERED}": 3,
        f"indexable, not indexed: {OTHER}": 2,
        "not indexable, indexed": 1,
        "not indexable, not indexed": 1,
    }
    assert all(1 <= len(each.examples) <= 3 and each.what_to_do for each in told.relations)
    (gone,) = (each for each in told.relations if each.code == "not-indexable-indexed")
    assert gone.examples == [(f"{SITE}/products/gone-brown-teapot-5", "returns 404")]


@pytest.mark.parametrize(
    ("files", "submitted", "what_to_do"),
    [
        (True, [INDEX], "Google does not know the URL, and has its sitemap. See"),
        (True, [OLD], "Google does not know the URL. Submit the sitemap, and link"),
        (False, [], "Google does not know the URL. Link to the page, and see"),
    ],
)
def test_what_to_do_about_a_url_that_google_does_not_know(
    files: bool, submitted: list[str], what_to_do: str
) -> None:
    answers = indexed_shop.answers(1)
    for row in answers["inspected_urls"]:
        if row["state_code"] == "discovered-not-indexed":
            row |= {"state_code": UNKNOWN, "coverage_state": "URL is unknown to Google"}
    answers["imported_files"] = answers["imported_files"][0 if files else 1 :]
    sitemaps = answers["submitted_sitemaps"]
    answers["submitted_sitemaps"] = [row for row in sitemaps if row["url"] in submitted]
    with indexed_shop.made(more=answers) as store:
        told = read_indexing(store)
        assert told is not None
        (unknown,) = (each for each in told.relations if "unknown" in each.reason)
        rows = Stream(store, URLS.rows).rows(100)
        in_sheet = [URLS.convert(row) for row in rows if UNKNOWN in row]
    assert unknown.what_to_do.startswith(what_to_do)
    assert [row[-2] for row in in_sheet] == [unknown.what_to_do] * unknown.urls
    assert unknown.urls == 3


def test_canonicals_and_crawls_since_lastmod(store: Store) -> None:
    told = read_indexing(store)
    assert told is not None
    assert {each.label: each.urls for each in (*told.canonicals, *told.crawls)} == {
        "Google chose the same canonical": 15,
        "Google chose another canonical": 2,
        "Canonical not known": 4,
        "Indexable page, crawled since its last change (lastmod)": 9,
        "Indexable page, not crawled since its last change": 4,
        "Indexable page, never crawled": 3,
        "Indexable page, not known whether crawled since": 3,
    }
    (other,) = (each for each in told.canonicals if "another" in each.label)
    assert other.examples[0].note == f"Google's: {SITE}/products/teapot"


def test_a_share_of_a_sample_has_its_interval(store: Store) -> None:
    told = read_indexing(store)
    assert told is not None
    assert told.share is not None
    shares = {each.name: (each.percent, each.basis) for each in (told.share, *told.sitemaps)}
    assert shares[SITEMAPS["categories"]] == ("100 %", "2 of 2 inspected")
    assert shares[SITEMAPS["products"]] == ("41 % (19 to 68 %)", "12 of 14 inspected")
    assert next(each.name for each in told.patterns) == "/products/{slug}-{n}"


def test_a_share_says_of_how_many_urls_nothing_is_known() -> None:
    told = Share("a.xml", 1_200, 50, 31, 1_180, 0.62, 50)
    assert f"{told.percent}, {told.basis}" == (
        "62 % (48 to 74 %), 50 of 1,200 inspected; nothing is known of 20"
    )


def test_without_a_search_engine_no_report_has_a_word_of_it(nothing: Store, tmp_path: Path) -> None:
    write_reports(report_of(nothing), AuditPlace(tmp_path))
    page = (tmp_path / "report.html").read_text("utf-8")
    assert 'id="google"' not in page
    assert ">Submitted" not in page
    assert 'name="google"' not in page
    names = load_workbook(tmp_path / "report.xlsx", read_only=True).sheetnames
    assert not {"Google", "Indexed shares", "Submitted sitemaps"} & {*names}
    assert not list(tmp_path.glob("tables/*google*")) + list(tmp_path.glob("tables/submitted*"))
    assert "Google:" not in on_screen(nothing, 80)


def on_screen(store: Store, width: int) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, height=50, force_terminal=True, no_color=True)
    console.print(summary(report_of(store)))
    return re.sub(r"\x1b\[[\d;]*m", "", out.getvalue())


def test_the_terminal_has_the_table(store: Store) -> None:
    told = on_screen(store, 80)
    assert max(map(len, told.splitlines())) <= 80
    for line in (
        r"Google: 21 of 24 listed URLs inspected",
        r"  Indexed by Google: +5\d % \(\d\d to \d\d %\), 21 of 24 inspected",
        r"  indexable +10  indexed",
        rf"  indexable +4  not indexed: {CRAWLED}",
        r"  not indexable +1  indexed",
    ):
        assert re.search(line, told), line


def test_the_page_tells_all_of_it_and_its_numbers_list_urls(page: Page) -> None:
    rows = page.locator("#google .relations").first.locator("tbody tr")
    assert "not inspected" in rows.last.inner_text()
    expect(page.locator("#google .tile").first).to_contain_text("of 24 listed URLs")
    row = rows.filter(has_text=CRAWLED)
    row.get_by_role("link", name="4", exact=True).click()
    expect(page.locator("[data-status=urls]")).to_have_text("4 of 24 URLs")
    page.goto(f"{page.url.partition('#')[0]}#lookup?url={SITE}/products/brown-teapot-1")
    expect(page.locator("#found")).to_contain_text(f"{OTHER} (inspected 2026-01-14); last crawl")
    click_each(page, at_least=20)


def test_the_tree_says_what_google_has_of_a_sitemap(page: Page) -> None:
    cells = {
        url: page.locator(".tree tr").filter(has_text=url).locator("td").all_inner_texts()[7:]
        for url in (SITEMAPS["products"], SITEMAPS["journal"], INDEX, OLD)
    }
    assert [" ".join(cell.split()) for cell in cells[SITEMAPS["products"]]] == [
        "2025-10-17",
        "2026-01-13 2 warnings",
        "11 (ours: 14)",
    ]
    assert cells[SITEMAPS["journal"]][1:] == ["pending", "-"]
    assert cells[INDEX][2] == "24"
    old = page.locator(".tree tr").filter(has_text=OLD).locator("td").all_inner_texts()
    assert (old[1], old[6]) == ("submitted only", "2")


def test_axe_finds_no_violation_and_a_phone_needs_no_sideways_scrolling(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for table in page.locator("#google .scroll, #sitemaps .scroll").all():
        assert table.evaluate("each => each.scrollWidth - each.clientWidth") == 0
    found = Axe().run(page, context="#google, #sitemaps", options=VIOLATIONS)
    assert found.violations_count == 0, found.generate_report()
    page.emulate_media(media="print")
    expect(page.locator("#google .shares").first).to_be_visible()


def test_the_sheets(store: Store, tmp_path: Path) -> None:
    write_workbook(report_of(store), tmp_path)
    book = load_workbook(tmp_path / "report.xlsx")
    heads, *rows = book["Google"].iter_rows(values_only=True)
    assert (book["Google"].freeze_panes, book["Google"].auto_filter.ref) == ("A2", "A1:P22")
    first = dict(zip(heads, rows[0], strict=True))
    assert (first["We say"], first["Google says"]) == ("indexable", "not indexed")
    assert first["What to do"]
    assert [row[1:4:2] for row in rows].count(("indexable", "indexed")) == 10
    _, shares, *_ = book["Indexed shares"].iter_rows(values_only=True)
    assert shares[:5] == ("all listed URLs", None, 24, 21, 11)
    sitemaps = {row[0]: row for row in book["Submitted sitemaps"].iter_rows(values_only=True)}
    assert sitemaps[OLD][1:4] == ("Google", "yes", "errors")
    assert sitemaps[SITEMAPS["products"]][8:10] == (11, 14)
    told = [row[1:7] for row in book["Summary"].iter_rows(values_only=True)]
    assert ("indexable, indexed", 10) in [(row[0], row[2]) for row in told]
    assert ("Not checked: not inspected", 3) in [(row[0], row[2]) for row in told]


def test_a_sheet_that_is_cut_says_so(store: Store, tmp_path: Path) -> None:
    write_workbook(report_of(store), tmp_path, rows=5)
    sheet = load_workbook(tmp_path / "report.xlsx")["Google"]
    last = [row[0] for row in sheet.iter_rows(values_only=True)][-1]
    assert last == (
        "The sheet Google has 5 of 21 URLs that Google has told of: those of which the audit and"
        " Google say different things. All of them are in tables/google_comparison.csv."
    )


def test_the_csv_files(store: Store, tmp_path: Path) -> None:
    write_tables(report_of(store), AuditPlace(tmp_path))
    compared = {row["url"]: row for row in read(tmp_path / "tables/google_comparison.csv")}
    gone = compared[f"{SITE}/products/gone-brown-teapot-5"]
    assert (gone["relation"], gone["observed"]) == ("not-indexable-indexed", "returns 404")
    assert len(compared) == 21
    submitted = {row["url"]: row for row in read(tmp_path / "tables/submitted_sitemaps.csv")}
    assert (submitted[OLD]["errors"], submitted[OLD]["is_declared"]) == ("1", "")
    assert submitted[SITEMAPS["journal"]]["state"] == "pending"


def read(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [*csv.DictReader(file)]


def test_the_record_has_the_figures(store: Store) -> None:
    google = report_of(store).record.google
    assert google is not None
    assert (google["urls"], google["inspected"], google["indexed"]) == (24, 21, 11)
    assert google["relations"]["indexable-not-indexed"] == 9


def test_several_engines_are_told_apart(tmp_path: Path) -> None:
    files = [
        {"file": f"search-console:{SITE}/", "product": "gsc"},
        {"file": f"bing-webmaster:{SITE}/", "product": "bing"},
    ]
    shop = indexed_shop.answers(1)
    (like,) = (each for each in shop["imported_files"] if each["kind"] == "sitemaps")
    bing = {**like, "id": 3, **files[1]}
    product = next(
        each for each in shop["submitted_sitemaps"] if each["url"] == SITEMAPS["products"]
    )
    more = {**product, "file_id": 3, "engine": "bing", "property": f"{SITE}/", "urls": 14}
    with indexed_shop.made(
        more={
            "imported_files": [*shop["imported_files"], bing],
            "submitted_sitemaps": [*shop["submitted_sitemaps"], more],
        }
    ) as store:
        tree = report_of(store).tree
        assert tree is not None
        assert tree.engines == ["Bing", "Google"]
        text = write_html(report_of(store), tmp_path / "report.html").read_text("utf-8")
    assert "Google: 11 (ours: 14)" in text
    assert "Bing: 14" in text
    assert ">Submitted</th>" in text


def test_a_report_without_values_of_parameters_has_none_of_google(tmp_path: Path) -> None:
    shop = indexed_shop.answers(1)
    for row in shop["inspected_urls"]:
        row["google_canonical"] = f"{SITE}/?token=secret"
        row["referring_urls"] = row["sitemaps"] = f"{SITE}/a?token=secret\n{SITE}/b?secret"
        row["result_link"] = "https://search.google.com/search-console/inspect?id=secret"
    for row in shop["submitted_sitemaps"]:
        row["url"] = row["written"] = f"{row['url']}?key=secret"
    with indexed_shop.made(more=shop) as store:
        redaction = Redaction()
        redaction.store(store)
        report = Report(
            store, CHECKS, record_of(RUN), redaction=redaction, place=AuditPlace(tmp_path)
        )
        write_tables(report, AuditPlace(tmp_path))
        texts = [write_html(report, tmp_path / "report.html").read_text("utf-8")]
        write_workbook(report, tmp_path)
    book = load_workbook(tmp_path / "report.xlsx")
    texts += [str(row) for sheet in book for row in sheet.iter_rows(values_only=True)]
    texts += [each.read_text("utf-8") for each in tmp_path.glob("tables/*.csv")]
    assert not [text for text in texts if "secret" in text]
    assert "token=***" in texts[0]
