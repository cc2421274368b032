"""The checks as their users read them: a list, and a manual each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.analysis.catalogue.column_docs import Column
    from sitemap_audit.analysis.catalogue.diagnosisfile import Diagnosis

_STYLES = {"error": "red", "warning": "yellow", "notice": "cyan"}


_COLUMNS = ("check", "severity", "confidence", "finds")


def facts(check: Check) -> dict[str, Any]:
    """A check for machines."""
    return {
        "name": check.name,
        "known_as": {tool: list(names) for tool, names in check.known_as.items()},
        "follows": list(check.follows),
        "subject": check.subject,
        "severity": check.severity,
        "confidence": check.confidence,
        "engines": list(check.engines),
        "parameters": dict(check.parameters),
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
    """The same as text, for a file or a pipe."""
    rows = [(check.name, check.severity, check.confidence, check.title) for check in checks]
    name, severity, confidence = (
        max(map(len, column)) for column in list(zip(_COLUMNS, *rows, strict=True))[:3]
    )
    return [
        f"{row[0]:<{name}}  {row[1]:<{severity}}  {row[2]:<{confidence}}  {row[3]}"
        for row in (_COLUMNS, *rows)
    ]


def manual(check: Check) -> Group:
    """One of them in full; print it uncropped, for links that are longer than a line."""
    return Group(*_manual(check))


def diagnosis_manual(diagnosis: Diagnosis) -> Group:
    """A diagnosis in full."""
    facts = f"{diagnosis.name} · diagnosis · {diagnosis.certainty}"
    explained = Text(f"Explains findings of: {', '.join(diagnosis.explains)}.")
    return Group(*_sections(diagnosis, facts), explained, *_read_on(diagnosis))


def _manual(check: Check) -> Iterator[RenderableType]:
    yield from _sections(
        check,
        f"{check.name} · {check.severity} · confidence {check.confidence}"
        f" · rule of {', '.join(check.engines)}",
    )
    yield from _notes(check)


def _sections(each: Check | Diagnosis, facts: str) -> Iterator[RenderableType]:
    yield Text(each.title, style="bold underline")
    yield Text(facts)
    sections = {
        "What it finds": each.what_it_finds,
        "Why it matters": each.why_it_matters,
        "How to fix it": each.how_to_fix_it,
    }
    for heading, text in sections.items():
        yield Text(f"\n{heading}", style="bold")
        yield Markdown(text)
    yield Text()


def _notes(check: Check) -> Iterator[RenderableType]:
    for name, value in check.parameters.items():
        yield Text(f"Parameter {name}, default {value}. Change it:")
        yield _uncut(f"  --set {check.name}.{name}=VALUE")
    for tool, names in check.known_as.items():
        yield Text(f"In {tool}: {'; '.join(names)}.")
    yield from _read_on(check)


def _read_on(each: Check | Diagnosis) -> Iterator[RenderableType]:
    yield Text("Read on:")
    for url in each.see:
        yield _uncut(f"  {url}")


def column_list(columns: Sequence[Column]) -> Table:
    """The columns of a CSV, a row each."""
    result = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("column", "meaning", "unit", "empty"):
        result.add_column(head, no_wrap=head == "column")
    for each in columns:
        result.add_row(*map(Text, (each.name, each.meaning, each.unit, each.empty)))
    return result


def column_lines(columns: Sequence[Column]) -> list[str]:
    """The same for a file or a pipe: a line each."""
    width = max(len(each.name) for each in columns)
    return [f"{each.name:<{width}}  {' '.join(each.text.split())}" for each in columns]


def _uncut(text: str) -> Text:
    """A line to copy from: the terminal alone breaks it."""
    return Text(text, no_wrap=True, overflow="ignore")
