"""run.json."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

from lxml import html
from openpyxl import load_workbook
from rich.console import Console
from rows import record_of

from reports import sample
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.delivery.notices import compose
from sitemap_audit.report.report import Report
from sitemap_audit.reports import terminal, write_reports

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.storage import Store


def test_run_json_tells_the_audit_in_figures(folder: Path) -> None:
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert {name: run[name] for name in sample.RUN} == sample.RUN
    assert run["ledger"] == {
        "listed": 7,
        "fetched": 4,
        "refused": 0,
        "not_fetched": 3,
        "outcomes": {"fetched": 4, "duplicate": 1, "interrupted": 1, "not-a-url:empty": 1},
    }
    assert run["findings"] == {
        "total": 7,
        "folded": 0,
        "by_severity": {"error": 5, "warning": 2, "notice": 0},
        "affected": {"error": 5, "warning": 2, "notice": 0},
        "by_check": {
            "hreflang/missing-return-link": 3,
            "status/listed-url-not-found": 2,
            "canonical/listed-url-canonicalised-elsewhere": 1,
            "entry/lastmod-not-w3c": 1,
        },
    }
    assert (run["counts"]["entries"], run["counts"]["listed"], run["counts"]["pages"]) == (7, 5, 4)
    assert run["checks"]["outcomes"] == {
        "failed": 4,
        "passed": 1,
        "not checked": 1,
        "not applicable": 1,
        "error": 1,
    }
    assert run["checks"]["results"][2] == {
        "check": "entry/priority-out-of-range",
        "severity": "notice",
        "outcome": "not checked",
        "found": 0,
        "looked_at": 4,
        "unknown": 4,
        "error": None,
        "unknown_reasons": None,
    }


def test_run_json_tells_the_causes_the_worst_first(folder: Path) -> None:
    causes = json.loads((folder / "run.json").read_text(encoding="utf-8"))["causes"]
    assert causes["total"] == 4
    assert [(cause["check"], cause["findings"]) for cause in causes["worst"]] == [
        ("hreflang/missing-return-link", 3),
        ("status/listed-url-not-found", 2),
        ("canonical/listed-url-canonicalised-elsewhere", 1),
        ("entry/lastmod-not-w3c", 1),
    ]


def test_run_json_names_the_files_that_are_there(folder: Path) -> None:
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert sorted(run["files"]) == sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def test_what_was_written_is_told_in_order(store: Store, tmp_path: Path) -> None:
    paths = write_reports(
        Report(store, sample.CHECKS, record_of(sample.RUN)), AuditPlace(tmp_path / "new")
    )
    assert paths[0].name == "findings.csv"
    assert [path.name for path in paths[-2:]] == ["report.html", "run.json"]
    assert all(path.exists() for path in paths)


def test_key_figures_have_the_same_names_everywhere(folder: Path, store: Store) -> None:
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    told = {each["label"]: each["value"] for each in run["key_figures"]}
    assert list(told) == ["URLs in sitemaps", "Indexable", "URLs with errors", "Not checked"]
    screen = io.StringIO()
    console = Console(width=200, file=screen, color_system=None)
    console.print(
        terminal.summary(
            Report(store, sample.CHECKS, record_of(sample.RUN), place=AuditPlace(folder))
        )
    )
    run["changes"] = {"sentence": "-", "compared_with": None, "new": {}, "not_compared": {}}
    run["changes"] |= {"gone": None, "gone_not_compared": None}
    notice = compose(folder, record_of(run), "-").text
    sheet = load_workbook(folder / "report.xlsx")["Summary"]
    cells = [cell.value for row in sheet.iter_rows() for cell in row]
    tiles = html.fromstring((folder / "report.html").read_text(encoding="utf-8"))
    labels = "//*[@class='tiles figures']//*[@class='label']/text()[1]"
    assert tiles.xpath(labels) == list(told)
    for label, value in told.items():
        assert f"  {label + ':':<28}{value}" in screen.getvalue()
        assert f"{label}: {value}" in notice
        assert label in cells
