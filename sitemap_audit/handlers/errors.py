"""Why a request brings no response although nothing is wrong with the site.

All of them are ``IgnoreRequest``, which Scrapy passes to the errback without a traceback.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import IgnoreRequest

if TYPE_CHECKING:
    from sitemap_audit.items import FetchError, RenderProblem


class NotFetched(IgnoreRequest):
    """A request that is not made, with the reason."""

    def __init__(self, reason: FetchError, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail

    def __str__(self) -> str:
        return self.detail


class Postponed(IgnoreRequest):
    """A request whose host pauses: it goes back to the frontier."""


class Stopped(IgnoreRequest):
    """A request that is not made since the audit ends: nothing is stored of it."""


class CannotContinueError(IgnoreRequest):
    """The disk is full or no file handle is left: the crawl ends, and no site is to blame."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Unrendered(IgnoreRequest):
    """A page that the browser could not render, with the reason."""

    def __init__(self, problem: RenderProblem, detail: str) -> None:
        super().__init__(detail)
        self.problem = problem
