"""What the frontier is offered, and what it gives out."""

from __future__ import annotations

from typing import NamedTuple

from sitemap_audit.parsing import urls

NOTED = 50_000
"Redirects that are looked at for loops: the first of the crawl."


class PageTarget(NamedTuple):
    """A page to fetch."""

    url: str
    key: int
    requested: str
    role: str
    hops: int
    first_status: int | None = None
    first_error: str | None = None
    "How it failed the first time; both None where it is fetched for the first time."
    tries: int = 0
    "Requests made for it that its host responded to with a pause (429, Retry-After)."
    sought: tuple[str, ...] = ()
    "What is looked for in it, since a sitemap says that it is there: see Sought."

    @property
    def is_second(self) -> bool:
        """Whether it is fetched again."""
        return self.first_status is not None or self.first_error is not None


def page_target(url: str, role: str) -> PageTarget:
    """A page to fetch, by its URL in normal form."""
    return PageTarget(url, urls.key(url), url, role, 0)


class SitemapTarget(NamedTuple):
    """A sitemap to fetch."""

    url: str
    key: int
    requested: str
    found_by: str
    found_in: str | None
    depth: int
    hops: int


def sitemap_target(
    url: str, found_by: str, found_in: str | None, depth: int = 0, *, requested: str | None = None
) -> SitemapTarget:
    """A sitemap to fetch, by its URL in normal form."""
    return SitemapTarget(
        url, urls.key(url), urls.wire(requested or url), found_by, found_in, depth, 0
    )


class Listed(NamedTuple):
    """A page that a sitemap lists."""

    url: str
    key: int
    requested: str


class Pointer(NamedTuple):
    """What a page points to: by canonical, refresh or alternate."""

    source: int
    "Key of the page."
    url: str
    key: int
    role: str


DATE = ""
"Sought in the place of an image: the date on which the page says that it was published."


class Sought(NamedTuple):
    """What is to be looked for in a listed page."""

    key: int
    "Of the page."
    what: str
    "The URL of an image in normal form, or DATE."


class Offer(NamedTuple):
    """What a piece of a sitemap leads to."""

    pages: list[Listed]
    sitemaps: list[SitemapTarget]
    pointers: list[Pointer]
    sought: list[Sought]


class Redirect(NamedTuple):
    """A page that redirects."""

    url: str
    key: int
    requested: str
    leads_to: int
    "Key of its target."
    is_asked: bool = False
    "Whether an earlier run of the audit has fetched it again."


class Counts(NamedTuple):
    """How far the crawl is."""

    listed: int
    pages_waiting: int
    pages_in_flight: int
    sitemaps_waiting: int
    sitemaps_in_flight: int
