"""Mark the run record of an audit whose checks have not finished.

The record has ``not_judged``, a sentence that also stands in ``incomplete_because``. It is removed
when the checks start again. Everything else in the record comes from the crawl and stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.machine.copies import as_shown
from sitemap_audit.storage.run_record import FINISHED, write_run

if TYPE_CHECKING:
    from pathlib import Path


def mark_started(folder: Path, run: dict[str, Any], into: Path) -> None:
    """Write to ``into``, the folder of the reports, that the checks have not finished.

    Args:
        run: the record; it does not change, except that an earlier reason is removed.
    """
    clear(run)
    unfinished = with_reason(run, as_shown(f"The checks have not finished. {remedy(folder)}"))
    write_run(into, unfinished)


def clear(run: dict[str, Any]) -> None:
    """Remove the reason why the checks did not finish; without others the record is complete."""
    if sentence := run.pop("not_judged", None):
        run["incomplete_because"] = [why for why in run["incomplete_because"] if why != sentence]
        complete_again(run)


def complete_again(run: dict[str, Any]) -> None:
    """Mark the record complete if nothing makes it incomplete any more."""
    run["complete"] = run["reason"] == FINISHED and not run["incomplete_because"]


def mark_failed(folder: Path, run: dict[str, Any], why: str, into: Path) -> str:
    """Write to the record in ``into`` why the checks did not finish; return the summary.

    Raises:
        OSError: the folder cannot be written.
    """
    sentence = as_shown(f"{why} {remedy(folder)}")
    clear(run)
    run.update(with_reason(run, sentence))
    write_run(into, run)
    return f"NOT COMPLETE  {sentence}"


def remedy(folder: Path) -> str:
    """Name the command that runs the checks again."""
    return f"'sitemap-audit check {folder}' runs them again."


def with_reason(run: dict[str, Any], sentence: str) -> dict[str, Any]:
    """Return a copy of the record, incomplete because of ``sentence``."""
    because = [*run["incomplete_because"], sentence]
    return run | {"complete": False, "incomplete_because": because, "not_judged": sentence}
