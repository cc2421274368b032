"""Make the table ``left_out``: listed URLs excluded by ``--include`` and ``--exclude``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitemap_audit.parsing.scope import UrlScope
    from sitemap_audit.storage import Store

_COLUMNS = "url_key BIGINT, reason VARCHAR"
_LEFT_OUT = """
INSERT INTO left_out
SELECT url_key, why_left_out(url) AS reason
FROM (SELECT DISTINCT url_key, url FROM entries WHERE kind = 'url' AND url_key IS NOT NULL)
WHERE why_left_out(url) <> ''
"""


def make_left_out(store: Store, scope: UrlScope) -> None:
    """Make the table, one row per distinct URL, from the entries and the audit's scope."""
    store.execute(f"CREATE OR REPLACE TABLE left_out ({_COLUMNS})")
    if not scope.is_everything:
        store.execute_with("why_left_out", scope.why_left_out, _LEFT_OUT)
