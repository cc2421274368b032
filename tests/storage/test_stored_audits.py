"""Audits that were stored by an earlier version open as they are.

``tests/fixtures/stored_audit`` was made before run.json had a format; the tables are format 1.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from sitemap_audit.analysis.runner import prepare
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.run_record import stored_run

STORED = Path(__file__).parents[1] / "fixtures" / "stored_audit"


@pytest.mark.parametrize("format_", [{}, {"format": 1}], ids=["none", "1"])
def test_a_stored_audit_opens(format_: dict[str, int], tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(STORED, folder)
    run: dict[str, Any] = format_ | json.loads((folder / "run.json").read_text("utf-8"))
    (folder / "run.json").write_text(json.dumps(run), "utf-8")
    assert stored_run(folder) == run
    with DuckDBStore(folder) as store:
        prepare(store)
        counts = {name: store.value(f"SELECT COUNT(*) FROM {name}") for name in run["counts"]}
        assert counts == run["counts"]
        gone = "SELECT sitemap_url, line FROM listed WHERE url LIKE '%/gone.html'"
        assert store.rows(gone) == [("http://127.0.0.1:8765/sitemap.xml", 8)]
