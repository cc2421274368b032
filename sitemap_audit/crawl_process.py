"""Run an audit in a process of its own, for a script or a notebook.

Scrapy's reactor starts once in a process, and a notebook has an event loop of its own. The process
exits when the parent exits.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from sitemap_audit.errors import AuditError
from sitemap_audit.machine.child import receive_result, run_task, send_task, start_child
from sitemap_audit.machine.stopping import stoppable
from sitemap_audit.standard_output import UPDATE, note

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of an audit: its folder, or an error for the caller."""

    folder: Path | str | None = None
    refused: AuditError | None = None
    "Error to raise in the parent."


def audit_in_process(
    sites: Sequence[str], config: Path | None, options: Mapping[str, Any], *, is_quiet: bool
) -> Path | str:
    """Audit sites, and return the folder of the audit, or its URL.

    Raises:
        AuditError: the audit cannot start, or was not finished.
        KeyboardInterrupt: Ctrl-C stopped it. What was crawled is checked and reported, unless
            Ctrl-C is pressed twice.
    """
    stream = None if is_quiet else sys.stderr
    display = "none" if stream is None else "updates" if _is_rewritable(stream) else "lines"
    child = start_child(
        __name__,
        {"PYTHONIOENCODING": "utf-8"},
        stderr=subprocess.DEVNULL if stream is None else subprocess.PIPE,
    )
    with child as process, stoppable(lambda: process.send_signal(_STOP)) as stop:
        send_task(process, (tuple(sites), config, dict(options), display))
        if stream is not None:
            assert process.stderr is not None
            _show(process.stderr, stream)
        result: Result | None = receive_result(process)
    if stop.is_requested:
        if stream is not None and result is not None and result.folder:
            stream.write(f"Stopped. To read what was crawled: load({str(result.folder)!r})\n")
        raise KeyboardInterrupt
    if result is None:
        raise AuditError(f"The audit ended without a result (status {process.returncode}).")
    if result.refused:
        raise result.refused
    assert result.folder is not None
    return result.folder


_STOP = signal.SIGINT if os.name == "posix" else signal.SIGTERM
"Stops the crawl; what was crawled is checked and reported. A second one stops at once."


def _is_rewritable(stream: TextIO) -> bool:
    """Whether a line can be rewritten: on a terminal, and in a notebook."""
    return stream.isatty() or "ipykernel" in sys.modules


def _show(lines: Iterable[bytes], stream: TextIO) -> None:
    """Show the lines of the process; an update of the progress replaces the one before."""
    width = shutil.get_terminal_size().columns - 1
    shown = 0
    for line in lines:
        text = line.decode("utf-8", "replace").rstrip("\n")
        is_update = text.startswith(UPDATE)
        text = text.removeprefix(UPDATE)[:width] if is_update else text
        start, end = ("\r" if shown else ""), ("" if is_update else "\n")
        stream.write(f"{start}{text.ljust(shown)}{end}")
        stream.flush()
        shown = len(text) if is_update else 0
    if shown:
        stream.write(f"\r{' ' * shown}\r")
        stream.flush()


def main() -> None:
    """Run the audit read from standard input: the entry point of the process."""
    from sitemap_audit.machine.hangup import end_on_hangup

    signal.signal(signal.SIGINT, lambda *_: os._exit(1))  # replaced while the crawl runs
    end_on_hangup()
    run_task(_audit)


def _audit(
    sites: tuple[str, ...], config: Path | None, given: dict[str, Any], display: str
) -> Result:
    from sitemap_audit.cluster.driver import crawl_anywhere
    from sitemap_audit.crawl.inputs import read_inputs
    from sitemap_audit.crawl.preparing import begin_audit
    from sitemap_audit.options.option_sources import read_options
    from sitemap_audit.storage.run_file import LOG_FILE
    from sitemap_audit.storage.temporary_copies import output_place
    from sitemap_audit.storage.working_copy import stored

    try:
        options, sites_in_file = read_options(given, config)
        with output_place(options.output) as output:
            inputs = read_inputs(sites or sites_in_file, options)
            run = begin_audit(options, inputs, output=output)
            for sentence in run.told_ahead:
                note(sentence)
            with stored(run.place):
                crawl_anywhere(run, display=display)
            if run.conclusion is None:
                raise AuditError(f"The audit could not be finished. See {run.place}/{LOG_FILE}.")
            for sentence in (*run.conclusion.imported, *run.conclusion.undelivered):
                note(sentence)
            return Result(folder=run.place.url or run.folder.absolute())
    except AuditError as error:
        return Result(refused=error)
    except OSError as error:
        why = f"Cannot use {error.filename or 'a file'}: {error.strerror or error}."
        return Result(refused=AuditError(why))
    except Exception as error:
        traceback.print_exc()
        return Result(refused=AuditError(f"Internal error ({type(error).__name__}: {error})."))
