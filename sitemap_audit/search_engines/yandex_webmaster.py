"""Read and submit sitemaps with the Yandex Webmaster API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sitemap_audit.imports.told_sitemaps import Sitemap
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.json_api import Api, ApiError, Problem, Told
from sitemap_audit.web_apis.json_values import count, moment, rows, text, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.web_apis.json_api import Answer

_MOST = 100
"Rows of a page: https://yandex.com/dev/webmaster/doc/en/reference/host-sitemaps-get"
_RENEW = (
    "Get a new token (docs/submit.md says how; it is valid for six months), and set"
    " SITEMAP_AUDIT_YANDEX_TOKEN."
)
_ADVICE = {
    "INVALID_OAUTH_TOKEN": _RENEW,
    "INVALID_USER_ID": _RENEW,
    "ACCESS_FORBIDDEN": "Give the application of the token the rights webmaster:hostinfo and"
    " webmaster:verify, and get a new token.",
    "HOST_NOT_VERIFIED": "Verify the site in Yandex Webmaster with the account of the token.",
    "HOST_NOT_LOADED": "Yandex has not loaded the site yet. Try again in some days.",
    "QUOTA_EXCEEDED": "Try again tomorrow.",
}
"error_code: https://yandex.com/dev/webmaster/doc/en/reference/errors"
ALREADY_ADDED = "SITEMAP_ALREADY_ADDED"


class YandexWebmaster:
    """The Yandex Webmaster API, version 4, with an OAuth token.

    https://yandex.com/dev/webmaster/doc/en/concepts/getting-started
    https://yandex.com/dev/webmaster/doc/en/tasks/how-to-get-oauth
    """

    def __init__(self, token: str, *, stop: Stop | None = None) -> None:
        """Every method raises ApiError."""
        self._api = Api(
            "Yandex Webmaster API",
            Endpoint.YANDEX.url,
            headers=lambda _: {"Authorization": f"OAuth {token}"},
            told=_told,
            secrets=[token],
            stop=stop,
        )
        self._hosts: dict[str, str] | None = None

    def sites(self) -> list[str]:
        """Return the URLs of the sites that the user has verified.

        https://yandex.com/dev/webmaster/doc/en/reference/user
        https://yandex.com/dev/webmaster/doc/en/reference/hosts
        """
        return [*self._paths()]

    def sitemaps(self, site: str) -> Iterator[Sitemap]:
        """Yield the sitemaps that Yandex knows of a site, also those that robots.txt lists.

        Those in an index follow it. One that the user has added and Yandex has not processed is
        in its list of added sitemaps alone, and pending.

        https://yandex.com/dev/webmaster/doc/en/reference/host-sitemaps-get
        https://yandex.com/dev/webmaster/doc/en/reference/host-user-added-sitemaps-get
        """
        path = self._path(site)
        added = {
            text(each, "sitemap_url"): moment(each, "added_date")
            for each in self._pages(f"{path}/user-added-sitemaps", "offset")
        }
        known: set[str] = set()
        for each in self._pages(f"{path}/sitemaps", "from"):
            if each.get("sources") == ["INDEX_SITEMAP"]:
                continue
            url = text(each, "sitemap_url")
            known.add(url)
            yield _sitemap(each, submitted_at=added.get(url))
            if count(each, "children_count"):
                parent = {"parent_id": text(each, "sitemap_id")}
                for child in self._pages(f"{path}/sitemaps", "from", **parent):
                    yield _sitemap(child, in_index=url)
        for url, added_at in added.items():
            if url not in known:
                yield Sitemap(path=url, is_pending=True, submitted_at=added_at)

    def submit(self, site: str, sitemap: str) -> Answer:
        """Add a sitemap, once.

        https://yandex.com/dev/webmaster/doc/en/reference/host-user-added-sitemaps-post
        """
        path = f"{self._path(site)}/user-added-sitemaps"
        return self._api.request("POST", path, data=json.dumps({"url": sitemap}).encode(), tries=1)

    def _paths(self) -> dict[str, str]:
        """Return the paths of verified sites by their URLs; looked up once."""
        if self._hosts is None:
            user = self._api.get("/user")
            if not isinstance(user, dict) or (number := count(user, "user_id")) is None:
                raise unreadable()
            hosts = rows(self._api.get(f"/user/{number}/hosts"), "hosts")
            self._hosts = {
                text(each, "ascii_host_url"): f"/user/{number}/hosts/"
                + quote(text(each, "host_id"), safe=":")
                for each in hosts
                if each.get("verified")
            }
        return self._hosts

    def _path(self, site: str) -> str:
        try:
            return self._paths()[site]
        except KeyError:
            code = "HOST_NOT_VERIFIED"
            why = f"{site} is no verified site of the token"
            raise ApiError(Problem.NOT_FOUND, why, code=code, advice=_ADVICE[code]) from None

    def _pages(self, path: str, start: str, **query: str) -> Iterator[dict[str, Any]]:
        """Yield the sitemaps of all pages; each begins after the last ID of the one before."""
        seen: set[str] = set()
        last: dict[str, str] = {}
        while True:
            page = rows(self._api.get(path, {**query, "limit": _MOST, **last}), "sitemaps")
            new = [each for each in page if text(each, "sitemap_id") not in seen]
            yield from new
            seen |= {text(each, "sitemap_id") for each in new}
            if len(page) < _MOST or not new:
                return
            last = {start: text(page[-1], "sitemap_id")}


def _sitemap(
    item: dict[str, Any], *, in_index: str | None = None, submitted_at: datetime | None = None
) -> Sitemap:
    kind = text(item, "sitemap_type")
    return Sitemap(
        path=text(item, "sitemap_url"),
        in_index=in_index,
        kind=kind,
        is_index=kind == "INDEX_SITEMAP",
        submitted_at=submitted_at,
        downloaded_at=moment(item, "last_access_date"),
        errors=count(item, "errors_count"),
        urls=count(item, "urls_count"),
    )


def _told(body: Any) -> Told:
    """Return the error in a response: {"error_code": "…", "error_message": "…"}."""
    code = str(body["error_code"])
    return Told(f"{code}: {body.get('error_message', '')}", code, _ADVICE.get(code, ""))
