"""The result of a request; light to import, since it is sent to worker processes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.content_type import content_type

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from sitemap_audit.items import FetchError
    from sitemap_audit.parsing import urls


class Fetch(NamedTuple):
    """The result of a request, with or without a response."""

    status: int | None
    error: FetchError | None
    error_detail: str | None
    tls_problem: str | None
    attempts: int
    latency: float | None
    seconds: float | None
    protocol: str | None
    ip_address: str | None
    headers: list[tuple[str, str]]
    location: str | None
    redirect: urls.Link | None
    fetched_at: datetime
    cached_at: datetime | None = None
    "When a response from the HTTP cache was received."
    first_status: int | None = None
    "Status code of the first try, if it failed and a retry succeeded."
    first_error: FetchError | None = None
    "Error of the first try."
    target: str | None = None
    "URL to request next: the Location with its escapes as written; None without a redirect."
    is_truncated: bool = False
    "Whether the body was truncated at the size limit."
    file: str | None = None
    "Path of the built HTML file that is the body, as in the table of pages; None if requested."
    robots_lines: tuple[tuple[str, int, str], ...] = ()
    "X-Robots-Tag headers of a built site: file of rules, line and value of each."

    def header(self, name: str) -> str | None:
        """Return the first header with a lower-case name."""
        return next(self._every(name), None)

    @property
    def content_type(self) -> str | None:
        """The Content-Type that counts."""
        return content_type(self._every("content-type"))

    def _every(self, name: str) -> Iterator[str]:
        return (value for key, value in self.headers if key.lower() == name)
