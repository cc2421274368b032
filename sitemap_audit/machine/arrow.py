"""Arrow as the crawl uses it: without pandas."""

from __future__ import annotations

import sys
from contextlib import suppress

import pyarrow as pa

_PANDAS = "pandas"


def spare_pandas() -> None:
    """Keep Arrow from importing pandas to make an array of a list.

    It looks once whether the list is one of pandas' own, which takes half a second and 60 MB in
    each process. Where something is made pandas' later, it imports it all the same.
    """
    if _PANDAS in sys.modules:
        return
    sys.modules[_PANDAS] = None  # type: ignore[assignment]  # so that importing it fails
    try:
        with suppress(ImportError, AttributeError):
            pa.array([])
    finally:
        del sys.modules[_PANDAS]
