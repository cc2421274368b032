"""Find the URL patterns of pages where several pages may have the fault of one template.

The canonical may be written into every page by a template, or the template may lack hreflang
annotations: then all pages of a pattern have the fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "page_patterns"
STEPS = "patterns"


def make(store: Store) -> None:
    """Fill the table; it is empty if pages do not share a canonical."""
    with store.function("pattern_of", pattern):
        store.create(TABLE, step("patterns/patterns"))
    store.create(TABLE, step("patterns/templates"))
