"""What the record says of a stored audit that was judged, by the real command."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from commanding import record, run
from rows import record_of

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.commands.ending import COMPLETE, INCOMPLETE
from sitemap_audit.errors import AuditError
from sitemap_audit.evaluation import report_writing
from sitemap_audit.machine import resources
from sitemap_audit.options import Options

STORED = Path(__file__).parents[1] / "fixtures" / "stored_audit"
CHECK = """\
/*
---
severity: notice
confidence: high
basis: advisory
engines: [google]
needs: [pages]
over: pages
see: [https://example.com/rule]
since: 0.1.0
---
# Page with a price

## What it finds

A page with a price.

## Why it matters

It is ours.

## How to fix it

Remove it.

## Example

### Nothing

finds:

nothing
*/
SELECT url FROM pages WHERE price > 0
"""


@pytest.mark.thorough
def test_an_audit_is_not_complete_where_a_check_ends_in_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(STORED, folder)
    own = tmp_path / "own" / "shop" / "price.sql"
    own.parent.mkdir(parents=True)
    own.write_text(CHECK)

    failed = run("check", folder, "--checks", own.parents[1])
    assert failed.returncode == INCOMPLETE
    assert "1 check could not run: shop/price." in failed.stdout
    told = record(folder)
    assert told["complete"] is False
    assert any("shop/price" in why for why in told["incomplete_because"])

    own.write_text(CHECK.replace("price > 0", "status > 0"))
    assert run("check", folder, "--checks", own.parents[1]).returncode == COMPLETE
    assert record(folder)["complete"] is True


@pytest.mark.parametrize(
    ("given", "machine", "tried"),
    [
        (None, 8_000, [600_000_000, 2_000_000_000]),
        (None, 2_000, [500_000_000]),
        ("700MB", 8_000, [700_000_000]),
    ],
)
def test_reports_take_little_memory_at_first(
    given: str | None, machine: int, tried: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = []

    def fail(folder: Path, run: dict[str, Any], options: Options, memory: int) -> str:  # noqa: ARG001
        limits.append(memory)
        raise MemoryError

    monkeypatch.setattr(resources, "memory", lambda: machine * 1_000_000)
    monkeypatch.setattr(report_writing, "_report_again", fail)
    with pytest.raises(AuditError, match="--memory"):
        report_writing.report(AuditPlace(STORED), record_of({}), Options(memory=given))
    assert limits == tried
