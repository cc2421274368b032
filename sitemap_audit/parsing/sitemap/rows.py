"""The rows of a sitemap's tables, made a column at a time from what its readers found.

One by one, they take five times as long, measured: URLs are understood many at once.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.items import Columns, Entry, EntryAlternate, EntryImage, EntryNews, EntryVideo
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.sitemap.values import (
    changefreq_problem,
    decimal,
    integer,
    news_language_problem,
    priority_problem,
    read_date,
    unknown_country,
)
from sitemap_audit.parsing.url_batches import read_links
from sitemap_audit.parsing.urls import repeated_parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sitemap_audit.items import Record
    from sitemap_audit.parsing.dates import Moment
    from sitemap_audit.parsing.url_batches import Meaning

_NO_LINK = (None, None, None, None)
_NO_CODE = (None, None, None)
_LINK_OF_VIDEO = ("content_loc", "player_loc")


class FoundEntry(NamedTuple):
    """What is written in an entry."""

    position: int
    line: int
    kind: str
    "url | sitemap."
    loc: str | None
    link: Meaning | None = None
    "What the URL means, where that is not to be read from ``loc`` alone."
    lastmod: str | None = None
    moment: Moment | None = None
    "What ``lastmod`` means, where it is no W3C date."
    changefreq: str | None = None
    priority: str | None = None
    alternates: int = 0
    images: int = 0
    videos: int = 0
    news: int = 0


class FoundExtension(NamedTuple):
    """What is written in an image, a video or an article of an entry."""

    line: int
    texts: dict[str, str]
    "By the local name of the child; of an article, those of its publication beside them."
    elements: str
    attributes: dict[str, str | None] = {}  # noqa: RUF012 - never changed
    "Of a video: an attribute of a child, by the child; of the player, the names of all."
    tags: int = 0


class Found:
    """What was found since the last time: entries, and in the same order what belongs to them."""

    def __init__(self) -> None:
        self.entries: list[FoundEntry] = []
        self.alternates: list[tuple[int, str | None, str | None, str | None]] = []
        "Line, rel, hreflang, href."
        self.images: list[FoundExtension] = []
        self.videos: list[FoundExtension] = []
        self.news: list[FoundExtension] = []

    def __len__(self) -> int:
        return len(self.entries) + len(self.alternates) + len(self.images)

    def columns(self, sitemap_id: int, sitemap_url: str) -> Iterator[Columns]:
        """The rows of each table; images first: they are looked for in the pages that follow."""
        if self.entries:
            yield from _Tables(self, sitemap_id, sitemap_url).columns()


class _Tables:
    """The tables of what was found."""

    def __init__(self, found: Found, sitemap_id: int, sitemap_url: str) -> None:
        self._found, self._file = found, (sitemap_id, sitemap_url)
        self._links = read_links(self._urls())
        self._owners = [entry.link or self._links[entry.loc or ""] for entry in found.entries]

    def columns(self) -> Iterator[Columns]:
        found, entries = self._found, self._found.entries
        yield from self._owned(EntryImage, found.images, (entry.images for entry in entries))
        file = [[value] * len(entries) for value in self._file]
        yield Columns(Entry, tuple(map(list, chain(file, self._entry(entries)))))
        yield from self._owned(EntryAlternate, found.alternates, (e.alternates for e in entries))
        yield from self._owned(EntryVideo, found.videos, (entry.videos for entry in entries))
        yield from self._owned(EntryNews, found.news, (entry.news for entry in entries))

    def _owned(
        self, kind: type[Record], rows: list[Any], counts: Iterable[int]
    ) -> Iterator[Columns]:
        """A table of what belongs to entries, so much to each."""
        if not rows:
            return
        each = list(counts)
        columns = [
            *([value] * len(rows) for value in self._file),
            _spread((entry.position for entry in self._found.entries), each),
            chain.from_iterable(range(1, count + 1) for count in each),
            [row[0] for row in rows],
            _spread((url for url, *_ in self._owners), each),
            _spread((key for _, key, *_ in self._owners), each),
        ]
        make = _MAKERS[kind]
        yield Columns(kind, tuple(map(list, chain(columns, make(self, rows)))))

    def _urls(self) -> Iterator[str]:
        found = self._found
        yield from (entry.loc or "" for entry in found.entries if entry.link is None)
        yield from (href or "" for *_, href in found.alternates)
        yield from (image.texts.get("loc", "") for image in found.images)
        for video in found.videos:
            yield from (video.texts[name] for name in _LINK_OF_VIDEO if name in video.texts)

    def _entry(self, rows: list[FoundEntry]) -> Iterator[Iterable[Any]]:
        positions, lines, kinds, locs, _, lastmods, _, changefreqs, priorities, *counts = zip(
            *rows, strict=True
        )
        values = list(map(decimal, priorities))
        yield from (positions, lines, kinds, locs)
        yield from zip(*self._owners, strict=True)
        yield (repeated_parameter(url) for url, *_ in self._owners)
        yield lastmods
        yield from zip(*(row.moment or read_date(row.lastmod) for row in rows), strict=True)
        yield changefreqs
        yield map(changefreq_problem, changefreqs)
        yield priorities
        yield values
        yield map(priority_problem, priorities, values)
        yield from counts

    def _alternate(
        self, rows: list[tuple[int, str | None, str | None, str | None]]
    ) -> Iterator[Iterable[Any]]:
        _, rels, codes, hrefs = zip(*rows, strict=True)
        yield rels
        yield codes
        yield from zip(*(_NO_CODE if c is None else read_code(c) for c in codes), strict=True)
        yield hrefs
        yield from zip(*(self._links[href or ""] for href in hrefs), strict=True)

    def _image(self, rows: list[FoundExtension]) -> Iterator[Iterable[Any]]:
        yield from _texts(rows, "loc")
        links = [self._links[row.texts.get("loc", "")] for row in rows]
        yield from ([url for url, *_ in links], [key for _, key, *_ in links])
        yield [problem for *_, problem in links]
        yield from _texts(rows, "title", "caption", "geo_location", "license")
        yield [row.elements for row in rows]

    def _video(self, rows: list[FoundExtension]) -> Iterator[Iterable[Any]]:
        yield from _texts(rows, "thumbnail_loc", "title", "description", "content_loc")
        yield from self._link(rows, "content_loc")
        yield from _texts(rows, "player_loc")
        yield from self._link(rows, "player_loc")
        yield (row.attributes["player_loc"] for row in rows)
        yield from _texts(rows, "duration")
        yield (integer(row.texts.get("duration")) for row in rows)
        yield from _dates(rows, "expiration_date")
        yield from _texts(rows, "rating")
        yield (decimal(row.texts.get("rating")) for row in rows)
        yield from _texts(rows, "view_count")
        yield from _dates(rows, "publication_date")
        yield from _texts(rows, "family_friendly", "restriction")
        yield (row.attributes["restriction"] for row in rows)
        yield (unknown_country(row.texts.get("restriction")) for row in rows)
        yield from _texts(rows, "platform")
        yield (row.attributes["platform"] for row in rows)
        yield from _texts(rows, "requires_subscription", "uploader")
        yield (row.attributes["uploader"] for row in rows)
        yield from _texts(rows, "live")
        yield from ((row.tags for row in rows), (row.elements for row in rows))

    def _link(self, rows: list[FoundExtension], name: str) -> Iterator[Iterable[Any]]:
        """Normal form and key of a URL that need not be there."""
        found = [self._links.get(row.texts.get(name, ""), _NO_LINK) for row in rows]
        yield from ([url for url, *_ in found], [key for _, key, *_ in found])

    def _news(self, rows: list[FoundExtension]) -> Iterator[Iterable[Any]]:
        yield from _texts(rows, "publication/name", "publication/language")
        yield (news_language_problem(row.texts.get("publication/language")) for row in rows)
        yield from _dates(rows, "publication_date")
        yield from _texts(rows, "title", "genres", "keywords", "stock_tickers")
        yield (row.elements for row in rows)


_MAKERS: dict[type[Record], Callable[[_Tables, list[Any]], Iterator[Iterable[Any]]]] = {
    EntryAlternate: _Tables._alternate,
    EntryImage: _Tables._image,
    EntryVideo: _Tables._video,
    EntryNews: _Tables._news,
}
"What follows in each table on the columns that all have."


def _spread(values: Iterable[object], counts: list[int]) -> Iterator[object]:
    """Each value as many times as its entry has links, or images."""
    return chain.from_iterable(map(repeat, values, counts))


def _texts(rows: list[FoundExtension], *names: str) -> Iterator[list[str | None]]:
    """A column for each name."""
    return ([row.texts.get(name) for row in rows] for name in names)


def _dates(rows: list[FoundExtension], name: str) -> Iterator[Iterable[Any]]:
    """A date as written, and what it means."""
    written = [row.texts.get(name) for row in rows]
    yield written
    yield from zip(*map(read_date, written), strict=True)
