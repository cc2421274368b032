"""Print how a command ended, and choose its exit status."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from sitemap_audit.errors import AuditError
from sitemap_audit.severity import at_least
from sitemap_audit.standard_output import complain, note, screen, show, show_file, show_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import RenderableType

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord

COMPLETE, FOUND, WRONG_USAGE, INCOMPLETE, UNPUBLISHED = 0, 1, 2, 3, 4


def end(
    place: AuditPlace,
    options: Options,
    summary: RenderableType,
    undelivered: Sequence[str] = (),
    of: AuditPlace | None = None,
    imported: Sequence[str] = (),
) -> int:
    """Print the summary and failed deliveries, and return the exit status.

    Args:
        of: the audit if only some checks ran.
        imported: sentences on the files that were imported.
    """
    from sitemap_audit.report.escaping import for_screen
    from sitemap_audit.storage.run_file import read_run

    is_printed = options.prints_format
    for sentence in imported:
        show_plainly(for_screen(sentence), stderr=is_printed)
    is_terminal = screen(stderr=is_printed).is_terminal
    if summary:
        show(summary, stderr=is_printed, soft_wrap=not is_terminal, crop=False)
    if options.output_descriptor is not None:
        _copy_format(options.output_descriptor, options, place.folder)
    for sentence in undelivered:
        complain(sentence)
    run = read_run(place.folder)
    if run.published and run.published.link:
        show_plainly(f"Google Sheet: {run.published.link}", stderr=is_printed, folds=False)
    is_unjudged = [*run.incomplete_because] == [run.not_judged]
    if not run.complete and not is_unjudged:
        text = f"To continue: sitemap-audit resume {shlex.quote(str(of or place))}"
        show_plainly(text, stderr=is_printed)
    return exit_status(run, options.fail_on)


def exit_status(run: RunRecord, fail_on: str | None) -> int:
    """Return the exit status of an audit."""
    if not run.complete:
        return INCOMPLETE
    if run.published and run.published.error:
        return UNPUBLISHED
    if run.over_budget:
        return FOUND
    severe = at_least(fail_on) if fail_on else ()
    return FOUND if any(map(run.found(fail_on or "").get, severe)) else COMPLETE


def _copy_format(descriptor: int, options: Options, folder: Path) -> None:
    """Copy the file that the analysis wrote for an open file of this process, and delete it.

    Raises:
        AuditError: the open file cannot be written.
    """
    from sitemap_audit.reports.output import output_path

    path = output_path(options, folder)
    if path.exists():  # not if the checks did not finish
        try:
            show_file(path, descriptor)
        except OSError as error:
            raise AuditError(
                f"Cannot write {options.output_file}: {error.strerror}. The output is in {path}."
            ) from None
        path.unlink()


def show_progress(line: str, *, is_quiet: bool) -> None:
    if not is_quiet:
        note(line)
