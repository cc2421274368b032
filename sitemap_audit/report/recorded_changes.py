"""Count what changed since the previous audit, as run.json has it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.comparison.previous import (
    differences,
    history,
    is_same_link_crawl,
)
from sitemap_audit.plural import counted
from sitemap_audit.report.issue_changes import NO_EARLIER_AUDIT, read_changes
from sitemap_audit.run_record import Changes, PreviousAudit, counts_of
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.analysis.comparison.previous import Previous
    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store


def with_changes(
    run: RunRecord,
    store: Store,
    place: AuditPlace,
    previous: Previous | None,
    checks: Sequence[Check],
    *,
    is_part: bool,
) -> RunRecord:
    """Return the record with the audit before, the changes since, and the history.

    Args:
        store: after ``find_changes``.
        checks: those that ran, of changes too.
        is_part: of some of the checks, which are not compared.
    """
    if is_part:
        return replace(run, previous=None, changes=None, history=[])
    before = history(place, run)
    facts = previous and compared_facts(store, run, previous)
    run = replace(run, previous=facts, history=before)
    changes = read_changes(store, run, checks)
    sentence = changes.sentence if changes else run.not_compared or NO_EARLIER_AUDIT
    return replace(run, changes=count_changes(store, run, previous, sentence))


def compared_facts(store: Store, run: RunRecord, previous: Previous) -> PreviousAudit:
    """Return what the record says of the audit before: the figures that can be compared, and why.

    Args:
        store: after ``find_changes``, with ``compared_urls``.
    """
    before = previous.record
    options = differences(before, run)
    ((checks, once, errors_once),) = store.rows(step("recorded/ran"))
    checked_once = store.value(step("recorded/checked_once"))
    told = []
    figures = counts_of(before.figures) if run.complete else {}
    if options:
        told.append(f"The two audits differ in {', '.join(options)}: key figures are not compared.")
        figures = _only(figures, "urls_in_sitemaps")
    elif checked_once and run.complete:
        told.append(
            f"{counted(checked_once, 'URL')} could be checked in one of the two audits only:"
            " what is indexable is not compared in the key figures."
        )
        figures = _only(figures, "urls_in_sitemaps", "not_checked")
    unlike = [
        *(["--ignore-file"] if _rules(before) != _rules(run) else []),
        *([] if is_same_link_crawl(before, run) else ["the link crawl"]),
    ]
    if "urls_with_error" in figures and (errors_once or unlike):
        del figures["urls_with_error"]
        if unlike:
            told.append(
                f"The two audits differ in {' and '.join(unlike)}: URLs with errors are not"
                " compared in the key figures."
            )
    if once:
        told.append(
            f"{counted(once, 'check')} ran in one of the two audits only, or differently: their"
            " findings are not compared."
        )
    return PreviousAudit(
        folder=previous.place.folder.name,
        started_at=before.started_at,
        figures=figures or None,
        checks=checks,
        differences=told,
    )


def _only(figures: Mapping[str, int], *names: str) -> dict[str, int]:
    return {name: figures[name] for name in names if name in figures}


def _rules(run: RunRecord) -> list[Any]:
    """The rules of --ignore-file, without what they left out."""
    rules = run.ignored.rules if run.ignored else ()
    return [{name: value for name, value in each.items() if name != "findings"} for each in rules]


def count_changes(
    store: Store, run: RunRecord, previous: Previous | None, sentence: str
) -> Changes:
    """Count the findings that are new, gone or not compared."""
    if previous is None:
        unclear, since = dict(store.rows(step("recorded/severities"))), None
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
    return dict(
        store.rows(step("recorded/finding_changes"), {"is_gone": is_gone, "is_known": is_known})
    )
