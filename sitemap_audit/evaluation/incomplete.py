"""Mark the run record of an audit whose checks have not finished.

The record has ``not_judged``, a sentence that also stands in ``incomplete_because``. It is removed
when the checks start again. Everything else in the record comes from the crawl and stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sitemap_audit.storage.run_file import write_run

if TYPE_CHECKING:
    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.run_record import RunRecord


def mark_started(place: AuditPlace, run: RunRecord, into: AuditPlace) -> RunRecord:
    """Write to ``into``, the folder of the reports, that the checks have not finished.

    Returns:
        the record without an earlier reason why they have not.
    """
    run = cleared(run)
    write_run(into.folder, unjudged(run, f"The checks have not finished. {remedy(place)}"))
    return run


def cleared(run: RunRecord) -> RunRecord:
    """Return the record without the reason why the checks did not finish."""
    if run.not_judged is None:
        return run
    return replace(run.without_reasons([run.not_judged]), not_judged=None)


def mark_failed(place: AuditPlace, run: RunRecord, why: str, into: AuditPlace | None = None) -> str:
    """Write to the record why the checks did not finish; return the summary.

    Args:
        into: where the record is, if it is not that of the audit.

    Raises:
        OSError: the folder cannot be written.
    """
    sentence = f"{why} {remedy(place)}"
    write_run((into or place).folder, unjudged(cleared(run), sentence))
    return f"NOT COMPLETE  {sentence}"


def remedy(place: AuditPlace) -> str:
    """Name the command that runs the checks again."""
    return f"'sitemap-audit check {place}' runs them again."


def unjudged(run: RunRecord, sentence: str) -> RunRecord:
    """Return the record as one of an audit whose checks have not finished, for this reason."""
    return replace(run.incomplete([sentence]), not_judged=sentence)
