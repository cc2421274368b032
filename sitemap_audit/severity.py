"""How severe a finding is."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """Severity of a finding, the worst first."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"

    @property
    def rank(self) -> int:
        """Its place, from 1."""
        return [*Severity].index(self) + 1


SEVERITIES = tuple(map(str, Severity))


def at_least(least: str) -> tuple[str, ...]:
    """Return the severities from the worst to this one, of 'warning' or 'new-warning'."""
    return SEVERITIES[: SEVERITIES.index(least.removeprefix("new-")) + 1]
