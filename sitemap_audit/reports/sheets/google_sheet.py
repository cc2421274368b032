"""The sheets on search engines: Google's index, indexed shares, submitted sitemaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.report import sheet_rows
from sitemap_audit.report.sources.indexing import Share, said
from sitemap_audit.report.sources.indexing_advice import advice
from sitemap_audit.reports.sheets import styles
from sitemap_audit.reports.sheets.sheet import ROW_POINTS, text_height
from sitemap_audit.reports.sheets.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.report.sources.indexing import Indexing
    from sitemap_audit.reports.sheets.sheet import Sheet

_ANSWERS = {True: "yes", False: "no", None: "not known"}
_CRAWLED = {"after-change": "yes", "before-change": "no", "never-crawled": "never crawled"}


def _url(row: tuple[Any, ...]) -> list[Any]:
    url, relation, observed, state, canonical, google, agrees, *dates, link = row
    lastmod, crawled_on, crawl, *rest, code, has_sitemap = dates
    we_say, google_says = said(relation)
    return [
        *(url, we_say, observed, google_says, state),
        *(canonical, google, _ANSWERS[agrees], lastmod, crawled_on),
        *(_CRAWLED.get(crawl, "not known"), *rest, advice(relation, code, has_sitemap), link),
    ]


URLS = Table(
    "Google",
    {
        "URL": 60,
        "We say": 15,
        "Why not": 24,
        "Google says": 14,
        "Google's state": 42,
        "Canonical": 46,
        "Google's canonical": 46,
        "Same canonical": 12,
        "lastmod": 22,
        "Last crawl": 12,
        "Crawled since lastmod": 14,
        "Clicks": 9,
        "Inspected": 12,
        "Sitemap": 46,
        "What to do": 80,
        "In Search Console": 40,
    },
    sheet_rows.GOOGLE,
    (
        "URLs that Google has told of",
        "those of which the audit and Google say different things",
        "google_comparison",
    ),
    (
        "google_comparison",
        {
            "URL": "url",
            "We say": "is_indexable",
            "Why not": "observed",
            "Google says": "is_indexed",
            "Google's state": "state",
            "Canonical": "canonical",
            "Google's canonical": "google_canonical",
            "Same canonical": "agrees",
            "lastmod": "lastmod",
            "Last crawl": "last_crawled_at_utc",
            "Crawled since lastmod": "crawl",
            "Clicks": "clicks",
            "Inspected": "inspected_at_utc",
            "Sitemap": "sitemap_url",
            "In Search Console": "result_link",
        },
    ),
    _url,
)

_OF = {"site": "all listed URLs", "pattern": "URL pattern"}


def _share(row: tuple[Any, ...]) -> list[Any]:
    of, name, *numbers = row
    told = Share(name or "", *numbers)
    low, high = told.interval or (told.share, told.share)
    kind = _OF.get(of, of)
    counts = (told.urls, told.inspected, told.indexed, told.urls - told.represented)
    numbers_told = (round(each, 3) for each in (told.share, low, high))
    return [kind, name, *counts, told.percent, *numbers_told]


SHARES = Table(
    "Indexed shares",
    {
        "Of": 16,
        "Sitemap, pattern or directory": 70,
        "URLs": 10,
        "Inspected": 11,
        "Indexed": 10,
        "Not known": 11,
        "Indexed by Google": 24,
        "Share": 9,
        "From": 9,
        "To": 9,
    },
    sheet_rows.INDEXED_SHARES,
    ("indexed shares", "those of most URLs", "google_comparison"),
    ("google_comparison", {}),
    _share,
)


def _sitemap(row: tuple[Any, ...]) -> list[Any]:
    url, engine, is_submitted, state, *rest, is_declared, property_ = row
    told = (state or "not known").replace("-", " ")
    return [url, engine, _ANSWERS[is_submitted], told, *rest, _ANSWERS[is_declared], property_]


SITEMAPS = Table(
    "Submitted sitemaps",
    {
        "Sitemap": 70,
        "Engine": 10,
        "Submitted": 11,
        "State": 16,
        "Submitted on": 13,
        "Downloaded on": 14,
        "Errors": 9,
        "Warnings": 10,
        "URLs by engine": 12,
        "URLs by audit": 12,
        "Declared": 11,
        "Property": 40,
    },
    sheet_rows.ENGINE_SITEMAPS,
    ("sitemaps of search engines", "those with errors or not submitted", "submitted_sitemaps"),
    (
        "submitted_sitemaps",
        {
            "Sitemap": "url",
            "Engine": "engine",
            "Submitted": "is_submitted",
            "State": "state",
            "Submitted on": "submitted_at_utc",
            "Downloaded on": "downloaded_at_utc",
            "Errors": "errors",
            "Warnings": "warnings",
            "URLs by engine": "engine_urls",
            "URLs by audit": "entries",
            "Declared": "is_declared",
            "Property": "property",
        },
    ),
    _sitemap,
)


def write_comparison(sheet: Sheet, told: Indexing, first: int) -> None:
    """Write what the audit and Google say into the sheet Summary, from column ``first``.

    The columns are those of 'Do this first': the second is wide, and so is the sixth.
    """
    sheet.wide(told.sentence, styles.TEXT, first=first)
    if told.share:
        share = f"Indexed by Google: {told.share.percent}, {told.share.basis}."
        sheet.wide(share, styles.TEXT_BOLD, first=first)
    sheet.heads(("We say, Google says", "Example", "URLs", "", "", "What to do"), first=first)
    rows = [(each.label, each.examples, each.urls, each.what_to_do) for each in told.relations]
    rows += [
        (each.label, each.examples, each.urls, each.what_to_do)
        for each in (*told.canonicals, *told.crawls)
    ]
    rows.append(("Not checked: not inspected", (), told.urls - told.stated, ""))
    for label, examples, urls, what_to_do in rows:
        texts = ["\n".join(_examples(examples)), what_to_do]
        cells = [
            sheet.cell(label, styles.WRAPPED),
            sheet.cell(texts[0] or None, styles.WRAPPED),
            sheet.cell(urls, styles.NUMBER_BOLD),
            *(sheet.cell(None, styles.TEXT) for _ in range(2)),
            sheet.cell(what_to_do or None, styles.WRAPPED),
        ]
        widths = (sheet.widths[first], sheet.widths[first + 4])
        heights = [
            text_height(text, width - 2, styles.WRAPPED)
            for text, width in zip((label, *texts), (sheet.widths[first - 1], *widths), strict=True)
        ]
        sheet.add([*[None] * (first - 1), *cells], height=max(ROW_POINTS, *heights))


def _examples(examples: Sequence[Any]) -> list[str]:
    return [f"{each.url} ({each.note})" if each.note else each.url for each in examples]
