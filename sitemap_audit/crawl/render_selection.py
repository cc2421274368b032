"""Select the pages to render: all stored pages, or a sample of each URL pattern.

The selection depends on stored rows only: a resumed audit selects the same pages, and leaves out
those that were rendered.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sitemap_audit.machine.resources import allowed
from sitemap_audit.options import PAGES_PER_PATTERN
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.rendering.reading import RenderTarget
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.options import Options

SAMPLE = 200
"Default maximum of pages in a sample."
_TABLES = ("sitemaps", "entries", "pages", "renders")
_NO_LIMIT = 2**62


def select_pages(folder: Path, file: Path, options: Options) -> int:
    """Write the selected pages of the audit in ``folder`` to a file; return their number."""
    from sitemap_audit.storage.duckdb import DuckDBStore  # late: Scrapy imports every spider module

    is_sample = options.render == "sample"
    most = options.render_max or (SAMPLE if is_sample else _NO_LIMIT)
    places = PAGES_PER_PATTERN if is_sample else _NO_LIMIT
    count = 0
    memory = allowed(options.memory)
    with (
        DuckDBStore(folder, memory=memory, tables=_TABLES) as store,
        file.open("w", encoding="utf-8") as lines,
    ):
        with store.function("pattern_of", pattern):
            store.create("candidates", step("rendering/candidates"))
        for row in store.stream(step("rendering/selected"), {"places": places, "most": most}):
            lines.write(json.dumps(row) + "\n")
            count += 1
    return count


def selected_pages(file: Path) -> Iterator[RenderTarget]:
    """Yield the pages that :func:`select_pages` has written."""
    with file.open() as lines:
        for line in lines:
            yield RenderTarget(*json.loads(line))
