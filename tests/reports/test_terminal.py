"""The summary at the end of an audit."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console
from rows import record_of

from reports import sample
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.report.report import Report
from sitemap_audit.reports import terminal
from sitemap_audit.reports.terminal_text import files_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.storage.duckdb import DuckDBStore


def shown(store: DuckDBStore, run: dict[str, Any] = sample.RUN, **options: Any) -> str:
    """The summary as a console with these options prints it; piped, where none are given."""
    file = options.pop("file", None) or io.StringIO()
    wide = 80 if options.get("force_terminal") else 10_000  # sentences, not lines
    settings = {"width": wide, "height": 24, **options}
    console = Console(file=file, _environ={}, legacy_windows=False, **settings)
    summary = terminal.summary(
        Report(store, sample.CHECKS, record_of(run), place=AuditPlace(Path("/reports/x")))
    )
    console.print(summary, soft_wrap=not console.is_terminal)
    return str(file.getvalue()) if isinstance(file, io.StringIO) else ""


@pytest.fixture(scope="module")
def many() -> Iterator[DuckDBStore]:
    """An audit whose every line is full."""
    with sample.audit() as store:
        fill(store)
        yield store


def fill(store: DuckDBStore) -> None:
    store.execute(
        "INSERT INTO check_runs SELECT 'subject' || i % 15 || '/' || repeat('long-', 12) || i, "
        "['error', 'warning', 'notice'][1 + i % 3], 'subject' || i % 15, 'failed', "
        "1000000 + i, 9000000, 12345, 0.1, NULL, 'Issue ' || i, 1 + i % 3, NULL, NULL"
        " FROM range(60) AS numbers(i)"
    )
    store.execute(
        'INSERT INTO findings BY NAME SELECT "check", "check" AS url, "check" AS finding_id,'
        " 'URL' AS unit"
        " FROM check_runs WHERE found > 1000"
    )
    store.execute(
        "INSERT INTO causes BY NAME SELECT \"check\", severity, 'pattern' AS cause_by,"
        " '/' || repeat('long-', 40) || '{n}' AS cause, found AS findings,"
        " found AS urls, 'URL' AS unit,"
        ' 0 AS folded, 1 AS patterns, "check" AS issue, found AS issue_urls,'
        " 1 AS issue_causes, 0 AS issue_folded,"
        ' ROW_NUMBER() OVER (ORDER BY severity, "check") - 100 AS number'
        " FROM check_runs WHERE found > 1000"
    )


def test_the_summary_of_a_complete_audit(store: DuckDBStore) -> None:
    assert shown(store).splitlines() == [
        "Sitemap audit of https://www.example.com",
        "2026-07-01 12:00 UTC · 3 min 12 s · 2 sitemaps · evaluated for Googlebot",
        "Crawl complete",
        "5 URLs in sitemaps: 4 crawled, 1 left when the audit ended;"
        " plus 1 duplicate and 1 invalid URL",
        "  URLs in sitemaps:           5",
        "  Indexable:                  3 of 4 (75.0 %)",
        "  URLs with errors:           5",
        "  Not checked:                1",
        "",
        "Errors    5 URLs: hreflang 3 · status 2",
        "Warnings  2 URLs: canonical 1 · entry 1",
        "",
        "Do this first",
        "error        3 URLs  Hreflang link without a return link",
        "          Several pages have no return link. Correct the entry, see the protocol."
        " Example: https://www.example.com/a",
        "error        2 URLs  Listed URL that is not found",
        "          Several URLs. Correct the entry, see the protocol."
        " Example: https://www.example.com/gone",
        "warning       1 URL  Listed URL whose canonical is another",
        "          https://www.example.com/b Correct the entry, see the protocol.",
        "warning       1 URL  Lastmod that is not a W3C date",
        "          https://www.example.com/a Correct the entry, see the protocol.",
        "",
        "1 alternate was not crawled: its return links are not known.",
        "1 check could not run: site/blocked; see report.html",
        "site/blocked: BinderException: no such column",
        "Reports: /reports/x",
    ]


def test_one_fault_with_many_causes_is_one_line_of_do_first() -> None:
    urls = [f"{sample.SITE}/{part}/{n}" for part in ("news", "teas") for n in range(2)]
    store = sample.audit(
        findings=[
            *({"check": "hreflang/missing-return-link", "url": url} for url in urls),
            {"check": "status/listed-url-not-found", "url": f"{sample.SITE}/gone"},
        ]
    )
    lines = shown(store).splitlines()
    first = lines.index("Do this first") + 1
    assert lines[first : first + 4] == [
        "error        4 URLs  Hreflang link without a return link",
        "          Pages have no return link. Correct the entry, see the protocol."
        " Example: https://www.example.com/news/0",
        "error         1 URL  Listed URL that is not found",
        "          https://www.example.com/gone Correct the entry, see the protocol.",
    ]


@pytest.mark.parametrize(
    ("run", "told"),
    [
        pytest.param({}, [], id="all"),
        pytest.param({"checks_known": 313}, ["Only 8 of 313 checks were selected."], id="chosen"),
        pytest.param(
            {"asks_pages": False},
            ["No pages were crawled (--no-pages): 2 of 8 checks had none to check."],
            id="no pages",
        ),
    ],
)
def test_what_was_left_out_on_purpose_stands_below_complete(
    store: DuckDBStore, run: dict[str, Any], told: list[str]
) -> None:
    lines = shown(store, sample.RUN | run).splitlines()
    assert lines[2 : 3 + len(told)] == ["Crawl complete", *told]
    assert lines[3 + len(told)].startswith("5 URLs in sitemaps: ")


def test_an_audit_of_a_part_of_the_site_says_so_in_place_of_complete(store: DuckDBStore) -> None:
    part = {"limit_reached": True, "options": {"exclude": ["*.pdf"]}}
    lines = shown(store, sample.RUN | part).splitlines()
    assert lines[2:4] == [
        "Limited by --max-urls: 4 of 5 URLs in sitemaps crawled; the others were not checked.",
        "Restricted by --exclude *.pdf: other pages were not crawled and are not checked.",
    ]
    assert "Crawl complete" not in lines


def test_an_audit_that_is_not_complete_says_why(store: DuckDBStore) -> None:
    lines = shown(store, sample.INCOMPLETE).splitlines()
    assert lines[2] == "NOT COMPLETE  The crawl was stopped by hand."
    assert lines[3] == " " * 14 + "1 sitemap could not be read: what hangs on it is partial."


def test_an_audit_that_gives_no_reason_is_not_called_complete(store: DuckDBStore) -> None:
    lines = shown(store, {"complete": False, "reason": "closespider_timeout"})
    assert "NOT COMPLETE  The audit ended before everything was crawled" in lines
    assert "closespider_timeout" in lines


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 30), (80, 44), (200, 60)])
def test_the_summary_fits_the_screen(many: DuckDBStore, width: int, height: int) -> None:
    text = shown(many, sample.INCOMPLETE, width=width, height=height, force_terminal=True)
    assert len(text.splitlines()) < min(height, 44)


def test_the_ten_that_matter_most_are_errors_first(many: DuckDBStore) -> None:
    lines = shown(many, force_terminal=True, color_system=None).splitlines()
    assert [line.split()[0] for line in lines[8:18]] == ["error"] * 10


def test_subjects_that_do_not_fit_are_counted(many: DuckDBStore) -> None:
    lines = shown(many, force_terminal=True, color_system=None).splitlines()
    assert (
        lines[5] == "Errors    25 URLs: subject0 4 · subject12 4 · subject3 4 · subject6 4 · 3 more"
    )


def test_text_of_the_site_is_written_out_and_never_obeyed() -> None:
    url = "https://x.example/\x1b]0;owned\x07\x9b2J\u202e[bold red]x[/]:smile:\nsecond"
    run = sample.RUN | {"sites": [url]}
    with sample.audit(findings=[{"check": "status/listed-url-not-found", "url": url}]) as store:
        text = shown(store, run, width=300, force_terminal=True, color_system=None)
    assert not {c for c in text if not c.isprintable()} - {"\n"}
    assert text.count(r"/\x1b]0;owned\x07\x9b2J\u202e[bold red]x[/]:smile:\nsecond") == 2


def test_of_many_sitemaps_of_a_folder_the_first_are_named(store: DuckDBStore) -> None:
    sites = [f"{sample.SITE}/sitemap-{number}.xml" for number in range(100_000)]
    lines = shown(store, sample.RUN | {"sites": sites}).splitlines()
    assert lines[0] == f"Sitemap audit of {', '.join(sites[:3])} and 99,997 more"
    assert max(map(len, lines)) < 1_000


def test_nothing_is_cut_where_it_is_piped() -> None:
    url = f"{sample.SITE}/{'long-' * 40}"
    with sample.audit(findings=[{"check": "status/listed-url-not-found", "url": url}]) as store:
        assert url in shown(store).split()


def test_colours_are_for_terminals_alone(store: DuckDBStore) -> None:
    assert "\x1b[" not in shown(store)
    assert "\x1b[" in shown(store, force_terminal=True, color_system="standard")


def test_a_terminal_that_has_only_ascii_gets_only_that(store: DuckDBStore) -> None:
    buffer = io.BytesIO()
    file = io.TextIOWrapper(buffer, encoding="ascii", write_through=True)
    shown(store, sample.RUN | {"sites": ["https://é.example"]}, file=file)
    lines = buffer.getvalue().decode("ascii").splitlines()
    assert lines[0] == r"Sitemap audit of https://\xe9.example"
    assert "Errors    5 URLs: hreflang 3, status 2" in lines


def test_an_audit_without_findings_says_so() -> None:
    with sample.empty() as store:
        assert "Nothing could be checked." in shown(store)
        store.execute(
            "INSERT INTO check_runs SELECT 'sitemap/not-utf8', 'notice', 'sitemap', 'passed',"
            " 0, 3, 0, 0.1, NULL, 'Not UTF-8', 3, NULL, NULL"
        )
        assert "1 check passed, no findings." in shown(store)
        assert "Nothing could be checked." in shown(store, sample.INCOMPLETE)


def test_the_files_that_were_written_are_named(store: DuckDBStore, folder: Path) -> None:
    file = io.StringIO()
    summary = terminal.summary(
        Report(store, sample.CHECKS, record_of(sample.RUN), place=AuditPlace(folder))
    )
    Console(file=file, width=300).print(summary)
    assert file.getvalue().splitlines()[-2:] == [
        f"Reports: {folder}",
        "report.html · report.xlsx · findings.csv · urls.csv · run.json · tables/ (16 CSV files)",
    ]


def test_a_table_in_parts_is_named_by_its_parts(tmp_path: Path) -> None:
    for name in ("report.html", "urls.csv", "run.json"):
        (tmp_path / name).touch()
    parts = ("findings/part-00001.csv", "findings/part-00002.csv", "tables/pages/part-00001.csv")
    for name in parts:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert files_line(AuditPlace(tmp_path)) == (
        "report.html · findings/part-*.csv · urls.csv · run.json · tables/ (1 CSV file)"
    )


def test_a_page_at_a_url_that_was_only_tried_is_no_sitemap(store: DuckDBStore) -> None:
    """One that something names is counted: that it is a page is a finding."""
    before = shown(store)
    for number, (url, found_by) in enumerate((("tried", "guess"), ("named", "robots")), start=90):
        address = f"https://www.example.com/{url}.xml"
        store.execute(
            "INSERT INTO sitemaps BY NAME SELECT $id AS id, $url AS url, $id AS url_key,"
            " 'html' AS kind, 200 AS status, $found_by AS found_by",
            {"id": number, "url": address, "found_by": found_by},
        )
    store.execute(
        "CREATE OR REPLACE TABLE unnamed_sitemaps AS SELECT url, url_key FROM sitemaps"
        " WHERE found_by = 'guess'"
    )
    assert "2 sitemaps" in before
    assert "3 sitemaps" in shown(store)
