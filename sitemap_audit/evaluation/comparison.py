"""Count what changed since the previous audit, as run.json has it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.comparison.previous import history
from sitemap_audit.reporting.changes import NO_EARLIER_AUDIT, read_changes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.analysis.comparison.previous import Previous
    from sitemap_audit.storage import Store

_ALL = """
SELECT run.severity, COUNT(*)
FROM findings AS found INNER JOIN check_runs AS run ON found."check" = run."check"
GROUP BY run.severity"""
_COUNTS = """
SELECT severity, COUNT(*) FROM finding_changes
WHERE (change = 'resolved') = $is_gone AND is_known = $is_known
GROUP BY severity"""


class Comparison(NamedTuple):
    """What has changed since the audit before."""

    since: datetime | None
    "When that one began; None where there is none, and nothing is compared."
    new: Mapping[str, int]
    "Findings that it did not have where it looked, by severity."
    not_compared: Mapping[str, int]
    "Findings that it does not have, of which it is not known whether they are new, by severity."
    gone: int | None
    "Its findings that were not found where this one looked; None where this one is not complete."
    gone_not_compared: int | None
    "Its findings that this one does not have, of which it is not known whether they are gone."

    @property
    def facts(self) -> dict[str, Any]:
        """The same as run.json has it in ``changes``."""
        since = self.since.isoformat() if self.since else None
        counts = {name: dict(getattr(self, name)) for name in ("new", "not_compared")}
        gone = {"gone": self.gone, "gone_not_compared": self.gone_not_compared}
        return {"compared_with": since, **counts, **gone}


def changes_record(
    store: Store,
    checks: Sequence[Check],
    run: Mapping[str, Any],
    previous: Previous | None,
    *,
    is_part: bool,
) -> dict[str, Any]:
    """Return the previous audit and the changes since, as run.json has them."""
    if is_part or store.folder is None:
        return {"previous": None, "changes": None, "history": []}
    comparison = read_comparison(store, previous, is_complete=run["complete"])
    told = {"previous": previous and previous.facts(run), "history": history(store.folder, run)}
    changes = read_changes(store, checks, {**run, **told}, rows=0)
    sentence = changes.sentence if changes else run.get("not_compared") or NO_EARLIER_AUDIT
    return {**told, "changes": {**comparison.facts, "sentence": sentence}}


def read_comparison(store: Store, previous: Previous | None, *, is_complete: bool) -> Comparison:
    """Count the findings that are new, gone or not compared, after ``find_changes``."""
    if previous is None:
        return Comparison(None, {}, dict(store.rows(_ALL)), None, None)
    new, unclear, gone, gone_unclear = (
        dict(store.rows(_COUNTS, {"is_gone": is_gone, "is_known": is_known}))
        for is_gone in (False, True)
        for is_known in (True, False)
    )
    since = datetime.fromisoformat(previous.record["started_at"])
    if not is_complete:
        return Comparison(since, new, unclear, None, None)
    return Comparison(since, new, unclear, sum(gone.values()), sum(gone_unclear.values()))
