"""Bing, Yandex and Baidu for tests: the documented endpoints, and the ways in which they fail."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from api_server import ApiServer, Reply, api_server

from submission.server import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api_server import ApiRequest

BING_KEY, YANDEX_TOKEN, BAIDU_TOKEN = "bing/key+0123", "y0_yandex-token", "baidutoken012345"
VARIABLES = {
    "SITEMAP_AUDIT_BING_KEY": BING_KEY,
    "SITEMAP_AUDIT_YANDEX_TOKEN": YANDEX_TOKEN,
    "SITEMAP_AUDIT_BAIDU_TOKEN": BAIDU_TOKEN,
}
SITEMAP = f"{SITE}/sitemap.xml"
HOST_ID = "http:www.example.com:80"
_HOST = f"/yandex/user/7/hosts/{HOST_ID}"


def bing_error(code: int, message: str) -> Reply:
    """An error of Bing.

    https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.apifault
    """
    return Reply({"ErrorCode": code, "Message": f"ERROR!!! {message}"}, 400)


def yandex_error(status: int, code: str, message: str = "some string") -> Reply:
    """An error of Yandex: https://yandex.com/dev/webmaster/doc/en/reference/errors."""
    return Reply({"error_code": code, "error_message": message}, status)


def baidu_error(status: int, message: str) -> Reply:
    """An error of Baidu: https://ziyuan.baidu.com/college/courseinfo?id=267."""
    return Reply({"error": status, "message": message}, status)


def feed(url: str = SITEMAP, **other: Any) -> dict[str, Any]:
    """A sitemap of Bing, as its documentation has it.

    https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.iwebmasterapi.getfeeds
    """
    made = {
        "__type": "Feed:#Microsoft.Bing.Webmaster.Api",
        "Compressed": False,
        "FileSize": 1024,
        "LastCrawled": "/Date(1764374400000-0700)/",
        "Status": "Success",
        "Submitted": "/Date(1764288000000-0700)/",
        "Type": "Sitemap",
        "Url": url,
        "UrlCount": 1023,
    }
    return made | other


def known_sitemap(number: int, url: str, **other: Any) -> dict[str, Any]:
    """A sitemap of Yandex: https://yandex.com/dev/webmaster/doc/en/reference/host-sitemaps-get."""
    made = {
        "sitemap_id": f"c7-fe:80-{number:03}",
        "sitemap_url": url,
        "last_access_date": "2026-01-01T00:00:00,000+0300",
        "errors_count": 1,
        "urls_count": "12",
        "children_count": 0,
        "sources": ["ROBOTS_TXT"],
        "sitemap_type": "SITEMAP",
    }
    return made | other


@dataclass
class Engines:
    """What the engines have. A test may change all of it."""

    feeds: list[dict[str, Any]] = field(default_factory=list)
    "Of Bing."
    known: list[dict[str, Any]] = field(default_factory=list)
    "Sitemaps that Yandex has found."
    children: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    "Of Yandex, by the ID of the index."
    added: list[str] = field(default_factory=list)
    "Sitemaps that were added to Yandex."
    quota: int = 1000
    "URLs that Baidu still takes today."
    sites: tuple[str, ...] = (f"{SITE}/",)
    failures: dict[str, list[Reply]] = field(default_factory=dict)
    "Responses to the next requests by the last part of their path."
    server: ApiServer = field(init=False, repr=False)

    def respond(self, request: ApiRequest) -> Reply:
        """Respond to a request."""
        what = request.segments[-1]
        if self.failures.get(what):
            return self.failures[what].pop(0)
        engine = request.segments[0]
        if engine == "bing":
            return self._bing(what, request)
        return self._yandex(request) if engine == "yandex" else self._baidu(request)

    def sent(self, what: str) -> list[ApiRequest]:
        """The requests with a body, by the last part of their path."""
        return [each for each in self.server.requests if each.body and each.path.endswith(what)]

    def _bing(self, what: str, request: ApiRequest) -> Reply:
        if request.query.get("apikey") != BING_KEY:
            return bing_error(3, "InvalidApiKey")
        if what == "GetUserSites":
            hosts = [{"Url": url, "IsVerified": True} for url in self.sites]
            return Reply({"d": [*hosts, {"Url": "http://other.example/", "IsVerified": False}]})
        if what == "GetFeeds":
            assert request.query["siteUrl"] == f"{SITE}/"
            return Reply({"d": self.feeds})
        assert what == "SubmitFeed"
        assert request.json == {"siteUrl": f"{SITE}/", "feedUrl": SITEMAP}
        return Reply({"d": None})

    def _yandex(self, request: ApiRequest) -> Reply:
        if request.headers.get("authorization") != f"OAuth {YANDEX_TOKEN}":
            return yandex_error(403, "INVALID_OAUTH_TOKEN")
        match request.method, request.path:
            case "GET", "/yandex/user":
                return Reply({"user_id": 7})
            case "GET", "/yandex/user/7/hosts":
                hosts = [
                    {"host_id": HOST_ID, "ascii_host_url": url, "verified": True}
                    for url in self.sites
                ]
                return Reply({"hosts": hosts})
            case "GET", path if path == f"{_HOST}/sitemaps":
                parent = request.query.get("parent_id")
                rows = self.children[parent] if parent else self.known
                return Reply({"sitemaps": _page(rows, request, "from")})
            case "GET", path if path == f"{_HOST}/user-added-sitemaps":
                rows = [
                    {
                        "sitemap_id": f"a-{number:03}",
                        "sitemap_url": url,
                        "added_date": "2026-01-02T00:00:00,000+0300",
                    }
                    for number, url in enumerate(self.added)
                ]
                page = _page(rows, request, "offset")
                return Reply({"sitemaps": page, "count": len(rows)})
            case "POST", path if path == f"{_HOST}/user-added-sitemaps":
                if request.json["url"] in self.added:
                    return yandex_error(409, "SITEMAP_ALREADY_ADDED")
                self.added.append(request.json["url"])
                return Reply({"sitemap_id": "c7-fe:80-c0"}, 201)
        return yandex_error(404, "RESOURCE_NOT_FOUND")

    def _baidu(self, request: ApiRequest) -> Reply:
        assert request.headers["content-type"] == "text/plain"
        if request.query["token"] != BAIDU_TOKEN:
            return baidu_error(401, "token is not valid")
        if request.query["site"] != SITE:
            return baidu_error(400, "site error")
        urls = request.body.decode().split("\n")
        if len(urls) > 2000:
            return baidu_error(400, "only 2000 urls are allowed once")
        if len(urls) > self.quota:
            return baidu_error(400, "over quota")
        self.quota -= len(urls)
        body = {"remain": self.quota, "success": len(urls)}
        return Reply(body | {"not_same_site": [], "not_valid": []})


def _page(rows: list[dict[str, Any]], request: ApiRequest, start: str) -> list[dict[str, Any]]:
    """Return a page, which begins after the ID in a parameter."""
    ids = [each["sitemap_id"] for each in rows]
    first = ids.index(request.query[start]) + 1 if start in request.query else 0
    return rows[first : first + int(request.query["limit"])]


@contextmanager
def serving(engines: Engines) -> Iterator[Engines]:
    """Serve the engines in place of theirs."""
    with api_server(engines.respond, "BING", "YANDEX", "BAIDU") as engines.server:
        yield engines
