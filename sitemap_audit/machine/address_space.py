"""Limit the memory that this process may add, while something runs that DuckDB does not limit."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def limited_memory(more: int) -> Iterator[None]:
    """Let allocations fail that add more than some bytes to this process; macOS does not obey.

    DuckDB's own limit is of its buffers: texts that a function makes are not in it.
    """
    import resource  # late: Windows has no such module

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = psutil.Process().memory_info().vms + more
    most = limit if soft == resource.RLIM_INFINITY else min(soft, limit)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
