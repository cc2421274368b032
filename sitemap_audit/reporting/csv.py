"""CSV files: one a table, right in Excel when opened, the same in pandas when read back.

UTF-8 with a byte order mark, commas, CRLF between rows (RFC 4180). Missing is empty. A text that
begins like a formula has an apostrophe before it; a control character is U+FFFD.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.reporting import text
from sitemap_audit.reporting.overview import read_overview
from sitemap_audit.reporting.tables import TABLES_OF_AUDIT, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    import pandas as pd

    from sitemap_audit.catalogue import Check
    from sitemap_audit.reporting.overview import Overview
    from sitemap_audit.store import Store

_CHECKS = [
    "check",
    "severity",
    "title",
    "outcome",
    "found",
    "looked_at",
    "unknown",
    "error",
    "confidence",
    "engines",
    "how_to_fix_it",
]


def write_tables(store: Store, checks: Sequence[Check], folder: Path) -> list[Path]:
    """Write every table of the audit, and checks.csv; their paths.

    An extension's table (images, videos, news) that is empty is left out, and an old one removed.
    """
    written = [path for table in TABLES_OF_AUDIT if (path := _write_table(store, table, folder))]
    write([_checks(read_overview(store, checks))], folder / "checks.csv")
    return [*written, folder / "checks.csv"]


def _checks(overview: Overview) -> pd.DataFrame:
    """Every check that was run, with its manual in short."""
    import pandas as pd

    rows = [
        {
            "check": result.name,
            "severity": result.severity,
            "title": result.title,
            "outcome": result.outcome,
            "found": result.found,
            "looked_at": result.looked_at,
            "unknown": result.unknown,
            "error": result.error,
            "confidence": result.check and str(result.check.confidence),
            "engines": result.check and ", ".join(result.check.engines),
            "how_to_fix_it": result.check and text.plain(result.check.how_to_fix_it),
        }
        for result in overview.results
    ]
    return pd.DataFrame(rows, columns=_CHECKS).convert_dtypes(dtype_backend="pyarrow")


def _write_table(store: Store, table: Table, folder: Path) -> Path | None:
    path = folder / f"{table.name}.csv"
    if write(store.frames(table.sql), path) or table.always:
        return path
    path.unlink()
    return None


def write(frames: Iterable[pd.DataFrame], path: Path) -> int:
    """Write frames of the same columns as one file that is whole or absent; the rows written."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    rows = 0
    with unfinished.open("w", encoding="utf-8-sig", newline="") as file:
        for number, frame in enumerate(frames):
            _safe(frame).to_csv(file, header=number == 0, index=False, lineterminator="\r\n")
            rows += len(frame)
    unfinished.replace(path)
    return rows


def _safe(frame: pd.DataFrame) -> pd.DataFrame:
    texts = [name for name, kind in frame.dtypes.items() if kind == "string[pyarrow]"]
    return frame.assign(**{str(name): text.for_csv(frame[name]) for name in texts})
