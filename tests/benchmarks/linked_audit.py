"""A stored audit of a link crawl: many pages, with a hundred internal links each.

40 links of each page are in the navigation, three of them to a URL that redirects; the others are
to pages further down. Some pages have no link to them, some are linked and not listed.

``python tests/benchmarks/linked_audit.py FOLDER 1000000`` writes one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import duckdb
import stored_audit
from rows import list_parts

from sitemap_audit.parsing.urls import key

MENU, LINKS = 40, 100
_OLD = 3
"URLs in the navigation that redirect."
_KEYS = """
CREATE TABLE urls AS
SELECT id, url, url_key FROM read_parquet('{pages}')
UNION ALL
SELECT -1, 'https://www.example.com/', url_key('https://www.example.com/')
UNION ALL
SELECT
    -2 - n, 'https://www.example.com/old/' || n, url_key('https://www.example.com/old/' || n)
FROM range({old}) AS numbers(n)
"""
_PARTS = {
    "pages": """
SELECT
    urls.id, urls.url, urls.url_key, urls.url_key AS url_near_key, urls.url AS requested,
    CASE urls.id WHEN -1 THEN 'home' ELSE 'linked' END AS role, 1 AS attempts,
    CASE urls.id WHEN -1 THEN 200 ELSE 301 END AS status,
    CASE WHEN urls.id < -1 THEN target.url END AS redirect_url,
    CASE WHEN urls.id < -1 THEN target.url_key END AS redirect_key,
    'allowed' AS robots, CASE urls.id WHEN -1 THEN 'text/html' END AS content_type,
    'utf-8' AS charset, 20000 AS bytes, 0.1 AS latency, 0.2 AS seconds,
    urls.id = -1 AS parsed, CASE urls.id WHEN -1 THEN FALSE END AS noindex,
    CASE urls.id WHEN -1 THEN FALSE END AS nofollow, 'Home' AS title, 'en' AS lang,
    0 AS canonicals, 0 AS alternates, 400 AS words, 'home' AS text_hash, now() AS fetched_at
FROM urls LEFT JOIN urls AS target ON target.id = -1 - urls.id
WHERE urls.id < 0""",
    "outlinks": """
WITH places AS (
    SELECT pages.id, n, CASE
        WHEN n < $old THEN -2 - n
        WHEN n < $menu THEN n * 997 % $pages
        ELSE (pages.id * ($links - $menu) + n) % $pages
    END AS target
    FROM (SELECT id FROM urls WHERE id >= -1) AS pages CROSS JOIN range($links) AS numbers(n)
)

SELECT
    places.id AS page_id, urls.url_key AS target_key, CAST(NULL AS VARCHAR) AS rel,
    'Article ' || places.target || ' of many' AS text,
    CASE WHEN n < $menu THEN 'navigation' ELSE 'content' END AS place, 1 AS links
FROM places INNER JOIN urls ON urls.id = places.target
WHERE places.target % 503 <> 3 AND places.target <> places.id""",
    "link_targets": """
SELECT
    url, url_key, url_key AS url_near_key, url_key AS first_key, now() AS first_seen_at, 1 AS depth,
    CAST(NULL AS VARCHAR) AS trap, CAST(NULL AS VARCHAR) AS trap_pattern
FROM urls WHERE id <> -1 AND id % 503 <> 3""",
}


def write(folder: Path, pages: int) -> None:
    """Write a stored audit of ``pages`` pages and their links below ``folder``."""
    stored_audit.write(folder, pages, 0, has_faults=False)
    known = {"pages": pages, "menu": MENU, "links": LINKS, "old": _OLD}
    with duckdb.connect(str(folder / "made.duckdb"), config={"memory_limit": "2GB"}) as connection:
        connection.execute("SET preserve_insertion_order = false")
        connection.create_function("url_key", key, ["VARCHAR"], "BIGINT")
        part = folder / "data" / "pages" / "part-0.parquet"
        connection.execute(_KEYS.format(pages=part, old=_OLD))
        for table, query in _PARTS.items():
            values = {name: value for name, value in known.items() if f"${name}" in query}
            part = folder / "data" / table / "part-1.parquet"
            part.parent.mkdir(exist_ok=True)
            connection.execute(
                f"COPY ({query}) TO '{part}' (FORMAT parquet, COMPRESSION zstd)", values
            )
    for made in folder.glob("made.duckdb*"):
        made.unlink()
    run = json.loads((folder / "run.json").read_text("utf-8"))
    run["options"] = {"crawl": True, "crawl_depth": None, "crawl_max": pages}
    (folder / "run.json").write_text(json.dumps(run), encoding="utf-8")
    list_parts(folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
