"""List the URLs that are compared with what Google tells of them, with their URL patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "told_urls"
STEPS = "told_urls"


def make(store: Store) -> None:
    """Fill the table; it is empty if Google has told of no URL."""
    with store.function("pattern_of", pattern):
        store.create(TABLE, step("told_urls/patterns"))
