"""A Search Console for tests: the documented endpoints, and the ways in which they fail.

- https://developers.google.com/webmaster-tools/v1/sites/list
- https://developers.google.com/webmaster-tools/v1/sitemaps/list
- https://developers.google.com/webmaster-tools/v1/sitemaps/submit
- https://developers.google.com/webmaster-tools/v1/searchanalytics/query
- https://developers.google.com/webmaster-tools/v1/urlInspection.index/inspect
- https://developers.google.com/webmaster-tools/v1/errors
- https://developers.google.com/identity/protocols/oauth2/service-account#httprest
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from api_server import ApiServer, Reply, api_server
from google_server import access_token, api_error, bearer, refused_token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from api_server import ApiRequest

ENDPOINTS = ("GOOGLE_TOKEN", "GOOGLE_REVOKE", "SEARCH_CONSOLE", "URL_INSPECTION")
SITES, SITEMAPS, SUBMIT, PERFORMANCE, INSPECTION = (
    *("sites", "sitemaps", "submit", "performance", "inspection"),
)
"What a request is for."
CUT = Reply(is_cut=True)
"The connection is closed without a response."
_FORBIDDEN = (
    "User does not have sufficient permission for site '{}'. See also:"
    " https://support.google.com/webmasters/answer/2451999."
)


def today() -> date:
    """The day in the Pacific time zone, in winter."""
    return (datetime.now(UTC) - timedelta(hours=8)).date()


def sitemap(path: str, **other: Any) -> dict[str, Any]:
    """A sitemap as the API has it: integers of 64 bits are strings."""
    made = {
        "path": path,
        "lastSubmitted": "2026-01-02T03:04:05.678Z",
        "isPending": False,
        "isSitemapsIndex": False,
        "type": "sitemap",
        "lastDownloaded": "2026-02-03T04:05:06.789Z",
        "warnings": "0",
        "errors": "0",
        "contents": [{"type": "web", "submitted": "28", "indexed": "0"}],
    }
    return made | other


def forbidden(owner: str) -> Reply:
    """The account has no right to a property, or there is no such property."""
    return api_error(403, _FORBIDDEN.format(owner), "forbidden")


def not_enabled() -> Reply:
    """The API is not enabled in the project of the credentials."""
    console = "https://console.developers.google.com/apis/api/searchconsole.googleapis.com/overview"
    message = (
        "Google Search Console API has not been used in project 1 before or it is disabled. Enable"
        f" it by visiting {console}?project=1 then retry. If you enabled this API recently, wait a"
        " few minutes for the action to propagate to our systems and retry."
    )
    return api_error(403, message, "accessNotConfigured")


def quota(status: int = 429, retry_after: int | None = None) -> Reply:
    """The quota is used up: https://developers.google.com/webmaster-tools/limits."""
    reply = api_error(status, "Search Analytics load quota exceeded.", "quotaExceeded")
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return reply._replace(headers=headers)


def busy(retry_after: int = 0) -> Reply:
    """An error of the server."""
    reply = api_error(503, "The service is currently unavailable.", "backendError")
    return reply._replace(headers={"Retry-After": str(retry_after)})


