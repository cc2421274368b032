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
from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.report.escaping import for_html
from sitemap_audit.report.figures import title
from sitemap_audit.report.matrix import SIGNS
from sitemap_audit.reports.html import embedded, page_parts
from sitemap_audit.reports.html.charts import charts
from sitemap_audit.reports.html.google_section import google
from sitemap_audit.reports.html.sources_chart import sources
from sitemap_audit.reports.html.trend import trend

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.report.report import Report

__all__ = ["write_html"]

_SCRIPTS = ("data.js", "table.js", "tables.js", "lookup.js", "start.js")
"In the order in which they are run; together they are one script."
_SHAPES = {"error": "⬣", "warning": "▲", "notice": "●"}
"Severities are told apart without colours."
_MARKS = {"good": ("✓", "good"), "low": ("▲", "low"), "error": ("⬣", "bad"), "unchecked": ("?", "")}
"How a figure is, told without colours."
_manual = MarkdownIt("commonmark", {"html": False})


class Section(NamedTuple):
    """A part of the page: its id, which its template has too, its heading, what it shows."""

    name: str
    title: str
    content: Any


def write_html(report: Report, path: Path) -> Path:
    """Write the report as one HTML file.

    Args:
        path: in the folder of the CSV files.

    Raises:
        OSError: the folder cannot be written.
    """
    run, data = report.run, embedded.encode(report)
    sections = [
        Section("first", "Do this first", page_parts.cards(report)),
        Section("figures", "Key figures", page_parts.figures(report)),
        Section("changes", "Changes", report.changes),
        Section("history", "History", trend(run)),
        Section("google", "Google", google(report.indexing)),
        Section("charts", "Charts", charts(report.counts, report.overview)),
        Section("sources", "URLs by source", sources(report.sets, report.directories)),
        Section("hreflang", "Hreflang matrix", report.matrix),
        Section("sitemaps", "Sitemaps", report.tree),
        Section("access", "Access by bot", report.bots),
        Section("issues", "Issues", page_parts.issues(report)),
        Section("findings", "Findings", data.cut("findings") if report.overview.failed else None),
        Section("urls", "URL lookup", data.cut("urls")),
        Section("method", "Method", page_parts.method(report)),
        Section("glossary", "Glossary", True),
    ]
    if run.is_comparison:
        sections.sort(key=lambda section: section.name != "changes")
    style, script = static("report.css"), _scripts()
    page = environment().get_template("report.html.jinja")
    pieces = page.generate(
        brand=report.brand,
        changes=report.changes,
        clicks=report.clicks,
        csv=report.files.csv,
        data=data,
        record=run,
        script=Markup(script),  # noqa: S704 - of this package
        sections=[section for section in sections if section.content],
        sites=words.named_sites(run),
        style=Markup(style),  # noqa: S704 - of this package
        title=title(run, report.brand.title),
        summary=page_parts.summary(report),
        policy=policy(style, script),
    )
    with unfinished(path) as file, file.open("w", encoding="utf-8", errors="replace") as out:
        out.writelines(pieces)
    return path


@cache
def environment(package: str = __name__) -> Environment:
    """Return the environment of the templates: text of a site is shown, never interpreted."""
    environment = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        finalize=_shown,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals |= {"marks": _MARKS, "signs": SIGNS}
    environment.filters |= {
        "anchor": page_parts.anchor,
        "count": counted,
        "fragment": page_parts.fragment,
        "manual": lambda text: Markup(_manual.render(for_html(text))),  # noqa: S704 - no HTML in it
        "n": lambda number: f"{number:,}",
        "not_checked": words.not_checked,
        "shape": lambda severity: _SHAPES.get(severity, ""),
    }
    return environment


def _shown(value: Any) -> Any:
    """What a template prints: text of a site without what a screen would obey."""
    return for_html(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def static(name: str, package: str = __name__) -> str:
    """Return a style sheet or script of the package."""
    return resources.files(package).joinpath("static", name).read_text("utf-8")


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
