"""What reading the catalogue and starting an analysis import: nothing that takes long."""

from __future__ import annotations

import subprocess
import sys

LIGHT = (
    *("analysis.catalogue", "analysis.causes", "analysis.changes", "analysis.cursors"),
    *("analysis.findings", "analysis.manuals", "analysis.selection", "delivery.delivering"),
    *("evaluation.process", "evaluation.incomplete"),
)
HEAVY = {"duckdb", "langcodes", "numpy", "openpyxl", "pandas", "pyarrow", "pycountry", "scrapy"}


def test_heavy_libraries_are_imported_where_they_are_needed() -> None:
    modules = ", ".join(f"sitemap_audit.{name}" for name in LIGHT)
    code = f"import sys, {modules}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY & set(run.stdout.split()) == set()
