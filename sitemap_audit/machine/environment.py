"""Options that are secrets: kept in the environment, and named by ``env:NAME``."""

from __future__ import annotations

import os

from sitemap_audit.errors import UsageError


def resolved(written: str, where: str) -> str:
    """A value, or that of the variable it names; ``where`` it is written.

    Raises:
        UsageError: the environment has no such variable.
    """
    if not written.startswith("env:"):
        return written
    value = os.environ.get(written.removeprefix("env:"), "").strip()
    if not value:
        raise UsageError(f"{where} is {written!r}, and the environment has no such variable.")
    return value
