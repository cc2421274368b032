"""Print the summary of an audit: one screen, safe in any terminal, plain text in a pipe.

Text of the site is only ever shown through :func:`text.for_screen` and never read as markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from rich.text import Text

from sitemap_audit.parsing.urls import origin
from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.report.escaping import for_screen
from sitemap_audit.report.figures import title
from sitemap_audit.reports.terminal_text import (
    STYLES,
    as_fits,
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
    from sitemap_audit.report.issue_groups import IssueGroup
    from sitemap_audit.report.overview import NotChecked, Overview, Rendered
    from sitemap_audit.report.report import Report
    from sitemap_audit.report.sources.clicks import Clicks
    from sitemap_audit.report.sources.indexing import Indexing
    from sitemap_audit.run_record import RunRecord

_REASONS = 3
_ROOMY = 44
"Lines of a screen from which there is space for blank lines and examples."
_TOLD_BEFORE = ("urls_in_sitemaps", "not_checked")
"Key figures that the line above them tells, on a screen that has no space for them."
_UNCUT = 10_000
"Characters of a line that is broken, not cut."
_LONGEST = 300
"Characters of an example: a URL of 2,000 would take a screen."


def summary(report: Report) -> RenderableType:
    """Make the summary of an audit: 24 lines, or 40 on a screen that has them.

    It may be printed when the store is closed.
    """
    return _Summary(
        run=report.run,
        key_figures=report.key_figures,
        overview=report.overview,
        coverage=report.coverage,
        reasons=report.reasons,
        restrictions=report.restrictions,
        scope=report.scope,
        no_findings=report.no_findings,
        not_checked=report.not_checked,
        changes=report.changes,
        rendered=report.rendered,
        clicks=report.clicks,
        indexing=report.indexing,
        do_first=report.do_first,
        sitemaps=report.sitemaps,
        place=report.place,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Summary:
    run: RunRecord
    key_figures: Sequence[KeyFigure]
    overview: Overview
    do_first: Sequence[IssueGroup]
    coverage: str
    reasons: Sequence[str]
    restrictions: Sequence[str]
    scope: Sequence[str]
    no_findings: str
    not_checked: Sequence[NotChecked]
    changes: Changes | None
    rendered: Rendered | None
    clicks: Clicks | None
    indexing: Indexing | None
    sitemaps: int
    place: AuditPlace | None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        is_roomy = not console.is_terminal or console.height >= _ROOMY
        width = options.max_width if console.is_terminal else _UNCUT
        findings = chain(self._findings(width), self._changes(width))
        parts = [self._head(is_roomy), findings, self._most(is_roomy, console), self._end(is_roomy)]
        for number, part in enumerate(parts):
            lines = list(part)
            if number and lines and is_roomy:
                yield Text()
            for line in lines:
                yield from printed(line, console, options)

    def _head(self, is_roomy: bool) -> Iterator[Text]:
        run = self.run
        yield text_line((title(run), "bold"))
        about = (
            words.moment(run.started_at),
            words.duration(run),
            counted(self.sitemaps, "sitemap"),
            f"evaluated for {run.token or '-'}",
        )
        yield text_line((" · ".join(about), "dim"))
        yield from self._completeness()
        for sentence in self.scope:
            yield text_line((sentence, "yellow"))
        yield text_line((self.coverage, ""), folds=is_roomy)
        yield from self._key_figures(is_roomy)
        if self.rendered:
            yield text_line((self.rendered.sentence, ""))
        if self.clicks:
            yield text_line((self.clicks.sentence, ""), folds=is_roomy)
        if self.indexing:
            yield from self._indexing(self.indexing, is_roomy)

    def _indexing(self, told: Indexing, is_roomy: bool) -> Iterator[Text]:
        if not is_roomy:
            yield text_line((told.short, ""))
            return
        yield text_line((told.sentence, ""), folds=True)
        if told.share:
            share = f"{told.share.percent}, {told.share.basis}"
            yield text_line((f"  {'Indexed by Google:':<28}", ""), (share, "bold"))
        yield text_line((f"  {'We say':<15}{'URLs':>8}  Google says", "dim"))
        for each in told.relations:
            says = f"{each.google_says}: {each.reason}" if each.reason else each.google_says
            yield text_line(
                (f"  {each.we_say or '-':<15}", ""), (f"{each.urls:>8,}", "bold"), (f"  {says}", "")
            )

    def _completeness(self) -> Iterator[Text]:
        more = len(self.reasons) - _REASONS
        for number, reason in enumerate(self.reasons[:_REASONS]):
            mark = "NOT COMPLETE  " if number == 0 else " " * 14
            rest = f" (and {more:,} more)" if more > 0 and number == _REASONS - 1 else ""
            line = text_line((mark, "bold red"), (reason + rest, "red"))
            line.no_wrap, line.overflow = False, "fold"
            yield line
        for restriction in self.restrictions:
            yield text_line((restriction, "bold yellow"), folds=True)
        if not self.reasons and not self.restrictions:
            yield text_line(("Crawl complete", "bold green"))

    def _key_figures(self, is_roomy: bool) -> Iterator[Text]:
        if is_roomy:
            yield from map(figure_line, self.key_figures)
            return
        told = [
            f"{figure.label}: {figure.told}"
            for figure in self.key_figures
            if figure.change or figure.name not in _TOLD_BEFORE
        ]
        yield text_line((" · ".join(told), ""))

    def _findings(self, width: int) -> Iterator[Text]:
        if not any(self.overview.by_severity.values()):
            yield text_line((self.no_findings, ""))
            return
        for severity in self.overview.by_severity:
            subjects = self.overview.urls_by_subject(severity)
            if not subjects:
                continue
            shares = [f"{subject} {number:,}" for subject, number in subjects.items()]
            shares[0] = f"{self.overview.told(severity)}: {shares[0]}"
            yield text_line(
                (f"{severity.capitalize() + 's':<10}", STYLES[severity]),
                (as_fits(shares, width - 10), ""),
            )

    def _changes(self, width: int) -> Iterator[Text]:
        if self.changes is not None:
            head, told = f"Since {self.changes.when}: ", self.changes.sentence
            if len(told) > width:
                told = head + as_fits(self.changes.told, width - len(head))
            yield text_line((told, ""))

    def _most(self, is_roomy: bool, console: Console) -> Iterator[Text]:
        if is_roomy and self.do_first:
            yield text_line(("Do this first", "bold"))
        for group in self.do_first:
            yield from self._group(group, is_roomy, is_short=console.is_terminal)

    def _group(self, group: IssueGroup, is_roomy: bool, *, is_short: bool) -> Iterator[Text]:
        severity = group.cause.severity
        example = f"Example: {_cut(group.example)}" if group.example else ""
        parts = (words.ended(group.clause), group.estimate, group.step, example)
        step = " ".join(filter(None, parts))
        step = self._without_site(step) if is_short else step
        head = (
            (f"{severity:<8}", STYLES.get(severity, "")),
            (f"{group.affected:>{self._width}}  ", "bold"),
            (f"{group.lost:>12}  " if self.clicks else "", ""),
            (group.title, ""),
        )
        if is_roomy:
            yield text_line(*head)
            yield text_line((" " * 10 + step, "dim"))
        else:
            yield text_line(*head, (f"  {step}", "dim"))

    @property
    def _width(self) -> int:
        """Of what the lines of 'Do this first' affect."""
        return max(11, *(len(group.affected) for group in self.do_first))

    def _without_site(self, text: str) -> str:
        """A text with the paths of the site's own URLs; the head names the site."""
        sites = self.run.sites
        return text.replace(origin(sites[0]) + "/", "/") if len(sites) == 1 else text

    def _not_checked(self, is_roomy: bool) -> Iterator[Text]:
        shown = _REASONS if is_roomy else 1
        more = len(self.not_checked) - shown
        for number, cause in enumerate(self.not_checked[:shown], 1):
            rest = f" And {more:,} more: see Method in report.html." if number == shown else ""
            yield text_line((cause.sentence + (rest if more > 0 else ""), "dim"), folds=is_roomy)

    def _end(self, is_roomy: bool) -> Iterator[Text]:
        for sentence in words.traffic(self.run)[: None if is_roomy else 1]:
            yield text_line((sentence, "dim"), folds=is_roomy)
        yield from self._not_checked(is_roomy)
        if broken := self.overview.broken:
            names = ", ".join(result.name for result in broken)
            failed = counted(len(broken), "check")
            yield text_line((f"{failed} could not run: {names}; see report.html", "red"))
            for why in (broken[0].error or "").splitlines()[:1]:
                yield text_line((f"{broken[0].name}: {why}", "red"))
        if self.place:
            # Only the terminal breaks a long path: a line break would be copied with it.
            path = for_screen(str(self.place))
            yield Text(f"Reports: {path}", no_wrap=True, overflow="ignore")
            if files := files_line(self.place):
                yield text_line((files, ""))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
