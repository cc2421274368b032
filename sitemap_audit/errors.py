"""Our own errors. A site's faults are findings, never one of these."""

from __future__ import annotations

import re


class AuditError(Exception):
    """Something that stops us, in a sentence that says what to do."""


class UsageError(AuditError):
    """An option, an argument or a file of the user's that cannot be used."""


def told(error: BaseException | str) -> str:
    """What an error says, without the number that systems give it, or else of which kind it is."""
    return re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__
