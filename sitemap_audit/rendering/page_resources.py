"""Filter the requests of a rendered page, and respond to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy import Request

from sitemap_audit.parsing.sites import site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from playwright.async_api import Request as BrowserRequest
    from playwright.async_api import Route
    from scrapy.http import Response

    from sitemap_audit.rendering.quota import Quota

    Fetch: TypeAlias = Callable[[Request], Awaitable[Response | None]]
    "Returns the response to a request of the browser, or None to let the browser fetch it."

NOT_LOADED = frozenset(
    {
        "beacon",
        "cspviolationreport",
        "eventsource",
        "font",
        "image",
        "manifest",
        "media",
        "ping",
        "texttrack",
    }
)
"Resource types that do not affect the HTML of a page."
TRACKERS = frozenset(
    {
        "amplitude.com",
        "bing.com",
        "clarity.ms",
        "cloudflareinsights.com",
        "doubleclick.net",
        "facebook.com",
        "fullstory.com",
        "google-analytics.com",
        "googlesyndication.com",
        "hotjar.com",
        "matomo.cloud",
        "mixpanel.com",
        "nr-data.net",
        "plausible.io",
        "segment.io",
        "sentry.io",
        "tiktok.com",
        "yandex.ru",
    }
)
"Sites of trackers: blocked, so that they do not count the audit's page views."

_CONTENT_TYPES = frozenset({"fetch", "script", "stylesheet", "xhr"})
_FILE = re.compile(
    r"\.(?:apk|csv|dmg|docx?|epub|exe|gz|ics|iso|jar|mobi|mp[34]|msi|pdf|pkg|pptx?|rar|tar|tgz|xlsx?"
    r"|zip)(?:[?#]|$)",
    re.IGNORECASE,
)
"URLs that a browser downloads instead of opening."


def is_superfluous(url: str, kind: str, page_site: str) -> bool:
    """Whether a resource need not be loaded.

    Scripts and style sheets are always loaded. Of other sites, frames and requests to trackers are
    not.

    Args:
        kind: its type, as Playwright names it.
        page_site: the registrable domain of the page.
    """
    if kind in NOT_LOADED:
        return True
    if kind in ("script", "stylesheet"):
        return False
    its_site = site(url)
    return its_site != page_site and (kind == "document" or its_site in TRACKERS)


def affects_content(url: str, kind: str, page_origin: str) -> bool:
    """Whether a resource is on the page's origin and may change its layout or content."""
    return kind in _CONTENT_TYPES and url.startswith(f"{page_origin}/")


def is_file(url: str) -> bool:
    """Whether a browser downloads the URL instead of opening it."""
    return _FILE.search(url) is not None


async def respond(route: Route, request: BrowserRequest, fetch: Fetch, quota: Quota) -> None:
    """Respond to a request with ``fetch``; let the browser fetch it if that returns None."""
    sent = Request(
        request.url,
        method=request.method,
        headers=await request.all_headers() | {"accept-encoding": "identity"},
        body=request.post_data_buffer,
        meta={"verbatim_url": True, "is_page": request.is_navigation_request()},
        dont_filter=True,
    )
    try:
        response = await fetch(sent)
    except Exception:  # any error means no response
        await route.abort()
        return
    if response is None:
        await route.fallback()
        return
    if not quota.take("bytes", len(request.url) + len(sent.body) + len(response.body)):
        await route.abort()
        return
    headers = {str(name): str(value) for name, value in response.headers.to_unicode_dict().items()}
    await route.fulfill(status=response.status, headers=headers, body=response.body)
