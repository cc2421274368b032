"""What cannot be stored is not passed over."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from commanding import PATIENCE, only, record
from rendering.scripted import Site

if TYPE_CHECKING:
    from pathlib import Path

UNFIT = """
import sys
from sitemap_audit.spiders.sitemap import SitemapSpider

async def parse_page(self, response, *arguments, _real=SitemapSpider.parse_page, **named):
    for page in await _real(self, response, *arguments, **named):
        page.words = 1e300
        yield page

SitemapSpider.parse_page = parse_page
from sitemap_audit.cli import main
main()
"""
"The command, with a fact that fits no column."


def test_an_audit_whose_rows_fit_no_column_is_not_complete(tmp_path: Path) -> None:
    with Site({"/": ""}).serving() as site:
        ended = subprocess.run(
            [sys.executable, "-c", UNFIT, site.base, "-o", str(tmp_path), "--workers", "0"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert ended.returncode == 3, ended.stdout + ended.stderr
    assert "NOT COMPLETE" in ended.stdout
    (why,) = record(only(tmp_path))["incomplete_because"]
    assert "cannot write" in why
