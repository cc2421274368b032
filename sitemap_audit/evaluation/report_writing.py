"""Write the reports of an audit whose checks have run, or rebuild them from stored findings."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import Timeout

from sitemap_audit import reports
from sitemap_audit.analysis import runner
from sitemap_audit.analysis.comparison.changes import CHANGE_TABLES, load_changes
from sitemap_audit.analysis.gate import IGNORED, read_budget
from sitemap_audit.analysis.selection import selected_earlier
from sitemap_audit.analysis.views import (
    make_reported,
    tables_in,
    view_queries,
    views_before_checks,
)
from sitemap_audit.delivery.google_sheets import most_cells
from sitemap_audit.errors import AuditError, error_message
from sitemap_audit.evaluation.notes import note_cached_pages
from sitemap_audit.evaluation.opening import open_store
from sitemap_audit.machine.resources import allowed
from sitemap_audit.redaction import Redaction
from sitemap_audit.report.branding import read_brand
from sitemap_audit.report.figures import read_figures
from sitemap_audit.report.report import Report
from sitemap_audit.reports import terminal
from sitemap_audit.reports.html.portfolio import INDEX, write_index
from sitemap_audit.reports.output import OutputFileError, output_path, write_format
from sitemap_audit.run_record import counts_of
from sitemap_audit.steps import step, steps
from sitemap_audit.storage.duckdb import MEMORY_ERRORS, WRITE_ERRORS
from sitemap_audit.storage.parts import RESULTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

logger = logging.getLogger(__name__)

_STEPS = ("csv", "csv_rows", "page", "report", "sheets")
"Folders of the SQL that a report sends."
REPORT_MEMORY = 600_000_000
"Bytes that ``report`` uses if they suffice and --memory does not say otherwise: it sorts on disk."


def views_of_reports() -> set[str]:
    """Return the views that the SQL of reports and the views ``reported_*`` read.

    What is stored with the changes is not made again.
    """
    queries, before = view_queries(), views_before_checks()
    reported = [queries[name] for name in queries.keys() - before]
    read = tables_in("\n".join([*reported, *map(steps, _STEPS)]))
    return {*before} & (read - {*CHANGE_TABLES})


def report(place: AuditPlace, run: RunRecord, options: Options) -> RenderableType:
    """Write the reports again from the stored findings, and return the summary.

    With a format, only that is written.

    Raises:
        AuditError: the folder cannot be written, or the memory limit is exceeded.
    """
    memory = allowed(options.memory)
    try:
        if options.memory is None and options.cluster is None and memory > REPORT_MEMORY:
            with suppress(*MEMORY_ERRORS):
                return _report_again(place, run, options, REPORT_MEMORY)
        return _report_again(place, run, options, memory)
    except MEMORY_ERRORS:
        raise AuditError("The reports need more memory than --memory gives them.") from None
    except WRITE_ERRORS as error:
        raise AuditError(f"{write_failure(place, error)}.") from None


def _report_again(
    place: AuditPlace, run: RunRecord, options: Options, memory: int
) -> RenderableType:
    with open_store(place, memory, options.cluster) as store:
        checks = load_reported(store, options)
        is_format = options.format is not None
        report = write_reports(store, checks, run, options, place, is_format=is_format)
        if not is_format:
            return terminal.summary(report)
        is_file = options.output_descriptor is None
        return f"Written: {place.at(output_path(options, place.folder))}" if is_file else ""


def load_reported(store: Store, options: Options) -> list[Check]:
    """Make the views and load the results that reports read; return the checks that ran."""
    runner.prepare(store, (), also=views_of_reports())
    checks = load_results(store, options)
    load_changes(store)
    ran = set(dict(store.rows(step("report/change_runs"))))
    return checks + selected_earlier(options, ran)


def load_results(store: Store, options: Options) -> list[Check]:
    """Load the stored findings; return the checks that ran.

    Raises:
        UsageError: the checks have not run.
    """
    for table in (*RESULTS, IGNORED):
        store.load(table)
    ran = {name for (name,) in store.rows(step("report/check_runs"))}
    return selected_earlier(options, ran)


def write_reports(
    store: Store,
    checks: list[Check],
    run: RunRecord,
    options: Options,
    place: AuditPlace,
    *,
    is_part: bool = False,
    is_format: bool = False,
) -> Report:
    """Write the reports, and the format of the options; return what they tell.

    Args:
        is_part: see :func:`reports.write_reports`.
        is_format: write only the format.
    """
    run = note_cached_pages(store, run)
    redaction = Redaction() if options.redact_parameters else None
    if redaction:
        redaction.store(store)
    make_reported(store)
    run = replace(run, over_budget=_over_budget(store, checks, options))
    brand = read_brand(options.report_title, options.report_logo)
    report = Report(
        *(store, checks, run),
        redaction=redaction,
        fail_on=options.fail_on,
        place=place,
        brand=brand,
        browser=options.browser,
    )
    if not is_format:
        reports.write_reports(report, place, is_part=is_part, most_cells=most_cells(options))
    if options.format:
        write_format(report, options, place.folder)
    if is_format:
        return report
    output = Path(options.output)
    is_in_output = place.url is None and place.parent.parent.folder == output.absolute()
    if not is_part and is_in_output:
        try:
            write_index(output)
        except Timeout:
            logger.warning("%s is not written: another audit writes it", output / INDEX)
    return report


def _over_budget(store: Store, checks: Sequence[Check], options: Options) -> list[str]:
    """Return a sentence for each limit of the budget that is exceeded."""
    if (budget := read_budget(options)) is None:
        return []
    found = dict(store.rows(step("report/found")))
    return budget.exceeded(found, counts_of(read_figures(store)), checks)


def write_failure(place: AuditPlace, error: BaseException) -> str:
    """Return a sentence, without its period, on why an audit cannot be written."""
    if isinstance(error, OutputFileError):
        return str(error)
    return f"The audit cannot be written to {place}: {error_message(error)}. Make room there"
