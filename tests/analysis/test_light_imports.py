"""What reading the catalogue and starting an analysis import: nothing that takes long."""

from __future__ import annotations

import subprocess
import sys

LIGHT = (
    *("analysis.catalogue.catalogue", "analysis.catalogue.findings", "analysis.catalogue.manuals"),
    *("analysis.causes", "analysis.comparison.changes", "analysis.cursors", "analysis.selection"),
    *("delivery.delivering", "evaluation.process", "evaluation.incomplete"),
)
HEAVY = {"duckdb", "langcodes", "numpy", "openpyxl", "pandas", "pyarrow", "scrapy"}


def test_heavy_libraries_are_imported_where_they_are_needed() -> None:
    modules = ", ".join(f"sitemap_audit.{name}" for name in LIGHT)
    code = f"import sys, {modules}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY & set(run.stdout.split()) == set()
