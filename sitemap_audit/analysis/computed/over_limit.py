"""Find the listed URLs that were not requested because of the limit of URLs (``--max-urls``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "over_limit"
STEPS = "over_limit"


def make(store: Store) -> None:
    """Fill the table from the listed URLs without a page."""
    store.execute(step("over_limit/no_urls"))
    limits = store.rows(step("over_limit/limits"))
    if not limits:
        return
    store.create("not_asked", step("over_limit/not_asked"))
    allowed = int(limits[0][0]) - int(store.value(step("over_limit/asked")))
    for sitemap, urls in store.stream(step("over_limit/sizes")):
        if urls > allowed:
            over = {"sitemap": sitemap, "allowed": allowed}
            store.insert_query(TABLE, step("over_limit/over"), over)
            break
        allowed -= urls
    store.drop("not_asked")
