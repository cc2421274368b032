"""Call each endpoint of Search Console once, and tell what differs from its documentation."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from sitemap_audit.machine.clock import clock
from sitemap_audit.web_apis.json_api import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sitemap_audit.search_engines.properties import Property
    from sitemap_audit.web_apis.json_api import Api

_DAYS = 28
_SITES = {"siteUrl": True, "permissionLevel": True}
_SITEMAPS = {
    "path": True,
    "lastSubmitted": False,
    "isPending": False,
    "isSitemapsIndex": False,
    "type": False,
    "lastDownloaded": False,
    "warnings": False,
    "errors": False,
    "contents": False,
}
_ROWS = {"keys": True, "clicks": True, "impressions": True, "ctr": False, "position": True}
_INDEX_STATUS = {
    "verdict": True,
    "coverageState": True,
    "robotsTxtState": False,
    "indexingState": False,
    "lastCrawlTime": False,
    "pageFetchState": False,
    "googleCanonical": False,
    "userCanonical": False,
    "sitemap": False,
    "referringUrls": False,
    "crawledAs": False,
}
"""Fields of a response, and whether each is needed.

https://developers.google.com/webmaster-tools/v1/sites
https://developers.google.com/webmaster-tools/v1/sitemaps
https://developers.google.com/webmaster-tools/v1/searchanalytics/query
https://developers.google.com/webmaster-tools/v1/urlInspection.index/UrlInspectionResult
"""


class Outcome(NamedTuple):
    """What came of the call of one endpoint."""

    name: str
    text: str
    "ok, or what differs: names of fields, and no values."
    is_ok: bool


def check_endpoints(console: Api, inspection: Api, owned: Property) -> Iterator[Outcome]:
    """Yield the outcome of each endpoint; all of them only read.

    Args:
        console: of Endpoint.SEARCH_CONSOLE.
        inspection: of Endpoint.URL_INSPECTION.
    """
    path = f"/sites/{quote(owned.name, safe='')}"
    today = clock.now().date()
    query = {
        "startDate": (today - timedelta(days=_DAYS)).isoformat(),
        "endDate": today.isoformat(),
        "dimensions": ["page"],
        "rowLimit": 1,
    }
    yield _outcome("sites", lambda: _listed(console.get("/sites"), "siteEntry", _SITES))
    yield _outcome(
        "sitemaps", lambda: _listed(console.get(f"{path}/sitemaps"), "sitemap", _SITEMAPS)
    )
    yield _outcome(
        "performance",
        lambda: _listed(console.post(f"{path}/searchAnalytics/query", query), "rows", _ROWS),
    )
    page = f"https://{owned.domain}/" if owned.domain else owned.name
    asked = {"inspectionUrl": page, "siteUrl": owned.name}
    name = "inspection (1 of the 2,000 of a day)"
    yield _outcome(name, lambda: _inspected(inspection.post("", asked)))


def _outcome(name: str, differences: Callable[[], str]) -> Outcome:
    try:
        text = differences()
    except ApiError as error:
        return Outcome(name, f"not read: {error}. {error.advice}".rstrip(), is_ok=False)
    is_ok = text.startswith("ok")
    return Outcome(name, text if is_ok else f"differs: {text}", is_ok)


def _listed(body: Any, name: str, fields: Mapping[str, bool]) -> str:
    """Tell what differs in the items of a list, which is left out where it is empty."""
    if not isinstance(body, dict):
        return "the response is no object"
    items = body.get(name, [])
    if not isinstance(items, list) or not all(isinstance(each, dict) for each in items):
        return f"{name} is no list of objects"
    if not items:
        others = sorted(body.keys() - {name, "responseAggregationType", "metadata"})
        return f"unexpected {', '.join(others)}" if others else f"ok, with no {name}"
    missing = {each for item in items for each in fields if fields[each] and each not in item}
    unexpected = {each for item in items for each in item if each not in fields}
    return _told(missing, unexpected)


def _inspected(body: Any) -> str:
    result = body.get("inspectionResult") if isinstance(body, dict) else None
    status = result.get("indexStatusResult") if isinstance(result, dict) else None
    if not isinstance(status, dict):
        return "missing inspectionResult.indexStatusResult"
    return _listed({"_": [status]}, "_", _INDEX_STATUS)


def _told(missing: set[str], unexpected: set[str]) -> str:
    parts = [("missing", missing), ("unexpected", unexpected)]
    told = [f"{what} {', '.join(sorted(names))}" for what, names in parts if names]
    return "; ".join(told) or "ok"
