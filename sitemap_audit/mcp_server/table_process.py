"""The tables of a stored audit, in a process of their own.

DuckDB looks between two parts of a query whether it is interrupted, as
https://github.com/duckdb/duckdb/pull/23706 shows, and limits the memory of its buffers alone
(https://duckdb.org/docs/stable/operations_manual/limits), not of the texts that functions make. A
query that somebody else wrote may take any time and memory: then its process is killed. The next
call starts another one, which loads the tables again.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import weakref
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.api import Audit
from sitemap_audit.errors import AuditError
from sitemap_audit.machine.resources import allowed
from sitemap_audit.machine.worker import (
    Limits,
    TooCostlyError,
    TooSlowError,
    Worker,
    WorkerEndedError,
)
from sitemap_audit.mcp_server.site_data import PAGE, answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.redaction import Redaction

_GRACE = 1.0
"Seconds for a query to end once it is interrupted."
MEMORY = allowed(None)
"Bytes that the process may add to its memory during a query."
_ENDED = "the process of the tables ended, most likely because memory ran out"


class _Refused(NamedTuple):
    """Why there is no answer; not every exception can be sent."""

    sentence: str


class TableProcess:
    """The tables of one audit. Their process starts when they are first read."""

    def __init__(
        self, place: AuditPlace, checks: Sequence[str], redaction: Redaction | None
    ) -> None:
        """Name the audit; the arguments are those of :class:`~sitemap_audit.api.Audit`."""
        self._arguments = place, tuple(checks), redaction
        self._worker = Worker(_prepare, None)
        self._scratch = ""
        "Folder of the temporary files of the process."

    def page(self, table: str, wanted: Mapping[str, Any], first: int, **facts: Any) -> str:
        """Return the answer with some rows of a table: see :meth:`Audit.page`.

        Args:
            facts: for the answer.

        Raises:
            AuditError: the audit cannot be read.
            OSError: the process cannot be started, or has no folder for temporary files.
        """
        try:
            read = partial(Audit.page, name=table, wanted=wanted, first=first, rows=PAGE + 1)
            return self._answer(table, read, facts, None)
        except WorkerEndedError:
            raise AuditError(f"Cannot read the tables: {_ENDED}. Try again.") from None

    def select(self, query: str, seconds: float, **facts: Any) -> str:
        """Return the answer with the first rows of a query: see :meth:`Audit.select`.

        Args:
            seconds: when to interrupt it.
            facts: for the answer.

        Raises:
            AuditError: the audit cannot be read, or the query fails or takes too much.
            OSError: the process cannot be started.
        """
        try:
            read = partial(Audit.select, query=query, rows=PAGE + 1, seconds=seconds)
            return self._answer(query, read, facts, seconds + _GRACE)
        except TooSlowError:
            why = f"it took more than {seconds:g} seconds, and DuckDB could not interrupt it"
        except TooCostlyError:
            why = "it needs too much memory"
        except WorkerEndedError:
            why = _ENDED
        raise AuditError(f"Cannot run the query: {why}. Filter or group it.")

    def _answer(
        self,
        query: str,
        read: Callable[[Audit], list[dict[str, Any]]],
        facts: dict[str, Any],
        seconds: float | None,
    ) -> str:
        """Return the answer with the rows that are read.

        Args:
            query: that names the tables to load.
            seconds: that it may take once they are loaded; None for no limits.
        """
        if self._worker.start():
            try:
                self._scratch = tempfile.mkdtemp(prefix="sitemap-audit-")
            except OSError:
                self._worker.kill()
                raise
            self._end = weakref.finalize(self, _end, self._worker, self._scratch)
        self._worker.limits = None
        task = partial(_answers, query, read, facts)
        told: list[Any] = []
        try:
            for each in self._worker.run(task, self._scratch, *self._arguments):
                told.append(each)
                if seconds is not None:
                    self._worker.limits = Limits(seconds, self._worker.memory + MEMORY)
        except WorkerEndedError:
            self._end()
            raise
        answered = told[-1]
        if isinstance(answered, _Refused):
            raise AuditError(answered.sentence)
        return str(answered)


def _end(worker: Worker, scratch: str) -> None:
    worker.kill()
    shutil.rmtree(scratch, ignore_errors=True)


# The functions below run in the process.

_opened: list[Audit] = []
"The audit, once it is open."


def _prepare() -> None:
    os.dup2(2, 1)  # the standard output is that of the server, for its messages


def _answers(
    query: str,
    read: Callable[[Audit], list[dict[str, Any]]],
    facts: dict[str, Any],
    scratch: str,
    *arguments: Any,
) -> Iterator[Any]:
    """Yield True once the tables of a query are loaded, then the answer with what is read.

    Args:
        arguments: of the audit.
    """
    try:
        audit = _audit(scratch, *arguments)
        audit.load_tables(query)
        yield True
        rows = read(audit)
        yield answer(rows[:PAGE], **facts, more=len(rows) > PAGE)
    except AuditError as error:
        yield _Refused(str(error))
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        yield _Refused(f"Cannot read the tables of the audit ({told}). Try again.")


def _audit(scratch: str, *arguments: Any) -> Audit:
    if not _opened:
        tempfile.tempdir = scratch
        atexit.register(shutil.rmtree, scratch, ignore_errors=True)
        atexit.register(_opened.clear)  # DuckDB names on standard error what is left at the end
        _opened.append(Audit(*arguments))
    return _opened[0]
