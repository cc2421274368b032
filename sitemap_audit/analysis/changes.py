"""An audit's findings and those of the audit before it: what is new, what is gone.

Two findings are the same if check, URL, sitemap and related URL are. Only checks are compared that
both audits ran.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.run_record import read_run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Comparison(NamedTuple):
    """What has changed since the last complete audit of the same sites."""

    since: datetime | None
    "When that one began; None where there is none, and everything is new."
    new: Mapping[str, int]
    "Findings that it did not have, by severity."
    gone: int | None
    "Its findings that were not found again; None where this audit is not complete."

    @property
    def facts(self) -> dict[str, Any]:
        """The same as JSON has it."""
        since = self.since.isoformat() if self.since else None
        return {"compared_with": since, "new": dict(self.new), "gone": self.gone}


def compare(folder: Path, run: Mapping[str, Any]) -> Comparison:
    """Compare a judged audit with the one before it in the same output folder."""
    before = _before(folder, run)
    if before is None:
        return Comparison(None, run["findings"]["by_severity"], None)
    since = datetime.fromisoformat(read_run(before)["started_at"])
    parts = {
        name: str(audit / "data" / table / "part-0.parquet")
        for audit, name, table in (
            (folder, "now", "findings"),
            (folder, "run_now", "check_runs"),
            (before, "then", "findings"),
            (before, "run_then", "check_runs"),
        )
    }
    with DuckDBStore(tables=()) as store:
        new = {name: int(count) for name, count in store.rows(_NEW, parts)}
        gone = sum(count for _, count in store.rows(_GONE, parts)) if run["complete"] else None
    return Comparison(since, new, gone)


def _before(folder: Path, run: Mapping[str, Any]) -> Path | None:
    """The last complete audit of the same sites that began before this one, by folder."""
    candidates = sorted((f for f in folder.parent.iterdir() if f != folder), reverse=True)
    return next((each for each in candidates if _is_before(each, run)), None)


def _is_before(folder: Path, run: Mapping[str, Any]) -> bool:
    try:
        other = read_run(folder)
    except UsageError:
        return False
    return (
        other["complete"]
        and other["sites"] == run["sites"]
        and other["started_at"] < run["started_at"]
        and (folder / "data" / "check_runs" / "part-0.parquet").exists()
    )


_SAME = '"check", url, sitemap_url, related_url'
_CHANGE = """
SELECT severity, COUNT(*)
FROM (
    SELECT {same} FROM read_parquet(${here})
    EXCEPT
    SELECT {same} FROM read_parquet(${there})
)
JOIN read_parquet($run_{here}) AS here USING ("check")
JOIN (SELECT "check" FROM read_parquet($run_{there}) WHERE outcome <> 'error') USING ("check")
WHERE here.outcome <> 'error'
GROUP BY severity"""
_NEW = _CHANGE.format(same=_SAME, here="now", there="then")
_GONE = _CHANGE.format(same=_SAME, here="then", there="now")
