"""A clock that a test turns."""

from __future__ import annotations

import pytest


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds

    @property
    def passed(self) -> float:
        """Seconds that have passed."""
        return self.seconds - 1_000.0


@pytest.fixture
def clock() -> Clock:
    return Clock()
