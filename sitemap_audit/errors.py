"""Exceptions of the program. Faults of a site are findings, not exceptions."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CAUSE = r"([\w.]+(Error|Exception)|Caused by|OSError|: [\w.$]+(Error|Exception)): |\[[A-Z_.]+\] "
"In what Spark tells: a line that names an exception of Java or Python."


class AuditError(Exception):
    """An error that stops the audit, with a message that says what to do."""


class UsageError(AuditError):
    """An option, argument or file of the user that cannot be used."""


class NotInstalledError(UsageError):
    """A package that an option needs is not installed."""

    def __init__(self, what: str, needs: str, install: str) -> None:
        argument = f"'{install}'" if "[" in install else install  # a shell's pattern
        super().__init__(
            f"{what} needs {needs}, which is not installed. Run: pip install {argument}"
            " (with uv or pipx: docs/options.md, Extras)"
        )


class QueryError(Exception):
    """A query that Spark cannot run, whatever the state of the cluster."""


class QueryTimeoutError(Exception):
    """A query that took longer than it may."""


class NoSuchColumnError(ValueError):
    """A query gives columns that its table does not have; the message names them."""


class ClusterError(AuditError):
    """An error of a cluster, its executors or what they read and write."""

    def __init__(self, why: str, *, is_of_data: bool = False) -> None:
        super().__init__(why)
        self.is_of_data = is_of_data
        "A stored part cannot be read."

    @classmethod
    def of(cls, told: str) -> ClusterError:
        """Return the error that Spark tells in many lines, by its innermost cause."""
        if "No module named 'sitemap_audit'" in told:
            return cls(
                "The executors have no sitemap-audit. Install sitemap-audit[cluster] for their"
                " Python, and set PYSPARK_PYTHON to its path."
            )
        lines = [line.strip() for line in told.splitlines() if line.strip()]
        causes = [line for line in lines if re.match(_CAUSE, line)]
        why = re.sub(r"^(: |Caused by: )?([\w$]+\.)*", "", (causes or lines or ["unknown"])[-1])
        return cls(
            f"The cluster ended with an error: {why[:300].rstrip('.')}.",
            is_of_data="ArrowInvalid" in told,
        )


class AlreadyCompleteError(UsageError):
    """An audit to resume that is complete already."""


def error_message(error: BaseException | str) -> str:
    """Return the message of an exception without its errno, or the name of its class."""
    return re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__


@contextmanager
def file_name_in_errors(path: Path) -> Iterator[None]:
    """Add the file name to an OSError raised in the block, such as for a full disk."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise
