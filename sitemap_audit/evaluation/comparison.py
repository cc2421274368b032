"""Count what changed since the previous audit, as run.json has it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sitemap_audit.analysis.comparison.previous import history
from sitemap_audit.report.changes import NO_EARLIER_AUDIT, read_changes
from sitemap_audit.run_record import Changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.analysis.comparison.previous import Previous
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

_ALL = """
SELECT run.severity, COUNT(*)
FROM findings AS found INNER JOIN check_runs AS run ON found."check" = run."check"
GROUP BY run.severity"""
_COUNTS = """
SELECT severity, COUNT(*) FROM finding_changes
WHERE (change = 'resolved') = $is_gone AND is_known = $is_known
GROUP BY severity"""


def with_changes(
    run: RunRecord,
    store: Store,
    checks: Sequence[Check],
    previous: Previous | None,
    *,
    is_part: bool,
) -> RunRecord:
    """Return the record with the audit before, the changes since, and the history.

    Args:
        store: after ``find_changes``.
        is_part: of some of the checks, which are not compared.
    """
    if is_part or store.folder is None:
        return replace(run, previous=None, changes=None, history=[])
    before = history(store.folder, run)
    run = replace(run, previous=previous and previous.facts(run), history=before)
    changes = read_changes(store, checks, run, rows=0)
    sentence = changes.sentence if changes else run.not_compared or NO_EARLIER_AUDIT
    return replace(run, changes=count_changes(store, run, previous, sentence))


def count_changes(
    store: Store, run: RunRecord, previous: Previous | None, sentence: str
) -> Changes:
    """Count the findings that are new, gone or not compared."""
    if previous is None:
        unclear, since = dict(store.rows(_ALL)), None
        new: dict[str, int] = {}
    else:
        new, unclear = (_counts(store, is_gone=False, is_known=known) for known in (True, False))
        since = previous.record.started_at
    gone = gone_unclear = None
    if previous is not None and run.complete:
        gone, gone_unclear = (
            sum(_counts(store, is_gone=True, is_known=known).values()) for known in (True, False)
        )
    return Changes(
        compared_with=since,
        new=new,
        not_compared=unclear,
        gone=gone,
        gone_not_compared=gone_unclear,
        sentence=sentence,
    )


def _counts(store: Store, *, is_gone: bool, is_known: bool) -> dict[str, int]:
    return dict(store.rows(_COUNTS, {"is_gone": is_gone, "is_known": is_known}))
