"""Mark the run record of an audit whose checks have not finished.

The record has ``not_judged``, a sentence that also stands in ``incomplete_because``. It is removed
when the checks start again. Everything else in the record comes from the crawl and stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sitemap_audit.machine.copies import as_shown
from sitemap_audit.storage.run_file import write_run

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord


def mark_started(folder: Path, run: RunRecord, into: Path) -> RunRecord:
    """Write to ``into``, the folder of the reports, that the checks have not finished.

    Returns:
        the record without an earlier reason why they have not.
    """
    run = cleared(run)
    write_run(into, unjudged(run, as_shown(f"The checks have not finished. {remedy(folder)}")))
    return run


def cleared(run: RunRecord) -> RunRecord:
    """Return the record without the reason why the checks did not finish."""
    if run.not_judged is None:
        return run
    return replace(run.without_reasons([run.not_judged]), not_judged=None)


def mark_failed(folder: Path, run: RunRecord, why: str, into: Path) -> str:
    """Write to the record in ``into`` why the checks did not finish; return the summary.

    Raises:
        OSError: the folder cannot be written.
    """
    sentence = as_shown(f"{why} {remedy(folder)}")
    write_run(into, unjudged(cleared(run), sentence))
    return f"NOT COMPLETE  {sentence}"


def remedy(folder: Path) -> str:
    """Name the command that runs the checks again."""
    return f"'sitemap-audit check {folder}' runs them again."


def unjudged(run: RunRecord, sentence: str) -> RunRecord:
    """Return the record as one of an audit whose checks have not finished, for this reason."""
    return replace(run.incomplete([sentence]), not_judged=sentence)
