"""Run the analysis in a separate process, which does not add its memory to the crawl's.

It exits when the parent exits, for whatever reason. SIGINT and SIGTERM to the parent kill it at
once.
"""

from __future__ import annotations

import logging
import shutil
import signal
import traceback
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sitemap_audit.errors import AuditError, ClusterError
from sitemap_audit.evaluation import incomplete
from sitemap_audit.machine.child import receive_result, run_task, send_task, start_child
from sitemap_audit.machine.interpreter import freeze_garbage_collection, release_memory
from sitemap_audit.machine.resources import SCRATCH
from sitemap_audit.machine.stopping import stoppable

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of the checks: a summary, an error for the caller, or why they did not finish."""

    run: RunRecord
    "The run record, with what the analysis added."
    summary: RenderableType = ""
    refused: AuditError | None = None
    "Error to raise in the parent."
    why: str | None = None
    "Why the analysis did not finish."
    trace: str | None = None
    "Traceback of an internal error."


def analyse_in_process(
    place: AuditPlace, run: RunRecord, options: Options, into: AuditPlace | None = None
) -> Result:
    """Run the checks, write the reports and make the summary, in a separate process.

    If that fails, run.json says why, and the summary says what to do.

    Args:
        into: see :func:`evaluator.analyse`.

    Raises:
        UsageError: the options name a check or a parameter that does not exist.
        OSError: the run record cannot be written.
    """
    release_memory()
    if options.cluster is not None and place.url is not None:
        from sitemap_audit.storage.working_copy import send_now

        send_now(place.folder)  # the executors read the parts from the store
    result = _analyse(place, run, options, into)
    if result.refused:
        raise result.refused
    if result.trace:
        logger.error("The checks ended with an internal error:\n%s", result.trace)
    if result.why:
        told = incomplete.mark_failed(place, result.run, result.why, into)
        return replace(result, summary=told)
    return result


def _analyse(
    place: AuditPlace, run: RunRecord, options: Options, into: AuditPlace | None
) -> Result:
    run = incomplete.cleared(run)
    child = start_child(__name__, _environment(place.folder / SCRATCH))
    with child as process, stoppable(process.kill) as stop:
        send_task(process, (place, run, options, into))
        result: Result | None = receive_result(process)
        if result is None:
            why = _exit_reason(process.wait(), is_stopped=stop.is_requested)
            result = Result(run=run, why=why)
            clean_up(place.folder)
    return result


def _environment(scratch: Path) -> dict[str, str]:
    """Return the variables of the process."""
    # Nothing here calls numpy's BLAS, whose threads are busy waiting for it.
    variables = {"TMPDIR": str(scratch), "OPENBLAS_NUM_THREADS": "1"}
    if "%" in str(scratch.absolute()):
        # lxml escapes % for libxml2, which does not unescape it if the path is no valid URL.
        variables["OPENPYXL_LXML"] = "False"
    return variables


def _exit_reason(status: int, *, is_stopped: bool) -> str:
    """Say why there is no result."""
    if is_stopped:
        return "The checks were stopped before their end."
    if status == -getattr(signal, "SIGKILL", 9):  # Windows has none
        return (
            "The checks were killed, most likely because memory ran out. Pass a smaller size with"
            " --memory."
        )
    return f"The checks ended without a result (status {status})."


def clean_up(folder: Path) -> None:
    """Remove the temporary files that a process leaves in an audit's folder when it is stopped."""
    shutil.rmtree(folder / SCRATCH, ignore_errors=True)
    for path in folder.rglob(".*.unfinished"):
        path.unlink(missing_ok=True)


def main() -> None:
    """Run the task read from standard input: the entry point of the process."""
    run_task(_evaluate)


def _evaluate(
    place: AuditPlace, run: RunRecord, options: Options, into: AuditPlace | None
) -> Result:
    from sitemap_audit.evaluation.evaluator import analyse
    from sitemap_audit.evaluation.named_imports import import_files
    from sitemap_audit.evaluation.report_writing import write_failure
    from sitemap_audit.search_engines.property_reading import read_search_engines
    from sitemap_audit.storage.duckdb import MEMORY_ERRORS, WRITE_ERRORS

    freeze_garbage_collection()
    try:
        run = import_files(place.folder, run, options)
        run = read_search_engines(place, run, options)
        run, summary = analyse(place, run, options, into)
        return Result(run=run, summary=summary)
    except ClusterError as error:
        return Result(run=run, why=f"The checks did not run to their end. {error}")
    except AuditError as error:
        return Result(run=run, refused=error)
    except WRITE_ERRORS as error:
        return Result(run=run, why=f"{write_failure(place, error)}.")
    except MEMORY_ERRORS:
        return Result(run=run, why="The checks need more memory than --memory gives them.")
    except Exception as error:
        why = f"The checks ended with an internal error ({type(error).__name__}: {error})."
        return Result(run=run, why=why, trace=traceback.format_exc())
