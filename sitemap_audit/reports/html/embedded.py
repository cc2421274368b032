"""The data in report.html: findings, URLs and hreflang pairs, as JSON by column.

Each table is written in pieces of some thousand rows until its share of the file is full; the page
says how many of how many it has, and which CSV has all. Data over 2 MB is compressed (zlib,
base64), which browsers decompress themselves.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.report import page_rows, words
from sitemap_audit.report.counts import SPEEDS
from sitemap_audit.report.escaping import for_html
from sitemap_audit.report.sources.indexing import labels
from sitemap_audit.severity import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sitemap_audit.report.report import Report
    from sitemap_audit.report.streams import LongTable

_PLAIN_BYTES = 2_000_000
"Data up to this size is embedded as it is."
_AT_ONCE = 5_000
"Rows of a piece."
_LONGEST = 1_000
"Characters of a text; the CSV has all of it."
FILES_OF_URL = 50
"Sitemaps of a URL by which the table of URLs finds it."


class Source(NamedTuple):
    """Where a table of the page comes from."""

    name: str
    noun: str
    csv: str
    "The CSV table that has all rows."
    rows: LongTable
    "Those to embed, the most important first."
    columns: tuple[str, ...]
    most_bytes: int
    "Of its embedded data."


SOURCES = (
    Source(
        *("findings", "findings", "findings", page_rows.FINDINGS),
        (
            "severity",
            "check",
            "url",
            "sitemap",
            "line",
            "related",
            "observed",
            "expected",
            "fix",
            "root",
            "unit",
            "first",
            "file",
        ),
        6_000_000,
    ),
    Source(
        *("urls", "URLs", "urls", page_rows.URLS),
        (
            *("url", "status", "why", "listed", "sitemap", "line", "places", "sitemaps"),
            *("redirect", "canonical", "robots", "seconds", "worst"),
            *("findings", "title"),
            *("sources", "clicks", "relation", "reason", "google"),
        ),
        4_000_000,
    ),
    Source(
        *("pairs", "hreflang annotations", "alternates", page_rows.PAIRS),
        ("url", "alternate", "source", "code", "state", "why"),
        1_500_000,
    ),
)


class Cut(NamedTuple):
    """How much of a table is in the page."""

    noun: str
    file: str
    "The CSV that has all rows."
    parquet: str | None
    "The folder that has them as Parquet."
    embedded: int
    rows: int

    @property
    def is_cut(self) -> bool:
        """Whether some rows are in the CSV alone."""
        return self.embedded < self.rows


class Piece(NamedTuple):
    """Some rows of a table."""

    table: str
    packed: str
    "Their JSON, compressed, in base64."
    size: int
    "Of the JSON."

    @property
    def plain(self) -> str:
        """The JSON itself."""
        return zlib.decompress(base64.b64decode(self.packed)).decode()


class Data(NamedTuple):
    """All that is embedded."""

    pieces: list[Piece]
    cuts: dict[str, Cut]
    meta: str
    "JSON: what the codes in the tables stand for."
    is_packed: bool
    has_sources: bool = False
    "Whether the URLs say which sources know them."
    has_clicks: bool = False
    "Whether clicks are known."
    has_google: bool = False
    "Whether Google has told of URLs."
    most_files: int = FILES_OF_URL

    def cut(self, table: str) -> Cut:
        """How much of a table is in the page."""
        return self.cuts[table]


def encode(report: Report) -> Data:
    """Encode the rows to embed."""
    overview, sets, files = report.overview, report.sets, report.files
    known = {"sources": sets, "clicks": report.clicks, "google": report.indexing}
    left_out = {name for name, told in known.items() if told is None}
    if "google" in left_out:
        left_out |= {"relation", "reason"}
    names = {result.name: number for number, result in enumerate(overview.results)}
    first = {group.number: place for place, group in enumerate(report.do_first, 1)}
    sitemaps: dict[str, int] = {}
    pieces: list[Piece] = []
    cuts = {}
    for source in SOURCES:
        told, embedded = _encoded(report, source, names, first, sitemaps, left_out)
        pieces += told
        rows = report.stream(source.rows).total
        named = files.csv(source.csv), files.parquet(source.csv)
        cuts[source.name] = Cut(source.noun, *named, embedded, rows)
    meta = {
        "severities": SEVERITIES,
        "units": words.UNITS,
        "checks": [[result.name, for_html(result.title)] for result in overview.results],
        "first": [for_html(group.title) for group in report.do_first],
        "rows": {name: cut.rows for name, cut in cuts.items()},
        "speeds": list(SPEEDS.items()),
        "sitemaps": list(sitemaps),
        "sources": {each.code: each.label for each in sets.combinations} if sets else {},
    }
    is_packed = sum(piece.size for piece in pieces) > _PLAIN_BYTES
    return Data(
        pieces, cuts, _json(meta), is_packed, *(told is not None for told in known.values())
    )


def _encoded(
    report: Report,
    source: Source,
    checks: dict[str, int],
    first: dict[int, int],
    sitemaps: dict[str, int],
    left_out: Collection[str],
) -> tuple[list[Piece], int]:
    """The pieces of a table that its share of the file has room for, and how many rows they are.

    Args:
        first: places in 'Do this first', by the number of the first cause.
        sitemaps: numbers of the sitemaps that list a URL of several sitemaps; new ones are added.
        left_out: columns that this audit has nothing in.
    """
    pieces, size, embedded = [], 0, 0
    for rows in _batches(report.stream(source.rows).rows(), _AT_ONCE):
        told = dict(zip(source.columns, map(list, zip(*rows, strict=True)), strict=True))
        told = {name: values for name, values in told.items() if name not in left_out}
        if "relation" in told:
            relations = zip(told["relation"], told.pop("reason"), strict=True)
            told["relation"] = [
                code and list(map(for_html, labels(code, why))) for code, why in relations
            ]
        if "check" in told:
            told["check"] = [checks[name] for name in told["check"]]
            told["root"] = [checks.get(name) for name in told["root"]]
            told["unit"] = [words.UNITS.index(name) for name in told["unit"]]
            told["first"] = [first.get(number) for number in told["first"]]
            told["severity"] = [SEVERITIES.index(name) for name in told["severity"]]
        if "why" in told:
            told["why"] = [why and words.not_indexable(why) for why in told["why"]]
        if "sitemaps" in told:
            told["sitemaps"] = [_numbers(text, sitemaps) for text in told["sitemaps"]]
        values = {name: list(map(_value, column)) for name, column in told.items()}
        plain = _json(values).encode("utf-8", "replace")
        packed = base64.b64encode(zlib.compress(plain)).decode()
        size += len(packed)
        if size > source.most_bytes:
            break
        pieces.append(Piece(source.name, packed, len(plain)))
        embedded += len(rows)
    return pieces, embedded


def _batches(rows: Iterable[tuple[Any, ...]], number: int) -> Iterator[list[tuple[Any, ...]]]:
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == number:
            yield batch
            batch = []
    if batch:
        yield batch


def _numbers(text: str | None, sitemaps: dict[str, int]) -> list[int] | None:
    """The numbers of the sitemaps of a URL, one a line; None where there is only one."""
    names = text.split("\n")[:FILES_OF_URL] if text else ()
    return [sitemaps.setdefault(name, len(sitemaps)) for name in names] if len(names) > 1 else None


def _value(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = for_html(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} … ({len(text):,} characters)"


def _json(value: Any) -> str:
    """JSON for a script element: nothing in it ends the element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
