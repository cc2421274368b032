"""Limit the traffic of one rendered page: bytes, requests and connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_BYTES = 64 * 2**20
"Bytes sent and received for one page in all."
MAX_REQUESTS = 1000
"Requests of one page in all: resources, frames and reloads. Connections have the same limit."
_DONE = {"bytes": "sent and received", "requests": "made", "connections": "opened"}


class Quota:
    """Bytes, requests and connections that one page may still use."""

    def __init__(self, on_exceeded: Callable[[str], object]) -> None:
        """Call ``on_exceeded`` with a sentence when the page exceeds a limit."""
        self._on_exceeded, self._is_exceeded = on_exceeded, False
        self._limits = dict.fromkeys(_DONE, MAX_REQUESTS) | {"bytes": MAX_BYTES}
        self._left = self._limits.copy()

    def take(self, what: str, count: int = 1) -> bool:
        """Count "bytes", "requests" or "connections"; return False once any limit is exceeded."""
        self._left[what] -= count
        if self._left[what] < 0 and not self._is_exceeded:
            self._is_exceeded = True
            self._on_exceeded(f"It {_DONE[what]} more than {self._limits[what]:,} {what}.")
        return not self._is_exceeded
