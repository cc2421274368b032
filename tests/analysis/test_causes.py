"""Findings grouped by cause: by sitemap, by pattern of URL, by pair of locales."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from checks.examples.given import given
from checks.examples.manual import Example, Row

from sitemap_audit.analysis.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.reporting.causes import Cause, read_causes

if TYPE_CHECKING:
    from sitemap_audit.analysis.checkfile import Check
    from sitemap_audit.storage.duckdb import DuckDBStore

SITE = "https://example.com"
CHECKS = {check.name: check for check in load_checks()}


def causes_of(*checks: Check, **tables: list[Row]) -> list[Cause]:
    with judged(checks, tables) as store:
        return read_causes(store, checks, rows=100)


def judged(checks: tuple[Check, ...], tables: dict[str, list[Row]]) -> DuckDBStore:
    store = given(Example(title="", given=tables, parameters={}, finds=[]))
    prepare(store, checks, also=["hreflang_pairs", "listed"])
    run_checks(store, checks)
    find_causes(store, checks)
    return store


def gone(*paths: str) -> dict[str, list[Row]]:
    urls = [f"{SITE}{path}" for path in paths]
    return {
        "entries": [{"loc": url, "line": str(line)} for line, url in enumerate(urls, start=3)],
        "pages": [{"url": url, "status": "404"} for url in urls],
    }


def test_pages_of_one_template_have_one_cause() -> None:
    tables = gone("/teas/assam", "/teas/sencha", "/news/1", "/news/2", "/news/3")
    causes = causes_of(CHECKS["status/not-found"], **tables)
    assert [(cause.findings, cause.cause_by, cause.cause) for cause in causes] == [
        (3, "pattern", "/news/{n}"),
        (2, "pattern", "/teas/{slug}"),
    ]
    assert causes[1].url == f"{SITE}/teas/assam"


def test_what_shares_no_pattern_is_put_together() -> None:
    causes = causes_of(CHECKS["status/not-found"], **gone("/about", "/contact", "/news/1"))
    assert [(cause.findings, cause.where) for cause in causes] == [
        (3, "3 URLs of no one pattern"),
    ]


def test_a_fault_in_a_sitemap_is_told_with_its_file_its_kind_and_its_first_line() -> None:
    dates = ["2026-01-02T10:00:00", "2026-01-03T10:00:00", "2026-01-04", "yesterday"]
    entries: list[Row] = [
        {"loc": f"{SITE}/{line}", "line": str(line), "lastmod": date}
        for line, date in enumerate(dates, start=7)
    ]
    causes = causes_of(CHECKS["entry/lastmod-invalid"], entries=entries)
    assert [(cause.what.partition(": ")[2], cause.where) for cause in causes] == [
        ("no-time-zone", f"2 of 4 in {SITE}/sitemap.xml, first in line 7"),
        ("not-w3c", f"1 of 4 in {SITE}/sitemap.xml, first in line 10"),
    ]


@pytest.mark.parametrize(
    ("check", "tables", "where"),
    [
        pytest.param(
            "sitemap/too-many-urls",
            {"sitemaps": [{"url": f"{SITE}/sitemap.xml", "entries": "50001"}]},
            f"{SITE}/sitemap.xml",
            id="of the file as a whole",
        ),
        pytest.param(
            "entry/priority-uniform",
            {"entries": [{"loc": f"{SITE}/{n}", "priority": "1.0"} for n in range(20)]},
            f"{SITE}/sitemap.xml",
            id="of all entries together",
        ),
        pytest.param(
            "sitemap/unknown-element",
            {
                "sitemaps": [{"url": f"{SITE}/sitemap.xml", "entries": "40"}],
                "sitemap_problems": [
                    {"code": "unknown-element", "detail": "<lastMod>", "line": "7"},
                ],
            },
            f"{SITE}/sitemap.xml, first in line 7",
            id="of its form",
        ),
    ],
)
def test_a_fault_of_a_file_is_no_share_of_its_entries(
    check: str, tables: dict[str, list[Row]], where: str
) -> None:
    (cause,) = causes_of(CHECKS[check], **tables)
    assert cause.where == where


def test_missing_return_links_are_told_by_their_pair_of_locales() -> None:
    languages = ("de", "fr", "it")
    urls = {code: f"{SITE}/{code}/teas/assam" for code in languages}
    links = [("de", "de"), ("de", "fr"), ("de", "it"), ("fr", "fr"), ("it", "it"), ("it", "de")]
    causes = causes_of(
        CHECKS["hreflang/missing-return-link"],
        entries=[{"loc": url} for url in urls.values()],
        pages=[{"url": url} for url in urls.values()],
        page_alternates=[
            {"url": urls[page], "code": code, "alternate": urls[code]} for page, code in links
        ],
    )
    assert [(cause.cause, cause.where) for cause in causes] == [
        ("de → fr", "de → fr, all /de/teas/{slug}"),
    ]


def test_a_finding_without_a_place_concerns_the_site() -> None:
    check = replace(CHECKS["status/not-found"], sql="SELECT 'nothing' AS observed")
    ((cause),) = causes_of(check, **gone("/a"))
    assert (cause.cause_by, cause.where, cause.example) == ("site", "the site", "nothing")


def test_every_finding_stays_and_says_its_pattern_and_cause() -> None:
    with judged((CHECKS["status/not-found"],), gone("/news/1", "/news/2", "/about")) as store:
        assert store.rows("SELECT url, pattern, cause_by FROM findings") == [
            (f"{SITE}/about", "/about", "urls"),
            (f"{SITE}/news/1", "/news/{n}", "pattern"),
            (f"{SITE}/news/2", "/news/{n}", "pattern"),
        ]


def test_what_keeps_pages_out_of_the_index_comes_before_what_there_is_more_of() -> None:
    tables = gone("/news/1")
    tables["entries"] += [{"loc": f"{SITE}/{n}", "lastmod": "yesterday"} for n in range(9)]
    tables["robots"] = [{"origin": SITE, "status": "503"}]
    names = ("entry/lastmod-invalid", "status/not-found", "robots/server-error")
    causes = causes_of(*(CHECKS[name] for name in names), **tables)
    assert [(cause.check, cause.findings) for cause in causes] == [
        ("robots/server-error", 1),
        ("status/not-found", 1),
        ("entry/lastmod-invalid", 9),
    ]


@pytest.mark.parametrize("line", [None, "5"])
def test_the_first_example_is_the_first_of_the_file(line: str | None) -> None:
    tables = gone("/news/9", "/news/1")
    tables["entries"][0]["line"] = line
    (cause,) = causes_of(CHECKS["status/not-found"], **tables)
    assert cause.url == f"{SITE}/news/1"
