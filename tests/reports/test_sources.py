"""URLs by source, missing pages and orphans by directory, and clicks at risk, in every report."""

from __future__ import annotations

import csv
import html as html_module
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example
from openpyxl import load_workbook
from playwright.sync_api import Browser, Page, expect
from rich.console import Console
from rows import record_of

from reports import sample
from reports.conftest import BROWSER_PATIENCE
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import make_reported
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.report import page_rows
from sitemap_audit.report.issue_groups import read_first
from sitemap_audit.report.overview import read_overview
from sitemap_audit.report.report import Report
from sitemap_audit.report.sources.clicks import read_clicks
from sitemap_audit.report.sources.directories import read_directories
from sitemap_audit.report.sources.sets import read_sets
from sitemap_audit.reports.csv import write_tables
from sitemap_audit.reports.html import embedded, write_html
from sitemap_audit.reports.terminal import summary
from sitemap_audit.reports.workbook import write_workbook

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.storage import Store
    from sitemap_audit.storage.duckdb import DuckDBStore

SITE = "https://example.com"
CHECKS = [
    check
    for check in load_checks()
    if check.name
    in ("links/not-in-sitemap", "links/orphan", "status/not-found", "indexability/noindex")
]
LINKED = ("", "blog/a", "blog/b", "shop/a", "shop/gone")
LISTED = ("", "blog/a", "shop/a", "shop/gone", "shop/orphan", "shop/hidden")
CLICKS = {"": "100", "blog/a": "7", "shop/gone": "40", "shop/hidden": "2", "campaign": "1"}
TABLES: dict[str, list[dict[str, Any]]] = {
    "entries": [{"loc": f"{SITE}/{page}"} for page in LISTED],
    "outlinks": [
        {"url": f"{SITE}/", "target": f"{SITE}/{page}"} for page in (*LINKED, "shop/hidden")
    ],
    "pages": [
        {"url": f"{SITE}/{page}", "status": "404" if "gone" in page else "200"}
        | {"role": "home" if not page else "listed" if page in LISTED else "linked"}
        | {"noindex": "true" if "hidden" in page else "false", "content_type": "text/html"}
        for page in dict.fromkeys((*LINKED, *LISTED))
    ],
}
IMPORTED: list[dict[str, Any]] = [
    {"url": f"{SITE}/{page}", "product": "gsc", "file": "P-2026-01-31.zip/Pages.csv"}
    | {"clicks": clicks, "impressions": "900"}
    for page, clicks in CLICKS.items()
]
IMPORTED += [
    {"url": f"{SITE}/shop/a", "product": "gsc", "file": "D-2026-01-31.zip/Table.csv"}
    | {"state": "Crawled - currently not indexed"}
]
RUN = sample.RUN | {"sites": [f"{SITE}/"]}


def made(**tables: list[dict[str, Any]]) -> DuckDBStore:
    """An audit with findings."""
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    prepare(store, CHECKS, also=sample.VIEWS)
    run_checks(store, CHECKS)
    find_causes(store, CHECKS)
    make_reported(store)
    return store


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with made(**TABLES, imported_urls=IMPORTED) as store:
        yield store


