"""Match the listed URLs with robots.txt, in an audit that requests no pages (``--no-pages``).

Otherwise the crawl does that, at each request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.computed.bot_access import read_texts
from sitemap_audit.parsing.urls import origin
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "listed_robots"
STEPS = "bots"


def make(store: Store) -> None:
    """Fill the table from ``listed`` and the robots.txt files; empty if pages are requested."""
    store.execute(step("bots/no_listed_robots"))
    tokens = [token for (token,) in store.rows(step("bots/token"))]
    if not tokens:
        return
    open_to_all = {each for (each,) in store.rows(step("bots/open_origins"))}
    matchers = {place: text.matcher(tokens[0]) for place, text in read_texts(store)}

    def verdict_of(url: str) -> str:
        """Return robots, line and rule, each on a line; '' if that is not known."""
        if (matcher := matchers.get(origin(url))) is None:
            return "allowed" if origin(url) in open_to_all else ""
        is_allowed, rule, line = matcher.verdict(url)
        return f"{'allowed' if is_allowed else 'disallowed'}\n{line or ''}\n{rule or ''}"

    with store.function("verdict_of", verdict_of):
        store.insert_query(TABLE, step("bots/verdicts"))
