"""What a process that crawls is spared: Python's collection of garbage, pandas, freed memory."""

from __future__ import annotations

import atexit
import ctypes
import gc
import sys
from contextlib import suppress

_PANDAS = "pandas"
_NEW = 5_000
"New objects after which Python collects garbage; its own 700 are the objects of a dozen pages."


def look_at_new_only() -> None:
    """Leave what is loaded by now out of garbage collection: hundreds of thousands of objects.

    Each full collection took a tenth of a second, and held the event loop for so long. None is
    made here, for the same reason: what little garbage there is stays.
    """
    gc.freeze()
    gc.set_threshold(_NEW)
    atexit.register(gc.unfreeze)  # libraries tell of what is left of them at the end


def spare_pandas() -> None:
    """Keep Arrow from importing pandas to make an array of a list.

    It looks once whether the list is one of pandas' own, which takes half a second and 60 MB in
    each process. Where something is made pandas' later, it imports it all the same.
    """
    if _PANDAS in sys.modules:
        return
    import pyarrow as pa

    sys.modules[_PANDAS] = None  # type: ignore[assignment]  # so that importing it fails
    try:
        with suppress(ImportError, AttributeError):
            pa.array([])
    finally:
        del sys.modules[_PANDAS]


def give_back_memory() -> None:
    """Return to the system what Arrow and the C library keep of memory that was freed.

    After a crawl that is some 20 MB, beside which another process is about to take its own.
    """
    if arrow := sys.modules.get("pyarrow"):
        arrow.default_memory_pool().release_unused()
    with suppress(AttributeError, OSError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
