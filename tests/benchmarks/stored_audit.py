"""A stored audit of many pages in nine languages, with a fault here and there.

Written by DuckDB as Parquet parts, in the columns that views and checks read; the rest is NULL.
Nothing is held: ten million pages, with a hundred million alternates, take no more memory than ten.

``python tests/benchmarks/stored_audit.py FOLDER 1000000`` writes one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import duckdb
from rows import list_parts

from sitemap_audit.parsing.urls import key
from sitemap_audit.storage.run_file import FORMAT

RUN = {
    "format": FORMAT,
    "version": "0",
    "sites": ["https://www.example.com"],
    "token": "Googlebot",
    "started_at": "2026-01-01T12:00:00+00:00",
    "finished_at": "2026-01-01T13:00:00+00:00",
    "reason": "finished",
    "complete": True,
    "incomplete_because": [],
    "limit_reached": False,
    "options": {},
}
LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pl", "pt", "sv")
_PER_SITEMAP = 50_000
_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "1GB",
    "preserve_insertion_order": False,
}
_URL = "'https://www.example.com/' || {lang} || '/catalogue/' || {n} % 97 || '/item-' || {n}"
_KEY = "url_key({0})"
_LANGUAGE = f"({list(LANGUAGES)})[1 + {{0}} % {len(LANGUAGES)}]"

_PAGES = f"""
CREATE VIEW made AS
SELECT
    id, id // {len(LANGUAGES)} AS item, id % {len(LANGUAGES)} AS place,
    {_LANGUAGE.format("id")} AS lang,
    {_URL.format(lang=_LANGUAGE.format("id"), n=f"(id // {len(LANGUAGES)})")} AS url,
    CASE
        WHEN id % 211 = 3 + {{night}} THEN 404 WHEN id % 307 = 5 THEN 301
        WHEN id % 5003 = 7 AND {{has_faults}} THEN 503
        ELSE 200
    END AS status
FROM range({{pages}}) AS numbers(id)
"""

_PARTS = {
    "sitemaps": f"""
SELECT
    id, 'https://www.example.com/sitemap-' || id || '.xml' AS url,
    {_KEY.format("'sitemap' || id")} AS url_key, 'robots' AS found_by, 0 AS depth, 200 AS status,
    'allowed' AS robots, 'application/xml' AS content_type, 'urlset' AS kind, 'urlset' AS root,
    'http://www.sitemaps.org/schemas/sitemap/0.9' AS namespace, 'utf-8' AS encoding,
    FALSE AS has_bom, {_PER_SITEMAP} AS entries, 0 AS children, TRUE AS complete,
    1000 AS bytes, 1000 AS unpacked, now() AS fetched_at
