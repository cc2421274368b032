"""Consequences of other findings: each is folded under the finding that is its root.

A hreflang link to a page that returns 404 is the fault of that page, if the page has a finding of
its own. The header of a check names the checks of which its findings can be a consequence
(``follows``), or says that all findings about its URLs are (``explains_url``): then they have no
change of their own. Which finding it is, the rows decide: a fault of the finding's own page, its
target, its file or its origin. A fault of a pair of pages (``row: pair`` in the view that its check
is over) explains another pair only where both pages are the same. A sum over the entries of a file
(``row: sum``) follows from what keeps one of them out of the index, and explains nothing. Where a
root is a consequence itself, its root is the finding's, too, if it is at one of the finding's own
ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.views import row_of
from sitemap_audit.items import RowOf
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store


def find_roots(store: Store, checks: Sequence[Check]) -> None:
    """Give each finding its ``root_id`` and ``root_check``: those of its root, NULL without one.

    Args:
        checks: those that were run.
    """
    of_urls = {check.name for check in checks if check.explains_url}
    of_pages = {check.name for check in checks if check.keeps_out == "pages"}
    sums = {check.name for check in checks if row_of(check.over) is RowOf.SUM}
    store.execute(step("causes/no_check_follows"))
    store.insert(
        "check_follows",
        [
            {"check": check.name, "cause": cause}
            for check in checks
            for cause in {
                *check.follows,
                *(() if check.explains_url else of_urls),
                *(of_pages if check.name in sums else ()),
            }
            - sums
        ],
    )
    store.execute(step("causes/no_own_kinds"))
    store.insert(
        "own_kinds",
        [{"check": check.name, "kind": kind} for check in checks for kind in check.own_kinds],
    )
    for table in ("finding_ends", "finding_faults", "finding_parents", "higher_parents"):
        store.create(table, step(f"causes/{table}"))
    while store.count("higher_parents"):
        store.create("finding_parents", step("causes/raised_parents"))
        store.create("higher_parents", step("causes/higher_parents"))
    store.create("findings", step("causes/explained_findings"))
    store.drop("check_follows", "own_kinds", "finding_ends", "finding_faults", "finding_parents")
    store.drop("higher_parents", "chosen_diagnoses", "advised")
