"""Which pages are rendered: those that the stored audit holds, all of them or a few a pattern.

The choice is made anew from what is stored, by a rule that depends on nothing else: a resumed audit
renders the same pages, and leaves out those that have been rendered.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sitemap_audit.machine.resources import allowed
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.rendering.reading import RenderTarget

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.options import Options

SAMPLE = 200
"Pages of a sample, at most."
_TABLES = ("sitemaps", "entries", "pages", "renders")

# What is listed and returned HTML that could be read. Of each pattern the first by key come,
# which is a hash of the URL; the first of every pattern come before the second of any.
_CANDIDATES = """
CREATE TABLE candidates AS
SELECT id, url, url_key, requested, tls_problem, pattern_of(url) AS pattern
FROM pages
WHERE
    status = 200 AND error IS NULL AND parsed AND challenge IS NULL AND role <> 'probe'
    AND EXISTS (SELECT 1 FROM entries WHERE entries.url_key = pages.url_key)
"""
_RANKED = """
CREATE TABLE ranked AS
SELECT
    id, url, url_key, requested, tls_problem, pattern,
    ROW_NUMBER() OVER (PARTITION BY pattern ORDER BY url_key) AS place,
    COUNT(*) OVER (PARTITION BY pattern) AS pages
FROM candidates
"""
_ORDER = "place, pages DESC, pattern, url_key"
_CHOSEN = f"""
SELECT id, url, url_key, requested, pattern, tls_problem
FROM (SELECT * FROM ranked WHERE place <= $places ORDER BY {_ORDER} LIMIT $most) AS chosen
WHERE NOT EXISTS (SELECT 1 FROM renders WHERE renders.page_id = chosen.id)
ORDER BY {_ORDER}
"""
_NO_LIMIT = 2**62


def choose(folder: Path, file: Path, options: Options) -> int:
    """Write the pages chosen of the audit in ``folder`` to a file; how many they are."""
    from sitemap_audit.storage.duckdb import DuckDBStore  # late: Scrapy imports every spider module

    is_sample = options.render == "sample"
    most = options.render_max or (SAMPLE if is_sample else _NO_LIMIT)
    places = options.render_per_pattern if is_sample else _NO_LIMIT
    count = 0
    memory = allowed(options.memory)
    with (
        DuckDBStore(folder, memory=memory, tables=_TABLES) as store,
        file.open("w", encoding="utf-8") as lines,
    ):
        store.execute_with("pattern_of", pattern, _CANDIDATES)
        store.execute(_RANKED)
        for row in store.stream(_CHOSEN, {"places": places, "most": most}):
            lines.write(json.dumps(row) + "\n")
            count += 1
    return count


def chosen(file: Path) -> Iterator[RenderTarget]:
    """The pages that :func:`choose` has written."""
    with file.open() as lines:
        for line in lines:
            yield RenderTarget(*json.loads(line))
