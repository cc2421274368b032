"""An audit whose checks have not all ended: what its record says until they have.

Such a record has ``not_judged``, a sentence that is among the reasons why the audit is not
complete. It goes when the checks begin anew; what else the record says is of the crawl, and stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.storage.run_record import FINISHED, write_run

if TYPE_CHECKING:
    from pathlib import Path


def begin(folder: Path, run: dict[str, Any], into: Path) -> None:
    """Leave word that the checks have not ended, ``into`` the folder that the reports go to.

    Args:
        run: as if the checks had ended.
    """
    forget(run)
    waiting = marked(run, f"The checks have not finished. {go_on(folder)}")
    write_run(into, waiting)


def forget(run: dict[str, Any]) -> None:
    """Take out of a record why the checks did not end."""
    if sentence := run.pop("not_judged", None):
        run["incomplete_because"] = [why for why in run["incomplete_because"] if why != sentence]
        run["complete"] = run["reason"] == FINISHED and not run["incomplete_because"]


def end(folder: Path, run: dict[str, Any], why: str, into: Path) -> str:
    """Note in the record ``into`` a folder why the checks did not end; what is said of that.

    Raises:
        OSError: the folder cannot be written.
    """
    sentence = f"{why} {go_on(folder)}"
    forget(run)
    run.update(marked(run, sentence))
    write_run(into, run)
    return f"NOT COMPLETE  {sentence}"


def go_on(folder: Path) -> str:
    """What to do about it."""
    return f"'sitemap-audit check {folder}' runs them again."


def marked(run: dict[str, Any], sentence: str) -> dict[str, Any]:
    """The record of an audit that is not complete, since not every check has run."""
    because = [*run["incomplete_because"], sentence]
    return run | {"complete": False, "incomplete_because": because, "not_judged": sentence}
