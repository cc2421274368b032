"""An audit's findings and those of the audit before it: what is new, what is gone.

Two findings are the same if their ``finding_id`` is. Only checks are compared that both audits ran,
and no findings of pages that came from the HTTP cache: nothing is known of them today.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.findings import IDENTITY
from sitemap_audit.errors import UsageError
from sitemap_audit.storage.run_record import read_run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.storage.duckdb import DuckDBStore


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
    from sitemap_audit.storage.duckdb import DuckDBStore  # late: most crawls tell nobody

    before = _before(folder, run)
    if before is None:
        return Comparison(None, run["findings"]["by_severity"], None)
    record = read_run(before)
    since = datetime.fromisoformat(record["started_at"])
    parts = {
        name: str(audit / "data" / table / "part-0.parquet")
        for audit, name, table in (
            (folder, "now", "findings"),
            (folder, "run_now", "check_runs"),
            (before, "then", "findings"),
            (before, "run_then", "check_runs"),
        )
    }
    cached = [audit for audit, told in ((folder, run), (before, record)) if told.get("cached")]
    with DuckDBStore(tables=()) as store:
        new = _change(store, parts, "now", "then", cached)
        gone = None
        if run["complete"]:
            gone = sum(_change(store, parts, "then", "now", cached).values())
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


_CHANGE = """
SELECT severity, COUNT(*)
FROM (
    SELECT "check", {id_here} AS finding_id FROM read_parquet(${here}){fetched}
    EXCEPT
    SELECT "check", {id_there} AS finding_id FROM read_parquet(${there})
)
JOIN read_parquet($run_{here}) AS here USING ("check")
JOIN (SELECT "check" FROM read_parquet($run_{there}) WHERE outcome <> 'error') USING ("check")
WHERE here.outcome <> 'error'
GROUP BY severity"""


_FETCHED = """
    WHERE url IS NULL OR url NOT IN (
        SELECT url FROM read_parquet($cached) WHERE cached_at IS NOT NULL
    )"""


def _change(
    store: DuckDBStore, parts: Mapping[str, str], here: str, there: str, cached: Sequence[Path]
) -> dict[str, int]:
    """Findings that one audit has and the other has not, by severity.

    Args:
        cached: the audits, of the two, that have pages from the cache.
    """
    pages = [str(audit / "data" / "pages" / "*.parquet") for audit in cached]
    sql = _CHANGE.format(
        fetched=_FETCHED if cached else "",
        here=here,
        there=there,
        id_here=_identity(store, parts[here]),
        id_there=_identity(store, parts[there]),
    )
    values: dict[str, Any] = {**parts, "cached": pages} if cached else dict(parts)
    return {severity: int(count) for severity, count in store.rows(sql, values)}


def _identity(store: DuckDBStore, part: str) -> str:
    """The identity of findings, as SQL; audits of earlier versions have no column for it."""
    columns = store.rows("SELECT name FROM parquet_schema($part)", {"part": part})
    return "finding_id" if ("finding_id",) in columns else IDENTITY
