"""Print the summary of an audit: one screen, safe in any terminal, plain text in a pipe.

Text of the site is only ever shown through :func:`text.for_screen` and never read as markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from rich.text import Text

from sitemap_audit.parsing.urls import origin
from sitemap_audit.reporting import overview as figures
from sitemap_audit.reporting import words
from sitemap_audit.reporting.causes import do_first
from sitemap_audit.reporting.changes import read_changes
from sitemap_audit.reporting.figures import key_figures, read_figures, read_selected, title
from sitemap_audit.reporting.scope import scope
from sitemap_audit.reporting.text import for_screen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from rich.console import Console, ConsoleOptions, RenderableType

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.reporting.causes import Matter
    from sitemap_audit.reporting.changes import Changes
    from sitemap_audit.reporting.overview import Ledger, Overview, Rendered
    from sitemap_audit.storage import Store

_STYLES = {"error": "bold red", "warning": "yellow", "notice": "cyan"}
_REASONS = 3
_ROOMY = 44
"Lines of a screen from which there is space for blank lines and examples."
_TOLD_BEFORE = ("urls_in_sitemaps", "not_checked")
"Key figures that the line above them tells."
_UNCUT = 10_000
"Characters of a line that goes to no terminal; print it with soft_wrap."
_MAIN_FILES = ("report.html", "report.xlsx", "findings.csv", "run.json")


def summary(
    store: Store, checks: Sequence[Check], run: Mapping[str, Any], folder: Path | None = None
) -> RenderableType:
    """Make the summary of an audit: 24 lines, or 40 on a screen that has them.

    Args:
        store: with views, findings and check_runs; it may be closed before this is printed.
        run: the run record.
        folder: where the reports were written; the store's where not given.
    """
    chosen = read_selected(store, run)
    figures_now = {"figures": read_figures(store)._asdict()}
    return _Summary(
        run={**run, **figures_now, "selected": chosen and chosen._asdict()},
        overview=figures.read_overview(store, checks),
        ledger=figures.read_ledger(store),
        changes=read_changes(store, checks, run, rows=0),
        rendered=figures.read_rendered(store, run),
        matters=do_first(store, checks),
        sitemaps=int(store.value(_SITEMAPS)),
        folder=folder or store.folder,
    )


# A page at a URL that was only tried is no sitemap.
_SITEMAPS = """
SELECT COUNT(*)
FROM sitemaps
WHERE kind NOT IN ('html', 'empty', 'unknown')
    OR (kind IS NOT NULL AND url NOT IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Summary:
    run: Mapping[str, Any]
    overview: Overview
    matters: Sequence[Matter]
    ledger: Ledger
    changes: Changes | None
    rendered: Rendered | None
    sitemaps: int
    folder: Path | None

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
                if not console.is_terminal:
                    line.overflow = "ignore"
                yield _encodable(line, options)

    def _head(self, is_roomy: bool) -> Iterator[Text]:
        run = self.run
        yield _line((title(run), "bold"))
        about = (
            words.moment_text(run, "started_at"),
            words.duration(run),
            words.count(self.sitemaps, "sitemap"),
            f"evaluated for {run.get('token') or '-'}",
        )
        yield _line((" · ".join(about), "dim"))
        yield from self._completeness()
        for sentence in scope(run, self.overview):
            yield _line((sentence, "yellow"))
        yield _line((words.coverage(self.ledger), ""), folds=is_roomy)
        yield from self._key_figures(is_roomy)
        if self.rendered:
            yield _line((self.rendered.sentence, ""))

    def _completeness(self) -> Iterator[Text]:
        why = words.reasons(self.run)
        if not why:
            limit = words.limit(self.run, self.ledger)
            yield _line((limit, "bold yellow") if limit else ("Crawl complete", "bold green"))
            return
        more = len(why) - _REASONS
        for number, reason in enumerate(why[:_REASONS]):
            mark = "NOT COMPLETE  " if number == 0 else " " * 14
            rest = f" (and {more:,} more)" if more > 0 and number == _REASONS - 1 else ""
            line = _line((mark, "bold red"), (reason + rest, "red"))
            line.no_wrap, line.overflow = False, "fold"
            yield line

    def _key_figures(self, is_roomy: bool) -> Iterator[Text]:
        """The first, URLs in sitemaps, stands in the line before if nothing has changed."""
        told = [
            (figure.label, figure.value + (f" ({figure.change})" if figure.change else ""))
            for figure in key_figures(self.run)
            if figure.change or figure.name not in _TOLD_BEFORE
        ]
        if not is_roomy:
            yield _line((" · ".join(f"{label}: {value}" for label, value in told), ""))
            return
        for label, value in told:
            yield _line((f"  {label + ':':<28}", ""), (value, "bold"))

    def _findings(self, width: int) -> Iterator[Text]:
        if not any(self.overview.by_severity.values()):
            passed = self.overview.by_outcome["passed"]
            told = f"{words.count(passed, 'check')} passed, no findings."
            yield _line((told if passed else "Nothing could be checked.", ""))
            return
        for severity in self.overview.by_severity:
            subjects = self.overview.urls_by_subject(severity)
            if not subjects:
                continue
            shares = [f"{subject} {urls:,}" for subject, urls in subjects.items()]
            shares[0] += " URL" if next(iter(subjects.values())) == 1 else " URLs"
            yield _line(
                (f"{severity.capitalize() + 's':<10}", _STYLES[severity]),
                (_as_fits(shares, width - 10), ""),
            )

    def _changes(self, width: int) -> Iterator[Text]:
        sentence = (self.run.get("changes") or {}).get("sentence")
        if self.changes is None or not sentence:
            return
        yield _line((sentence, ""))
        found = [f"{kind.title}: {words.count(kind.urls, 'URL')}" for kind in self.changes.found]
        if found:
            yield _line((_as_fits(found, width), ""))

    def _most(self, is_roomy: bool, console: Console) -> Iterator[Text]:
        if is_roomy and self.matters:
            yield _line(("Do this first", "bold"))
        for matter in self.matters:
            yield from self._matter(matter, is_roomy, is_short=console.is_terminal)

    def _matter(self, matter: Matter, is_roomy: bool, *, is_short: bool) -> Iterator[Text]:
        severity = matter.cause.severity
        where = self._without_site(matter.where) if is_short else matter.where
        head = (
            (f"{severity:<8}", _STYLES.get(severity, "")),
            (f"{words.count(matter.urls, 'URL'):>11}  ", "bold"),
            (matter.cause.what, ""),
        )
        if is_roomy:
            yield _line(*head)
            yield _line((" " * 10 + where, "dim"))
        else:
            yield _line(*head, (f"  {where}", "dim"))

    def _without_site(self, text: str) -> str:
        """A text with the paths of the site's own URLs; the head names the site."""
        sites = words.sites(self.run)
        return text.replace(origin(sites[0]) + "/", "/") if len(sites) == 1 else text

    def _end(self, is_roomy: bool) -> Iterator[Text]:
        for sentence in words.traffic(self.run)[: None if is_roomy else 1]:
            yield _line((sentence, "dim"), folds=is_roomy)
        if unchecked := words.unchecked(self.overview, self.ledger):
            yield _line((unchecked, "dim"), folds=is_roomy)
        if broken := self.overview.broken:
            names = ", ".join(result.name for result in broken)
            failed = words.count(len(broken), "check")
            yield _line((f"{failed} could not run: {names}; see the Coverage sheet", "red"))
            for why in (broken[0].error or "").splitlines()[:1]:
                yield _line((f"{broken[0].name}: {why}", "red"))
        if self.folder:
            yield Text(f"Reports: {for_screen(str(self.folder))}", overflow="fold")
            if files := _files(self.folder):
                yield _line((files, ""))


def _as_fits(items: Sequence[str], room: int) -> str:
    """Join as many items as fit, and say how many more there are."""
    for shown in range(len(items), 0, -1):
        more = [f"{len(items) - shown} more"] if shown < len(items) else []
        told = " · ".join([*items[:shown], *more])
        if len(told) <= room:
            return told
    return " · ".join(items[:1])


def _files(folder: Path) -> str:
    main = [name for name in _MAIN_FILES if (folder / name).exists()]
    others = len({path.name for path in folder.glob("*.csv")} - set(main))
    return " · ".join([*main, f"{others} more CSV files"] if others else main)


def _line(*parts: tuple[str, str], folds: bool = False) -> Text:
    """One line of text in styles; what does not fit is cut, or folded."""
    line = Text(no_wrap=not folds, overflow="fold" if folds else "ellipsis")
    for text, style in parts:
        line.append(for_screen(text), style)
    return line


def _encodable(line: Text, options: ConsoleOptions) -> Text:
    """A line that the terminal's encoding holds."""
    if not options.ascii_only:
        return line
    plain = line.plain.replace(" · ", ", ")
    held = plain.encode(options.encoding, "backslashreplace").decode(options.encoding)
    overflow = "crop" if line.overflow == "ellipsis" else line.overflow
    return Text(held, no_wrap=line.no_wrap, overflow=overflow)
