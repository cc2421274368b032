"""Findings that are new since the audit before, and those that are gone."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sitemap_audit.analysis.changes import Comparison, compare

if TYPE_CHECKING:
    from pathlib import Path

SITE = "https://www.example.com/"
SEVERITIES = {"status/not-found": "error", "entry/fragment": "warning"}
COLUMNS = ("check", "url", "sitemap_url", "related_url", "line", "observed")
A = ("status/not-found", f"{SITE}a", f"{SITE}sitemap.xml", None, 1, "404")
B = ("status/not-found", f"{SITE}b", f"{SITE}sitemap.xml", None, 2, "404")
C = ("entry/fragment", f"{SITE}c#d", f"{SITE}sitemap.xml", None, 3, "d")


def stored(
    output: Path,
    day: int,
    findings: list[tuple[Any, ...]],
    *,
    complete: bool = True,
    site: str = SITE,
    ran: tuple[str, ...] = tuple(SEVERITIES),
    outcome: str = "passed",
) -> tuple[Path, dict[str, Any]]:
    """An audit of a day in January, judged and stored; its folder and its record."""
    folder = output / f"2026-01-{day:02}T12-00-00Z"
    for table in ("findings", "check_runs"):
        (folder / "data" / table).mkdir(parents=True)
    columns = {name: [row[i] for row in findings] for i, name in enumerate(COLUMNS)}
    kinds = [(name, pa.int64() if name == "line" else pa.string()) for name in COLUMNS]
    pq.write_table(
        pa.table(columns, schema=pa.schema(kinds)), folder / "data" / "findings" / "part-0.parquet"
    )
    found = {finding[0] for finding in findings}
    runs = {
        "check": list(ran),
        "severity": [SEVERITIES[name] for name in ran],
        "outcome": ["failed" if name in found else outcome for name in ran],
    }
    pq.write_table(pa.table(runs), folder / "data" / "check_runs" / "part-0.parquet")
    by_severity = {"error": 0, "warning": 0, "notice": 0}
    for finding in findings:
        by_severity[SEVERITIES[finding[0]]] += 1
    run = {
        "sites": [site],
        "started_at": f"2026-01-{day:02}T12:00:00+00:00",
        "complete": complete,
        "incomplete_because": [],
        "options": {},
        "findings": {"by_severity": by_severity},
    }
    (folder / "run.json").write_text(json.dumps(run))
    return folder, run


MOVED = ("status/not-found", f"{SITE}a", f"{SITE}sitemap.xml", None, 9, "410")
ELSEWHERE = ("status/not-found", f"{SITE}a", f"{SITE}other.xml", None, 1, "404")


@pytest.mark.parametrize(
    ("then", "now", "new", "gone"),
    [
        ([A, C], [A, C], {}, 0),
        ([A], [A, B, C], {"error": 1, "warning": 1}, 0),
        ([A, B], [B], {}, 1),
        ([A], [MOVED], {}, 0),
        ([A], [ELSEWHERE], {"error": 1}, 1),
        ([], [A, A], {"error": 1}, 0),
    ],
    ids=["the same", "more", "fewer", "another line", "another sitemap", "twice"],
)
def test_findings_are_compared_by_check_and_urls(
    tmp_path: Path,
    then: list[tuple[Any, ...]],
    now: list[tuple[Any, ...]],
    new: dict[str, int],
    gone: int,
) -> None:
    stored(tmp_path, 1, then)
    assert compare(*stored(tmp_path, 2, now)) == Comparison(
        datetime(2026, 1, 1, 12, tzinfo=UTC), new, gone
    )


@pytest.mark.parametrize("day", [1, 2], ids=["then", "now"])
def test_findings_of_pages_from_the_cache_are_left_out(tmp_path: Path, day: int) -> None:
    audits = [stored(tmp_path, 1, [A, C]), stored(tmp_path, 2, [B])]
    folder, run = audits[day - 1]
    (folder / "data" / "pages").mkdir()
    pages = {"url": [A[1], B[1], C[1]], "cached_at": [datetime.now(UTC), datetime.now(UTC), None]}
    pq.write_table(pa.table(pages), folder / "data" / "pages" / "part-0.parquet")
    run["cached"] = {"pages": 2}
    (folder / "run.json").write_text(json.dumps(run))
    comparison = compare(*audits[1])
    assert (comparison.new, comparison.gone) == ({}, 1)


def test_without_an_earlier_audit_everything_is_new(tmp_path: Path) -> None:
    comparison = compare(*stored(tmp_path, 2, [A, B, C]))
    assert comparison == Comparison(None, {"error": 2, "warning": 1, "notice": 0}, None)
    assert comparison.facts == {
        "compared_with": None,
        "new": {"error": 2, "warning": 1, "notice": 0},
        "gone": None,
    }


def test_it_is_compared_with_the_last_complete_audit_of_the_same_site(tmp_path: Path) -> None:
    stored(tmp_path, 1, [A])
    stored(tmp_path, 2, [A, B])
    stored(tmp_path, 3, [], complete=False)
    stored(tmp_path, 4, [], site=f"{SITE}sitemap-de.xml")
    (tmp_path / "2026-01-05T12-00-00Z").mkdir()
    stored(tmp_path, 7, [])
    comparison = compare(*stored(tmp_path, 6, [A, B, C]))
    assert comparison == Comparison(datetime(2026, 1, 2, 12, tzinfo=UTC), {"warning": 1}, 0)


def test_a_check_that_the_earlier_audit_did_not_run_finds_nothing_new(tmp_path: Path) -> None:
    stored(tmp_path, 1, [A], ran=("status/not-found",))
    assert compare(*stored(tmp_path, 2, [A, C])).new == {}


def test_a_check_that_ended_in_an_error_has_lost_nothing(tmp_path: Path) -> None:
    stored(tmp_path, 1, [A])
    assert compare(*stored(tmp_path, 2, [], outcome="error")).gone == 0


def test_what_an_incomplete_audit_did_not_find_again_is_unknown(tmp_path: Path) -> None:
    stored(tmp_path, 1, [A])
    assert compare(*stored(tmp_path, 2, [B], complete=False)) == Comparison(
        datetime(2026, 1, 1, 12, tzinfo=UTC), {"error": 1}, None
    )
