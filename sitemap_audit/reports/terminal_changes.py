"""Print the changes between two audits: one screen, the most severe change first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.report.figures import title
from sitemap_audit.reports.terminal_text import (
    STYLES,
    figure_line,
    files_line,
    printed,
    text_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.report.figures import KeyFigure
    from sitemap_audit.report.issue_changes import Changes
    from sitemap_audit.report.report import Report
    from sitemap_audit.run_record import RunRecord

_LINES, _CAUSES = 15, 2
"Issues and other changes, and causes of an issue, that are told; report.html has more."


def changes_summary(report: Report) -> RenderableType:
    """Make the summary of a comparison; it may be printed when the store is closed."""
    assert report.changes is not None
    assert report.place is not None
    return _ChangesSummary(
        run=report.run,
        key_figures=report.key_figures,
        changes=report.changes,
        place=report.place,
        reasons=report.reasons,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _ChangesSummary:
    run: RunRecord
    key_figures: Sequence[KeyFigure]
    changes: Changes
    place: AuditPlace
    reasons: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for line in self._lines():
            yield from printed(line, console, options)

    def _lines(self) -> Iterator[Text]:
        yield text_line((title(self.run), "bold"))
        now = words.moment(self.run.started_at)
        yield text_line((f"{now}, compared with the audit of {self.changes.when}", "dim"))
        for reason in self.reasons[:1]:
            yield text_line(("NOT COMPLETE  ", "bold red"), (reason, "red"), folds=True)
        if self.changes.caveat:
            yield text_line((self.changes.caveat, "red"), folds=True)
        yield Text()
        for figure in self.key_figures:
            yield figure_line(figure)
        yield Text()
        yield from self._issues()
        yield from self._others()
        if self.changes.not_compared:
            left_out = f"{self.changes.not_compared} not compared"
            yield text_line((f"{left_out}: not checked in one of the two audits.", "dim"))
        yield Text()
        yield Text(f"Reports: {self.place}", overflow="fold")
        yield text_line((files_line(self.place), ""))

    def _issues(self) -> Iterator[Text]:
        issues = self.changes.issues
        if not issues and not self.changes.others():
            yield text_line((f"{self.changes.nothing.capitalize()}.", ""))
        for issue in issues[:_LINES]:
            yield text_line(
                (f"{issue.state:<8}", STYLES.get(issue.state, "green")),
                (f"{issue.title}: ", ""),
                (issue.told, "bold"),
            )
            for where in self.changes.where(issue, _CAUSES):
                yield text_line((f"{'':10}{where}", "dim"))
        yield from _more(len(issues) - _LINES, "issue")

    def _others(self) -> Iterator[Text]:
        causes = self.changes.others()
        if causes and self.changes.issues:
            yield Text()
            yield text_line(("Other changes", "bold"))
        for cause in causes[:_LINES]:
            severity = cause.severity or ""
            yield text_line(
                (f"{severity:<8}", STYLES.get(severity, "")),
                (f"{cause.what}: ", ""),
                (cause.affected, "bold"),
            )
            if cause.where != cause.cause or cause.cause_by != "site":
                yield text_line((" " * 10 + cause.where, "dim"))
        yield from _more(len(causes) - _LINES, "change")


def _more(number: int, noun: str) -> Iterator[Text]:
    if number > 0:
        yield text_line((f"{counted(number, f'more {noun}')} in changes.json", "dim"))
