"""Fetch a site from another host: ``--map`` maps a production site to staging.

Only the requests go to the other host. Robots rules, tables and reports have the production URL,
and a ``Location`` header with the other host is mapped back. URLs in pages and sitemaps are not
mapped: a canonical that points to staging is a fault that would go live.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy import Request
    from scrapy.http import Response

    from sitemap_audit.options import Options


class HostMap:
    """Mapping from production origins to the origins that are fetched."""

    def __init__(self, origins: Mapping[str, str]) -> None:
        """Create a map of origins (scheme://host[:port]), keyed by production origin."""
        self._origins = dict(origins)

    @property
    def hosts(self) -> list[str]:
        """The hosts that requests go to."""
        return [urlsplit(origin).hostname or "" for origin in self._origins.values()]

    def __contains__(self, url: str) -> bool:
        return bool(self._origins) and urls.split_origin(url)[0] in self._origins

    def origin(self, origin: str) -> str:
        """Return the origin that is fetched for an origin; itself if it is not mapped."""
        return self._origins.get(origin, origin)

    def fetched(self, request: Request) -> Request:
        """Return the request to send: with the mapped host, or itself."""
        if request.url not in self:
            return request
        origin, rest = urls.split_origin(request.url)
        return request.replace(url=self._origins[origin] + rest)

    def mapped_response(self, asked: Request, fetched: Request, response: Response) -> Response:
        """Return the response as if the production host had sent it."""
        if fetched is asked:
            return response
        headers = response.headers.copy()
        if location := headers.get("Location"):
            headers["Location"] = self._spoken(location.decode("latin-1"), asked.url, fetched.url)
        return response.replace(url=asked.url, headers=headers)

    def _spoken(self, location: str, asked: str, fetched: str) -> bytes:
        """Map a Location header back to the production host."""
        scheme = urlsplit(fetched).scheme
        written = f"{scheme}:{location}" if location.startswith("//") else location
        origin, rest = urls.split_origin(written)
        if origin == urls.split_origin(fetched)[0]:
            location = urls.split_origin(asked)[0] + rest
        else:
            spoken = {other: each for each, other in reversed(self._origins.items())}
            location = spoken[origin] + rest if origin in spoken else location
        return location.encode("latin-1")


def read_host_map(options: Options) -> HostMap:
    """Return the map of ``--map``.

    Raises:
        UsageError: one side of a pair is not an origin.
    """
    pairs = (written.partition("=") for written in options.map)
    return HostMap({_origin(spoken): _origin(fetched) for spoken, _, fetched in pairs})


def _origin(written: str) -> str:
    link = urls.read_link(written)
    if link.url is None or link.url != f"{urls.origin(link.url)}/":
        raise UsageError(
            f"map holds {written!r}; it must be a scheme and a host, such as"
            " https://staging.example.com."
        )
    return urls.origin(link.url)
