"""What cannot be stored is not passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commanding import only, record, run
from rendering.scripted import Site

if TYPE_CHECKING:
    from pathlib import Path

UNFIT = """
from sitemap_audit.spiders.sitemap import AuditSpider

async def parse_page(self, response, *arguments, _real=AuditSpider.parse_page, **named):
    for page in await _real(self, response, *arguments, **named):
        page.words = 1e300
        yield page

AuditSpider.parse_page = parse_page
"""
"A fact that fits no column."


def test_an_audit_whose_rows_fit_no_column_is_not_complete(tmp_path: Path) -> None:
    with Site({"/": ""}).serving() as site:
        few = ("--select", "status", "--workers", 0)
        ended = run(site.base, "-o", tmp_path, *few, patch=UNFIT)
    assert ended.returncode == 3, ended.stdout + ended.stderr
    assert "NOT COMPLETE" in ended.stdout
    (why,) = record(only(tmp_path))["incomplete_because"]
    assert "cannot write" in why
