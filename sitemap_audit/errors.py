"""Exceptions of the program. Faults of a site are findings, not exceptions."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class AuditError(Exception):
    """An error that stops the audit, with a message that says what to do."""


class UsageError(AuditError):
    """An option, argument or file of the user that cannot be used."""


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
