"""Print the changes between two audits: one screen, the most severe change first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from sitemap_audit.machine.copies import as_shown
from sitemap_audit.report import words
from sitemap_audit.report.figures import title
from sitemap_audit.reports.terminal_text import STYLES, files_line, printed, text_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rich.console import Console, ConsoleOptions, RenderableType

    from sitemap_audit.report.changes import Changes
    from sitemap_audit.report.figures import KeyFigure
    from sitemap_audit.report.report import Report
    from sitemap_audit.run_record import RunRecord

_CAUSES = 15
"Causes that are told; changes.json and report.html have more."


def changes_summary(report: Report) -> RenderableType:
    """Make the summary of a comparison; it may be printed when the store is closed."""
    assert report.changes is not None
    assert report.folder is not None
    return _ChangesSummary(
        run=report.run,
        key_figures=report.key_figures,
        changes=report.changes,
        folder=report.folder,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _ChangesSummary:
    run: RunRecord
    key_figures: Sequence[KeyFigure]
    changes: Changes
    folder: Path

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for line in self._lines():
            yield from printed(line, console, options)

    def _lines(self) -> Iterator[Text]:
        sites = words.named_sites(self.run)
        yield text_line((title(self.run, f"Changes of {sites}"), "bold"))
        yield text_line((f"{self.changes.folder} → {self._now}", "dim"))
        for reason in words.reasons(self.run)[:1]:
            yield text_line(("NOT COMPLETE  ", "bold red"), (reason, "red"), folds=True)
            yield text_line((self.changes.caveat, "red"), folds=True)
        yield Text()
        for figure in self.key_figures:
            change = f" ({figure.change})" if figure.change else ""
            yield text_line((f"  {figure.label + ':':<28}", ""), (figure.value + change, "bold"))
        yield Text()
        yield from self._causes()
        if self.changes.not_compared:
            left_out = f"{self.changes.not_compared} not compared"
            yield text_line((f"{left_out}: not checked in one of the two audits.", "dim"))
        yield Text()
        yield Text(as_shown(f"Reports: {self.folder}"), overflow="fold")
        yield text_line((files_line(self.folder), ""))

    @property
    def _now(self) -> str:
        return self.folder.parent.name

    def _causes(self) -> Iterator[Text]:
        if not self.changes.causes:
            yield text_line((f"{self.changes.nothing.capitalize()}.", ""))
        for cause in self.changes.causes[:_CAUSES]:
            yield text_line(
                (f"{cause.severity:<8}", STYLES.get(cause.severity, "")),
                (f"{words.count(cause.urls, 'URL'):>11}  ", "bold"),
                (cause.what, ""),
            )
            if cause.where != cause.cause or cause.cause_by != "site":
                yield text_line((" " * 10 + cause.where, "dim"))
        more = len(self.changes.causes) - _CAUSES
        if more > 0:
            yield text_line((f"{more:,} more changes in changes.json", "dim"))
