"""The section on Google in report.html: what the audit and Google say, and the indexed shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.reports.html.page_parts import Counted, Tile, fragment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.report.sources.indexing import Indexing, Relation, Share


class Row(NamedTuple):
    """A line of the comparison."""

    told: Relation
    link: Counted | None
    "Its URLs; None if there are none."
    kind: str
    "good | low | error | unchecked | plain, as of a figure."


class Bar(NamedTuple):
    """A share as it is drawn; the numbers are percent of the width."""

    told: Share
    share: float
    low: float
    width: float
    "Of the interval; 0 if all URLs are inspected."


class Google(NamedTuple):
    """What the section shows."""

    told: Indexing
    tiles: Sequence[Tile]
    rows: Sequence[Row]
    shares: Sequence[tuple[str, Sequence[Bar]]]
    "Bars by what they are of: 'sitemap', 'URL pattern'."


_KINDS = {
    "indexable-indexed": "good",
    "indexable-not-indexed": "low",
    "not-indexable-indexed": "error",
}


def google(told: Indexing | None) -> Google | None:
    """Draw the section; None if Google has told of no listed URL."""
    if told is None:
        return None
    shares = (("sitemap", told.sitemaps), ("URL pattern", told.patterns))
    return Google(
        told,
        list(_tiles(told)),
        [_row(each) for each in told.relations],
        [(of, [_bar(each) for each in bars]) for of, bars in shares if bars],
    )


def _tiles(told: Indexing) -> Iterator[Tile]:
    note = f"of {told.urls:,} listed URLs"
    yield Tile("Inspected", f"{told.inspected:,}", note, "", _INSPECTED, "plain")
    if share := told.share:
        main, _, interval = share.percent.partition(" (")
        note = f"95 % confidence: {interval[:-1]}" if interval else share.basis
        yield Tile("Indexed by Google", main, note, "", _SHARE, "plain")
    for code, label in _TILES.items():
        number = told.number(code)
        name = next(each for each in told.relations if each.code == code)
        link = _link(", ".join((name.we_say, name.google_says)), number)
        kind = _KINDS[code] if number else "plain"
        yield Tile(label, f"{number:,}", "", "", _MEANING, kind, link)
    yield Tile(
        "Not inspected",
        f"{told.urls - told.stated:,}",
        "not checked",
        "",
        "Listed URLs of which Google was not asked: it is not known whether they are indexed.",
        "unchecked" if told.urls > told.stated else "plain",
    )


_INSPECTED = "Listed URLs whose state Google has told by its URL Inspection."
_SHARE = "Share of the listed URLs that Google has indexed, estimated from the inspected ones."
_MEANING = "Listed URLs of which the audit and Google say different things."
_TILES = {
    "indexable-not-indexed": "Indexable, not indexed",
    "not-indexable-indexed": "Not indexable, indexed",
}


def _link(label: str, urls: int) -> Counted | None:
    return Counted(fragment("urls", listed="yes", google=label), urls) if urls else None


def _row(told: Relation) -> Row:
    kind = _KINDS.get(told.code, "plain") if told.urls else "plain"
    return Row(told, _link(told.label, told.urls), kind)


def _bar(told: Share) -> Bar:
    low, high = told.interval or (told.share, told.share)
    return Bar(told, *(round(100 * each, 1) for each in (told.share, low, high - low)))
