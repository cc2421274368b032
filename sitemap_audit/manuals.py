"""The checks as their users read them: a list, and a manual each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.catalogue import Check

_STYLES = {"error": "red", "warning": "yellow", "notice": "cyan"}


_COLUMNS = ("check", "severity", "confidence", "finds")


def facts(check: Check) -> dict[str, Any]:
    """A check for machines."""
    return {
        "name": check.name,
        "aliases": list(check.aliases),
        "subject": check.subject,
        "severity": check.severity,
        "confidence": check.confidence,
        "engines": list(check.engines),
        "title": check.title,
    }


def table(checks: Sequence[Check]) -> Table:
    """All of them, a line each."""
    result = Table(box=None, pad_edge=False, header_style="bold")
    for column in _COLUMNS:
        result.add_column(column, no_wrap=column != "finds")
    for check in checks:
        result.add_row(
            check.name,
            Text(check.severity, style=_STYLES[check.severity]),
            check.confidence,
            check.title,
        )
    return result


def lines(checks: Sequence[Check]) -> list[str]:
    """The same for a file or a pipe, which has no width: none is broken."""
    rows = [(check.name, check.severity, check.confidence, check.title) for check in checks]
    name, severity, confidence = (
        max(map(len, column)) for column in list(zip(_COLUMNS, *rows, strict=True))[:3]
    )
    return [
        f"{row[0]:<{name}}  {row[1]:<{severity}}  {row[2]:<{confidence}}  {row[3]}"
        for row in (_COLUMNS, *rows)
    ]


def manual(check: Check) -> Group:
    """One of them in full."""
    facts_line = (
        f"{check.severity} · confidence {check.confidence} · rule of {', '.join(check.engines)}"
    )
    parts = [
        f"# {check.title}",
        f"`{check.name}` · {facts_line}",
        f"## What it finds\n\n{check.what_it_finds}",
        f"## Why it matters\n\n{check.why_it_matters}",
        f"## How to fix it\n\n{check.how_to_fix_it}",
    ]
    if check.aliases:
        parts.append(f"Also known as: {', '.join(check.aliases)}.")
    parts.append("Read on:\n\n" + "\n".join(f"* {url}" for url in check.see))
    return Group(*(Markdown(part) for part in parts))
