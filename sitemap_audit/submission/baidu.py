"""Submit URLs to Baidu, by its API of link submission.

A text of up to 2,000 URLs, one a line, is posted to ``/urls?site=…&token=…``. A response of 200 has
``success`` and ``remain``, the numbers of URLs that were taken and that may still be sent today,
and the lists ``not_same_site`` and ``not_valid``; any other has ``error``, the status, and
``message``:
https://ziyuan.baidu.com/college/courseinfo?id=267

The endpoint is http: site and token are sent in clear.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sitemap_audit.masking import visible
from sitemap_audit.submission.service import Refusal, Response, UrlService
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.json_api import Api, ApiError, Told

if TYPE_CHECKING:
    from sitemap_audit.submission.records import Request

_MOST_URLS = 2000
_KEPT = 200
"Characters that are kept of a response."
_TOMORROW = "Run the same command tomorrow"
_REFUSED = {
    "token is not valid": "Check SITEMAP_AUDIT_BAIDU_TOKEN",
    "site error": "Verify the site at https://ziyuan.baidu.com, or set SITEMAP_AUDIT_BAIDU_SITE to"
    " the name that it has there",
    "over quota": f"The quota of the day is used up. {_TOMORROW}",
    "not found": "Upgrade sitemap-audit",
}
"What to do after a message of a refusal, as documented."


class Baidu(UrlService):
    """The link submission of Baidu.

    The quota of the day is known from a response only, and a request above it is refused as a
    whole. So the first request has one URL.
    """

    name, title = "baidu", "Baidu"
    takes_removed = False
    note = (
        "Baidu's API is http: your token is sent in clear. Anyone on the way can read it, and"
        " submit URLs in your name."
    )

    def __init__(self, token: str, site: str | None) -> None:
        """Submit with a token.

        Args:
            site: as Baidu names it; None for the origin of the URLs.
        """
        self.where = "Baidu"
        self.room = 1
        self._token, self._site = token, site
        self._api = Api("Baidu", Endpoint.BAIDU.url, told=_told, secrets=[token])

    @property
    def most_urls(self) -> int:
        """Maximum URLs of one request."""
        return _MOST_URLS

    def fault_of(self, origin: str) -> str | None:
        """Return that a host is another one than that of the site, or None."""
        site = self._site
        if (
            site
            and urlsplit(site if "//" in site else f"//{site}").netloc != urlsplit(origin).netloc
        ):
            return f"SITEMAP_AUDIT_BAIDU_SITE is {visible(site)}"
        return None

    def refuse(self, request: Request, urls: list[str]) -> Refusal | None:  # noqa: ARG002
        """Return that a request is for another host than that of the site, or None."""
        if fault := self.fault_of(request.origin):
            return Refusal(f"the URLs of {request.host}. {fault}.", is_of_host=True)
        return None

    def send(self, request: Request, urls: list[str]) -> Response:
        """Send a request once."""
        query = {"site": self._site or request.origin, "token": self._token}
        text = "\n".join(urls).encode()
        try:
            answer = self._api.request("POST", "/urls", query, text, "text/plain", tries=1)
        except ApiError as error:
            return _refused(error)
        return self._read(answer.status, answer.body)

    def _read(self, status: int, body: Any) -> Response:
        """Read a response of 200, and note how many URLs may still be sent today."""
        kept = visible(json.dumps(body, ensure_ascii=False))[:_KEPT]
        try:
            success, self.room = int(body["success"]), max(0, int(body["remain"]))
            others = len(body.get("not_same_site") or ()), len(body.get("not_valid") or ())
        except (TypeError, KeyError, ValueError, AttributeError):
            return Response(status, kept, "not accepted: the response is not as documented")
        told = [f"{success:,} accepted"]
        told += [
            f"{number:,} {why}"
            for number, why in zip(others, ("not of the site", "not valid"), strict=True)
            if number
        ]
        told.append(f"{self.room:,} left of the quota of the day")
        if not self.room:
            told[-1] = f"the quota of the day is used up. {_TOMORROW}"
        return Response(status, kept, "; ".join(told), is_accepted=success > 0, is_of_host=True)


def _refused(error: ApiError) -> Response:
    if error.status is None:
        return Response(None, str(error), was_sent=error.was_sent)
    advice = _REFUSED.get(error.code, "Try later")
    return Response(
        error.status,
        str(error),
        f"refused. {advice}",
        is_of_host=error.code == "site error",
        retry_after=error.retry_after,
    )


def _told(body: Any) -> Told:
    """Return the error in a response: {"error": 401, "message": "token is not valid"}."""
    return Told(str(body["message"]), str(body["message"]))
