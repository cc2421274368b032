"""What :mod:`preloaded` has ready: modules, checks, views and templates, read and taken apart."""

import atexit
import gc
from importlib import import_module

from scrapy.settings import Settings
from scrapy.utils.misc import load_object

from sitemap_audit.addon import COMPONENTS
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.runner import views_of
from sitemap_audit.analysis.views import view_queries
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reports.html import environment
from sitemap_audit.storage.emptiness import has_no_rows

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

views_of(load_checks())
for sql in (*view_queries().values(), *(check.sql for check in load_checks())):
    has_no_rows(sql, ())
load_suffixes()
read_code("en-GB")
for name in environment().list_templates():
    environment().get_template(name)
gc.freeze()
atexit.register(gc.unfreeze)  # of this process: DuckDB names on standard error what is left
