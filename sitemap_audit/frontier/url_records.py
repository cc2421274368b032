"""Records that go into the frontier and come out of it."""

from __future__ import annotations

from typing import NamedTuple, TypeVar, cast

from sitemap_audit.items import FoundBy
from sitemap_audit.parsing import urls

MAX_HOPS = 20
"Maximum number of redirects to follow from one URL; Google follows ten."
MAX_REDIRECTS_KEPT = 50_000
"Maximum number of redirects to search for loops: the first ones of the crawl."


class PageTarget(NamedTuple):
    """A page to fetch."""

    url: str
    key: int
    requested: str
    role: str
    hops: int
    first_status: int | None = None
    first_error: str | None = None
    "How the first try failed; both None on the first try."
    tries: int = 0
    "Number of requests that returned 429 or Retry-After; on the second try, of all before it."
    depth: int = 0
    "Links followed to it from the home page or a listed page (``--crawl``)."
    respelled: str = ""
    "See :func:`respell`."
    assertions: tuple[str, ...] = ()
    "What to search for in the page: see PageAssertion."

    @property
    def is_second(self) -> bool:
        """Whether this is the second try."""
        return self.first_status is not None or self.first_error is not None


def page_target(url: str, role: str) -> PageTarget:
    """Make the target of a page from its normalized URL."""
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
    respelled: str = ""
    "See :func:`respell`."

    def redirect(self, url: str, requested: str | None) -> SitemapTarget:
        """Return the target of its redirect; that of a guessed sitemap counts as guessed too."""
        found_by = FoundBy.GUESS if self.found_by == FoundBy.GUESS else FoundBy.REDIRECT
        target = sitemap_target(url, found_by, self.url, self.depth, requested=requested)
        return target._replace(hops=self.hops + 1)


TargetT = TypeVar("TargetT", bound=PageTarget | SitemapTarget)


def respell(target: TargetT, status: int | None, url: str) -> TargetT | None:
    """Return the target of a redirect to another spelling of its URL; None if it is a loop.

    ``respelled`` has a line for each such redirect: its status, and the URL that was requested.
    """
    requested = [line.partition(" ")[2] for line in target.respelled.splitlines()]
    requested.append(target.requested)
    is_loop = url in (urls.target(each, "") for each in requested)
    if is_loop or target.hops + len(requested) > MAX_HOPS:
        return None
    respelled = f"{target.respelled}{status} {target.requested}\n"
    return cast("TargetT", target._replace(requested=url, respelled=respelled))


def sitemap_target(
    url: str, found_by: str, found_in: str | None, depth: int = 0, *, requested: str | None = None
) -> SitemapTarget:
    """Make the target of a sitemap from its normalized URL."""
    return SitemapTarget(
        url, urls.key(url), urls.wire(requested or url), found_by, found_in, depth, 0
    )


class ListedPage(NamedTuple):
    """A page that a sitemap lists."""

    url: str
    key: int
    requested: str


def listed_page(url: str, key: int, loc: str | None) -> ListedPage:
    """Make a listed page from its normalized URL; it is requested as written."""
    return ListedPage(url, key, url if not loc or loc == url else urls.wire(loc))


class PageLink(NamedTuple):
    """A link of a page: canonical, refresh or alternate."""

    source: int
    "Key of the page."
    url: str
    key: int
    role: str


class OutlinkUrl(NamedTuple):
    """The URL of an ``<a href>`` of a page."""

    url: str
    key: int
    near_key: int
    is_followed: bool
    "Whether neither the page nor each of its links to that URL is nofollow."


DATE = ""
"``PageAssertion.what`` for the publication date in the page, instead of an image."


class PageAssertion(NamedTuple):
    """Something that a sitemap asserts about a page, to be searched for in it."""

    key: int
    "Of the page."
    what: str
    "The normalized URL of an image, or DATE."


class DiscoveredUrls(NamedTuple):
    """URLs found in a piece of a sitemap."""

    pages: list[ListedPage]
    sitemaps: list[SitemapTarget]
    links: list[PageLink]
    assertions: list[PageAssertion]


class Redirect(NamedTuple):
    """A page that redirects."""

    url: str
    key: int
    requested: str
    target_key: int
    "Key of its target."
    is_refetched: bool = False
    "Whether an earlier run has fetched it again with cookies."


class Counts(NamedTuple):
    """Progress of the crawl, in URLs."""

    listed: int
    pages_waiting: int
    pages_in_flight: int
    sitemaps_waiting: int
    sitemaps_in_flight: int
