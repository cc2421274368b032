"""Our own errors. A site's faults are findings, never one of these."""

from __future__ import annotations


class AuditError(Exception):
    """Something that stops us, in a sentence that says what to do."""


class UsageError(AuditError):
    """An option, an argument or a file of the user's that cannot be used."""
