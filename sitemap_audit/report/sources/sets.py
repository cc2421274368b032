"""Read which sources know each URL: sitemaps, internal links, Google's index, traffic.

What a source does not say is not known: that a URL is missing from an export proves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.storage import Store

YES, NO, UNKNOWN = "y", "n", "u"
"Letters of a code of the view ``reported_sources``, one for each source: whether it has a URL."


class Source(NamedTuple):
    """A source of URLs, and how it is told."""

    label: str
    yes: str
    no: str
    unknown: str

    def told(self, letter: str) -> str:
        """What it says of a URL, in words."""
        return {YES: self.yes, NO: self.no}.get(letter, self.unknown)


SOURCES = (
    Source("In sitemaps", "in sitemaps", "not in sitemaps", "sitemaps not checked"),
    Source("Linked internally", "linked", "not linked", "links not checked"),
    Source(
        "Reported as indexed",
        "reported as indexed",
        "reported as not indexed",
        "no report on indexing",
    ),
    Source(
        "With traffic",
        "with clicks or visits",
        "without clicks and visits",
        "no data on traffic",
    ),
)


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
        store: with the views ``coverage`` and ``reported_sources``.
    """
    ((*known,),) = store.rows(step("report/known_sources"))
    places = [place for place, urls in enumerate(known) if urls]
    if len(places) < 2:
        return None
    combinations = []
    for code, urls, indexable, not_indexable, clicks in store.rows(step("report/url_sets")):
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
