"""PDF: a summary for a client, two to four pages, that Chromium prints without a network."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TextIO
from urllib.parse import unquote_to_bytes

from markupsafe import Markup, escape

from sitemap_audit.errors import AuditError
from sitemap_audit.machine.chromium import find_browser, launch_options
from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.report.escaping import for_html, plain
from sitemap_audit.report.figures import title
from sitemap_audit.report.issue_changes import NO_EARLIER_AUDIT
from sitemap_audit.reports.html import environment, policy, static
from sitemap_audit.reports.html.trend import trend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from jinja2 import Environment

    from sitemap_audit.report.issue_groups import IssueGroup
    from sitemap_audit.report.report import Report

_ISSUES = 5
_CHANGED = 8
"Issues of which URLs are fixed or new."
_REMARKS = 6
_LONGEST = 400
"Characters of a URL or a sentence: one of a URL of 2,000 would take half a page."
_FOOT = 90
"Characters of the title at the foot of each page."
_FOOTER = """
<div style="width: 100%; margin: 0 16mm; font: 8pt sans-serif; color: #55595e; display: flex;
justify-content: space-between; gap: 8mm"><span>{}</span><span style="white-space: nowrap">Page
<span class="pageNumber"></span> of <span class="totalPages"></span></span></div>
"""
_PATIENCE = 60_000
"Milliseconds until the browser must have started."
_ENCODED = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")
"Bytes of characters beyond ASCII in a URL."


class Issue(NamedTuple):
    """One of the worst issues."""

    group: IssueGroup
    why: str
    examples: Sequence[str]


def write(report: Report, file: TextIO) -> None:
    """Write the summary.

    Raises:
        UsageError: there is no browser.
        AuditError: it cannot print.
    """
    name = title(report.run, report.brand.title)
    file.buffer.write(_printed(page(report, name), name, report.browser))


def page(report: Report, name: str) -> str:
    """Make the page that is printed."""
    run, style = report.run, static("print.css", package=__name__)
    template = _environment().get_template("summary.html.jinja")
    return template.render(
        brand=report.brand,
        changes=report.changes,
        coverage=report.coverage,
        figures=report.key_figures,
        issues=list(_issues(report)),
        longest=_LONGEST,
        method=list(_method(report)),
        most=_CHANGED,
        no_changes=run.not_compared or NO_EARLIER_AUDIT,
        no_findings=report.no_findings,
        policy=policy(style),
        reasons=report.reasons[:_REMARKS],
        remarks=[each for each in report.scope if each != run.not_compared][:_REMARKS],
        restrictions=report.restrictions[:_REMARKS],
        run=run,
        sites=words.named_sites(run),
        started=words.moment(run.started_at),
        style=Markup(style),  # noqa: S704 - of this package
        title=name,
        trend=trend(run),
    )


def _environment() -> Environment:
    made = environment(__name__)
    made.filters["url"] = _readable
    return made


def _issues(report: Report) -> Iterator[Issue]:
    checks = {check.name: check for check in report.checks}
    for group, examples in zip(report.do_first[:_ISSUES], report.examples, strict=False):
        check = checks.get(group.cause.check)
        why = plain(check.why_it_matters) if check else ""
        yield Issue(group, why, examples)


def _method(report: Report) -> Iterator[tuple[str, str]]:
    """Yield how the audit was made, in five lines."""
    run, requests = report.run, report.requests
    engines = ", ".join(each.capitalize() for each in run.options.get("engines") or ())
    agent = run.options.get("user_agent")
    yield "Audited", f"{words.named_sites(run)}, {words.moment(run.started_at)}"
    if run.built is not None:
        yield "Pages", run.built.served
    asked = "requests" if run.built is None else "files read or requests"
    yield (
        "Crawled",
        f"{requests.pages:,} {asked} for pages and {requests.sitemaps:,} for sitemaps"
        f" ({counted(report.sitemaps, 'sitemap')}) in {words.duration(run)}",
    )
    yield "Evaluated for", f"{run.token or '-'}, by the guidelines of {engines or 'search engines'}"
    yield (
        "Checks",
        f"{len(report.overview.results):,} ran, {len(report.overview.failed):,} found something;"
        " what could not be read is neither a fault nor correct",
    )
    yield "Program", f"sitemap-audit {run.version}{f', as {agent}' if agent else ''}"


def _readable(url: str) -> Markup:
    """A URL as people read it: characters in place of their bytes, from left to right."""
    text = _ENCODED.sub(_decoded, url)
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return Markup('<bdi dir="ltr">{}</bdi>').format(escape(for_html(text)))


def _decoded(found: re.Match[str]) -> str:
    try:
        text = unquote_to_bytes(found[0]).decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
    return text if text.isprintable() and " " not in text else found[0]


def _printed(page: str, name: str, browser: Path | None) -> bytes:
    """Print a page as PDF, tagged, with its headings as an outline.

    Raises:
        UsageError: there is no browser.
        AuditError: it cannot print.
    """
    from playwright.sync_api import Error, sync_playwright  # late: slow to import

    program = find_browser(browser, "--format pdf")
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(**launch_options(program), timeout=_PATIENCE)
            tab = chromium.new_context(java_script_enabled=False, offline=True).new_page()
            tab.set_content(page)
            printed = tab.pdf(
                format="A4",
                margin={"top": "15mm", "bottom": "18mm", "left": "16mm", "right": "16mm"},
                display_header_footer=True,
                header_template="<span></span>",
                footer_template=_FOOTER.format(escape(for_html(name[:_FOOT]))),
                outline=True,
                print_background=True,
                tagged=True,
            )
            chromium.close()
    except Error as error:
        why = error.message.splitlines()[0]
        raise AuditError(
            f"{program} cannot print the PDF ({why}). Name another browser by --browser."
        ) from error
    return printed
