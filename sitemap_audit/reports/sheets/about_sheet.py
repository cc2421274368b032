"""Write the sheet that says how the audit was made, and what became of every entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.report import words
from sitemap_audit.reports.sheets import styles
from sitemap_audit.reports.sheets.sheet import ROW_POINTS, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from openpyxl import Workbook

    from sitemap_audit.report.access_by_bot import BotAccess
    from sitemap_audit.report.overview import Ledger
    from sitemap_audit.report.report import Report

NAME = "About"
_WIDTHS = (26, 60, 12, 10, 13)
_OPTIONS = (
    *("include", "exclude", "sitemap", "sample", "since", "crawl"),
    *("max_urls", "concurrency", "delay", "max_rate", "timeout"),
    *(
        "user_agent",
        "obey_robots",
        "media",
        "compare_user_agent",
        "as_bots",
        "as_sample",
        "render",
        "engines",
    ),
)
"Options that say how an audit was made."
_NOTES = (
    "Figures count URLs, hosts and files, each once. A finding that is a consequence of another is"
    " told with that one and named in the column 'Consequence of'.",
    "Not checked: what could not be fetched or read. It is neither a finding nor a pass.",
    "Indexable: status 200, no noindex, not blocked by robots.txt, and canonical to itself or"
    " without a canonical.",
    "The CSV files beside this workbook have every row and more columns.",
)


def write(book: Workbook, report: Report, cuts: Sequence[str]) -> None:
    """Write the sheet.

    Args:
        cuts: sentences on the rows that sheets leave out.
    """
    sheet = Sheet(book, NAME, widths=_WIDTHS)
    sheet.hide_grid()
    sheet.wide("About this audit", styles.TITLE, height=30)
    for sentence in (*cuts, *report.restrictions, *report.scope):
        sheet.wide(sentence, styles.NOTICE)
    sheet.add()
    for label, value in _facts(report):
        cells = [sheet.cell(label, styles.LABEL), sheet.cell(value, styles.WRAPPED)]
        sheet.add(cells)
    sheet.add()
    for note in _NOTES:
        sheet.wide(note, styles.MANUAL)
    _ledger(sheet, report.ledger, report.coverage)
    _bots(sheet, report.bots, report.files.csv("bot_access"))
    sheet.close()


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    run = report.run
    yield "Sites", words.named_sites(run)
    if run.built is not None:
        yield "Pages", run.built.served
    yield "Started", words.moment(run.started_at)
    yield "Finished", words.moment(run.finished_at)
    yield "Duration", words.duration(run)
    yield "User agent evaluated", str(run.token or "-")
    if report.rendered:
        yield "Browser", report.rendered.sentence
    for number, sentence in enumerate(words.traffic(run)):
        yield "" if number else "Requests", sentence
    options: Mapping[str, Any] = run.options
    if most := options.get("max_urls"):
        yield "Limit (--max-urls)", f"{most:,}, {'' if run.limit_reached else 'not '}reached"
    for name in _OPTIONS:
        value = options.get(name)
        if value and name != "max_urls":
            told = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
            yield f"--{name.replace('_', '-')}", told
    yield "Made with", f"sitemap-audit {run.version or '-'}"


def _ledger(sheet: Sheet, ledger: Ledger, coverage: str) -> None:
    sheet.add()
    sheet.add([sheet.cell("What became of every entry", styles.HEADING)], height=26)
    sheet.heads(("Code", "Result", "Entries", "Share"))
    for outcome, number in ledger.outcomes.items():
        share = number / ledger.listed if ledger.listed else 0
        cells = [
            sheet.cell(outcome, styles.LABEL),
            sheet.cell(words.result(outcome), styles.TEXT),
            sheet.cell(number, styles.NUMBER),
            sheet.cell(share, styles.SHARE),
        ]
        sheet.add(cells, height=ROW_POINTS)
    sheet.add(
        [
            sheet.cell("Total", styles.TEXT_BOLD),
            sheet.cell(coverage, styles.WRAPPED),
            sheet.cell(ledger.listed, styles.NUMBER_BOLD),
            sheet.cell(None, styles.TEXT),
        ]
    )


def _bots(sheet: Sheet, bots: Sequence[BotAccess], file: str) -> None:
    """Write what each bot may fetch; the owner of the site decides whether that is a fault."""
    sheet.add()
    sheet.add([sheet.cell("Access by bot", styles.HEADING)], height=26)
    sheet.wide(
        "Listed URLs that robots.txt lets each bot fetch, and what came back to its user agent"
        " (--as). To block a bot is the site's choice, and no finding."
        f" {file} has every host and rule.",
        styles.MUTED,
    )
    sheet.heads(
        (
            "Bot",
            "Purpose, the rules that block most, responses",
            "May fetch",
            "Blocked",
            "Not checked",
        )
    )
    for bot in bots:
        told = [f"{bot.product} ({bot.owner}): {bot.purpose}"]
        told += [each.sentence for each in bot.rules]
        told += [each.sentence for each in bot.responses]
        numbers = (bot.allowed, bot.blocked, bot.not_checked)
        cells = [sheet.cell(bot.token, styles.LABEL), sheet.cell("\n".join(told), styles.WRAPPED)]
        sheet.add([*cells, *(sheet.cell(number, styles.NUMBER) for number in numbers)])
