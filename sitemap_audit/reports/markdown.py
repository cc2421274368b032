"""Markdown for a comment on a pull request: key figures, what to do first, what is new.

Text of a site is escaped: it can neither add markup, nor mention a user, nor refer to an issue.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, TextIO

from sitemap_audit.parsing.urls import origin
from sitemap_audit.plural import counted
from sitemap_audit.report.escaping import for_html
from sitemap_audit.report.figures import title
from sitemap_audit.report.issue_changes import NO_EARLIER_AUDIT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.report.issue_changes import Changes
    from sitemap_audit.report.report import Report

_MARK = "<!-- sitemap-audit {} -->"
"The first line, by which the comment of an earlier run on the same site is found."
_UNMARKED = re.compile(r"[^\w./:-]")
MOST = 65_000
"Characters: a comment on GitHub has at most 65,536."
_ROWS = 10
"Of each list."
_LONGEST = 1_000
"Characters of a line."
_CAUSES = 2
"Of a changed issue."
_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"]*[^\s<>\".,;:!?')\]]", re.IGNORECASE)
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>|~&@#]")


def write(report: Report, file: TextIO) -> None:
    """Write the summary, cut at the limit of a comment."""
    length = 0
    parts = [_first(report), _news(report)]
    if report.run.is_comparison:
        parts.reverse()
    for line in chain(_mark(report), _head(report), *parts, _end(report)):
        length += len(line) + 1
        if length > MOST:
            file.write("\nCut here: a comment on GitHub has at most 65,536 characters.\n")
            return
        file.write(f"{line}\n")


def _mark(report: Report) -> Iterator[str]:
    site = next(iter(report.run.sites), "")
    yield _MARK.format(_UNMARKED.sub("", origin(site) or site)[:_LONGEST])


def _head(report: Report) -> Iterator[str]:
    yield f"## {_safe(title(report.run))}"
    yield ""
    if report.reasons:
        yield "**Not complete**"
        yield ""
        yield from _list(report.reasons)
        yield ""
    elif not report.restrictions:
        yield "**Crawl complete**"
        yield ""
    for restriction in report.restrictions:
        yield f"**{_safe(restriction)}**"
        yield ""
    if report.scope:
        yield from _list(report.scope)
        yield ""
    yield _safe(report.coverage)
    yield ""
    yield "| Key figure | Value | Change |"
    yield "|---|---|---|"
    for figure in report.key_figures:
        yield f"| {figure.label} | {figure.value} | {figure.change or ''} |"
    yield ""


def _first(report: Report) -> Iterator[str]:
    affected = [
        f"{severity}s on {report.overview.told(severity)}"
        for severity, urls in report.overview.urls_by_severity.items()
        if urls
    ]
    if not affected:
        yield _safe(report.no_findings)
        yield ""
        return
    text = ", ".join(affected)
    yield f"{text[:1].upper()}{text[1:]}."
    yield ""
    if not (groups := report.do_first):
        return
    yield "### Do this first"
    yield ""
    for number, group in enumerate(groups, 1):
        example = f"Example: {group.example}." if group.example else ""
        parts = (f"{group.title}.", group.sentence, group.step, example)
        yield f"{number}. **{group.cause.severity}**: {_safe(' '.join(filter(None, parts)))}"
    yield ""


def _news(report: Report) -> Iterator[str]:
    yield "### Changes"
    yield ""
    changes = report.changes
    if changes is None:
        told = report.run.changes
        yield _safe(told.sentence if told else report.run.not_compared or NO_EARLIER_AUDIT)
    else:
        yield from _changes(changes)
    yield ""


def _changes(changes: Changes) -> Iterator[str]:
    yield _safe(f"Compared with the audit of {changes.when}. {changes.caveat}")
    yield ""
    if issues := changes.issues:
        has_left = any(issue.not_compared for issue in issues)
        yield "| Issue | Where | Before | Fixed | New | Now |" + " Not compared |" * has_left
        yield "|---|---|---|---|---|---|" + "---|" * has_left
        for issue in issues[:_ROWS]:
            where = changes.where(issue, _CAUSES)
            cells = (
                f"**{issue.severity}**: {_safe(issue.title)}" if issue.now else _safe(issue.title),
                _safe("; ".join(where)),
                f"{issue.before:,}",
                f"✓ -{issue.fixed:,}" if issue.fixed else "",
                f"**+{issue.new:,}**" if issue.new else "",
                f"{issue.now:,}",
                *([issue.not_compared] if has_left else ()),
            )
            yield f"| {' | '.join(cells)} |"
        yield ""
    others = changes.others()
    for cause in others[:_ROWS]:
        yield f"* **{cause.severity}**: {_safe(cause.sentence)}"
    left_out = len(issues[_ROWS:]) + len(others[_ROWS:])
    if left_out:
        yield f"* and {left_out:,} more in changes.json"
    if not issues and not others:
        yield f"{changes.nothing.capitalize()}."
    if changes.not_compared:
        yield ""
        yield _safe(f"Not compared: {changes.not_compared}.")


def _end(report: Report) -> Iterator[str]:
    if causes := report.not_checked:
        yield "### Not checked"
        yield ""
        yield from _list([cause.sentence for cause in causes])
        yield ""
    if broken := report.overview.broken:
        yield _safe(f"{counted(len(broken), 'check')} could not run.")


def _list(sentences: Sequence[str]) -> Iterator[str]:
    for sentence in sentences[:_ROWS]:
        yield f"* {_safe(sentence)}"
    if len(sentences) > _ROWS:
        yield f"* and {len(sentences) - _ROWS:,} more in run.json"


def _safe(text: str) -> str:
    """Return a text on one line without markup; URLs are code, which no program makes a link."""
    line = " ".join(for_html(text).split())
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST - 1]}…"
    parts, end = [], 0
    for url in _URL.finditer(line):
        parts += [_escaped(line[end : url.start()]), _code(url[0])]
        end = url.end()
    return "".join((*parts, _escaped(line[end:])))


def _escaped(text: str) -> str:
    """Escape markup; an empty comment keeps @name and #1 from becoming a reference."""
    return _SPECIAL.sub(
        lambda mark: f"{mark[0]}<!-- -->" if mark[0] in "@#" else f"\\{mark[0]}", text
    )


def _code(text: str) -> str:
    """Return a code span; CommonMark takes a longer fence around text with backticks."""
    if "`" not in text:
        return f"`{text}`"
    fence = "`" * (max(map(len, re.findall("`+", text))) + 1)
    return f"{fence} {text} {fence}"
