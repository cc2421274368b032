"""Compute DuckDB's memory and thread limits from the memory limit of the process."""

from __future__ import annotations

import os

_OURS = 240_000_000
"Bytes that Python and its libraries use besides DuckDB."
_COUNTED = 0.78
"Of what DuckDB takes, so much it counts at the least: measured over analyses of 1 and 4 GB."
_LEAST = 130_000_000
"Minimum bytes that DuckDB needs, even if it spills to disk."
_PER_THREAD = 150_000_000
"Bytes that DuckDB needs per thread to sort and join."


def limits_of(memory: int) -> dict[str, int]:
    """Return DuckDB's limits for the memory limit of the process in bytes."""
    theirs = max(_LEAST, int(_COUNTED * (memory - _OURS)))
    return {"memory": theirs, "threads": max(1, min(os.cpu_count() or 1, theirs // _PER_THREAD))}
