"""Group findings by cause, so that one fault in a template is one line, not 12,400.

The group depends on the check: findings on pairs of hreflang annotations are grouped by the pair of
locales, redirects by their kind, findings on other pages by host or URL pattern, that of several
languages together, and findings on sitemaps only by the file. Findings of different ``kind`` have
different causes. Those of one diagnosis are one cause, whatever checks they are of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.diagnoses import find_diagnoses
from sitemap_audit.analysis.grouping import group_by_cause
from sitemap_audit.analysis.roots import find_roots
from sitemap_audit.analysis.views import row_of, tables_in, view_queries
from sitemap_audit.items import RowOf
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.steps import step, steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store


def views_of_causes() -> set[str]:
    """Return the views that the findings' causes are found with."""
    return {*view_queries()} & tables_in(steps("causes"))


def find_causes(store: Store, checks: Sequence[Check]) -> None:
    """Set the pattern and cause of every finding, and make the table ``causes``.

    Columns that findings gain: ``diagnosis_id``; ``root_id`` and ``root_check``; ``unit``, what
    they affect; ``pattern`` of their URL, ``cause_by`` (diagnosis | sitemap | pattern | rule | host
    | locales | urls | site) and ``cause``: what the diagnosis is of, the URL of a sitemap, a
    pattern, the kind of a redirect, an origin, 'de → fr', 'the site'; ``file`` and ``file_line``,
    where the fault is in a file that was read. ``causes`` has a row for each
    cause of a check, and one for each diagnosis, in the order of the reports.

    Args:
        store: with the views of :func:`views_of_causes`.
        checks: those that were run.
    """
    store.execute(step("causes/no_check_roles"))
    store.insert("check_roles", map(_role, checks))
    find_diagnoses(store)
    find_roots(store, checks)
    for table in ("tags", "better", "known_clicks", "locales", "listed_by_origin"):
        store.create(table, step(f"causes/{table}"))
    group_by_cause(store, "causes/located_findings")
    _find_files(store)
    store.create("findings", step("causes/findings"))
    with store.function("pattern_of", pattern):
        store.create("sampled_pages", step("causes/sampled_pages"))
    for table in ("likely", "consequences", "affected", "grouped_causes", "cause_order"):
        store.create(table, step(f"causes/{table}"))
    store.create_sorted("causes", step("causes/causes"))
    store.drop(
        *("check_roles", "tags", "better", "known_clicks", "locales", "listed_by_origin"),
        *("grouped", "sampled_pages", "likely", "consequences", "affected", "grouped_causes"),
        *("cause_order", "finding_files"),
    )


def _find_files(store: Store) -> None:
    """Make the table ``finding_files``: the file of each finding, where it was read from one."""
    store.load_missing({"page_tags"})
    if store.count("page_tags") or store.count("local_files"):
        store.create("finding_files", step("causes/finding_files"))
    else:
        store.execute(step("causes/no_finding_files"))


def _role(check: Check) -> dict[str, Any]:
    return {
        "check": check.name,
        "subject": check.subject,
        "tag": check.tag,
        "way": _grouped_by(check),
        "row_of": row_of(check.over),
        "finds_unnamed": check.finds_unnamed,
        "keeps_out": check.keeps_out,
        "explains_url": check.explains_url,
    }


def _grouped_by(check: Check) -> str:
    if "pages" not in check.needs:
        return "sitemap"
    if row_of(check.over) is RowOf.PAIR:
        return "locales"
    return "rule" if check.subject == "redirect" else "pattern"