@dataclass
class SearchConsoleServer:
    """What Google has, and how it responds. A test may change all of it, also meanwhile."""

    sites: dict[str, str] = field(default_factory=dict)
    "Permission by property."
    sitemaps: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    "Submitted sitemaps by property."
    contained: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    "Sitemaps by the URL of the index that contains them."
    missing: set[str] = field(default_factory=set)
    "Indexes that are not found."
    pages: dict[str, list[tuple[str, int, int, float]]] = field(default_factory=dict)
    "Page, clicks, impressions and position by property, most clicks first."
    last_day: date = field(default_factory=lambda: today() - timedelta(days=2))
    "Newest day with final data."
    inspections: dict[str, dict[str, Any]] = field(default_factory=dict)
    "inspectionResult by URL."
    most_rows: int = 25_000
    "Rows of a response, at most."
    is_revoked: bool = False
    "Whether the refresh token, or the key of the service account, is not valid any more."
    failures: dict[str, list[Reply]] = field(default_factory=dict)
    "Responses to the next requests for something, before it succeeds again."
    outages: dict[str, Reply] = field(default_factory=dict)
    "Responses to all requests for something."
    before: Callable[[ApiRequest], object] = lambda _: None
    "Called before each response."
    tokens: int = 0
    "Access tokens that were given out; the last one is valid."
    server: ApiServer = field(init=False, repr=False)

    @property
    def requests(self) -> list[ApiRequest]:
        """All requests."""
        return self.server.requests

    def requests_for(self, what: str) -> list[ApiRequest]:
        """The requests for something."""
        return [each for each in self.requests if _purpose(each) == what]

    def end_tokens(self) -> None:
        """Let no access token be valid that was given out."""
        self.tokens += 1

    def respond(self, request: ApiRequest) -> Reply:
        """Respond to a request."""
        self.before(request)
        if request.path == "/google_token":
            if self.is_revoked:
                return refused_token()
            self.tokens += 1
            return access_token(self.tokens)
        if request.path == "/google_revoke":
            self.is_revoked = True
            return Reply({})
        what = _purpose(request)
        if self.failures.get(what):
            return self.failures[what].pop(0)
        if what in self.outages:
            return self.outages[what]
        if not self.tokens or bearer(request) != access_token(self.tokens).body["access_token"]:
            message = "Request had invalid authentication credentials."
            return api_error(401, message, "authError")
        if what == SITES:
            entries = [
                {"siteUrl": url, "permissionLevel": level} for url, level in self.sites.items()
            ]
            return Reply({"siteEntry": entries} if entries else {})
        if what == INSPECTION:
            return self._inspect(request)
        if what in (SITEMAPS, SUBMIT, PERFORMANCE):
            return self._respond(what, request, request.segments[2])
        return api_error(404, "Not Found", "notFound")

    def _respond(self, what: str, request: ApiRequest, owner: str) -> Reply:
        if not self._may_read(owner):
            return forbidden(owner)
        if what == PERFORMANCE:
            return self._query(request.json, owner)
        if what == SUBMIT:
            self.sitemaps.setdefault(owner, []).append(sitemap(request.segments[4]))
            return Reply(None)
        index = request.query.get("sitemapIndex")
        if index in self.missing:
            return api_error(404, "Not Found", "notFound")
        found = self.contained.get(index, []) if index else self.sitemaps.get(owner, [])
        return Reply({"sitemap": found} if found else {})

    def _may_read(self, owner: str) -> bool:
        return self.sites.get(owner, "siteUnverifiedUser") != "siteUnverifiedUser"

    def _query(self, query: dict[str, Any], owner: str) -> Reply:
        first, last = (date.fromisoformat(query[name]) for name in ("startDate", "endDate"))
        if last < first or query.get("rowLimit", 1_000) > 25_000:
            return api_error(400, "Request contains an invalid argument.", "badRequest")
        if query["dimensions"] == ["date"]:
            days = (first + timedelta(days=n) for n in range((last - first).days + 1))
            rows = [_row(day.isoformat(), 1, 1, 1.0) for day in days if day <= self.last_day]
            return Reply({"rows": rows, "responseAggregationType": "byProperty"})
        start = query.get("startRow", 0)
        end = start + min(query.get("rowLimit", 1_000), self.most_rows)
        rows = [_row(*page) for page in self.pages.get(owner, [])[start:end]]
        body: dict[str, Any] = {"rows": rows} if rows else {}
        return Reply(body | {"responseAggregationType": "byPage"})

    def _inspect(self, request: ApiRequest) -> Reply:
        if not self._may_read(request.json["siteUrl"]):
            message = "You do not own this site, or the inspected URL is not part of this property."
            return api_error(403, message, "forbidden")
        unknown = {"verdict": "NEUTRAL", "coverageState": "URL is unknown to Google"}
        url = request.json["inspectionUrl"]
        result = self.inspections.get(url, {"indexStatusResult": unknown})
        return Reply({"inspectionResult": result})


def _row(key: str, clicks: int, impressions: int, position: float) -> dict[str, Any]:
    return {
        "keys": [key],
        "clicks": float(clicks),
        "impressions": float(impressions),
        "ctr": clicks / impressions if impressions else 0.0,
        "position": position,
    }


def _purpose(request: ApiRequest) -> str:
    """What a request is for, by its method and path."""
    match request.method, request.segments:
        case "GET", ["search_console", "sites"]:
            return SITES
        case "GET", ["search_console", "sites", _, "sitemaps"]:
            return SITEMAPS
        case "PUT", ["search_console", "sites", _, "sitemaps", _]:
            return SUBMIT
        case "POST", ["search_console", "sites", _, "searchAnalytics", "query"]:
            return PERFORMANCE
        case "POST", ["url_inspection"]:
            return INSPECTION
    return ""


@contextmanager
def serving(google: SearchConsoleServer) -> Iterator[SearchConsoleServer]:
    """Serve a Search Console in place of Google."""
    with api_server(google.respond, *ENDPOINTS) as google.server:
        yield google
