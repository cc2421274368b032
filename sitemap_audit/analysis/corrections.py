"""One correction for one tag: where the changes of findings differ, all get the better one.

One check says that an entry returns 404 and is to be removed; another one knows the page that was
meant. The correction of a diagnosis is better than that of a check; then it is better to replace
than to remove, as no check replaces by a URL that has a fault; then the change of the more severe
finding is better. The others get its change and its ``fix``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.sql_columns import quoted
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

_CORRECTED = ("fix", "action", "to", "change")
_FINDINGS = """
CREATE OR REPLACE TABLE findings AS
SELECT {columns}
FROM findings AS found
LEFT JOIN better ON found.number = better.number
"""
_CHOSEN = 'CASE WHEN better.number IS NULL THEN found."{0}" ELSE better."{0}" END AS "{0}"'


def choose_corrections(store: Store) -> None:
    """Give all findings of one tag the same change, and the ``fix`` that says it."""
    store.create("tags", step("causes/tags"))
    store.create("better", step("causes/better"))
    columns = [
        _CHOSEN.format(name) if name in _CORRECTED else quoted([name], "found")
        for name in store.columns("findings")
    ]
    store.execute(_FINDINGS.format(columns=", ".join(columns)))
    store.drop("tags", "better")
