"""The key of a site: where its file is, and whether it is there."""

from __future__ import annotations

from functools import cache
from urllib.parse import urlsplit

from sitemap_audit.submission.indexnow import key_fault


class KeyFiles:
    """The files of a key, one on each host.

    A file in a folder allows the URLs of that folder; one in the root, all URLs of the host, with
    http and with https.
    """

    def __init__(self, key: str, location: str | None) -> None:
        """Take the key.

        Args:
            location: URL of the file on one host; elsewhere it is in the root.
        """
        self.key = key
        self._location = location
        self._fault = cache(key_fault)

    def location_of(self, origin: str) -> str:
        """Return the URL of the file that allows the URLs of an origin."""
        if self._location and urlsplit(self._location).netloc == urlsplit(origin).netloc:
            return self._location
        return f"{origin}/{self.key}.txt"

    def folder_of(self, origin: str) -> str:
        """Return the path whose URLs the file allows."""
        return urlsplit(self.location_of(origin)).path.rpartition("/")[0] + "/"

    def allows(self, origin: str, url: str) -> bool:
        """Whether the file, if it is valid, allows a URL."""
        return (urlsplit(url).path or "/").startswith(self.folder_of(origin))

    def fault_of(self, origin: str) -> str | None:
        """Fetch the file once, and return what is wrong with it, or None."""
        return self._fault(self.location_of(origin), self.key)
