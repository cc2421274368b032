"""Rows of a sitemap's tables, made column by column from what the readers found.

Row by row takes five times as long, measured.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.items import Columns, Entry, EntryAlternate, EntryImage, EntryNews, EntryVideo
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.sitemap.values import (
    changefreq_problem,
    decimal,
    duration_correction,
    integer,
    news_language_problem,
    priority_problem,
    read_date,
    unknown_country,
)
from sitemap_audit.parsing.unmeant import misread
from sitemap_audit.parsing.urls import (
    Link,
    is_escaped_twice,
    read_annotation,
    read_columns,
    read_link,
    repeated_parameter,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sitemap_audit.items import Row
    from sitemap_audit.parsing.dates import Moment

_NO_CODE = (None, None, None)


class FoundEntry(NamedTuple):
    """The values of an entry as written."""

    position: int
    line: int
    kind: str
    "url | sitemap."
    loc: str | None
    link: Link | None = None
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


IMAGE = ("loc", "title", "caption", "geo_location", "license")
VIDEO = (
    *("thumbnail_loc", "title", "description", "content_loc", "player_loc", "duration"),
    *("expiration_date", "rating", "view_count", "publication_date", "family_friendly"),
    *("restriction", "platform", "requires_subscription", "uploader", "live"),
)
NEWS = ("publication_date", "title", "genres", "keywords", "stock_tickers")
"Children of an extension's element whose text is kept."
_VIDEO = (
    *("line", "elements", "misnamed", "tags", "player_attributes", "relationship", "on_platform"),
    *("info", *VIDEO),
)
_NEWS = ("line", "elements", "misnamed", "name", "language", *NEWS)
"What is found of each, in this order."


class FoundLinks(NamedTuple):
    """The values of hreflang links as written, as columns."""

    lines: list[int]
    rels: list[str | None]
    codes: list[str | None]
    hrefs: list[str | None]


class Found:
    """Entries found since the last batch, with their extensions in the same order."""

    def __init__(self) -> None:
        self.entries: list[FoundEntry] = []
        self.links = FoundLinks([], [], [], [])
        self.images: list[tuple[Any, ...]] = []
        "Line, elements, misnamed, and the texts of :data:`IMAGE`."
        self.videos: list[tuple[Any, ...]] = []
        "As :data:`_VIDEO` says."
        self.news: list[tuple[Any, ...]] = []
        "As :data:`_NEWS` says."

    def __len__(self) -> int:
        return len(self.entries) + len(self.links.lines) + len(self.images)

    def columns(self, sitemap_id: int, sitemap_url: str) -> Iterator[Columns]:
        """Yield the rows of each table, images first: pages that follow are searched for them."""
        if self.entries:
            yield from _Tables(self, sitemap_id, sitemap_url).columns()


class _Tables:
    """The tables of the values found."""

    def __init__(self, found: Found, sitemap_id: int, sitemap_url: str) -> None:
        self._found, self._file = found, (sitemap_id, sitemap_url)
        self._entries = _named(FoundEntry._fields, found.entries)
        self._images = _named(("line", "elements", "misnamed", *IMAGE), found.images)
        self._videos = _named(_VIDEO, found.videos)
        self._news = _named(_NEWS, found.news)
        locs = [loc or "" for loc in self._entries["loc"]]
        hrefs = [href or "" for href in found.links.hrefs]
        images = [loc or "" for loc in self._images["loc"]]
        links = read_columns([*locs, *hrefs, *images])
        ends = (len(locs), len(locs) + len(hrefs))
        self._owners: list[list[Any]] = [list(column[: ends[0]]) for column in links]
        _leave_out_unmeant(locs, self._owners, sitemap_url)
        alternates = [list(column[ends[0] : ends[1]]) for column in links]
        self._alternates = _annotations(hrefs, alternates)
        _leave_out_unmeant(hrefs, self._alternates, sitemap_url)
        self._image_links = _annotations(images, [column[ends[1] :] for column in links])
        for place, link in enumerate(self._entries["link"]):
            if link is not None:
                for column, value in zip(self._owners, link, strict=True):
                    column[place] = value

    def columns(self) -> Iterator[Columns]:
        entries, links = self._entries, self._found.links.lines
        yield from self._owned(EntryImage, self._images["line"], entries["images"])
        yield self._table(Entry, self._entry(), len(entries["line"]))
        yield from self._owned(EntryAlternate, links, entries["alternates"])
        yield from self._owned(EntryVideo, self._videos["line"], entries["videos"])
        yield from self._owned(EntryNews, self._news["line"], entries["news"])

    def _table(self, kind: type[Row], columns: Iterable[Iterable[Any]], total: int) -> Columns:
        file = [[value] * total for value in self._file]
        return Columns(kind, (*file, *map(list, columns)))

    def _owned(
        self, kind: type[Row], lines: Sequence[int], counts: Sequence[int]
    ) -> Iterator[Columns]:
        """Make a table of extension rows; each entry has a number of them."""
        if lines:
            columns = [
                _spread(self._entries["position"], counts),
                chain.from_iterable(range(1, count + 1) for count in counts if count),
                lines,
                *(_spread(column, counts) for column in self._owners[:2]),
            ]
            yield self._table(kind, chain(columns, _MAKERS[kind](self)), len(lines))

    def _entry(self) -> Iterator[Iterable[Any]]:
        of = self._entries.__getitem__
        values = list(map(decimal, of("priority")))
        yield from map(of, ("position", "line", "kind", "loc"))
        yield from self._owners
        yield map(repeated_parameter, self._owners[0])
        yield of("lastmod")
        dates = zip(of("moment"), of("lastmod"), strict=True)
        moments = [moment or read_date(lastmod) for moment, lastmod in dates]
        *meanings, corrections = _apart(moments)
        yield from meanings
        yield of("changefreq")
        yield map(changefreq_problem, of("changefreq"))
        yield of("priority")
        yield values
        yield map(priority_problem, of("priority"), values)
        yield from map(of, ("alternates", "images", "videos", "news"))
        yield corrections
        yield repeat(None, len(corrections))

    def _alternate(self) -> Iterator[Iterable[Any]]:
        _, rels, codes, hrefs = self._found.links
        yield rels
        yield codes
        meanings = {code: _NO_CODE if code is None else read_code(code) for code in set(codes)}
        for place in range(len(_NO_CODE)):
            meaning_of = {code: meaning[place] for code, meaning in meanings.items()}
            yield map(meaning_of.__getitem__, codes)
        yield hrefs
        yield from self._alternates

    def _image(self) -> Iterator[Iterable[Any]]:
        found = self._images
        urls, keys, _, problems = self._image_links
        yield from (found["loc"], urls, keys, problems)
        yield from map(found.__getitem__, ("title", "caption", "geo_location", "license"))
        yield found["elements"]
        yield found["misnamed"]

    def _video(self) -> Iterator[Iterable[Any]]:
        of = self._videos.__getitem__
        yield from map(of, ("thumbnail_loc", "title", "description", "content_loc"))
        yield from self._link(of("content_loc"))
        yield of("player_loc")
        yield from self._link(of("player_loc"))
        yield from map(of, ("player_attributes", "duration"))
        yield map(integer, of("duration"))
        *expiry, expiry_corrections = _dates(of("expiration_date"))
        *publication, publication_corrections = _dates(of("publication_date"))
        yield from expiry
        yield of("rating")
        yield map(decimal, of("rating"))
        yield of("view_count")
        yield from publication
        yield from map(of, ("family_friendly", "restriction", "relationship"))
        yield map(unknown_country, of("restriction"))
        yield from map(of, ("platform", "on_platform", "requires_subscription"))
        yield from map(of, ("uploader", "info", "live", "tags", "elements", "misnamed"))
        yield map(duration_correction, of("duration"))
        yield from (expiry_corrections, publication_corrections)

    def _link(self, urls: Sequence[str | None]) -> Iterator[Iterable[Any]]:
        """Return normal form and key of optional URLs."""
        links = {url: read_link(url) for url in set(urls) if url and not is_escaped_twice(url)}
        yield from _apart([links[url][:2] if url in links else (None, None) for url in urls])

    def _article(self) -> Iterator[Iterable[Any]]:
        of = self._news.__getitem__
        yield from map(of, ("name", "language"))
        yield map(news_language_problem, of("language"))
        *publication, corrections = _dates(of("publication_date"))
        yield from publication
        yield from map(of, ("title", "genres", "keywords", "stock_tickers", "elements", "misnamed"))
        yield corrections


_MAKERS: dict[type[Row], Callable[[_Tables], Iterator[Iterable[Any]]]] = {
    EntryAlternate: _Tables._alternate,
    EntryImage: _Tables._image,
    EntryVideo: _Tables._video,
    EntryNews: _Tables._article,
}
"What follows in each table on the columns that all have."


def _named(names: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> dict[str, Sequence[Any]]:
    """Return the columns of rows by name."""
    columns: Iterable[Sequence[Any]] = _apart(rows) if rows else repeat((), len(names))
    return dict(zip(names, columns, strict=True))


def _annotations(written: Sequence[str], links: list[Any]) -> list[Any]:
    """Return the columns of parsed URLs, where those that are escaped twice are none."""
    places = [place for place, url in enumerate(written) if is_escaped_twice(url)]
    columns = [list(column) for column in links] if places else links
    for place in places:
        for column, value in zip(columns, read_annotation(written[place]), strict=True):
            column[place] = value
    return columns


def _leave_out_unmeant(written: Sequence[str], links: list[list[Any]], base: str) -> None:
    """Make URLs none that nobody means as they are read."""
    for place, (text, url) in enumerate(zip(written, links[0], strict=True)):
        if text and text != url:
            link = Link(*(column[place] for column in links))
            if problem := misread(text, link, base):
                for column, value in zip(links, (None, None, None, problem), strict=True):
                    column[place] = value


def _spread(values: Iterable[object], counts: Sequence[int]) -> Iterator[object]:
    """Repeat each value as often as its entry has links or images."""
    return chain.from_iterable(map(repeat, values, counts))


def _dates(written: Sequence[str | None]) -> Iterator[Iterable[Any]]:
    """Return dates as written and as parsed."""
    yield written
    yield from _apart(list(map(read_date, written)))


def _apart(rows: Sequence[Sequence[Any]]) -> Iterator[list[Any]]:
    """Return the columns of rows; faster than zip for many rows."""
    return ([row[place] for row in rows] for place in range(len(rows[0])))
