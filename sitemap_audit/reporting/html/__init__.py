"""report.html: the audit in one file that opens in a browser, without a network.

Templates hold what can be read without JavaScript: key figures, causes, charts, issues, method.
The tables of findings, URLs and hreflang pairs are drawn by scripts from data in the file. A
Content-Security-Policy lets the browser run these scripts alone.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from sitemap_audit.machine.files import unfinished
from sitemap_audit.reporting import words
from sitemap_audit.reporting.bots import read_bots
from sitemap_audit.reporting.branding import Brand
from sitemap_audit.reporting.causes import do_first
from sitemap_audit.reporting.changes import read_changes
from sitemap_audit.reporting.figures import title
from sitemap_audit.reporting.html import content, embedded
from sitemap_audit.reporting.html.charts import read_charts
from sitemap_audit.reporting.html.matrix import read_matrix
from sitemap_audit.reporting.html.sources import read_sources
from sitemap_audit.reporting.html.tree import read_tree
from sitemap_audit.reporting.html.trend import read_trend
from sitemap_audit.reporting.overview import read_overview
from sitemap_audit.reporting.sources.clicks import read_clicks
from sitemap_audit.reporting.table_files import read_files
from sitemap_audit.reporting.text import for_html

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.storage import Store

__all__ = ["REPORT", "write_html"]

REPORT = "report.html"
_CHANGES = 200
"Causes of changes that are shown."
_SCRIPTS = ("data.js", "table.js", "tables.js", "lookup.js", "start.js")
"In the order in which they are run; together they are one script."
_SHAPES = {"error": "⬣", "warning": "▲", "notice": "●"}
"Severities are told apart without colours."
_manual = MarkdownIt("commonmark", {"html": False})


class Section(NamedTuple):
    """A part of the page: its id, which its template has too, its heading, what it shows."""

    name: str
    title: str
    content: Any


def write_html(
    store: Store,
    checks: Sequence[Check],
    record: Mapping[str, Any],
    path: Path,
    brand: Brand | None = None,
) -> Path:
    """Write the report as one HTML file.

    Args:
        store: with the views of :data:`sitemap_audit.reporting.VIEWS`, findings and causes.
        record: the run record with its figures.
        path: in the folder of the CSV files.

    Raises:
        OSError: the folder cannot be written.
    """
    overview = read_overview(store, checks)
    embedded.choose(store)
    sources, clicks = read_sources(store), read_clicks(store)
    files = read_files(path.parent)
    data = embedded.read_data(store, overview, files, sources and sources.sets, clicks)
    sections = [
        Section("first", "Do this first", do_first(store, checks)),
        Section("changes", "Changes", read_changes(store, checks, record, rows=_CHANGES)),
        Section("history", "History", read_trend(record)),
        Section("charts", "Charts", read_charts(store)),
        Section("sources", "URLs by source", sources),
        Section("hreflang", "Hreflang matrix", read_matrix(store)),
        Section("sitemaps", "Sitemaps", read_tree(store)),
        Section("access", "Access by bot", read_bots(store)),
        Section("issues", "Issues", content.read_issues(store, overview)),
        Section("findings", "Findings", data.cut("findings") if overview.failed else None),
        Section("urls", "URL lookup", data.cut("urls")),
        Section("method", "Method", content.read_method(store, overview, record, files)),
        Section("glossary", "Glossary", True),
    ]
    style, script = static("report.css"), _scripts()
    page = environment().get_template("report.html.jinja")
    pieces = page.generate(
        brand=brand or Brand(),
        clicks=clicks,
        csv=files.csv,
        data=data,
        record=record,
        script=Markup(script),  # noqa: S704 - of this package
        sections=[section for section in sections if section.content],
        sites=words.named_sites(record),
        style=Markup(style),  # noqa: S704 - of this package
        title=title(record, brand and brand.title),
        summary=content.read_summary(store, overview, record, clicks),
        policy=policy(style, script),
    )
    with unfinished(path) as file, file.open("w", encoding="utf-8", errors="replace") as out:
        out.writelines(pieces)
    embedded.forget(store)
    return path


@cache
def environment() -> Environment:
    """Return the environment of the templates: text of a site is shown, never interpreted."""
    environment = Environment(
        loader=PackageLoader("sitemap_audit.reporting.html"),
        autoescape=True,
        finalize=_shown,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "count": words.count,
        "fragment": content.fragment,
        "manual": lambda text: Markup(_manual.render(for_html(text))),  # noqa: S704 - no HTML in it
        "n": lambda number: f"{number:,}",
        "not_checked": words.not_checked,
        "shape": lambda severity: _SHAPES.get(severity, ""),
    }
    return environment


def _shown(value: Any) -> Any:
    """What a template prints: text of a site without what a screen would obey."""
    return for_html(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def static(name: str) -> str:
    """Return a style sheet or script of the package."""
    return resources.files(__name__).joinpath("static", name).read_text("utf-8")


def _scripts() -> str:
    return "\n".join(['"use strict";', *_named_scripts()])


def _named_scripts() -> Iterator[str]:
    yield "(() => {"
    yield from map(static, _SCRIPTS)
    yield "})();"


def policy(style: str, script: str = "") -> str:
    """Return the Content-Security-Policy of a page with one inline style and script."""
    scripts = f"script-src '{_hash(script)}'; " if script else ""
    return (
        f"default-src 'none'; {scripts}style-src '{_hash(style)}'; img-src data:; base-uri 'none';"
        " form-action 'none'"
    )


def _hash(text: str) -> str:
    """The hash of an inline script or style, as a Content-Security-Policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
