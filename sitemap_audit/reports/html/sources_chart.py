"""The URLs by source in report.html: an UpSet chart whose rows filter the table of URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.urls import origin
from sitemap_audit.report.sources.sets import UNKNOWN, YES
from sitemap_audit.reports.html.charts import Bar, Chart, Part, by_verdict, scaled
from sitemap_audit.reports.html.page_parts import fragment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.report.sources.directories import Directories, Directory
    from sitemap_audit.report.sources.sets import Combination, UrlSets

_ROWS = 12
"Combinations that are shown; the workbook has all."


class Dot(NamedTuple):
    """What a source says of the URLs of a row."""

    kind: str
    "yes | no | unknown."
    place: float
    "Of its middle, in percent of the width."


class Row(NamedTuple):
    """A combination of sources."""

    told: Combination
    dots: Sequence[Dot]
    line: tuple[float, float] | None
    "From the first to the last source that has the URLs; None of fewer than two."
    bar: Bar
    link: str


class Place(NamedTuple):
    """A directory."""

    counts: Directory
    link: str
    "Its URLs; empty if the audit has several hosts: the table filters by path."
    missing: str
    "The findings of pages not in a sitemap; empty if they are of several checks."
    orphans: str


class Sources(NamedTuple):
    """What the section shows."""

    sets: UrlSets
    chart: Chart
    "The sources, each with its number of URLs."
    rows: Sequence[Row]
    others: int
    "Combinations that are not shown."
    urls_of_others: int
    directories: Sequence[Place]
    "None without a link crawl."
    all_directories: int


def sources(sets: UrlSets | None, directories: Directories | None) -> Sources | None:
    """Draw the section; None of an audit that knows the sitemaps only."""
    if sets is None:
        return None
    shown, others = sets.combinations[:_ROWS], sets.combinations[_ROWS:]
    bars = scaled([(each.label, _parts(each)) for each in shown])
    rows = [_row(each, bar) for each, bar in zip(shown, bars, strict=True)]
    return Sources(
        sets,
        _chart(sets),
        rows,
        len(others),
        sum(each.urls for each in others),
        list(_places(directories)) if directories else [],
        directories.number if directories else 0,
    )


def _places(directories: Directories) -> Iterator[Place]:
    hosts = {origin(each.directory) for each in directories.shown}
    for each in directories.shown:
        path = each.directory.removeprefix(origin(each.directory))
        own = fragment("urls", directory=path) if len(hosts) == 1 else ""
        missing, orphans = (
            fragment("findings", directory=path, check=check) if own and check else ""
            for check in (each.missing_check, each.orphan_check)
        )
        yield Place(each, own, missing, orphans)


def _parts(told: Combination) -> list[Part]:
    counts = (told.indexable, told.not_indexable, told.not_checked)
    return by_verdict(*counts, sources=told.code)


def _row(told: Combination, bar: Bar) -> Row:
    wide = 100 / len(told.letters)
    kinds = {YES: "yes", UNKNOWN: "unknown"}
    dots = [
        Dot(kinds.get(letter, "no"), round(wide * (place + 0.5), 2))
        for place, letter in enumerate(told.letters)
    ]
    filled = [dot.place for dot in dots if dot.kind == "yes"]
    line = (filled[0], filled[-1]) if len(filled) > 1 else None
    return Row(told, dots, line, bar, fragment("urls", sources=told.code))


def _chart(sets: UrlSets) -> Chart:
    bars = []
    for source, yes, no, unknown in sets.sources:
        parts = [
            Part(kind, name, number, "", width=number / sets.urls)
            for kind, name, number in (
                ("plain", source.yes, yes),
                ("none", source.no, no),
                ("unchecked", source.unknown, unknown),
            )
            if number
        ]
        bars.append((source.label, parts))
    return Chart("Sources", f"Of {sets.urls:,} URLs that a source knows.", scaled(bars))
