"""What a page asks for: what is let through, and who answers it."""

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

    from sitemap_audit.rendering.allowance import Allowance

    Fetch: TypeAlias = Callable[[Request], Awaitable[Response | None]]
    "Answers a request in the browser's place; None where the browser is to ask itself."

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
"Types of resource that change nothing of what is read of a page."
COUNTERS = frozenset(
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
"Sites to which scripts report visits: on other sites than these, they are not to count ours."

_MAKE_THE_PAGE = frozenset({"fetch", "script", "stylesheet", "xhr"})
_FILE = re.compile(
    r"\.(?:apk|csv|dmg|docx?|epub|exe|gz|ics|iso|jar|mobi|mp[34]|msi|pdf|pkg|pptx?|rar|tar|tgz|xlsx?"
    r"|zip)(?:[?#]|$)",
    re.IGNORECASE,
)
"What a script leads to is saved, and the page stays."


def is_superfluous(url: str, kind: str, page_site: str) -> bool:
    """Whether a resource need not be loaded.

    Args:
        kind: its type, as Playwright names it.
        page_site: the registrable domain of the page.
    """
    if kind in NOT_LOADED:
        return True
    if kind in ("script", "stylesheet"):
        return False
    its_site = site(url)
    return its_site != page_site and (kind == "document" or its_site in COUNTERS)


def matters(url: str, kind: str, page_origin: str) -> bool:
    """Whether a page looks or says otherwise without a resource of its own origin."""
    return kind in _MAKE_THE_PAGE and url.startswith(f"{page_origin}/")


def is_file(url: str) -> bool:
    """Whether a browser that is led there saves a file, and stays on its page."""
    return _FILE.search(url) is not None


async def answer(route: Route, request: BrowserRequest, fetch: Fetch, allowance: Allowance) -> None:
    """Have a request answered by ``fetch``, where it does, else by its server."""
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
    except Exception:  # whatever it is, there is no answer
        await route.abort()
        return
    if response is None:
        await route.fallback()
        return
    if not allowance.take("bytes", len(request.url) + len(sent.body) + len(response.body)):
        await route.abort()
        return
    headers = {str(name): str(value) for name, value in response.headers.to_unicode_dict().items()}
    await route.fulfill(status=response.status, headers=headers, body=response.body)
