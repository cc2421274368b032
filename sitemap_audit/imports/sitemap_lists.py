"""Read files with the sitemaps that a search engine has: tables, and responses of its API."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.imports import cell_values
from sitemap_audit.imports.exports import SITEMAP_LIST, Export, sitemap_list_of
from sitemap_audit.imports.import_files import encoding_of
from sitemap_audit.imports.site import Elsewhere
from sitemap_audit.imports.told_sitemaps import (
    Sitemap,
    SitemapRows,
    bing_sitemap,
    google_sitemap,
)
from sitemap_audit.masking import quoted
from sitemap_audit.parsing.dates import read_any_date
from sitemap_audit.web_apis.json_api import ApiError
from sitemap_audit.web_apis.json_values import rows as objects_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from sitemap_audit.imports.import_files import Source
    from sitemap_audit.imports.lists import List
    from sitemap_audit.imports.site import Site

ENGINES = {"gsc": "google", "bing": "bing"}
"By product."
MOST_BYTES = 64 * 2**20
"Bytes of a response that is read."
MOST_SITEMAPS = 100_000
"Sitemaps of a list; a sitemap index lists 50,000 at most."
_RESPONSE = re.compile(r'\s*\{\s*"(sitemap|d)"\s*:\s*\[')
"""Beginning of a response of sitemaps.list, or of GetFeeds in JSON:
https://developers.google.com/webmaster-tools/v1/sitemaps/list
https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.iwebmasterapi.getfeeds"""
_AS_SAVED = "Save the response of sitemaps.list (Search Console) or GetFeeds (Bing) as it is."
_Told = tuple[int | None, Sitemap | str]
"A line, None in JSON; and its sitemap, or why it cannot be read."


class SitemapList(NamedTuple):
    """A list of sitemaps, not yet read."""

    export: Export
    title: str
    encoding: str
    told: Iterator[_Told]
    """The sitemaps.

    Raises:
        UsageError: a value cannot be read, so that what is missing would be taken for never.
    """


def response_in(source: Source) -> SitemapList | None:
    """Return the list in a file if it is a response of an API; None if it is none.

    Raises:
        UsageError: it is one, but not whole, or not as documented.
    """
    if source.table is not None:
        return None
    encoding = encoding_of(source.head)
    match = _RESPONSE.match(source.head.decode(encoding, "replace"))
    if match is None:
        return None
    product = "gsc" if match[1] == "sitemap" else "bing"
    export = sitemap_list_of(product)
    data = io.BufferedReader(source.stream).read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise UsageError(
            f"Cannot import {source.name}: it has more than {MOST_BYTES:,} bytes. {_AS_SAVED}"
        )
    try:
        told = objects_in(json.loads(data.decode(encoding)), match[1])
        if product == "gsc":
            sitemaps = [google_sitemap(each, None) for each in told]
        else:
            sitemaps = [bing_sitemap(each) for each in told]
    except (ValueError, RecursionError):
        what = "it is truncated or no JSON"
    except ApiError:
        what = "a value in it is not what the documentation of the API says"
    else:
        title = f"{export.title} (by its API)"
        return SitemapList(export, title, encoding, ((None, each) for each in sitemaps))
    raise UsageError(f"Cannot import {source.name}: {what}. {_AS_SAVED}")


def table_in(source: Source, table: List, option: str) -> SitemapList | None:
    """Return the list in a table; None if it is a table of something else.

    Args:
        option: the option that names columns.

    Raises:
        UsageError: it does not say when the sitemaps were read.
    """
    export = table.recognized.export
    if export.kind != SITEMAP_LIST:
        return None
    if "last_read" not in table.recognized.places:
        raise UsageError(
            f"Cannot import {source.name}: it is not known when its sitemaps were last read. Name"
            f" the column that says it: {option} 'last_read=COLUMN'."
        )
    told = _rows(source.name, table)
    return SitemapList(export, table.recognized.title, table.encoding, told)


def _rows(name: str, table: List) -> Iterator[_Told]:
    places = table.recognized.places
    needed = max(places["sitemap"], places["last_read"])
    for line, cells in table.rows:
        if cells is None or len(cells) <= needed:
            yield line, "columns" if cells else table.lost
            continue
        found = {
            ours: text
            for ours, place in places.items()
            if place < len(cells) and (text := cells[place].strip()) not in cell_values.MISSING
        }
        if "sitemap" not in found:
            yield line, "no-url"
            continue
        yield (
            line,
            Sitemap(
                path=found["sitemap"],
                kind=_text(found.get("kind")),
                is_index=cell_values.read_flag(found.get("is_index", "")),
                is_pending=cell_values.read_flag(found.get("is_pending", "")),
                submitted_at=_date(name, line, found.get("submitted")),
                downloaded_at=_date(name, line, found.get("last_read")),
                errors=cell_values.read_integer(found.get("errors", "")),
                warnings=cell_values.read_integer(found.get("warnings", "")),
                urls=cell_values.read_integer(found.get("urls", "")),
                status=_text(found.get("status")),
            ),
        )


def _text(written: str | None) -> str | None:
    return written and written.encode("utf-8", "replace").decode()


def _date(name: str, line: int, written: str | None) -> datetime | None:
    if written is None:
        return None
    moment = read_any_date(written)
    if moment.at is None or moment.precision in ("year", "month"):
        raise UsageError(
            f"Cannot import {name}: line {line:,} has {quoted(written)} for a date, and day and"
            " month cannot be told for sure. Write dates as 2026-01-31, or import the response of"
            " the API."
        )
    return moment.at


class SitemapListReader:
    """Reads the sitemaps of a list."""

    def __init__(self, found: SitemapList, site: Site, file_id: int) -> None:
        """Read a list whose paths are of ``site``."""
        self._found, self._site = found, site
        self.made = SitemapRows(file_id, ENGINES[found.export.product], None)
        self.rows, self.last_line = 0, 0
        self.elsewhere, self.unreadable = Elsewhere(), self.made.unreadable
        self.last_day: str | None = None
        "The latest day in the list: it is not older."

    def read(self, name: str) -> bool:
        """Read the sitemaps of the file ``name``; return whether one is of the site.

        Raises:
            UsageError: a value cannot be read, or these are too many.
        """
        for line, each in self._found.told:
            self.rows, self.last_line = self.rows + 1, line or 0
            if self.rows > MOST_SITEMAPS:
                raise UsageError(
                    f"Cannot import {name}: it lists more than {MOST_SITEMAPS:,} sitemaps. Pass a"
                    " list of sitemaps as the search engine wrote it."
                )
            if isinstance(each, str):
                self.unreadable.add(each, line)
            else:
                self.made.add(each._replace(path=self._site.absolute(each.path)), line)
        stored = self.made.sitemaps
        if not any(self._site.has(row.url) for row in stored):
            self.elsewhere.add([row.url for row in stored[:1]], len(stored))
            return False
        days = [at for row in stored for at in (row.submitted_at, row.downloaded_at) if at]
        self.last_day = max(days).date().isoformat() if days else None
        return True