FROM range($pages // {_PER_SITEMAP} + 1) AS numbers(id)""",
    "robots": """
SELECT
    'https://www.example.com' AS origin, 'https://www.example.com/robots.txt' AS url,
    'https://www.example.com/robots.txt' AS final_url, 0 AS redirects, 200 AS status,
    'rules' AS policy, 'text/plain' AS content_type, 100 AS bytes, FALSE AS is_html,
    TRUE AS is_utf8, FALSE AS has_bom, 1 AS sitemaps, now() AS fetched_at""",
    "entries": f"""
SELECT
    id // {_PER_SITEMAP} AS sitemap_id,
    'https://www.example.com/sitemap-' || id // {_PER_SITEMAP} || '.xml' AS sitemap_url,
    id % {_PER_SITEMAP} + 1 AS position, id % {_PER_SITEMAP} + 3 AS line, 'url' AS kind,
    url AS loc, url, {_KEY.format("url")} AS url_key, {_KEY.format("url")} AS url_near_key,
    '2026-01-01' AS lastmod, now() AS lastmod_at, 'day' AS lastmod_precision,
    0 AS alternates, 0 AS images, 0 AS videos, 0 AS news
FROM made WHERE id % 503 <> 9 + $night""",
    "page_canonicals": f"""
SELECT
    id AS page_id, url, {_KEY.format("url")} AS url_key, 1 AS number, 'html' AS source, url AS href,
    url AS canonical, {_KEY.format("url")} AS canonical_key,
    {_KEY.format("url")} AS canonical_near_key, TRUE AS in_head
FROM made WHERE status = 200""",
    "page_alternates": f"""
WITH links AS (
    SELECT
        made.id, made.url, number,
        {_LANGUAGE.format("number")} AS lang,
        CASE
            WHEN made.id % 1009 = 11 AND number = (made.place + 1) % {len(LANGUAGES)}
                THEN made.item + 1
            ELSE made.item
        END AS item
    FROM made CROSS JOIN range({len(LANGUAGES)}) AS numbers(number)
    WHERE
        made.status = 200 AND made.id < $annotated
        AND NOT (made.id % 101 = 13 AND number = (made.place + 2) % {len(LANGUAGES)})
),

written AS (
    SELECT id, url, number, lang AS code, {_URL.format(lang="lang", n="item")} AS alternate
    FROM links
    UNION ALL
    SELECT
        id, url, {len(LANGUAGES)} AS number, 'x-default' AS code,
        {_URL.format(lang="'en'", n="item")} AS alternate
    FROM made WHERE status = 200 AND id < $annotated
)

SELECT
    id AS page_id, url, {_KEY.format("url")} AS url_key, number, 'html' AS source,
    code AS hreflang, code, alternate AS href, alternate,
    {_KEY.format("alternate")} AS alternate_key, {_KEY.format("alternate")} AS alternate_near_key,
    TRUE AS in_head
FROM written""",
    "pages": f"""
SELECT
    id, url, {_KEY.format("url")} AS url_key, {_KEY.format("url")} AS url_near_key,
    url AS requested, 'listed' AS role, 1 AS attempts, status,
    CASE WHEN status = 301 THEN url || '-new' END AS redirect_url,
    CASE WHEN status = 301 THEN {_KEY.format("url || '-new'")} END AS redirect_key,
    'allowed' AS robots, CASE WHEN status = 200 THEN 'text/html' END AS content_type,
    'utf-8' AS charset, 20000 AS bytes, 0.1 AS latency, 0.2 AS seconds, status = 200 AS parsed,
    CASE WHEN status = 200 THEN id % 401 = 17 END AS noindex,
    CASE WHEN status = 200 THEN FALSE END AS nofollow,
    CASE WHEN status = 200 AND id % 401 = 17 THEN 'meta' END AS noindex_source,
    'Item ' || item || CASE WHEN id % 53 = $night THEN ' on sale in ' ELSE ' in ' END || lang
        AS title, 'Item ' || item AS h1, lang, 1 AS canonicals,
    {len(LANGUAGES) + 1} AS alternates, 400 AS words, CAST(hash(url) AS VARCHAR) AS body_hash,
    CAST(hash(url || 't') AS VARCHAR) AS text_hash,
    CAST(hash(url || (id % 29 = $night)) AS VARCHAR) AS content_hash,
    CAST(hash(url || (id % 29 = $night)) // 2 AS BIGINT) AS simhash, now() AS fetched_at
FROM made""",
}


def write(
    folder: Path,
    pages: int,
    annotated: int | None = None,
    night: int = 0,
    *,
    has_faults: bool = True,
) -> None:
    """Write a stored audit of ``pages`` pages below ``folder``.

    Args:
        annotated: how many pages have alternates, ten each; by default all.
        night: 0, or up to 9 for a later audit, in which some per cent of the pages have another
            status, title or text, and some URLs are listed or not.
        has_faults: whether some pages return 503.
    """
    annotated = pages if annotated is None else annotated
    known = {"pages": pages, "annotated": annotated, "night": night}
    with duckdb.connect(config=_SETTINGS) as connection:
        connection.create_function("url_key", key, ["VARCHAR"], "BIGINT")
        made = _PAGES.replace("{pages}", str(pages)).replace("{night}", str(night))
        connection.execute(made.replace("{has_faults}", str(has_faults)))
        for table, query in _PARTS.items():
            part = folder / "data" / table / "part-0.parquet"
            part.parent.mkdir(parents=True)
            values = {name: value for name, value in known.items() if f"${name}" in query}
            connection.execute(
                f"COPY ({query}) TO '{part}' (FORMAT parquet, COMPRESSION zstd)", values
            )
    day = {"started_at": f"2026-01-0{night + 1}T12:00:00+00:00"}
    (folder / "run.json").write_text(json.dumps(RUN | day), encoding="utf-8")
    list_parts(folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]), *map(int, sys.argv[2:]))
