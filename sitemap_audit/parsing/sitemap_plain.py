"""The records of entries that are written plainly, made for some hundred links at a time."""

from __future__ import annotations

from itertools import chain, islice, repeat
from typing import TYPE_CHECKING

from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.sitemap_entries import make_entry
from sitemap_audit.parsing.sitemap_plain_text import is_plain_value, read_plain
from sitemap_audit.parsing.url_batches import read_links
from sitemap_audit.records import EntryAlternate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.parsing.sitemap_plain_text import PlainEntries
    from sitemap_audit.parsing.sitemap_sink import Sink
    from sitemap_audit.parsing.url_batches import Meaning


class PlainReader:
    """Reads what is written plainly, as :class:`EntryReader` would."""

    def __init__(self, sink: Sink) -> None:
        """Add to ``sink``."""
        self._sink = sink

    def read(self, piece: str, line: int, *, has_links: bool) -> bool:
        """Add the entries of a piece that begins on ``line``; False if they are not all plain.

        Args:
            has_links: whether ``xhtml:link`` is what its name says.
        """
        plain = read_plain(piece, line)
        if plain is None or (plain.hrefs and not has_links):
            return False
        links = _meanings(plain)
        if links is None:
            return False
        self._add(plain, links)
        return True

    def _add(self, plain: PlainEntries, links: dict[str, Meaning]) -> None:
        sink = self._sink
        owners = [links[entry.fields.loc or ""] for entry in plain.entries]
        alternates = self._alternates(plain, links, owners) if plain.hrefs else iter(())
        for (line, fields, lines), link in zip(plain.entries, owners, strict=True):
            sink.entries += 1
            place = (sink.sitemap_id, sink.url, sink.entries, line, "url")
            sink.records.append(make_entry(place, fields, link, (len(lines), 0, 0, 0)))
            sink.records += islice(alternates, len(lines))

    def _alternates(
        self, plain: PlainEntries, links: dict[str, Meaning], owners: list[Meaning]
    ) -> Iterator[EntryAlternate]:
        """The rows of all links, made of columns: one by one takes five times as long."""
        counts = [len(entry.lines) for entry in plain.entries]
        positions = range(self._sink.entries + 1, self._sink.entries + 1 + len(counts))
        rows = zip(
            repeat(self._sink.sitemap_id),
            repeat(self._sink.url),
            _spread(positions, counts),
            chain.from_iterable(range(1, count + 1) for count in counts),
            chain.from_iterable(entry.lines for entry in plain.entries),
            _spread((url for url, *_ in owners), counts),
            _spread((key for _, key, *_ in owners), counts),
            repeat("alternate"),
            plain.hreflangs,
            *zip(*map(read_code, plain.hreflangs), strict=True),
            plain.hrefs,
            *zip(*map(links.__getitem__, plain.hrefs), strict=True),
            strict=False,
        )
        return map(tuple.__new__, repeat(EntryAlternate), rows)


def _spread(values: Iterable[object], counts: list[int]) -> Iterator[object]:
    """Each value as many times as its entry has links."""
    return chain.from_iterable(map(repeat, values, counts))


def _meanings(plain: PlainEntries) -> dict[str, Meaning] | None:
    """What all URLs mean; None where a value of a link is not plain."""
    links = read_links(plain.hrefs)
    odd = "".join(written for written, link in links.items() if link[0] is not written)
    if "" in links or not is_plain_value(odd + "".join(set(plain.hreflangs))):
        return None
    locs = (entry.fields.loc or "" for entry in plain.entries)
    links.update(read_links(loc for loc in locs if loc not in links))
    return links
