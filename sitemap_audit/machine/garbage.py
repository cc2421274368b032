"""Python's collection of garbage, which stops everything else in a process while it looks."""

from __future__ import annotations

import atexit
import gc


def look_at_new_only() -> None:
    """Have what is loaded by now, hundreds of thousands of objects, never looked at again.

    Each full collection took a tenth of a second, and held the event loop for so long. None is
    made here, for the same reason: what little garbage there is stays.
    """
    gc.freeze()
    atexit.register(gc.unfreeze)  # libraries tell of what is left of them at the end