@pytest.fixture(scope="module")
def path(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    return write_html(Report(store, CHECKS, record_of(RUN)), folder / "report.html")


@pytest.fixture
def page(browser: Browser, path: Path) -> Iterator[Page]:
    page = browser.new_page()
    page.set_default_timeout(BROWSER_PATIENCE)
    page.goto(path.as_uri())
    page.wait_for_selector("body[data-ready]")
    yield page
    page.close()


def test_urls_by_combination_of_sources(store: Store) -> None:
    sets = read_sets(store)
    assert sets is not None
    first, *_ = sets.combinations
    assert (first.code, first.urls, first.not_indexable, first.clicks) == ("yyyy", 4, 2, 149)
    assert {each.label: (each.urls, each.clicks) for each in sets.combinations} == {
        "in sitemaps, linked, reported as indexed, with clicks or visits": (4, 149),
        "not in sitemaps, linked, no report on indexing, no data on traffic": (1, None),
        "not in sitemaps, not linked, reported as indexed, with clicks or visits": (1, 1),
        "in sitemaps, not linked, no report on indexing, no data on traffic": (1, None),
        "in sitemaps, linked, reported as not indexed, no data on traffic": (1, None),
    }
    assert [(each.source.label, each.yes, each.no, each.unknown) for each in sets.sources] == [
        ("In sitemaps", 6, 2, 0),
        ("Linked internally", 6, 2, 0),
        ("Reported as indexed", 5, 1, 2),
        ("With traffic", 5, 0, 3),
    ]
    (campaign,) = (each for each in sets.combinations if each.clicks == 1)
    assert campaign.not_checked == 1


def test_only_sources_that_the_audit_has() -> None:
    with made(entries=TABLES["entries"], pages=TABLES["pages"]) as store:
        assert read_sets(store) is None
        assert read_directories(store, 9) is None
        assert read_clicks(store) is None
    with made(**TABLES) as store:
        sets = read_sets(store)
        assert sets is not None
        assert [each.source.label for each in sets.sources] == ["In sitemaps", "Linked internally"]
        assert sets.combinations[0].label == "in sitemaps, linked"
        assert not sets.has_clicks
    with made(entries=TABLES["entries"], imported_urls=IMPORTED) as store:
        sets = read_sets(store)
        assert sets is not None
        assert "Linked internally" not in [each.source.label for each in sets.sources]
        assert read_directories(store, 9) is None


def test_missing_pages_and_orphans_by_directory(store: Store) -> None:
    found = read_directories(store, 2)
    assert found is not None
    assert found.number == 3
    assert [tuple(each) for each in found.shown] == [
        (f"{SITE}/blog/", 2, 1, 2, 1, 0, 0, "links/not-in-sitemap", None),
        (f"{SITE}/shop/", 2, 2, 1, 0, 1, 0, None, "links/orphan"),
    ]


def test_what_the_checks_could_not_tell_is_not_checked() -> None:
    pages = [
        page | ({"status": "503"} if page["url"] == f"{SITE}/shop/a" else {})
        for page in TABLES["pages"]
    ]
    with made(**(TABLES | {"pages": pages})) as store:
        found = read_directories(store, 9)
        assert found is not None
        blog, shop = (
            next(each for each in found.shown if each.directory == f"{SITE}/{name}/")
            for name in ("blog", "shop")
        )
        assert (blog.not_in_sitemap, blog.not_checked) == (1, 1)
        assert (shop.orphans, shop.not_checked) == (None, 1)


def test_clicks_of_urls_with_errors(store: Store) -> None:
    clicks = read_clicks(store)
    assert clicks is not None
    assert clicks.sentence == (
        "42 of 150 known clicks are on URLs with errors (2 URLs, listed or not; Search Console,"
        " export of 2026-01-31; period not stated)"
    )
    assert clicks.by_check["status/not-found"] == 40
    assert "links/orphan" not in clicks.by_check, "no list has them"
    out = io.StringIO()
    Console(file=out, width=200).print(
        summary(Report(store, CHECKS, record_of(RUN))), soft_wrap=True
    )
    assert clicks.sentence in out.getvalue()
    assert (Report(store, CHECKS, record_of(RUN)).record.clicks or {})["with_error"] == 42


def test_every_report_has_one_order_with_the_clicks(
    store: Store, path: Path, tmp_path: Path
) -> None:
    first = read_first(store, CHECKS, read_overview(store, CHECKS))
    order = [group.cause.check for group in first]
    assert order[:2] == ["status/not-found", "indexability/noindex"], "40 clicks, and 2"
    assert first[0].sentence == (
        f"{SITE}/shop/gone returns 404 or 410 (with clicks in search results) (40 clicks)."
    )
    report = Report(store, CHECKS, record_of(RUN))
    record = report.record
    assert record.causes is not None
    assert [each["check"] for each in record.causes.worst] == order
    assert record.causes.worst[0]["clicks"] == 40
    html = path.read_text(encoding="utf-8")
    issues = [f'id="issue-{name.replace("/", "-")}"' for name in order]
    cards = [text for group in first for text in (group.clause, group.lost)]
    told = [*issues, *map(html_module.escape, cards)]
    assert [each for each in told if each not in html] == []
    assert sorted(issues, key=html.index) == issues
    write_workbook(report, tmp_path)
    rows = [*load_workbook(tmp_path / "report.xlsx")["Issues"].iter_rows(values_only=True)]
    assert [row[11] for row in rows[1:]] == order
    out = io.StringIO()
    Console(file=out, width=200).print(
        summary(Report(store, CHECKS, record_of(RUN))), soft_wrap=True
    )
    lines = out.getvalue().split("Do this first\n")[1].splitlines()[::2]
    assert [line[20:34].strip() for line in lines[:2]] == ["40 clicks", "2 clicks"]


def test_sheets_and_csv_files(store: Store, tmp_path: Path) -> None:
    write_workbook(Report(store, CHECKS, record_of(RUN)), tmp_path)
    book = load_workbook(tmp_path / "report.xlsx")
    told = [*book["URLs by source"].iter_rows(values_only=True)]
    assert ("yes", "yes", "yes", "yes", 4, 2, 2, 0, 149) in [row[:9] for row in told]
    assert ("With traffic", 5, 0, 3) in [row[:4] for row in told]
    directories = [*book["Directories"].iter_rows(values_only=True)]
    assert directories[1] == (f"{SITE}/blog/", 2, 1, 2, 1, 0, 0)
    issues = [row[1:4] for row in book["Issues"].iter_rows(values_only=True)]
    assert issues[0] == ("Issue", "Affected", "Clicks")
    assert ("URL in sitemap returns 404 or 410", 1, 40) in issues
    figures = [row for row in book["Summary"].iter_rows(values_only=True) if row[1]]
    (row,) = (row for row in figures if row[1] == "Clicks on URLs with errors")
    assert row[3:5] == (42, 0.28)
    write_tables(Report(store, CHECKS, record_of(RUN)), AuditPlace(tmp_path))
    with (tmp_path / "tables/url_sources.csv").open(encoding="utf-8-sig", newline="") as file:
        by_url = {row["url"]: row for row in csv.DictReader(file)}
    assert by_url[f"{SITE}/campaign"]["is_indexable"] == ""
    assert by_url[f"{SITE}/shop/a"]["is_indexed"] == "False"
    assert (tmp_path / "tables/directories.csv").exists()


def shown_urls(page: Page) -> list[str]:
    return page.locator("[data-rows=urls] tbody tr td:first-child").all_inner_texts()


def test_a_bar_filters_the_table_of_urls(page: Page) -> None:
    bars = page.locator(".upset tbody tr", has_text="not in sitemaps, not linked")
    bars.locator("td.bar a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-status=urls]")).to_have_text("1 of 8 URLs")
    assert shown_urls(page) == [f"{SITE}/campaign"]
    chosen = page.locator("form[data-filters=urls] [name=sources] option:checked")
    assert chosen.inner_text().startswith("not in sitemaps, not linked, reported as indexed")
    page.get_by_role("button", name="Clear filters").last.click()
    expect(page.locator("[data-rows=urls] tbody tr")).to_have_count(8)
    page.locator("[data-rows=urls] [data-sort=clicks]").click(click_count=2, delay=20)
    assert shown_urls(page)[0] == f"{SITE}/"
    page.locator("[data-rows=urls] a").first.click()
    expect(page.locator("#found")).to_contain_text("in sitemaps, linked, reported as indexed")
    expect(page.locator("#found dl")).to_contain_text("100")


