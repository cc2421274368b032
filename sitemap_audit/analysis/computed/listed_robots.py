"""Match the listed URLs with robots.txt, in an audit that requests no pages (``--no-pages``).

Otherwise the crawl does that, at each request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.computed.bot_access import read_texts
from sitemap_audit.parsing.urls import origin

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "listed_robots"
"""One row per listed URL of such an audit, if its robots.txt was read and no option leaves the URL
out: ``robots`` (allowed | disallowed), and the ``rule`` and ``line`` that decide, else NULL."""

SOURCES = (
    "SELECT 1 FROM listed; SELECT 1 FROM robots; SELECT 1 FROM robots_lines; SELECT 1 FROM run"
)
"Queries that name every table that it is made from."

_ORIGINS = """
SELECT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
FROM listed GROUP BY origin
"""
_VERDICTS = f"""
INSERT INTO {TABLE}
SELECT
    url_key, url, SPLIT_PART(verdict, CHR(10), 1) AS robots,
    NULLIF(SPLIT_PART(verdict, CHR(10), 3), '') AS rule,
    TRY_CAST(SPLIT_PART(verdict, CHR(10), 2) AS BIGINT) AS line
FROM (
    SELECT listed.url_key, listed.url, verdict_of(listed.url) AS verdict
    FROM listed
    LEFT JOIN left_out ON listed.url_key = left_out.url_key
    WHERE left_out.url_key IS NULL
) AS matched
WHERE verdict <> ''
"""


def make(store: Store) -> None:
    """Fill the table from ``listed`` and the robots.txt files; empty if pages are requested."""
    store.execute(
        f"CREATE OR REPLACE TABLE {TABLE}"
        " (url_key BIGINT, url VARCHAR, robots VARCHAR, rule VARCHAR, line BIGINT)"
    )
    tokens = [token for (token,) in store.rows("SELECT token FROM run WHERE NOT asks_pages")]
    if not tokens:
        return
    open_to_all = {
        each for (each,) in store.rows("SELECT origin FROM robots WHERE policy = 'allow-all'")
    }
    matchers = {place: text.matcher(tokens[0]) for place, text in read_texts(store, _ORIGINS)}

    def verdict_of(url: str) -> str:
        """Return robots, line and rule, each on a line; '' if that is not known."""
        if (matcher := matchers.get(origin(url))) is None:
            return "allowed" if origin(url) in open_to_all else ""
        is_allowed, rule, line = matcher.verdict(url)
        return f"{'allowed' if is_allowed else 'disallowed'}\n{line or ''}\n{rule or ''}"

    with store.function("verdict_of", verdict_of):
        store.execute(_VERDICTS)
