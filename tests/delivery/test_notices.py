"""What is told of an audit that has ended, and when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rows import record_of

from sitemap_audit.delivery.notices import compose, is_wanted
from sitemap_audit.options.kinds import NEW, OCCASIONS
from sitemap_audit.severity import SEVERITIES

FOLDER = Path("reports/www.example.com/2026-01-31T12-00-00Z")


def since(new: dict[str, int], gone: int) -> dict[str, Any]:
    """What has changed since the audit of the day before."""
    return {
        "compared_with": "2026-01-30T12:00:00Z",
        "new": new,
        "not_compared": {"error": 2},
        "gone": gone,
        "gone_not_compared": 1,
        "sentence": f"Since 2026-01-30: {sum(new.values())} new, {gone} gone; 3 not compared.",
    }


def record(*, complete: bool = True, errors: int = 0, notices: int = 0) -> dict[str, Any]:
    """What run.json says, as far as a notice reads it."""
    return {
        "sites": ["https://www.example.com/"],
        "job": "nightly-1",
        "started_at": "2026-01-31T12:00:00Z",
        "finished_at": "2026-01-31T12:30:00Z",
        "complete": complete,
        "incomplete_because": []
        if complete
        else ["The audit was stopped before the crawl was finished."],
        "ledger": {
            "listed": 12000,
            "fetched": 11990,
            "refused": 8,
            "not_fetched": 2,
            "outcomes": {},
        },
        "findings": {
            "total": errors + notices,
            "folded": 0,
            "by_check": {},
            "by_severity": {"error": errors, "warning": 0, "notice": notices},
            "affected": {"error": errors, "warning": 0, "notice": notices},
        },
        "causes": {
            "total": 1,
            "worst": [{"title": "URL in sitemap returns 404 or 410", "line": f"{errors} URLs"}]
            if errors
            else [],
        },
        "key_figures": [
            {"name": "-", "label": "Indexable", "value": "3 of 4 (75.0 %)", "change": "+1.0 points"}
        ],
    }


@pytest.mark.parametrize(
    ("occasions", "run", "new", "wanted"),
    [
        (["any"], record(), 0, True),
        (["incomplete"], record(), 0, False),
        (["incomplete"], record(complete=False), 0, True),
        (["new"], record(errors=3), 0, False),
        (["new"], record(errors=3), 1, True),
        (["error"], record(notices=3), 3, False),
        (["error"], record(errors=1), 0, True),
        (["warning"], record(errors=1), 0, True),
        (["notice"], record(notices=1), 0, True),
        (["incomplete", "new"], record(complete=False), 0, True),
        (["incomplete", "new"], record(notices=1), 1, True),
    ],
)
def test_a_notice_is_sent_when_one_of_its_occasions_has_come(
    occasions: list[str], run: dict[str, Any], new: int, wanted: bool
) -> None:
    assert is_wanted(occasions, record_of(run | {"changes": since({"notice": new}, 0)})) is wanted


@pytest.mark.parametrize("occasion", NEW)
@pytest.mark.parametrize("found", SEVERITIES)
def test_new_findings_are_told_of_a_severity_or_a_higher_one(occasion: str, found: str) -> None:
    known = record(errors=3, notices=3)
    is_as_severe = SEVERITIES.index(found) <= SEVERITIES.index(occasion.removeprefix("new-"))
    assert (
        is_wanted([occasion], record_of(known | {"changes": since({found: 1}, 0)})) is is_as_severe
    )
    assert (
        is_wanted([occasion, "new"], record_of(known | {"changes": since({found: 1}, 0)})) is True
    )
    assert is_wanted([occasion], record_of(known | {"changes": since({}, 2)})) is False


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_an_audit_without_a_change_and_a_finding_is_told_of_if_any_is(occasion: str) -> None:
    run = record() | {"changes": since({}, 0)}
    assert is_wanted([occasion], record_of(run)) is (occasion == "any")


def test_the_findings_of_a_first_audit_are_news() -> None:
    changes: dict[str, Any] = {"compared_with": None, "new": {}, "not_compared": {"error": 1}}
    changes |= {"gone": None, "gone_not_compared": None, "sentence": "-"}
    for occasion in ("new", "new-error", "new-notice"):
        assert is_wanted([occasion], record_of(record(errors=1) | {"changes": changes})) is True
        assert is_wanted([occasion], record_of(record() | {"changes": changes})) is False
    assert is_wanted(["new-warning"], record_of(record(notices=1) | {"changes": changes})) is False


def test_an_audit_that_could_not_be_judged_has_no_findings_to_tell_of() -> None:
    run = record(complete=False)
    del run["findings"], run["ledger"]
    assert is_wanted(["incomplete"], record_of(run)) is True
    assert is_wanted(["new", "error"], record_of(run)) is False
    notice = compose(FOLDER, record_of(run), str(FOLDER))
    assert notice.report is None
    assert notice.text.splitlines() == [
        "Sitemap audit of https://www.example.com/: NOT COMPLETE.",
        "The audit was stopped before the crawl was finished.",
        f"Reports: {FOLDER}",
    ]


def test_a_notice_says_how_it_ended_what_was_found_and_where_the_reports_are() -> None:
    gone = {"check": "change/status", "sentence": "Status code changed: 200 to 404: 2 URLs, /p/."}
    changes = since({"error": 1}, 4) | {"worst": [gone]}
    files = ["report.html", "run.json"]
    run = record(errors=2) | {"changes": changes, "files": files}
    notice = compose(FOLDER, record_of(run), "s3://bucket/x")
    assert notice.report == FOLDER / "report.html"
    assert notice.subject == (
        "Sitemap audit of https://www.example.com/: complete, errors on 2 URLs,"
        " hosts and files, warnings on 0, notices on 0"
    )
    assert notice.text.splitlines() == [
        "Sitemap audit of https://www.example.com/: complete.",
        "11,990 of 12,000 listed URLs crawled, 8 refused.",
        "Indexable: 3 of 4 (75.0 %) (+1.0 points)",
        "Errors on 2 URLs, hosts and files, warnings on 0, notices on 0.",
        "Do this first: URL in sitemap returns 404 or 410: 2 URLs.",
        "Since 2026-01-30: 1 new, 4 gone; 3 not compared.",
        "- Status code changed: 200 to 404: 2 URLs, /p/.",
        "Reports: s3://bucket/x",
    ]
    assert notice.facts == {
        "sites": ["https://www.example.com/"],
        "job": "nightly-1",
        "started_at": "2026-01-31T12:00:00Z",
        "finished_at": "2026-01-31T12:30:00Z",
        "complete": True,
        "incomplete_because": [],
        "folder": str(FOLDER),
        "reports": "s3://bucket/x",
        "ledger": {
            "listed": 12000,
            "fetched": 11990,
            "refused": 8,
            "not_fetched": 2,
            "outcomes": {},
        },
        "findings": {"error": 2, "warning": 0, "notice": 0},
        "compared_with": "2026-01-30T12:00:00Z",
        "new": {"error": 1},
        "not_compared": {"error": 2},
        "gone": 4,
        "gone_not_compared": 1,
        "key_figures": [
            {"name": "-", "label": "Indexable", "value": "3 of 4 (75.0 %)", "change": "+1.0 points"}
        ],
        "changes": [gone],
    }


def test_the_most_important_changes_are_told_in_a_line_each() -> None:
    worst = [{"sentence": f"Title changed: {n} URLs,\n{'/p' * 300}."} for n in range(6)]
    notice = compose(
        FOLDER, record_of(record() | {"changes": since({}, 0) | {"worst": worst}}), "here"
    )
    *changes, more, reports = notice.text.splitlines()[-7:]
    assert [line[:26] for line in changes] == [f"- Title changed: {n} URLs, /" for n in range(5)]
    assert {len(line) for line in changes} == {202}
    assert (more, reports) == ("- More in changes.json.", "Reports: here")
