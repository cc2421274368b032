"""The URLs by source in report.html: an UpSet chart whose rows filter the table of URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.urls import origin
from sitemap_audit.reporting.html.charts import Bar, Chart, Part, scaled
from sitemap_audit.reporting.html.content import fragment
from sitemap_audit.reporting.sources.directories import (
    DIRECTORIES,
    ORPHANS,
    Directory,
    read_directories,
)
from sitemap_audit.reporting.sources.sets import UNKNOWN, YES, UrlSets, read_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.reporting.sources.sets import Combination
    from sitemap_audit.storage import Store

_ROWS = 12
"Combinations that are shown; the workbook has all."
_DIRECTORIES = 25
_UNLISTED = "links/not-in-sitemap"
_MISSING_BY_LINKS = f"""
SELECT coverage.directory, COUNT(DISTINCT coverage.url)
FROM coverage
INNER JOIN findings ON coverage.url = findings.url
WHERE findings."check" = '{_UNLISTED}'
    AND coverage.directory IN (SELECT shown.directory FROM ({DIRECTORIES} LIMIT $rows) AS shown)
GROUP BY coverage.directory
"""


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


def read_sources(store: Store) -> Sources | None:
    """Read the section; None of an audit that knows the sitemaps only."""
    sets = read_sets(store)
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
        *_directories(store),
    )


def _directories(store: Store) -> tuple[list[Place], int]:
    found = read_directories(store, _DIRECTORIES)
    if found is None:
        return [], 0
    hosts = {origin(each.directory) for each in found.shown}
    by_check = dict(store.rows(_MISSING_BY_LINKS, {"rows": _DIRECTORIES}))
    places = []
    for each in found.shown:
        path = each.directory.removeprefix(origin(each.directory))
        own, missing, orphans = (
            fragment(table, directory=path, **wanted) if len(hosts) == 1 else ""
            for table, wanted in (
                ("urls", {}),
                ("findings", {"check": _UNLISTED}),
                ("findings", {"check": ORPHANS}),
            )
        )
        is_same = by_check.get(each.directory) == each.not_in_sitemap
        places.append(Place(each, own, missing if is_same else "", orphans))
    return places, found.number


def _parts(told: Combination) -> list[Part]:
    return [
        Part(kind, name, number, fragment("urls", sources=told.code, **wanted))
        for kind, name, number, wanted in (
            ("good", "indexable", told.indexable, {"why": "indexable"}),
            ("bad", "not indexable", told.not_indexable, {}),
            ("unchecked", "not checked", told.not_checked, {"why": "not checked"}),
        )
        if number
    ]


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
