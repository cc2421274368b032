"""Read and submit sitemaps with the Bing Webmaster API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sitemap_audit.imports.told_sitemaps import bing_sitemap
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.json_api import Api, Told
from sitemap_audit.web_apis.json_values import rows, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.imports.told_sitemaps import Sitemap
    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.web_apis.json_api import Answer

_LATER = "Try again in an hour."
_ERRORS = {
    1: ("InternalError", _LATER),
    2: ("UnknownError", _LATER),
    3: (
        "InvalidApiKey",
        "Copy the key from Bing Webmaster Tools (Settings, API access), and set"
        " SITEMAP_AUDIT_BING_KEY.",
    ),
    4: ("ThrottleUser", _LATER),
    5: ("ThrottleHost", _LATER),
    6: ("UserBlocked", "Ask the support of Bing Webmaster Tools why."),
    7: ("InvalidUrl", ""),
    8: ("InvalidParameter", "A site that was verified minutes ago is not known yet: try later."),
    9: ("TooManySites", ""),
    10: ("UserNotFound", "Sign in to Bing Webmaster Tools once, and create a key there."),
    11: ("NotFound", ""),
    12: ("AlreadyExists", ""),
    13: ("NotAllowed", ""),
    14: ("NotAuthorized", "Verify the site in Bing Webmaster Tools with the account of the key."),
    15: ("UnexpectedState", _LATER),
    16: ("Deprecated", "Upgrade sitemap-audit."),
}
"""ApiErrorCode, and what to do:
https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.apierrorcode"""
ALREADY_EXISTS = "AlreadyExists"
OF_ALL = frozenset(
    code for code, advice in _ERRORS.values() if advice and code != "InvalidParameter"
)
"Errors that are not of one sitemap: there is something to do, or to wait for."


class BingWebmaster:
    """The Bing Webmaster API in JSON, with the key of a user in the query.

    https://learn.microsoft.com/bingwebmaster/api-protocols
    https://learn.microsoft.com/bingwebmaster/getting-access
    """

    def __init__(self, key: str, *, stop: Stop | None = None) -> None:
        """Every method raises ApiError."""
        self._key = key
        base = Endpoint.BING.url
        self._api = Api("Bing Webmaster API", base, told=_told, secrets=[key], stop=stop)

    def sites(self) -> list[str]:
        """Return the URLs of the sites that the user has verified.

        https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.iwebmasterapi.getusersites
        """
        return [text(each, "Url") for each in self._list("GetUserSites") if each.get("IsVerified")]

    def sitemaps(self, site: str) -> Iterator[Sitemap]:
        """Yield the sitemaps and feeds of a site; not those in an index.

        https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.iwebmasterapi.getfeeds
        """
        for each in self._list("GetFeeds", siteUrl=site):
            yield bing_sitemap(each)

    def submit(self, site: str, sitemap: str) -> Answer:
        """Submit a sitemap, once.

        https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.iwebmasterapi.submitfeed
        """
        body = json.dumps({"siteUrl": site, "feedUrl": sitemap}).encode()
        return self._api.request("POST", "/SubmitFeed", {"apikey": self._key}, body, tries=1)

    def _list(self, method: str, **query: str) -> list[dict[str, Any]]:
        return rows(self._api.get(f"/{method}", {**query, "apikey": self._key}), "d")


def _told(body: Any) -> Told:
    """Return the error in a response: {"ErrorCode": 3, "Message": "ERROR!!! InvalidApiKey"}."""
    code, advice = _ERRORS.get(body["ErrorCode"], ("", ""))
    return Told(str(body["Message"]).removeprefix("ERROR!!! "), code, advice)
