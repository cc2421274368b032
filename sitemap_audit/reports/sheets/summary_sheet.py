"""Write the first sheet: key figures, charts, and what to do first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.report.figures import title
from sitemap_audit.report.sources.clicks import LABEL
from sitemap_audit.reports.sheets import google_sheet, styles
from sitemap_audit.reports.sheets.sheet import ROW_POINTS, Sheet, Size, text_height
from sitemap_audit.severity import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openpyxl import Workbook

    from sitemap_audit.report.counts import Counts
    from sitemap_audit.report.figures import KeyFigure
    from sitemap_audit.report.issue_groups import IssueGroup
    from sitemap_audit.report.overview import Overview
    from sitemap_audit.report.report import Report
    from sitemap_audit.report.sources.clicks import Clicks

NAME = "Summary"
_WIDTHS = (2, 36, 44, 12, 18, 16, 50, 20)


def write(book: Workbook, report: Report, rows_of: Mapping[str, int], cuts: Sequence[str]) -> None:
    """Write the sheet.

    Args:
        rows_of: by check, the row of its first finding in the sheet of findings.
        cuts: sentences on the rows that sheets leave out.
    """
    run = report.run
    sheet = Sheet(book, NAME, widths=_WIDTHS)
    sheet.hide_grid()
    sheet.wide(title(run, "Sitemap audit"), styles.TITLE, first=2, height=34)
    sheet.wide(words.named_sites(run), styles.HEADING, first=2)
    when = f"{words.moment(run.started_at)} · evaluated for {run.token or '-'}"
    sheet.wide(when, styles.MUTED, first=2)
    _banner(sheet, report)
    for sentence in (*cuts, *report.scope):
        sheet.wide(sentence, styles.NOTICE, first=2)
    _figures(sheet, report.key_figures, report.clicks)
    _do_first(sheet, report.do_first, rows_of, report.no_findings)
    if report.indexing:
        sheet.add()
        sheet.add([None, sheet.cell("Google", styles.HEADING)], height=26)
        google_sheet.write_comparison(sheet, report.indexing, 2)
    _charts(sheet, report.overview, report.counts)
    sheet.close()


def _banner(sheet: Sheet, report: Report) -> None:
    sheet.add()
    if report.reasons:
        sheet.wide("NOT COMPLETE: this report covers only what was crawled.", styles.ALARM, first=2)
    for reason in report.reasons:
        sheet.wide(reason, styles.ALARM_REASON, first=2)
    for restriction in report.restrictions:
        sheet.wide(restriction, styles.NOTICE, first=2)
    if not report.reasons and not report.restrictions:
        sheet.wide("Crawl complete", styles.CALM, first=2)


def _head(sheet: Sheet, title: str, *heads: str) -> None:
    sheet.add()
    sheet.add([None, sheet.cell(title, styles.HEADING)], height=26)
    sheet.heads(heads, first=2)


def _figures(sheet: Sheet, told: Sequence[KeyFigure], clicks: Clicks | None) -> None:
    """Values and no formulas: a preview in a mail does not calculate."""
    _head(sheet, "Key figures", "Figure", "Meaning", "Value", "Share", "Change")
    rows: list[tuple[str, str, int, float | None, str | None]] = [
        (figure.label, figure.meaning, figure.number, figure.share, figure.change)
        for figure in told
    ]
    if clicks:
        meaning = f"Of {clicks.total:,} known clicks in search results ({clicks.source})."
        rows.append((LABEL, meaning, clicks.with_error, clicks.share, None))
    for label, meaning, number, share, change in rows:
        cells = [
            sheet.cell(label, styles.TEXT_BOLD),
            sheet.cell(meaning, styles.WRAPPED),
            sheet.cell(number, styles.NUMBER_BOLD),
            sheet.cell(share, styles.SHARE),
            sheet.cell(change or "-", styles.RIGHT),
        ]
        height = text_height(meaning, _WIDTHS[2] - 2, styles.WRAPPED)
        sheet.add([None, *cells], height=max(ROW_POINTS, height))


def _do_first(
    sheet: Sheet, groups: Sequence[IssueGroup], rows_of: Mapping[str, int], otherwise: str
) -> None:
    """The same as the terminal shows."""
    _head(
        sheet,
        "Do this first",
        "Issue",
        "Example",
        "Severity",
        "Affected",
        "Also",
        "First step",
        "Who",
    )
    if not groups:
        sheet.add([None, sheet.cell(otherwise, styles.TEXT)])
    for group in groups:
        cause, row = group.cause, rows_of.get(group.cause.check)
        number = styles.NUMBER_LINK if row else styles.NUMBER_BOLD
        also = f"+{counted(group.folded, 'finding')}" if group.folded else None
        issue = f"{group.title}\n{group.sentence}"
        cells = [
            sheet.cell(issue, styles.WRAPPED),  # LibreOffice does not wrap a link
            sheet.cell(group.example or None, styles.WRAPPED),
            sheet.cell(cause.severity, styles.pill(cause.severity)),
            sheet.cell(
                group.urls,
                styles.counting(number, cause.unit),
                place=f"'Findings'!A{row}" if row else None,
            ),
            sheet.cell(also, styles.RIGHT),
            sheet.cell(group.step or None, styles.WRAPPED),
            sheet.cell(cause.who, styles.TEXT),
        ]
        texts = ((issue, 1), (group.example, 2), (group.step, 6))
        height = max(text_height(told, _WIDTHS[at] - 2, styles.WRAPPED) for told, at in texts)
        sheet.add([None, *cells], height=max(ROW_POINTS, height))


def _charts(sheet: Sheet, overview: Overview, counts: Counts) -> None:
    """Each a small table with its bars beside it, as in report.html, from a new page on."""
    sheet.break_page()
    rows = [[subject, *map(numbers.get, SEVERITIES)] for subject, numbers in overview.by_subject]
    heads = ("Subject", *(f"{each.capitalize()}s" for each in SEVERITIES))
    colours = [styles.TABS[each] for each in SEVERITIES]
    _chart(sheet, "Affected URLs, hosts and files by subject", heads, rows, colours)
    _chart(sheet, "Status codes", ("Status", "URLs"), counts.statuses, [styles.NAVY])
    reasons = [
        (words.not_indexable(verdict), urls)
        for verdict, urls in counts.verdicts
        if verdict not in ("indexable", "not checked")
    ]
    _chart(sheet, "Why URLs are not indexable", ("Reason", "URLs"), reasons, [styles.NAVY])


def _chart(
    sheet: Sheet,
    title: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[Any]],
    colours: Sequence[str],
) -> None:
    if not rows:
        return
    sheet.add()
    sheet.add([None, sheet.cell(title, styles.HEADING)], height=26)
    first, *others = heads
    named = [sheet.cell(name, styles.HEAD_RIGHT) for name in others]
    wide = [sheet.cell(first, styles.HEAD), sheet.cell(None, styles.HEAD)]
    sheet.add([None, *wide, *named], height=20)
    head = sheet.rows
    for label, *numbers in rows:
        cells = [sheet.cell(number, styles.NUMBER) for number in numbers]
        wide = [sheet.cell(label, styles.TEXT), sheet.cell(None, styles.TEXT)]
        sheet.add([None, *wide, *cells], height=ROW_POINTS)
    size = Size(16, max(4.5, 1.8 + 0.62 * len(rows)))
    sheet.draw_bars(f"G{head}", range(head, sheet.rows + 1), 2, 4, colours, size)
    for _ in range(max(0, 7 - len(rows))):  # so that the next table stands below the chart
        sheet.add(height=ROW_POINTS)
