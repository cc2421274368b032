"""Make the views, in order of their dependencies: shared joins, stored as tables.

Those of the reports, ``reported_NAME``, read what the checks have found, and are stored nowhere.
"""

from __future__ import annotations

import csv
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.checkfile import RestsOn
from sitemap_audit.analysis.catalogue.viewfile import read_view
from sitemap_audit.analysis.computed import (
    bot_access,
    clusters,
    listed_robots,
    over_limit,
    page_depths,
    page_patterns,
    sitemap_reach,
    told_urls,
)
from sitemap_audit.analysis.cursors import on_cursors
from sitemap_audit.items import TABLES
from sitemap_audit.steps import steps
from sitemap_audit.storage.emptiness import has_no_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sitemap_audit.analysis.catalogue.viewfile import Unread, View
    from sitemap_audit.items import Row, RowOf
    from sitemap_audit.storage import Store

_COMPUTED = {
    module.TABLE: module
    for module in (
        bot_access,
        clusters,
        listed_robots,
        over_limit,
        page_depths,
        page_patterns,
        sitemap_reach,
        told_urls,
    )
}
"Views that Python makes, by name."

FOLDERS = {
    "rows": "Facts of rows of stored tables, and words for codes.",
    "sitemaps": "Sitemaps and what they list.",
    "pages": "Hosts, and pages by themselves: state, redirects, canonical, indexability.",
    "listed": "Entries with their pages.",
    "sources": "URLs of a link crawl, of search data and of access logs.",
    "hreflang": "Annotations, from both ends.",
    "clusters": "Pages that are alternates of one another.",
    "advice": "Which of two URLs is the better one, and what to do about the other.",
    "changes": "This audit and the previous one.",
    "reported": "What the reports tell, some with the results of the checks.",
}
"Folders of the views. A view reads views of its own folder and of those before it."
REPORTED = "reported_"
"What the names of the views of the reports begin with."
COLUMNS = "columns.csv"
"File of the columns of each view in DuckDB: one without rows is made by them, without its query."


def make_views(store: Store, names: Iterable[str] | None = None) -> None:
    """Make views as tables, on two cursors; existing ones are replaced.

    Args:
        names: views to make, with the views that they read; None for all but those of reports.
    """
    uses = view_uses()
    wanted = views_before_checks() if names is None else with_used(names, uses)
    empty = store.empty_tables() - wanted
    on_cursors(
        store,
        {name: uses[name] for name in wanted},
        lambda cursor, name, _: make_view(cursor, name, empty),  # the last attempt or not
    )


def make_view(store: Store, name: str, empty: set[str]) -> None:
    """Make one view; the views that it reads must exist.

    Args:
        empty: tables without rows, to which a view without rows is added.
    """
    if module := _COMPUTED.get(name):
        module.make(store)
        return
    query, columns = view_queries()[name], _view_columns().get(name)
    if columns and has_no_rows(query, empty):
        store.create_empty(name, columns)
        empty.add(name)
    elif store.create(name, query) == 0:
        empty.add(name)


def make_reported(store: Store) -> None:
    """Make the views of the reports, which are queries only: no row is written for them.

    Args:
        store: with the views that they read, and the results of the checks.
    """
    for name in TopologicalSorter(view_uses()).static_order():
        if name.startswith(REPORTED):
            store.create_view(name, view_queries()[name])


@cache
def views_before_checks() -> frozenset[str]:
    """Return the names of the views that need no results of the checks."""
    return frozenset(name for name in view_uses() if not name.startswith(REPORTED))


@cache
def view_queries() -> dict[str, str]:
    """Return the query of each view, by name; for those that Python makes, those of its steps."""
    written = {name: view.sql for name, view in written_views().items()}
    return written | {name: steps(module.STEPS) for name, module in _COMPUTED.items()}


@cache
def written_views() -> dict[str, View]:
    """Return each view with a file, by name.

    Raises:
        CatalogueError: one is not in the form that the README of the views describes.
    """
    found = {}
    for folder in FOLDERS:
        for file in (files("sitemap_audit") / "views" / folder).iterdir():
            name, _, ending = file.name.partition(".")
            if ending == "sql":
                found[name] = read_view(f"{folder}/{name}", file.read_text(encoding="utf-8"))
    return found


def row_of(name: str) -> RowOf | None:
    """Return what a row of a stored table or a view with a file is of; None for another table."""
    described: View | type[Row] | None = written_views().get(name) or TABLES.get(name)
    return described.row if described else None


def rests_on(name: str) -> RestsOn | None:
    """Return on what a row of a table or view rests, as for :func:`row_of`."""
    if name in TABLES:
        return RestsOn.NAMED  # a row is of one response
    return written_views()[name].rests_on if name in written_views() else None


def unread_of(name: str) -> Unread | None:
    """Return what pages must say to have a row in a view; None if those not read have one too."""
    return written_views()[name].unread if name in written_views() else None


@cache
def _view_columns() -> dict[str, str]:
    """Return the columns of each view, with their types, by its name."""
    source = (files("sitemap_audit") / "views" / COLUMNS).read_text(encoding="utf-8")
    return {row["view"]: row["columns"] for row in csv.DictReader(source.splitlines())}


@cache
def view_uses() -> dict[str, frozenset[str]]:
    """Return the views that each view reads, by name."""
    return uses_of(view_queries())


def uses_of(queries: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the queries that each query reads from, by name.

    Raises:
        ValueError: they read from each other in a cycle.
    """
    uses = {
        name: frozenset(tables_in(query) & set(queries) - {name}) for name, query in queries.items()
    }
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        cycle = ", ".join(sorted(set(error.args[1])))
        raise ValueError(f"These views read from each other: {cycle}.") from None
    return uses


def with_used(names: Iterable[str], uses: Mapping[str, Collection[str]]) -> set[str]:
    """Return the named views, and those that they read, directly or indirectly."""
    found: set[str] = set()
    todo = set(names) & set(uses)
    while todo:
        found |= todo
        todo = {used for name in todo for used in uses[name]} - found
    return found


def tables_below(names: Iterable[str] | None) -> set[str]:
    """Return tables and views with everything that they read; None for all views."""
    given = set(views_before_checks() if names is None else names)
    queries = view_queries()
    return given.union(*(tables_in(queries[name]) for name in with_used(given, view_uses())))


@cache
def tables_in(query: str) -> frozenset[str]:
    """Return the tables and views that a query reads.

    DuckDB's ``get_table_names`` binds the query: it refuses parameters, macros of the store
    (``FORMAT_NUMBER``), and a column of tables joined by USING that do not exist.
    """
    code = re.sub(r"/\*.*?\*/|--[^\n]*", " ", query, flags=re.DOTALL)
    return frozenset(re.findall(r"\b(?:FROM|JOIN)\s+([a-z_]+)", code))
