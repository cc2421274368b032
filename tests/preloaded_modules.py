"""What :mod:`preloaded` has ready: modules, checks, views and templates, read and taken apart."""

from __future__ import annotations

import atexit
import gc
from importlib import import_module
from typing import TYPE_CHECKING, Any

from scrapy.settings import Settings
from scrapy.utils.misc import load_object

from sitemap_audit.addon import COMPONENTS
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.runner import views_of
from sitemap_audit.analysis.views import view_queries, written_views
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reports.html import environment
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.emptiness import has_no_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    import duckdb

for module in (
    "rich.console",
    "mockserver.server",
    "scrapy.cmdline",
    "scrapy.extensions.telnet",
    "sitemap_audit.actions.fix",
    "sitemap_audit.cli",
    "sitemap_audit.cluster.driver",
    "sitemap_audit.crawl",
    "sitemap_audit.evaluation.evaluator",
    "sitemap_audit.evaluation.named_imports",
    "sitemap_audit.evaluation.opening",
    "sitemap_audit.handlers.download",
    "sitemap_audit.reports.csv",
    "sitemap_audit.report.results",
    "sitemap_audit.reports.terminal",
    "sitemap_audit.reports.workbook",
    "sitemap_audit.settings",
    "sitemap_audit.spiders.preparing",
    "uvloop",
):
    import_module(module)

for name, ours in COMPONENTS.items():
    for component, order in {**Settings().getwithbase(name), **ours}.items():
        if order is not None and "." in component:  # no name of a scheme or a format
            load_object(component)

PARSED: dict[str, duckdb.Statement] = {}
"Statements that make the views and run the checks, by their SQL."


def run_parsed(
    store: DuckDBStore, sql: str, parameters: Mapping[str, Any] | None
) -> list[tuple[Any, ...]]:
    """Run a statement for a store as it does, without parsing it again."""
    rows = store._connection.execute(PARSED.get(sql, sql), parameters or {}).fetchall()
    return list(rows)


checks = load_checks()
views_of(checks)
with DuckDBStore() as store:

    def parse(sql: str, _: Mapping[str, Any] | None = None) -> list[tuple[int]]:
        """Parse a statement that the store is to run."""
        (PARSED[sql],) = store._connection.extract_statements(sql)
        return [(0,)]

    vars(store)["rows"] = parse
    for name, query in view_queries().items():
        has_no_rows(query, ())
        if name in written_views():
            store.create(name, query)
    for check in checks:
        has_no_rows(check.sql, ())
        store.insert_query("found", check.sql, values={"check": check.name})
DuckDBStore._rows = run_parsed  # type: ignore[method-assign]
load_suffixes()
read_code("en-GB")
for name in environment().list_templates():
    environment().get_template(name)
gc.freeze()
atexit.register(gc.unfreeze)  # of this process: DuckDB names on standard error what is left
