"""Our own errors. A site's faults are findings, never one of these."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class AuditError(Exception):
    """Something that stops us, in a sentence that says what to do."""


class UsageError(AuditError):
    """An option, an argument or a file of the user's that cannot be used."""


def told(error: BaseException | str) -> str:
    """What an error says, without the number that systems give it, or else of which kind it is."""
    return re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have errors of the system, such as a full disk, name the file that was being written."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise
