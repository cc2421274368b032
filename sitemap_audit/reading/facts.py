"""What is known of a request; light to import, since worker processes are handed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from sitemap_audit.items import FetchError
    from sitemap_audit.parsing import urls


class Fetch(NamedTuple):
    """What is known of a request, with or without a response."""

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
    "Status code of the first try, where a further try brought this response."
    first_error: FetchError | None = None
    "Why the first try brought none."
    is_cut: bool = False
    "The body has more than was fetched or decompressed of it."

    def header(self, name: str) -> str | None:
        """The first header of a name."""
        return next((value for key, value in self.headers if key.lower() == name), None)
