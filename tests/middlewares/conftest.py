"""A throttle by clocks that a test turns."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from sitemap_audit.middlewares.host_throttle import HostThrottle
from sitemap_audit.options import Options

HOST = "www.example.com"
ORIGIN, PORT, OTHER = f"https://{HOST}", f"https://{HOST}:8443", "https://other.example"


class TimedThrottle(HostThrottle):
    """A throttle whose time passes when a test says so."""

    def __init__(self, served: str | None = None, **options: Any) -> None:
        self.passed = 0.0
        "Seconds that have passed."
        self.now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
        clocks = (lambda: 1_000.0 + self.passed, lambda: self.now)
        super().__init__(Options(**options), *clocks, served=served)

    def ask(self, status: int | None, asked: float | None = None, url: str = ORIGIN) -> None:
        """Wait until the host may get a request, and have it respond, or not."""
        self.passed += self.start(url) or 0.0
        if status is None:
            self.note_failure(url, is_again=False)
        else:
            self.note_response(url, status, asked)

    def refuse(self) -> None:
        """Wait until the host may get requests, and have the connections of some be refused."""
        self.passed += self.start(ORIGIN) or 0.0
        for _ in range(16):
            self.note_failure(ORIGIN, is_again=False, is_connected=False)


@pytest.fixture
def throttle() -> TimedThrottle:
    throttle = TimedThrottle()
    throttle.note_response(ORIGIN, 200)  # it is up
    return throttle