def test_a_number_of_a_directory_lists_its_findings(page: Page) -> None:
    row = page.locator(".directories tbody tr", has_text=f"{SITE}/blog/")
    page.locator("summary", has_text="directories").click()
    row.get_by_role("link", name="1", exact=True).click()
    expect(page.locator("[data-status=findings]")).to_have_text("1 URL in 1 of 4 findings")
    row.get_by_role("link", name=f"{SITE}/blog/").click()
    expect(page.locator("[data-status=urls]")).to_have_text("2 of 8 URLs")
    assert shown_urls(page) == [f"{SITE}/blog/b", f"{SITE}/blog/a"]


def test_issues_are_sorted_by_clicks(page: Page) -> None:
    issues = page.locator("details.issue summary .affected")
    before = issues.all_inner_texts()
    page.get_by_label("Order").select_option("clicks")
    assert issues.first.inner_text() == "1 URL · 40 clicks"
    page.get_by_label("Order").select_option("")
    assert issues.all_inner_texts() == before
    expect(page.locator(".tile", has_text="Clicks on URLs with errors")).to_contain_text(
        "of 150 known (28.0 %)"
    )


def test_of_a_big_audit_the_page_holds_urls_of_each_combination(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = page_rows.URLS.sql.replace("> 1000 AS", "> 1 AS")
    assert small != page_rows.URLS.sql
    rows = page_rows.URLS._replace(sql=f"{small} LIMIT 5")
    monkeypatch.setattr(embedded, "SOURCES", [embedded.SOURCES[1]._replace(rows=rows)])
    report = Report(store, CHECKS, record_of(RUN))
    sets, data = report.sets, embedded.encode(report)
    assert sets is not None
    (piece,) = data.pieces
    assert {*json.loads(piece.plain)["sources"]} == {each.code for each in sets.combinations}
    assert (data.cut("urls").embedded, data.cut("urls").rows) == (5, 8)


def test_without_scripts_it_is_a_table(browser: Browser, path: Path) -> None:
    page = browser.new_page(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page.set_default_timeout(BROWSER_PATIENCE)
    page.goto(path.as_uri())
    row = page.locator(".upset tbody tr").first
    assert "in sitemaps, linked, reported as indexed, with clicks or visits" in row.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()
