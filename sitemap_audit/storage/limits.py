"""What of a process's memory DuckDB may take."""

from __future__ import annotations

import os

_OURS = 240_000_000
"Bytes that Python and its libraries take beside DuckDB."
_COUNTED = 0.78
"Of what DuckDB takes, so much it counts at the least: measured over analyses of 1 and 4 GB."
_LEAST = 130_000_000
"Bytes without which DuckDB cannot do its work, however much it writes to disk."
_PER_THREAD = 150_000_000
"Bytes that DuckDB needs for each thread, to sort and join without stumbling."


def limits_of(memory: int) -> dict[str, int]:
    """What DuckDB may take of the bytes that the process may take."""
    theirs = max(_LEAST, int(_COUNTED * (memory - _OURS)))
    return {"memory": theirs, "threads": max(1, min(os.cpu_count() or 1, theirs // _PER_THREAD))}
