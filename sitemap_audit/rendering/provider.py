"""The browser's processes: how much memory they take together, and their end."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Processes:
    """What the driver has started."""

    def __init__(self, drivers: Sequence[psutil.Process]) -> None:
        """Look below ``drivers``: the processes that start the browser and talk to it."""
        self._drivers = list(drivers)

    def memory(self) -> int:
        """Bytes that they take together; what they share is counted once where that is known."""
        return sum(map(_memory, self._all()))

    def kill(self) -> None:
        """End the browser; the driver goes on, and can start it again."""
        for process in self._all():
            with suppress(psutil.Error):
                process.kill()

    def _all(self) -> Iterator[psutil.Process]:
        for driver in self._drivers:
            with suppress(psutil.Error):
                yield from driver.children(recursive=True)


def _memory(process: psutil.Process) -> int:
    try:
        taken = process.memory_full_info()
    except psutil.Error:  # it has just ended
        return 0
    # Linux divides what is shared among those that share it; elsewhere "unique" is nearest.
    return int(getattr(taken, "pss", taken.uss))
