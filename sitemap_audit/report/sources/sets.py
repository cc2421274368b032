"""Read which sources know each URL: sitemaps, internal links, Google's index, traffic.

What a source does not say is not known: that a URL is missing from an export proves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.storage import Store

YES, NO, UNKNOWN = "y", "n", "u"
"Letters of a code, one for each source: whether it has a URL."


class Source(NamedTuple):
    """A source of URLs, and how it is told."""

    column: str
    "In the view ``coverage``."
    label: str
    yes: str
    no: str
    unknown: str

    def told(self, letter: str) -> str:
        """What it says of a URL, in words."""
        return {YES: self.yes, NO: self.no}.get(letter, self.unknown)


SOURCES = (
    Source("is_listed", "In sitemaps", "in sitemaps", "not in sitemaps", "sitemaps not checked"),
    Source("is_linked", "Linked internally", "linked", "not linked", "links not checked"),
    Source(
        "is_indexed",
        "Reported as indexed",
        "reported as indexed",
        "reported as not indexed",
        "no report on indexing",
    ),
    Source(
        "has_traffic",
        "With traffic",
        "with clicks or visits",
        "without clicks and visits",
        "no data on traffic",
    ),
)
CODE = "CONCAT({})".format(
    ", ".join(
        f"CASE {{0}}.{source.column} WHEN TRUE THEN '{YES}' WHEN FALSE THEN '{NO}'"
        f" ELSE '{UNKNOWN}' END"
        for source in SOURCES
    )
)
"SQL: a letter for each source; with the alias of the view ``coverage`` for ``{0}``."
_KNOWN = f"SELECT {', '.join(f'COUNT({source.column})' for source in SOURCES)} FROM coverage"
_COMBINATIONS = f"""
SELECT
    {CODE.format("coverage")} AS code,
    COUNT(*) AS urls,
    COUNT(*) FILTER (WHERE is_indexable) AS indexable,
    COUNT(*) FILTER (WHERE NOT is_indexable) AS not_indexable,
    SUM(clicks) AS clicks
FROM coverage
GROUP BY code
ORDER BY urls DESC, code
"""


class Combination(NamedTuple):
    """URLs of which all sources say the same."""

    code: str
    letters: Sequence[str]
    "Those of the code, of the sources that there are."
    label: str
    "What the sources say, in words."
    urls: int
    indexable: int
    not_indexable: int
    clicks: int | None
    "Known clicks; None if no import has a number."

    @property
    def not_checked(self) -> int:
        """URLs whose page was not checked, such as those of an import."""
        return self.urls - self.indexable - self.not_indexable


class Counted(NamedTuple):
    """A source with the number of URLs of which it says each."""

    source: Source
    yes: int
    no: int
    unknown: int


class UrlSets(NamedTuple):
    """All URLs that a source knows, by source and by combination of sources."""

    sources: Sequence[Counted]
    combinations: Sequence[Combination]
    "Those of most URLs first."
    has_clicks: bool

    @property
    def urls(self) -> int:
        """Number of URLs."""
        return sum(each.urls for each in self.combinations)


def read_sets(store: Store) -> UrlSets | None:
    """Read the URLs by source; None of an audit that knows the sitemaps only.

    Args:
        store: with the view ``coverage``.
    """
    ((*known,),) = store.rows(_KNOWN)
    places = [place for place, urls in enumerate(known) if urls]
    if len(places) < 2:
        return None
    combinations = []
    for code, urls, indexable, not_indexable, clicks in store.rows(_COMBINATIONS):
        combinations.append(
            Combination(
                code,
                [code[place] for place in places],
                label(code, places),
                *(int(urls), int(indexable), int(not_indexable)),
                None if clicks is None else int(clicks),
            )
        )
    counted = []
    for place in places:
        by_letter = {
            letter: sum(each.urls for each in combinations if each.code[place] == letter)
            for letter in (YES, NO, UNKNOWN)
        }
        counted.append(Counted(SOURCES[place], *by_letter.values()))
    has_clicks = any(each.clicks is not None for each in combinations)
    return UrlSets(counted, combinations, has_clicks)


def label(code: str, places: Sequence[int]) -> str:
    """Say what the sources say of a URL: 'in sitemaps, linked, no report on indexing'."""
    return ", ".join(SOURCES[place].told(code[place]) for place in places)
