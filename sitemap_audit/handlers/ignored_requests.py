"""Exceptions for requests without a response that are no fault of the site.

All are subclasses of ``IgnoreRequest``, which Scrapy passes to the errback without a traceback.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import IgnoreRequest

if TYPE_CHECKING:
    from sitemap_audit.items import FetchError, RenderProblem


class NotFetched(IgnoreRequest):
    """A request is not sent; ``reason`` says why."""

    def __init__(self, reason: FetchError, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail

    def __str__(self) -> str:
        return self.detail


class Postponed(IgnoreRequest):
    """A request is postponed since its host is paused; it goes back to the frontier."""


class Stopped(IgnoreRequest):
    """A request is not sent since the crawl is stopping; nothing is stored."""


class CannotContinueError(IgnoreRequest):
    """The disk is full or no file handle is left: the crawl ends."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Unrendered(IgnoreRequest):
    """The browser could not render a page; ``problem`` says why."""

    def __init__(self, problem: RenderProblem, detail: str) -> None:
        super().__init__(detail)
        self.problem = problem
