"""The records of entries that are written plainly, made a column at a time.

One by one, they take five times as long, measured.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.sitemap.entries import changefreq_problem, priority_problem
from sitemap_audit.parsing.sitemap.extensions import decimal, read_date
from sitemap_audit.parsing.sitemap.plain_text import is_plain_value, read_plain
from sitemap_audit.parsing.url_batches import read_links
from sitemap_audit.parsing.urls import repeated_parameter
from sitemap_audit.records import Entry, EntryAlternate, EntryImage

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from sitemap_audit.parsing.sitemap.plain_text import PlainEntries, PlainImages
    from sitemap_audit.parsing.sitemap.schema import Schema
    from sitemap_audit.parsing.sitemap.sink import Sink
    from sitemap_audit.parsing.url_batches import Meaning


class PlainReader:
    """Reads what is written plainly, as :class:`EntryReader` would."""

    def __init__(self, sink: Sink, schema: Schema) -> None:
        """Add to ``sink``; entries in another order than the schema's are reported to it."""
        self._sink, self._schema = sink, schema

    def read(self, piece: str, line: int, *, extensions: Container[str]) -> bool:
        """Add the entries of a piece that begins on ``line``; False if they are not all plain.

        Args:
            extensions: which of the prefixes ``xhtml`` and ``image`` are what their names say.
        """
        plain = read_plain(piece, line)
        if plain is None or (plain.hrefs and "xhtml" not in extensions):
            return False
        if plain.images.locs and "image" not in extensions:
            return False
        links = _meanings(plain)
        if links is None:
            return False
        if plain.disordered is not None:
            self._schema.order(plain.disordered)
        self._add(plain, links)
        return True

    def _add(self, plain: PlainEntries, links: dict[str, Meaning]) -> None:
        owners = [links[loc] for loc in plain.locs]
        start = self._sink.entries + 1
        self._sink.entries += len(owners)
        positions = range(start, start + len(owners))
        # Images first, even if there are none: they are looked for in the pages that follow.
        self._sink.add_columns(EntryImage, self._images(plain.images, owners, positions))
        self._sink.add_columns(Entry, self._entries(plain, owners, positions))
        if plain.hrefs:
            alternates = self._alternates(plain, owners, positions, links)
            self._sink.add_columns(EntryAlternate, alternates)

    def _entries(
        self, plain: PlainEntries, owners: list[Meaning], positions: range
    ) -> Iterator[Iterable[Any]]:
        """The columns of :class:`Entry`."""
        total = len(owners)
        values = list(map(decimal, plain.priorities))
        yield repeat(self._sink.sitemap_id, total)
        yield repeat(self._sink.url, total)
        yield positions
        yield plain.lines
        yield repeat("url", total)
        yield plain.locs
        yield from zip(*owners, strict=True)
        yield [repeated_parameter(url) for url, *_ in owners]
        yield plain.lastmods
        yield from zip(*map(read_date, plain.lastmods), strict=True)
        yield plain.changefreqs
        yield map(changefreq_problem, plain.changefreqs)
        yield plain.priorities
        yield values
        yield map(priority_problem, plain.priorities, values)
        yield plain.counts
        yield plain.images.counts
        yield from [[0] * total] * 2

    def _alternates(
        self,
        plain: PlainEntries,
        owners: list[Meaning],
        positions: range,
        links: dict[str, Meaning],
    ) -> Iterator[Iterable[Any]]:
        """The columns of :class:`EntryAlternate`."""
        total, counts = len(plain.hrefs), plain.counts
        yield repeat(self._sink.sitemap_id, total)
        yield repeat(self._sink.url, total)
        yield _spread(positions, counts)
        yield _numbers(counts)
        yield plain.link_lines
        yield _spread((url for url, *_ in owners), counts)
        yield _spread((key for _, key, *_ in owners), counts)
        yield repeat("alternate", total)
        yield plain.hreflangs
        yield from zip(*map(read_code, plain.hreflangs), strict=True)
        yield plain.hrefs
        yield from zip(*map(links.__getitem__, plain.hrefs), strict=True)

    def _images(
        self, images: PlainImages, owners: list[Meaning], positions: range
    ) -> Iterator[Iterable[Any]]:
        """The columns of :class:`EntryImage`."""
        total, counts = len(images.locs), images.counts
        links = read_links(images.locs)
        yield repeat(self._sink.sitemap_id, total)
        yield repeat(self._sink.url, total)
        yield _spread(positions, counts)
        yield _numbers(counts)
        yield images.lines
        yield _spread((url for url, *_ in owners), counts)
        yield _spread((key for _, key, *_ in owners), counts)
        yield images.locs
        meanings = [links[loc] for loc in images.locs]
        yield [url for url, *_ in meanings]
        yield [key for _, key, *_ in meanings]
        yield [problem for *_, problem in meanings]
        yield images.titles
        yield images.captions
        yield from [[None] * total] * 2
        yield map(_children, images.titles, images.captions)


def _numbers(counts: list[int]) -> Iterator[int]:
    """From 1 on, for each entry anew."""
    return chain.from_iterable(range(1, count + 1) for count in counts)


def _children(title: str | None, caption: str | None) -> str:
    return f" loc{'' if title is None else ' title'}{'' if caption is None else ' caption'} "


def _spread(values: Iterable[object], counts: list[int]) -> Iterator[object]:
    """Each value as many times as its entry has links, or images."""
    return chain.from_iterable(map(repeat, values, counts))


def _meanings(plain: PlainEntries) -> dict[str, Meaning] | None:
    """What all URLs mean; None where a value of a link is not plain."""
    links = read_links(plain.hrefs)
    odd = "".join(written for written, link in links.items() if link[0] is not written)
    if "" in links or not is_plain_value(odd + "".join(set(plain.hreflangs))):
        return None
    links.update(read_links(loc for loc in plain.locs if loc not in links))
    return links
