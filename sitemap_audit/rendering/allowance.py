"""What one page may take from the network: bytes and requests, whatever its scripts ask for."""

from __future__ import annotations

import asyncio

MAX_BYTES = 64 * 2**20
"Sent and received for one page, in all."
MAX_REQUESTS = 1000
"Made by one page, in all: resources, frames and its own reloads; as many connections besides."


class Allowance:
    """Bytes, requests and connections of one page."""

    def __init__(self, *, most_bytes: int = 0, most_requests: int = 0) -> None:
        self._bytes, self._requests = most_bytes or MAX_BYTES, most_requests or MAX_REQUESTS
        self._left = {
            "bytes": self._bytes,
            "requests": self._requests,
            "connections": self._requests,
        }
        self.used_up = asyncio.Event()
        "Set once the page has taken more than it may; nothing more is let through to it."

    def take(self, what: str, count: int = 1) -> bool:
        """Note what a page takes, of "bytes", "requests" or "connections"; whether it may."""
        self._left[what] -= count
        if self._left[what] < 0:
            self.used_up.set()
        return not self.used_up.is_set()

    def __str__(self) -> str:
        if self._left["bytes"] < 0:
            return f"It sent and received more than {self._bytes:,} bytes."
        return f"It made more than {self._requests:,} requests."
