"""What :mod:`preloaded` has ready: the modules, the catalogue and the templates of an audit."""

from importlib import import_module

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.reporting.html import environment

for module in (
    "scrapy.extensions.telnet",
    "sitemap_audit.cli",
    "sitemap_audit.crawl",
    "sitemap_audit.evaluation.evaluator",
    "sitemap_audit.evaluation.importing",
    "sitemap_audit.handlers.download",
    "sitemap_audit.reporting.terminal",
    "sitemap_audit.reporting.workbook",
    "sitemap_audit.spiders.preparing",
    "uvloop",
):
    import_module(module)

load_checks()
for name in environment().list_templates():
    environment().get_template(name)
