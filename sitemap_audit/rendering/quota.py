"""Limit the traffic of one rendered page: bytes, requests and connections."""

from __future__ import annotations

import asyncio

MAX_BYTES = 64 * 2**20
"Bytes sent and received for one page in all."
MAX_REQUESTS = 1000
"Requests of one page in all: resources, frames and reloads. Connections have the same limit."


class Quota:
    """Bytes, requests and connections that one page may still use."""

    def __init__(self, *, most_bytes: int = 0, most_requests: int = 0) -> None:
        self._bytes, self._requests = most_bytes or MAX_BYTES, most_requests or MAX_REQUESTS
        self._left = {
            "bytes": self._bytes,
            "requests": self._requests,
            "connections": self._requests,
        }
        self.exceeded = asyncio.Event()
        "Set when the page exceeds a limit; all its later traffic is blocked."

    def take(self, what: str, count: int = 1) -> bool:
        """Count "bytes", "requests" or "connections"; return False once any limit is exceeded."""
        self._left[what] -= count
        if self._left[what] < 0:
            self.exceeded.set()
        return not self.exceeded.is_set()

    def __str__(self) -> str:
        """Say which limit the page has exceeded."""
        if self._left["bytes"] < 0:
            return f"It sent and received more than {self._bytes:,} bytes."
        if self._left["requests"] < 0:
            return f"It made more than {self._requests:,} requests."
        return f"It opened more than {self._requests:,} connections."
