"""Group findings, or changes, by cause: one fault in a template is one line, not 12,400."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store


def group_by_cause(store: Store, located: str) -> None:
    """Make the table ``grouped``: of each row its pattern and cause, and what it affects.

    Args:
        located: the step that says what each row is grouped by, as
            ``causes/located_findings`` does.
    """
    store.create("located", step(located))
    with store.function("pattern_of", pattern):
        store.create("patterns", step("causes/patterns"))
    for table in ("templates", "placed", "grouped"):
        store.create(table, step(f"causes/{table}"))
    store.drop("located", "patterns", "templates", "placed")
