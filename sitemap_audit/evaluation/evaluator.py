"""Run the checks of a stored audit, compare it with an earlier one, and write its reports."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.comparison.change_causes import group_changes
from sitemap_audit.analysis.comparison.changes import CHANGE_TABLES, find_changes
from sitemap_audit.analysis.comparison.chosen_audits import compared_audit
from sitemap_audit.analysis.comparison.compared_tables import LASTMOD_TRUST, STATES
from sitemap_audit.analysis.comparison.previous import compared_audits
from sitemap_audit.analysis.diagnoses import views_of_diagnoses
from sitemap_audit.analysis.gate import IGNORED, ignore_findings, read_ignores
from sitemap_audit.analysis.selection import choose, count_known
from sitemap_audit.analysis.url_facts import COMPARISON
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.evaluation import incomplete, notes
from sitemap_audit.evaluation.opening import open_store
from sitemap_audit.evaluation.report_writing import (
    load_results,
    views_of_reports,
    write_failure,
    write_reports,
)
from sitemap_audit.machine.resources import allowed
from sitemap_audit.report.recorded_changes import with_changes
from sitemap_audit.reports import terminal
from sitemap_audit.reports.terminal_changes import changes_summary
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import WRITE_ERRORS
from sitemap_audit.storage.parts import RESULTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from rich.console import RenderableType

    from sitemap_audit.analysis.comparison.previous import Compared, Previous
    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.options import Options
    from sitemap_audit.report.report import Report
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

logger = logging.getLogger(__name__)

_COMPARED = (STATES, LASTMOD_TRUST, COMPARISON, "compared_urls")
"Views that the next audit, the lookup of a URL and the record of this audit need."
_ERRORS = {
    runner.FINDINGS: step("report/check_errors"),
    runner.CHANGES: step("report/change_errors"),
}
"SQL of how many checks could not run, by their results."


class Judged(NamedTuple):
    """An audit whose checks have run, and whose reports are written."""

    run: RunRecord
    summary: RenderableType


def analyse(
    place: AuditPlace, run: RunRecord, options: Options, into: AuditPlace | None = None
) -> Judged:
    """Run the checks over a stored audit, and write its reports.

    Args:
        into: another folder, for the reports of a part of the checks; the audit's own reports,
            run.json and findings do not change.

    Raises:
        UsageError: the options name a check or a parameter that does not exist.
        WRITE_ERRORS: the folder cannot be written.
        MEMORY_ERRORS: the memory limit is exceeded.
    """
    why_not = None if options.compare else "Not compared: --no-compare."
    run = replace(run, checks_known=count_known(options), not_compared=why_not)
    run = incomplete.mark_started(place, run, into or place)
    try:
        previous = compared_audit(place, run, options)
        compared = previous and compared_audits(previous, place, run)
    except UsageError as error:  # the baseline; it could be read before the crawl
        why = f"Not compared with the baseline. {error}"
        return _without_comparison(place, run, options, into, why)
    except AuditError as error:  # a store does not respond
        why = f"Not compared with an earlier audit. {error}"
        return _without_comparison(place, run, options, into, why)
    try:
        return _analyse(place, run, options, into, compared)
    except Exception:  # of the kinds that reading a lost file raises
        if compared is None or not (lost := compared.lost):
            raise
    return _without_comparison(place, run, options, into, f"Not compared: {lost}.")


def _without_comparison(
    place: AuditPlace, run: RunRecord, options: Options, into: AuditPlace | None, why: str
) -> Judged:
    """Do the same without an earlier audit, because one cannot be read any more."""
    logger.warning("%s", why)
    return _analyse(place, replace(run, not_compared=why), options, into, None)


def _analyse(
    place: AuditPlace,
    run: RunRecord,
    options: Options,
    into: AuditPlace | None,
    compared: Compared | None,
) -> Judged:
    chosen = choose(options)
    checks = [check for check in chosen if not check.is_of_changes]
    of_changes = [check for check in chosen if check.is_of_changes]
    previous = compared and compared.previous
    memory = allowed(options.memory)
    with open_store(place, memory, options.cluster, compared=compared) as store:
        of_results = views_of_causes() | views_of_diagnoses(checks)
        also = views_of_reports().union(notes.views_of_notes(), _COMPARED, of_results)
        runner.prepare(store, chosen, also=also)
        run = notes.note_crawl(store, run)
        runner.run_checks(store, checks)
        _refuse_lost(store, compared, runner.FINDINGS)
        run = notes.note_failed_checks(store, run, place)
        ignored = ignore_findings(store, read_ignores(options), checks, run.started_at.date())
        run = replace(run, ignored=ignored)
        find_causes(store, checks)
        if into is None:
            for table in (*RESULTS, STATES, COMPARISON, IGNORED):
                store.save(table)
            find_changes(store, place.folder, previous, checks, run)
        runner.run_checks(store, of_changes, into=runner.CHANGES)
        _refuse_lost(store, compared, runner.CHANGES)
        group_changes(store, chosen)
        if into is None:
            for table in CHANGE_TABLES:
                store.save(table)
        run = with_changes(run, store, place, previous, chosen, is_part=into is not None)
        is_part = into is not None
        report = write_reports(store, chosen, run, options, into or place, is_part=is_part)
        return Judged(run, terminal.summary(report))


def _refuse_lost(store: Store, compared: Compared | None, results: runner.Results) -> None:
    """Refuse to go on if an earlier audit is gone, or checks failed because it cannot be read.

    Raises:
        UsageError: it is, or they did.
    """
    if compared is None:
        return
    failed = store.value(_ERRORS[results])
    if lost := compared.lost if failed else compared.gone:
        raise UsageError(f"Cannot compare: {lost}. Restore it from a copy.")


def compare(
    place: AuditPlace,
    run: RunRecord,
    options: Options,
    previous: Previous,
    into: AuditPlace,
    origins: Mapping[str, str],
) -> RenderableType:
    """Compare a stored audit with any other one, write the reports, and return the summary.

    Args:
        previous: the audit to compare with.
        into: folder for the reports; those of the audit do not change.
        origins: see :func:`attach_previous`.

    Raises:
        UsageError: the other audit cannot be read any more.
        AuditError: the folder cannot be written.
    """
    with _compared(place, run, options, previous, origins, into=into) as report:
        return changes_summary(report)


def compare_only(
    place: AuditPlace, run: RunRecord, options: Options, previous: Previous, scratch: Path
) -> RunRecord:
    """Compare two stored audits as :func:`compare` does, and return the record; write no reports.

    Args:
        options: without a format.
        scratch: folder for temporary files, which is replaced.
    """
    with _compared(place, run, options, previous, {}, scratch=scratch) as report:
        return report.record


@contextmanager
def _compared(
    place: AuditPlace,
    run: RunRecord,
    options: Options,
    previous: Previous,
    origins: Mapping[str, str],
    *,
    into: AuditPlace | None = None,
    scratch: Path | None = None,
) -> Iterator[Report]:
    compared = compared_audits(previous, place, run)
    try:
        memory = allowed(options.memory)
        with open_store(
            place, memory, compared=compared, origins=origins, scratch=scratch
        ) as store:
            yield _compare(store, place, run, options, compared, into)
    except Exception as error:
        if lost := compared.lost:
            raise UsageError(f"Cannot compare: {lost}. Restore it from a copy.") from None
        if isinstance(error, WRITE_ERRORS):
            raise AuditError(f"{write_failure(place, error)}.") from None
        raise


def _compare(
    store: Store,
    place: AuditPlace,
    run: RunRecord,
    options: Options,
    compared: Compared,
    into: AuditPlace | None,
) -> Report:
    previous = compared.previous
    of_changes = [check for check in choose(options) if check.is_of_changes]
    runner.prepare(
        store, of_changes, also=views_of_reports().union(notes.views_of_notes(), _COMPARED)
    )
    checks = load_results(store, options)
    find_changes(store, place.folder, previous, checks, run)
    runner.run_checks(store, of_changes, into=runner.CHANGES)
    _refuse_lost(store, compared, runner.CHANGES)
    chosen = [*checks, *of_changes]
    group_changes(store, chosen)
    run = with_changes(run, store, place, previous, chosen, is_part=False)
    is_format = into is None
    return write_reports(
        store, chosen, run, options, into or place, is_part=True, is_format=is_format
    )
