"""Downloader middleware: how the first try of a request failed, before it is made again.

Scrapy retries after a server error or a broken connection, and keeps no more of the tries
before than their number. A 429, and a 503 with Retry-After, are pauses and no failures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import IgnoreRequest

from sitemap_audit.items import FetchError

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

FIRST_FAILURE = "first_failure"
"Key of a request's ``meta``: how its first try failed (status code, FetchError, exception)."


class FirstFailureMiddleware:
    """Notes the first failure of a request in its ``meta``, which its next try takes over."""

    def process_response(self, request: Request, response: Response) -> Response:
        """Note a server error, and a response that is incomplete."""
        is_pause = response.status == 503 and "Retry-After" in response.headers
        if response.status >= 500 and not is_pause:
            request.meta.setdefault(FIRST_FAILURE, response.status)
        elif "dataloss" in response.flags:
            request.meta.setdefault(FIRST_FAILURE, FetchError.TRUNCATED)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Note why no response came."""
        if not isinstance(exception, IgnoreRequest):  # it was not requested
            request.meta.setdefault(FIRST_FAILURE, exception)
