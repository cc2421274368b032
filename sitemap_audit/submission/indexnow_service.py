"""Submit URLs to IndexNow: with the key file of their host, and what each status means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.submission import indexnow
from sitemap_audit.submission.service import Refusal, UrlService

if TYPE_CHECKING:
    from sitemap_audit.submission.keys import KeyFiles
    from sitemap_audit.submission.records import Request
    from sitemap_audit.submission.service import Response

_ACCEPTED = (200, 202)
"Statuses of a request that was received; 202: the key is still to be validated."
_STATUSES = {
    200: "accepted",
    202: "accepted; the key file is still to be validated",
    400: "refused: the request is not valid",
    403: "refused: the key is not valid. Check the key file; if it is right, make a new key by"
    " --new-key",
    422: "refused: the URLs do not belong to the host, or the key has the wrong form",
    429: "refused: too many requests",
}
_OF_HOST = (403, 422)
"Statuses that concern one host; after any other failure nothing more is sent."


class IndexNow(UrlService):
    """The endpoint of IndexNow."""

    name, title = "indexnow", "IndexNow"
    takes_removed = True

    def __init__(self, keys: KeyFiles, endpoint: str) -> None:
        self.where = endpoint
        self._keys = keys

    @property
    def most_urls(self) -> int:
        """Maximum URLs of one request."""
        return indexnow.MAX_URLS

    def is_allowed(self, origin: str, url: str) -> bool:
        """Whether the key file allows a URL."""
        return self._keys.allows(origin, url)

    def fault_of(self, origin: str) -> str | None:
        """Return what is wrong with the key file of an origin, or None."""
        return self._keys.fault_of(origin)

    def refuse(self, request: Request, urls: list[str]) -> Refusal | None:
        """Return what is wrong with the key file, or that it does not allow the URLs."""
        keys, origin = self._keys, request.origin
        if fault := keys.fault_of(origin):
            sentence = f"the URLs of {request.host}. {fault}. Put the key file there."
            return Refusal(sentence, is_of_host=True)
        if not all(keys.allows(origin, url) for url in urls):
            sentence = (
                f"{self.describe(request, urls)} outside {keys.folder_of(origin)}, the folder of"
                " the key file."
            )
            return Refusal(sentence, is_of_host=False)
        return None

    def send(self, request: Request, urls: list[str]) -> Response:
        """Send a request once."""
        body = {
            "host": request.host,
            "key": self._keys.key,
            "keyLocation": self._keys.location_of(request.origin),
            "urlList": urls,
        }
        response = indexnow.post(self.where, body)
        told = "not accepted. Check --endpoint, or try later"
        return response._replace(
            told=_STATUSES.get(response.status or 0, told),
            is_accepted=response.status in _ACCEPTED,
            is_of_host=response.status in _OF_HOST,
        )
