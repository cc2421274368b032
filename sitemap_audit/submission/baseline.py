"""The state of each URL after a submission, with which the next audit is compared.

A URL that an audit did not check keeps the state of an earlier audit: its next change is found,
however long that takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.comparison.compared_tables import STATES
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.storage import Store


def write_baseline(store: Store, folder: Path) -> None:
    """Write the state of each URL after the submission to ``folder/data``.

    In the store, it takes the place of what the audit knows.

    Args:
        folder: among the store's ``others``, or below one of them.
    """
    for table in (STATES, "sitemaps", "robots"):
        store.create(table, step(f"submit/baseline_{table}"))
        store.save(table, folder)
