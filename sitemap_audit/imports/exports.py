"""Recognize exports of other products by their column names (``products.toml``)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.cell_values import fold, load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "pt": "Portuguese",
    "it": "Italian",
    "nl": "Dutch",
    "pl": "Polish",
    "ja": "Japanese",
    "zh": "Chinese",
    "zh-TW": "Chinese, Taiwan",
    "ko": "Korean",
    "ru": "Russian",
    "tr": "Turkish",
    "cs": "Czech",
}
COLUMNS = (
    *("url", "state", "clicks", "impressions", "position", "visits", "last_crawled"),
    *("google_canonical", "canonical", "status", "indexability", "content_type", "inlinks"),
    *("depth", "is_in_sitemap"),
)
"Columns that are stored, as products.toml and --column name them."
SITEMAP_LIST = "sitemap-list"
"Kind of the exports whose rows are sitemaps."
SITEMAP_COLUMNS = {"google_sitemap": "gsc", "bing_sitemap": "bing"}
"Product whose sitemaps a column has that --column names."
OF_SITEMAPS = ("submitted", "last_read", "urls", "errors", "warnings")
"Further columns of a list of sitemaps."
LOG_COLUMNS = ("query", "time", "agent", "ip", "host")
"Further fields of access logs in JSON, as --column names them."
_PERIODS = ("clicks", "impressions", "position")
"Columns before whose names a comparison writes the period: Last 28 days Clicks."


class Export(NamedTuple):
    """A kind of export in one language."""

    product: str
    kind: str
    title: str
    language: str | None
    names: Mapping[str, tuple[str, ...]]
    "By column of ours: its names there, folded."
    needs: tuple[str, ...]
    ends: str = ""
    holds: str = ""
    "What it has instead of URLs, and what to import: a sentence."


class Recognized(NamedTuple):
    """The export that a header is of."""

    export: Export
    places: Mapping[str, int]
    "Place of each column of ours in a row."
    width: int
    "Number of columns."

    @property
    def title(self) -> str:
        """The export in words: Search Console performance export (German)."""
        language = self.export.language
        more = LANGUAGES[language] if language else ""
        if self.export.product == "csv" and len(self.places) == 1 < self.width:
            more = "others can be named, such as clicks=COLUMN"
        return f"{self.export.title} ({more})" if more else self.export.title


@cache
def exports() -> tuple[Export, ...]:
    """Return all kinds of exports of products.toml."""
    found = []
    for product, kinds in load("products.toml").items():
        for kind, facts in kinds.items():
            title, needs = facts.pop("title"), tuple(facts.pop("needs"))
            ends, holds = facts.pop("ends", ""), facts.pop("holds", "")
            for language, columns in facts.items():
                names = {
                    ours: tuple(map(fold, [theirs] if isinstance(theirs, str) else theirs))
                    for ours, theirs in columns.items()
                }
                spoken = None if language == "any" else language
                found.append(Export(product, kind, title, spoken, names, needs, ends, holds))
    return tuple(found)


def recognize(header: Sequence[str], given: Mapping[str, str]) -> Recognized | None:
    """Return the export with this header; None if it is of none.

    Args:
        given: names of columns of the user's (``--column``), by column of ours.
    """
    there = _places(header)
    best: Recognized | None = None
    for export in exports():
        if all(_place(there, export.names, ours) is not None for ours in export.needs) and (
            best is None or len(export.needs) > len(best.export.needs)
        ):
            places = {ours: _place(there, export.names, ours) for ours in export.names}
            found = {ours: place for ours, place in places.items() if place is not None}
            best = Recognized(export, found, len(header))
    own = named(header, given)
    for ours in SITEMAP_COLUMNS.keys() & own.keys():
        export = sitemap_list_of(SITEMAP_COLUMNS[ours])
        return Recognized(export, {**own, "sitemap": own[ours]}, len(header))
    if best is None and "url" in own:
        export = Export("csv", "named", "table with named columns", None, {}, ())
        best = Recognized(export, {}, len(header))
    return best and best._replace(places={**best.places, **own})


def sitemap_list_of(product: str) -> Export:
    """Return the export that is the list of sitemaps of a product, in no language."""
    return next(
        each
        for each in exports()
        if (each.product, each.kind, each.language) == (product, SITEMAP_LIST, None)
    )


def named(header: Sequence[str], given: Mapping[str, str]) -> dict[str, int]:
    """Return the places of the columns that the user names."""
    there = _places(header)
    return {ours: there[fold(name)] for ours, name in given.items() if fold(name) in there}


def _places(header: Sequence[str]) -> dict[str, int]:
    there: dict[str, int] = {}
    for place, name in enumerate(header):
        there.setdefault(fold(name), place)
    return there


def _place(there: Mapping[str, int], names: Mapping[str, tuple[str, ...]], ours: str) -> int | None:
    for name in names.get(ours, ()):
        if name in there:
            return there[name]
        if ours in _PERIODS:
            for other, place in there.items():
                if other.endswith(f" {name}"):
                    return place
    return None


def read_columns(given: Sequence[str], option: str = "--import-column") -> dict[str, str]:
    """Read the names of columns that the user gives: url=Address.

    Raises:
        UsageError: there is no such column.
    """
    columns = {}
    for each in given:
        ours, _, theirs = each.partition("=")
        known = (*COLUMNS, *LOG_COLUMNS, *SITEMAP_COLUMNS, *OF_SITEMAPS)
        if ours not in known or not theirs.strip():
            raise UsageError(
                f"{option} is {each!r}; it must be NAME=COLUMN, such as url=Address. NAME is one"
                f" of {', '.join(known)}."
            )
        columns[ours] = theirs
    return columns
