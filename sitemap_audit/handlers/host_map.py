"""A site fetched from another host than it speaks of: ``--map`` a production site to staging.

Only what goes over the wire knows of the other host. Everything else, from the robots rules to the
reports, has the URL that was mapped: a ``Location`` that leads to the other host is
written as what it will be. What pages and sitemaps name literally stays as it is written: a
canonical that names staging is a fault that will go live.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy import Request
    from scrapy.http import Response

    from sitemap_audit.options import Options

_PARTS = re.compile(r"(https?)://([^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
_PORTS = {"http": ":80", "https": ":443"}


class HostMap:
    """Which origin is fetched in place of which."""

    def __init__(self, origins: Mapping[str, str]) -> None:
        """``origins``: scheme://host[:port], by the one that is spoken of."""
        self._origins = dict(origins)

    @property
    def hosts(self) -> list[str]:
        """The hosts that are fetched from."""
        return [urlsplit(origin).hostname or "" for origin in self._origins.values()]

    def __contains__(self, url: str) -> bool:
        return bool(self._origins) and _split(url)[0] in self._origins

    def origin(self, origin: str) -> str:
        """The origin that is fetched in place of another; itself where none is."""
        return self._origins.get(origin, origin)

    def fetched(self, request: Request) -> Request:
        """The request that is made: the same but for the host; itself where none is mapped."""
        if request.url not in self:
            return request
        origin, rest = _split(request.url)
        return request.replace(url=self._origins[origin] + rest)

    def answered(self, asked: Request, fetched: Request, response: Response) -> Response:
        """The response as the site that is spoken of would give it."""
        if fetched is asked:
            return response
        headers = response.headers.copy()
        if location := headers.get("Location"):
            headers["Location"] = self._spoken(location.decode("latin-1"), asked.url, fetched.url)
        return response.replace(url=asked.url, headers=headers)

    def _spoken(self, location: str, asked: str, fetched: str) -> bytes:
        """A Location that leads to the other host, as one to the site that is spoken of."""
        scheme = urlsplit(fetched).scheme
        written = f"{scheme}:{location}" if location.startswith("//") else location
        origin, rest = _split(written)
        if origin == _split(fetched)[0]:
            location = _split(asked)[0] + rest
        else:
            spoken = {other: each for each, other in reversed(self._origins.items())}
            location = spoken[origin] + rest if origin in spoken else location
        return location.encode("latin-1")


def _split(url: str) -> tuple[str, str]:
    """The origin of a URL as written, in normal form, and the rest of it as written."""
    if (parts := _PARTS.match(url)) is None:
        return "", url
    scheme = parts[1].lower()
    return f"{scheme}://{parts[2].lower().removesuffix(_PORTS[scheme])}", parts[3]


def read_host_map(options: Options) -> HostMap:
    """The map that options give.

    Raises:
        UsageError: one side of a pair is no origin.
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
