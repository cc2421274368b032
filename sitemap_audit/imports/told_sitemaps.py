"""Read what search engines tell of sitemaps in the responses of their APIs, and make its rows."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.imports.lists import is_decoded
from sitemap_audit.imports.site import Unreadable, reason_of
from sitemap_audit.items import Columns, SubmittedCount, SubmittedSitemap, column_names
from sitemap_audit.parsing.urls import read_link
from sitemap_audit.web_apis.json_values import (
    count,
    flag,
    moment,
    rows,
    text,
    text_or_none,
    unreadable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sitemap_audit.items import Row

_DATE = re.compile(r"/Date\((-?\d{1,18})(?:[+-]\d{4})?\)/")
"""Milliseconds since 1970, and an offset that does not change them:
https://learn.microsoft.com/dotnet/framework/wcf/feature-details/stand-alone-json-serialization"""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NEVER = datetime(1, 1, 3, tzinfo=UTC)
"Before it lies what .NET writes for no date."


class Sitemap(NamedTuple):
    """A submitted sitemap as a search engine tells of it; None is what it does not say."""

    path: str
    "Its URL."
    in_index: str | None = None
    "URL of the sitemap index that contains it; None if it was submitted itself."
    kind: str | None = None
    is_index: bool | None = None
    is_pending: bool | None = None
    submitted_at: datetime | None = None
    downloaded_at: datetime | None = None
    errors: int | None = None
    warnings: int | None = None
    urls: int | None = None
    status: str | None = None
    counts: Mapping[str, int] = {}
    "URLs by type."


def google_sitemap(item: Any, index: str | None) -> Sitemap:
    """Read a sitemap in a response of the Search Console API.

    https://developers.google.com/webmaster-tools/v1/sitemaps

    Args:
        index: URL of the sitemap index that contains it.

    Raises:
        ApiError: it is not as documented.
    """
    counts: dict[str, int] = {}
    for each in rows(item, "contents", []):
        content = text(each, "type")
        counts[content] = counts.get(content, 0) + (count(each, "submitted") or 0)
    for content in counts:
        count(counts, content)  # a sum may be more than a table can hold
    return Sitemap(
        path=text(item, "path"),
        in_index=index,
        kind=text_or_none(item, "type"),
        is_index=flag(item, "isSitemapsIndex"),
        is_pending=flag(item, "isPending"),
        submitted_at=moment(item, "lastSubmitted"),
        downloaded_at=moment(item, "lastDownloaded"),
        errors=count(item, "errors"),
        warnings=count(item, "warnings"),
        urls=counts.get("web"),
        counts=counts,
    )


def bing_sitemap(item: Any) -> Sitemap:
    """Read a sitemap or feed in a response of the Bing Webmaster API.

    https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.feed

    Raises:
        ApiError: it is not as documented.
    """
    return Sitemap(
        path=text(item, "Url"),
        kind=text_or_none(item, "Type"),
        submitted_at=_moment(item.get("Submitted")),
        downloaded_at=_moment(item.get("LastCrawled")),
        urls=count(item, "UrlCount"),
        status=text_or_none(item, "Status"),
    )


def _moment(written: Any) -> datetime | None:
    if written is None:
        return None
    match = _DATE.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        raise unreadable()
    try:
        moment = _EPOCH + timedelta(milliseconds=int(match[1]))
    except OverflowError:
        return None
    return moment if moment > _NEVER else None


class SitemapRows:
    """Makes the rows of ``submitted_sitemaps`` and ``submitted_counts`` of one list."""

    def __init__(self, file_id: int, engine: str, owner: str | None) -> None:
        """Make the rows of the imported file ``file_id``.

        Args:
            owner: property of the engine; None if it is not known.
        """
        self._id, self._engine, self._owner = file_id, engine, owner
        self.unreadable = Unreadable()
        self.sitemaps: list[SubmittedSitemap] = []
        self._counts: list[SubmittedCount] = []

    def add(self, sitemap: Sitemap, line: int | None = None) -> None:
        """Add a sitemap of any host: a site may have its sitemaps on another one.

        Args:
            line: where it is in the file.
        """
        link = read_link(sitemap.path)
        if link.url is None or link.key is None or not is_decoded(sitemap.path):
            self.unreadable.add(reason_of(link.problem), line)
            return
        self.sitemaps.append(self._row(sitemap, link.url, link.key))
        self._counts += [
            SubmittedCount(self._id, self._engine, link.url, link.key, content, submitted)
            for content, submitted in sitemap.counts.items()
        ]

    def write(self, write: Callable[[str, Iterable[Columns]], object]) -> None:
        """Write the rows by ``write``, which takes the name of a table and batches."""
        write("submitted_sitemaps", _batches(SubmittedSitemap, self.sitemaps))
        write("submitted_counts", _batches(SubmittedCount, self._counts))

    def _row(self, sitemap: Sitemap, url: str, key: int) -> SubmittedSitemap:
        return SubmittedSitemap(
            file_id=self._id,
            engine=self._engine,
            property=self._owner,
            written=sitemap.path,
            url=url,
            url_key=key,
            in_index=read_link(sitemap.in_index).url,
            kind=sitemap.kind,
            is_index=sitemap.is_index,
            is_pending=sitemap.is_pending,
            submitted_at=sitemap.submitted_at,
            downloaded_at=sitemap.downloaded_at,
            errors=sitemap.errors,
            warnings=sitemap.warnings,
            urls=sitemap.urls,
            status=sitemap.status,
        )


def _batches(
    kind: type[Row], rows: Sequence[SubmittedSitemap] | Sequence[SubmittedCount]
) -> list[Columns]:
    """Return the rows as one batch; none if there are no rows."""
    names = column_names(kind)
    return [Columns(kind, [[getattr(row, name) for row in rows] for name in names])] if rows else []
