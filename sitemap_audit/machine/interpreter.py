"""Interpreter settings of a crawl process: event loop, garbage collection, pandas, freed memory."""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import gc
import pkgutil
import sys
from contextlib import suppress

_PANDAS = "pandas"
_NEW = 5_000
"New objects after which Python collects garbage; its own 700 are the objects of a dozen pages."


def open_event_loop(path: str | None) -> None:
    """Open the event loop that the setting ASYNCIO_EVENT_LOOP names.

    Scrapy takes the present one if it is of that class. Otherwise it opens one of asyncio's to look
    at its class, and never closes it.
    """
    if path:
        asyncio.set_event_loop(pkgutil.resolve_name(path)())


def freeze_garbage_collection() -> None:
    """Exclude the objects loaded so far from garbage collection.

    Each full collection would block the event loop for a tenth of a second. For the same reason no
    collection runs here.
    """
    gc.freeze()
    gc.set_threshold(_NEW)
    atexit.register(gc.unfreeze)  # libraries tell of what is left of them at the end


def avoid_pandas_import() -> None:
    """Keep Arrow from importing pandas when it converts a list to an array.

    Arrow checks whether the list is a pandas object: the import takes half a second and 60 MB in
    each process. Explicit conversions to pandas still import it.
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


def release_memory() -> None:
    """Return freed memory of Arrow and the C library to the system.

    After a crawl this is about 20 MB, before another process needs its own.
    """
    if arrow := sys.modules.get("pyarrow"):
        arrow.default_memory_pool().release_unused()
    with suppress(AttributeError, OSError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
