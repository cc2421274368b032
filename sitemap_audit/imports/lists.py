"""Read the rows of an export as columns of ``imported_urls``."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.imports import cell_values
from sitemap_audit.imports.exports import Export, Recognized, named, recognize
from sitemap_audit.imports.import_files import encodings_of, header_in, lines_of_head, table_of
from sitemap_audit.imports.site import Elsewhere, Unreadable, reason_of
from sitemap_audit.items import Columns, ImportedUrl, column_names
from sitemap_audit.masking import visible
from sitemap_audit.parsing.urls import MAX_LENGTH, read_link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sitemap_audit.imports.import_files import Source, Table
    from sitemap_audit.imports.site import Site
    from sitemap_audit.imports.workbooks import Row
    from sitemap_audit.parsing.urls import Links

_CHART = 2_000
"Rows of a chart that are read: Search Console has 16 months."
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_AT_ONCE = 5_000
"Rows of a batch."
_CHARACTERS_AT_ONCE = 2**22
"Characters of a batch: cells may be long."
_BEGINNING = 20
"Rows in which the header is searched for."
_ENOUGH = 3
"URLs in a column that begins below the first rows, such as under a title."
_PLAIN = Export("list", "plain", "plain list of URLs", None, {}, ())
_INTEGERS = ("clicks", "impressions", "visits", "status", "inlinks", "depth")
_TEXTS = ("state", "indexability", "content_type", "last_crawled")
_Row = tuple[int, list[str]]
"Its line and those of its cells that are stored."


class List(NamedTuple):
    """A recognized export and its rows."""

    recognized: Recognized
    rows: Iterator[Row]
    encoding: str
    lost: str
    "Why a row that is None cannot be read."


class NotRecognizedError(Exception):
    """A file that is no export of a known product."""

    def __init__(self, source: Source, table: Table, first: Sequence[Row]) -> None:
        super().__init__()
        self.source, self._table, self._first = source, table, first

    @property
    def columns(self) -> list[str]:
        """Names of its columns: the widest row, as a title may be above the header."""
        widest = max(self.cells, key=len, default=[])
        return [name.strip() for name in widest if name.strip()]

    @property
    def is_in_other_encoding(self) -> bool:
        """Whether it is neither UTF-8 nor UTF-16, so that the names may be wrong."""
        return len(encodings_of(self.source.head)) > 1

    @property
    def cells(self) -> list[list[str]]:
        """Its first rows."""
        return [cells or [] for _, cells in self._first]

    def rows(self) -> Iterator[Row]:
        """Yield its rows, also those that were read."""
        yield from self._first
        yield from self._table.rows

    def by_values(self, site: Site | None, given: Mapping[str, str]) -> List | None:
        """Return the list if one column has URLs of the site; None if none or several have."""
        cells = self.cells
        width = max(map(len, cells), default=0)
        found = {
            place: begin
            for place in range(width)
            if (begin := _begin_of_urls([row[place : place + 1] for row in cells], site))
            is not None
        }
        if len(found) != 1:
            return None
        ((place, begin),) = found.items()
        header = cells[begin - 1] if begin else []
        places = {**named(header, given), "url": place}
        name = header[place].strip() if place < len(header) else ""
        if self.is_in_other_encoding and not name.isascii():
            name = ""
        title = f"table with URLs in column {visible(name) or place + 1}"
        rows = islice(self.rows(), begin, None)
        export = Export("csv", "values", title, None, {}, ())
        return List(Recognized(export, places, width), rows, *self._table[1:])


def open_list(source: Source, given: Mapping[str, str]) -> List:
    """Recognize an export by its header.

    Args:
        given: names of columns of the user's, by column of ours.

    Raises:
        NotRecognizedError: it is none.
    """
    is_plain = source.table is None and _is_plain(source)
    first, *others = encodings_of(source.head)
    by_header = (each for each in others if recognize(header_in(source, each), given))
    encoding = first if recognize(header_in(source, first), given) else next(by_header, first)
    table = table_of(source, encoding)
    if is_plain:
        return List(Recognized(_PLAIN, {"url": 0}, 1), _lines(table.rows), *table[1:])
    begun: list[Row] = []
    for row in islice(table.rows, _BEGINNING):  # a workbook may begin with a title
        if row[1] and (recognized := recognize(row[1], given)):
            return List(recognized, *table)
        begun.append(row)
    raise NotRecognizedError(source, table, begun)


def _begin_of_urls(column: Sequence[Sequence[str]], site: Site | None) -> int | None:
    """Return the row from which on most cells of a column are URLs of the site; None if not."""
    texts = [cells[0].strip() if cells else "" for cells in column]
    if site:
        texts = list(map(site.absolute, texts))
    begin = next((at for at, text in enumerate(texts) if _is_url(text)), None)
    if begin is None:
        return None
    there = [text for text in texts[begin:] if text not in cell_values.MISSING]
    urls = list(filter(_is_url, there))
    if site:
        urls = [url for url in site.read(urls).urls if url and site.has(url)]
    is_enough = begin <= 1 or len(urls) >= _ENOUGH
    return begin if is_enough and 2 * len(urls) > len(there) else None


def _is_url(text: str) -> bool:
    """Whether a text is a URL, perhaps with spaces as in Search Console, or a path."""
    is_path = text.startswith("/") and not any(map(str.isspace, text))
    return is_path or text.startswith(("http://", "https://"))


def _is_plain(source: Source) -> bool:
    """Whether the first line is a URL: the file has no header."""
    lines = (line.strip().strip('"') for line in lines_of_head(source))
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first.lower().startswith(("http://", "https://"))


def _lines(rows: Iterator[Row]) -> Iterator[Row]:
    """Leave out comments of a plain list."""
    return (row for row in rows if not (row[1] and row[1][0].startswith("#")))


class ListReader:
    """Reads the rows of an export."""

    def __init__(self, found: List, site: Site, file_id: int, state: str | None) -> None:
        """Read the rows with URLs of ``site``.

        Args:
            state: state of all URLs, where the file says it apart from them.
        """
        self._found, self._site, self._id, self._state = found, site, file_id, state
        self._places, self._ends = found.recognized.places, found.recognized.export.ends
        self._names = {name: place for place, name in enumerate(self._places)}
        self.rows, self.last_line = 0, 0
        self.elsewhere, self.unreadable = Elsewhere(), Unreadable()
        self._mark = ""

    def batches(self, progress: Callable[[], None]) -> Iterator[Columns]:
        """Yield the rows in batches; call ``progress`` after each."""
        rows = self._rows()
        while batch := _next_batch(rows):
            yield self._read(batch)
            progress()

    def _rows(self) -> Iterator[_Row]:
        """Yield the rows that have a URL."""
        place = self._places["url"]
        for line, cells in self._found.rows:
            if cells and self._ends and cells[0].startswith(self._ends):
                return
            self.rows, self.last_line = self.rows + 1, line
            if cells is None or len(cells) <= place:
                self.unreadable.add("columns" if cells else self._found.lost, line)
            elif (url := cells[place].strip()) in cell_values.MISSING:
                self.unreadable.add("no-url", line)
            elif not is_decoded(url):
                self.unreadable.add("encoding", line)
            elif len(url) > MAX_LENGTH:
                self.unreadable.add("too-long", line)
            else:
                yield (
                    line,
                    [cells[at].strip() if at < len(cells) else "" for at in self._places.values()],
                )

    def _read(self, batch: list[_Row]) -> Columns:
        place = self._names["url"]
        links = self._site.read([cells[place] for _, cells in batch])
        kept, other = [], []
        for at, url in enumerate(links.urls):
            if url is None:
                self.unreadable.add(reason_of(links.problems[at]), batch[at][0])
            elif self._site.has(url):
                kept.append(at)
            else:
                other.append(at)
        self.elsewhere.add([links.urls[at] or "" for at in other[:1]], len(other))
        return self._columns([batch[at] for at in kept], kept, links)

    def _columns(self, rows: list[_Row], kept: list[int], links: Links) -> Columns:
        made: dict[str, list[Any]] = {
            "file_id": [self._id] * len(rows),
            "line": [line for line, _ in rows],
            "written": self._cells(rows, "url"),
            "url": [links.urls[at] for at in kept],
            "url_key": [links.keys[at] for at in kept],
            "url_near_key": [links.near_keys[at] for at in kept],
        }
        for name in _TEXTS:
            made[name] = [text or None for text in self._cells(rows, name)]
        for name in _INTEGERS:
            made[name] = list(map(cell_values.read_integer, self._cells(rows, name)))
        positions = self._cells(rows, "position")
        self._mark = self._mark or cell_values.decimal_mark(positions)  # of the first batch
        made["position"] = [cell_values.read_decimal(text, self._mark) for text in positions]
        made["is_in_sitemap"] = list(map(cell_values.read_flag, self._cells(rows, "is_in_sitemap")))
        made["last_crawled_at"] = [
            text and cell_values.read_crawl_time(text) for text in made["last_crawled"]
        ]
        made["state"] = [text or self._state for text in made["state"]]
        own = cell_values.state_code(self._state)
        made["state_code"] = [own or cell_values.state_code(text) for text in made["state"]]
        for name in ("google_canonical", "canonical"):
            others = [read_link(text or None) for text in self._cells(rows, name)]
            made[name] = [link.url for link in others]
            made[f"{name}_key"] = [link.key for link in others]
        return Columns(ImportedUrl, [made[name] for name in column_names(ImportedUrl)])

    def _cells(self, rows: list[_Row], name: str) -> list[str]:
        """Return the cells of a column, empty where there is none."""
        place = self._names.get(name)
        if place is None:
            return [""] * len(rows)
        texts = (cells[place] for _, cells in rows)
        return [
            "" if text in cell_values.MISSING else text.encode("utf-8", "replace").decode()
            for text in texts
        ]


def _next_batch(rows: Iterator[_Row]) -> list[_Row]:
    batch: list[_Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += sum(map(len, row[1]))
        if len(batch) >= _AT_ONCE or size >= _CHARACTERS_AT_ONCE:
            break
    return batch


def is_decoded(text: str) -> bool:
    """Whether all characters of a text could be read."""
    return text.isascii() or not any(
        character == "\ufffd" or "\ud800" <= character <= "\udfff" for character in text
    )


def reason_in(rows: Sequence[Sequence[str]]) -> str | None:
    """Return the reason in the Metadata.csv of a page indexing export; None if there is none."""
    pairs = [cells for cells in rows if len(cells) == 2]
    known = (value for _, value in pairs if cell_values.state_code(value))
    other = (value for _, value in pairs[1:] if cell_values.read_integer(value) is None)  # no chart
    return next(known, next(other, None))


def period_in(rows: Iterable[Sequence[str]]) -> tuple[str, str] | None:
    """Return the first and the last day of a chart beside an export; None if it has no days."""
    days = [cells[0] for cells in islice(rows, _CHART) if cells and _DAY.fullmatch(cells[0])]
    return (min(days), max(days)) if days else None
