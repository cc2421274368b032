"""The summary for a client as PDF."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader
from rows import record_of

from reports import sample
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options
from sitemap_audit.report.branding import Brand
from sitemap_audit.report.issue_changes import NO_EARLIER_AUDIT
from sitemap_audit.report.report import Report
from sitemap_audit.reports import output, pdf
from sitemap_audit.reports.output import OutputFileError
from sitemap_audit.run_record import Figures

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.storage import Store

NAMED = {"check": "status/listed-url-not-found", "url": f"{sample.SITE}/caf%C3%A9?x=%20%2F"}
EARLIER = {
    "sites": [sample.SITE],
    "started_at": "2026-01-01T12:00:00+00:00",
    "finished_at": None,
    "complete": True,
    "figures": {each.name: 9 for each in fields(Figures)},
}
CHANGES = [
    dict(zip(("check", "severity", "before", "fixed", "new", "now"), row, strict=True))
    | {"not_compared_before": 0, "not_compared_now": 0, "more": 0}
    for row in (
        (NAMED["check"], "error", 4, 2, 1, 3),
        ("canonical/listed-url-canonicalised-elsewhere", "warning", 7, 6, 0, 1),
    )
]


def test_the_summary_is_printed_by_a_browser(tmp_path: Path) -> None:
    brand = Brand("Report of the agency")
    run = sample.RUN | {
        "previous": EARLIER | {"folder": "2026-01-01T12-00-00Z"},
        "history": [EARLIER],
    }
    with sample.audit(findings=[*sample.FINDINGS, NAMED]) as store:
        store.insert("issue_changes", CHANGES)
        report = Report(
            store, sample.CHECKS, record_of(run), place=AuditPlace(tmp_path), brand=brand
        )
        path = output.write_format(report, Options(format="pdf"), tmp_path)
    assert path == tmp_path / "report.pdf"
    assert path.stat().st_size < 1_000_000
    read = PdfReader(path)
    assert read.metadata
    assert read.metadata.title == "Report of the agency"
    trailer: Any = read.root_object
    assert trailer["/MarkInfo"]["/Marked"]
    outline: Any = read.outline
    assert outline[0].title == "Report of the agency"
    assert [each.title for each in outline[1] if not isinstance(each, list)] == [
        *("Key figures", "The 4 worst issues", "Since the last audit", "Method"),
    ]
    pages = [" ".join(page.extract_text().split()) for page in read.pages]
    assert 2 <= len(pages) <= 4
    for number, text in enumerate(pages, 1):
        assert text.endswith(f"Page {number} of {len(pages)}")
    text = " ".join(pages)
    for figure in report.key_figures:
        assert figure.label in text
        assert figure.value.partition(" (")[0] in text
    for number, group in enumerate(report.do_first[:5], 1):
        assert f"{number}. {group.cause.title}" in text
        assert group.sentence in text
        assert not group.cause.first_step or group.cause.first_step in text
    assert f"{sample.SITE}/café?x=%20%2F" in text, "readable, and nothing but letters decoded"
    assert report.changes
    for issue in report.changes.issues:
        numbers = (issue.before, issue.fixed, issue.new, issue.now)
        assert " ".join([issue.title, *(f"{each}" for each in numbers if each)]) in text
    assert "change since the audit of 2026-01-01 12:00 UTC." in text


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (sample.RUN, NO_EARLIER_AUDIT),
        (sample.INCOMPLETE, "<strong>The audit is not complete.</strong>"),
        (
            sample.RUN | {"not_compared": "Not compared: --no-compare."},
            "Not compared: --no-compare.",
        ),
    ],
    ids=["first", "not complete", "not compared"],
)
def test_what_the_summary_cannot_tell_is_said(
    store: Store, run: dict[str, Any], sentence: str
) -> None:
    assert sentence in pdf.page(Report(store, sample.CHECKS, record_of(run)), "Title")


def test_a_site_without_findings() -> None:
    with sample.empty() as nothing:
        text = pdf.page(Report(nothing, sample.CHECKS, record_of(sample.RUN)), "Title")
    assert "worst" not in text
    assert "Nothing could be checked." in text


def test_without_a_browser_the_command_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", "/dev/null")
    with pytest.raises(UsageError, match=r"No browser found for --format pdf\. Install one"):
        output.check_output(Options(format="pdf"))


def test_a_browser_that_does_not_start_gets_a_sentence(store: Store, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\nexit 1\n")
    browser.chmod(0o700)
    report = Report(store, sample.CHECKS, record_of(sample.RUN), browser=browser)
    with pytest.raises(OutputFileError, match=f"^{browser} cannot print the PDF .*--browser$"):
        output.write_format(report, Options(format="pdf"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["browser"]
