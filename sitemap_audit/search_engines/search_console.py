"""Read properties, sitemaps and performance from the Search Console API."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from sitemap_audit.imports.told_sitemaps import google_sitemap
from sitemap_audit.web_apis.json_api import ApiError, Problem
from sitemap_audit.web_apis.json_values import count, rows, text, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sitemap_audit.imports.told_sitemaps import Sitemap
    from sitemap_audit.web_apis.json_api import Answer, Api

MOST_DAYS = 486
"""16 months, the longest period that Search Console keeps:
https://support.google.com/webmasters/answer/7576553"""
ROWS_AT_ONCE = 25_000
"""Highest rowLimit: https://developers.google.com/webmaster-tools/v1/searchanalytics/query"""
_RECENT_DAYS = 10
"""Days in which the newest final one is searched for:
https://developers.google.com/webmaster-tools/v1/how-tos/all-your-data"""
_USUAL_DELAY = 3
"Days until the data of a day is final, where none of the recent days has any."
_PACIFIC = timedelta(hours=-8)
"Offset of the days of Search Console from UTC, in winter; in summer they end an hour earlier."


class OwnedSite(NamedTuple):
    """A property that the account may read."""

    url: str
    "Name of the property: sc-domain:example.com, https://www.example.com/."
    permission: str
    "siteOwner | siteFullUser | siteRestrictedUser | siteUnverifiedUser."


class PagePerformance(NamedTuple):
    """The traffic of a page in a period."""

    page: str
    clicks: int
    impressions: int
    position: float
    "Average, from 1."


class SearchConsole:
    """The Search Console API, version 1 (formerly Webmasters, version 3).

    https://developers.google.com/webmaster-tools/v1/api_reference_index
    """

    def __init__(self, api: Api) -> None:
        """Read by ``api``, whose base URL is that of Endpoint.SEARCH_CONSOLE.

        Every method raises ApiError, and needs the right to read alone:
        https://developers.google.com/webmaster-tools/v1/how-tos/authorizing
        """
        self._api = api
        self.not_listed: dict[str, ApiError] = {}
        "Sitemap indexes of which the last :meth:`sitemaps` got no list, and why."

    def sites(self) -> list[OwnedSite]:
        """Return the properties of the account, also those that it has not verified.

        https://developers.google.com/webmaster-tools/v1/sites/list
        """
        found = rows(self._api.get("/sites"), "siteEntry", [])
        return [OwnedSite(text(each, "siteUrl"), text(each, "permissionLevel")) for each in found]

    def sitemaps(self, owner: str) -> Iterator[Sitemap]:
        """Yield the sitemaps that were submitted to a property, and those that indexes contain.

        https://developers.google.com/webmaster-tools/v1/sitemaps/list
        """
        self.not_listed = {}
        known: set[str] = set()
        pending: list[str | None] = [None]
        for index in pending:
            for sitemap in self._listed(owner, index):
                if sitemap.path in known:
                    continue
                known.add(sitemap.path)
                yield sitemap
                if sitemap.is_index:
                    pending.append(sitemap.path)

    def _listed(self, owner: str, index: str | None) -> list[Sitemap]:
        """Return the sitemaps that were submitted, or those that an index contains."""
        path = f"/sites/{quote(owner, safe='')}/sitemaps"
        try:
            body = self._api.get(path, {"sitemapIndex": index} if index else None)
        except ApiError as error:
            if index is None or error.problem not in (Problem.NOT_FOUND, Problem.REFUSED):
                raise
            self.not_listed[index] = error
            return []
        return [google_sitemap(each, index) for each in rows(body, "sitemap", [])]

    def submit(self, owner: str, sitemap: str) -> Answer:
        """Submit a sitemap to a property, once; it needs the scope to submit.

        https://developers.google.com/webmaster-tools/v1/sitemaps/submit
        """
        path = f"/sites/{quote(owner, safe='')}/sitemaps/{quote(sitemap, safe='')}"
        return self._api.request("PUT", path, tries=1)

    def last_final_day(self, owner: str, now: datetime) -> date:
        """Return the newest day whose performance data is final.

        https://developers.google.com/webmaster-tools/v1/how-tos/all-your-data
        """
        today = (now.astimezone(UTC) + _PACIFIC).date()
        first = today - timedelta(days=_RECENT_DAYS)
        query = _query(first, today, "date")
        days = [_first_key(row) for row in self._performance(owner, query)]
        try:
            return max(map(date.fromisoformat, days), default=today - timedelta(days=_USUAL_DELAY))
        except ValueError:
            raise unreadable() from None

    def performance(
        self, owner: str, first_day: date, last_day: date
    ) -> Iterator[list[PagePerformance]]:
        """Yield the pages with impressions in web search, most clicks first, in batches.

        Google has the pages with most clicks, 50,000 a day at most: one that is missing may have
        had a few. A page is named by the canonical URL that Google chose. Paged until a response
        has no rows, as documented:
        https://developers.google.com/webmaster-tools/v1/searchanalytics/query
        https://developers.google.com/webmaster-tools/v1/how-tos/all-your-data
        """
        query = _query(first_day, last_day, "page") | {"aggregationType": "byPage"}
        start = 0
        while rows := self._performance(owner, query | {"startRow": start}):
            yield [_page(row) for row in rows]
            start += len(rows)

    def _performance(self, owner: str, query: Mapping[str, Any]) -> list[Any]:
        path = f"/sites/{quote(owner, safe='')}/searchAnalytics/query"
        return rows(self._api.post(path, query), "rows", [])


def period(last_day: date, days: int, now: datetime) -> tuple[date, date]:
    """Return the first and last day to read: ``days`` until the last final one.

    The oldest days of the longest period may be gone already.
    """
    today = (now.astimezone(UTC) + _PACIFIC).date()
    oldest = today - timedelta(days=MOST_DAYS)
    return max(last_day - timedelta(days=days - 1), oldest), last_day


def _query(first_day: date, last_day: date, dimension: str) -> dict[str, Any]:
    return {
        "startDate": first_day.isoformat(),
        "endDate": last_day.isoformat(),
        "dimensions": [dimension],
        "type": "web",
        "dataState": "final",
        "rowLimit": ROWS_AT_ONCE,
    }


def _page(row: Any) -> PagePerformance:
    page = _first_key(row)
    clicks, impressions = count(row, "clicks"), count(row, "impressions")
    position = row.get("position")
    if clicks is None or impressions is None or not isinstance(position, int | float):
        raise unreadable()
    return PagePerformance(page, clicks, impressions, float(position))


def _first_key(row: Any) -> str:
    keys = row.get("keys") if isinstance(row, dict) else None
    if not (isinstance(keys, list) and keys and isinstance(keys[0], str)):
        raise unreadable()
    return keys[0]
