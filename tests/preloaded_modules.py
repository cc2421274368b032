"""What :mod:`preloaded` has ready: modules, checks, views and templates, read and taken apart."""

from __future__ import annotations

import atexit
import gc
import math
import shutil
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from make_stored_audit import FIXTURES
from parsed import parse
from scrapy.settings import Settings
from scrapy.utils.misc import load_object

from sitemap_audit.addon import COMPONENTS
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.runner import views_of
from sitemap_audit.analysis.views import view_queries, written_views
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.crawl import second_tries
from sitemap_audit.delivery import receivers
from sitemap_audit.evaluation.evaluator import analyse
from sitemap_audit.machine import lock
from sitemap_audit.options import Options
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.page import language
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reports.html import environment
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.emptiness import has_no_rows
from sitemap_audit.storage.run_file import stored_run
from sitemap_audit.submission import indexnow

if TYPE_CHECKING:
    from collections.abc import Mapping

for module in (
    "rich.console",
    "mockserver.server",
    "numpy.ma",
    "scrapy.cmdline",
    "scrapy.core.downloader.handlers.datauri",
    "scrapy.dupefilters",
    "scrapy.extensions.telnet",
    "scrapy.pqueues",
    "scrapy.robotstxt",
    "scrapy.squeues",
    "sitemap_audit.actions.fix",
    "sitemap_audit.cli",
    "sitemap_audit.cluster.driver",
    "sitemap_audit.scrapy_process",
    "sitemap_audit.evaluation.named_imports",
    "sitemap_audit.evaluation.opening",
    "sitemap_audit.handlers.download",
    "sitemap_audit.log_format",
    "sitemap_audit.reports.csv",
    "sitemap_audit.report.results",
    "sitemap_audit.reports.terminal",
    "sitemap_audit.reports.workbook",
    "sitemap_audit.settings",
    "sitemap_audit.stats",
    "sitemap_audit.crawl.preparing",
    "uvloop",
):
    import_module(module)

for name, ours in COMPONENTS.items():
    for component, order in {**Settings().getwithbase(name), **ours}.items():
        if order is not None and "." in component:  # no name of a scheme or a format
            load_object(component)

checks = load_checks()
views_of(checks)
with DuckDBStore() as store:

    def parse_only(sql: str, _: Mapping[str, Any] | None = None) -> list[tuple[int]]:
        parse(store, sql)
        return [(0,)]

    vars(store)["rows"] = parse_only
    for name, query in view_queries().items():
        has_no_rows(query, ())
        if name in written_views():
            store.create(name, query)
    for check in checks:
        has_no_rows(check.sql, ())
        store.insert_query("found", check.sql, values={"check": check.name})
load_suffixes()
read_code("en-GB")
language._identifier()
for name in environment().list_templates():
    environment().get_template(name)
# What the first analysis of a process takes longer for: the other statements, formats of cells.
with TemporaryDirectory() as temporary, suppress(Exception):  # the tests say why, if it fails
    stored = Path(temporary, "site", "audit")
    shutil.copytree(FIXTURES / "stored_audit", stored)
    analyse(AuditPlace(stored), stored_run(stored), Options(output=temporary))
# What a busy machine delays is waited for, and a page that it answers late is not asked for again.
lock.PATIENCE = receivers.SECONDS = indexnow._SECONDS = 600.0
second_tries.SLOW = math.inf
gc.collect()
gc.freeze()
atexit.register(gc.unfreeze)  # of this process: DuckDB names on standard error what is left
