"""Compute DuckDB's memory and thread limits from the memory limit of the process."""

from __future__ import annotations

import os

_PYTHON = 240_000_000
"Bytes that Python and its libraries use besides DuckDB."
_COUNTED = 0.78
"Minimum share of its memory that DuckDB counts, measured in analyses with 1 and 4 GB."
_MINIMUM = 130_000_000
"Minimum bytes that DuckDB needs, even if it spills to disk."
_PER_THREAD = 150_000_000
"Bytes that DuckDB needs per thread to sort and join."


def limits_of(memory: int) -> dict[str, int]:
    """Return DuckDB's limits for the memory limit of the process in bytes."""
    theirs = max(_MINIMUM, int(_COUNTED * (memory - _PYTHON)))
    return {"memory": theirs, "threads": max(1, min(os.cpu_count() or 1, theirs // _PER_THREAD))}
