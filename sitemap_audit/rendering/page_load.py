"""One page load in the browser: filter its requests, wait until it is idle, record the result."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from sitemap_audit.handlers.ignored_requests import Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.sites import site
from sitemap_audit.rendering.isolated import IsolatedWorld
from sitemap_audit.rendering.page_resources import affects_content, is_file, is_superfluous, respond
from sitemap_audit.rendering.quota import Quota

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import ConsoleMessage, Page, Route
    from playwright.async_api import Request as BrowserRequest
    from playwright.async_api import Response as BrowserResponse
    from scrapy import Request

    from sitemap_audit.rendering.page_resources import Fetch

SETTLING = 5.0
"Maximum seconds to wait, after the page has loaded, until it makes no more requests."
MAX_LENGTH = 16 * 2**20
"Maximum characters of a rendered page."
MAX_RELOADS = 3
"Maximum reloads of a page by itself, for example after it has set a cookie."
QUIET = 1.0
"Seconds without a request after which a page counts as idle."
_POLL_SECONDS = 0.1
CRASHED = "The page's process crashed."

_BLOCKED, _BLOCKED_MESSAGE = "blockedbyclient", "ERR_BLOCKED_BY_CLIENT"
"Error code of requests that the audit blocks, and its text in console messages."


class PageLoad:
    """A page load in the browser: its event handlers, and the values recorded during it."""

    def __init__(self, url: str, *, timeout: float) -> None:
        """Prepare to load ``url``, in normal form, within ``timeout`` seconds."""
        self._timeout = timeout
        self._limit: asyncio.Timeout | None = None
        self._key, self._site, self._origin = urls.key(url), site(url), urls.origin(url)
        self._loads = 0
        self._open_requests: set[BrowserRequest] = set()
        self._active_at = time.monotonic()
        self.facts: dict[str, Any] = {
            **dict.fromkeys(("redirect_url", "redirect_key", "address", "address_key")),
            **dict.fromkeys(("reloads", "links", "requests", "console_errors", "script_errors"), 0),
            "is_settled": False,
        }
        "Recorded values, by column of ``renders``."
        self.status = 0
        "Status code of the page, after redirects by the server."
        self.problem: Unrendered | None = None
        "Why the page load was ended."
        self.quota = Quota(partial(self.end, RenderProblem.TOO_LARGE))
        self.fetch: Fetch
        "Returns the response to a request of the page, or None to let the browser fetch it."
        self.resources: set[str] = set()
        "URLs of requested scripts, style sheets and data (fetch, XHR) on the page's own origin."

    @property
    def has_redirect(self) -> bool:
        """Whether a script or meta refresh has tried to redirect; the target is not loaded."""
        return self.facts["redirect_url"] is not None

    def meta(self, context: str, *, has_tls_problem: bool) -> dict[str, Any]:
        """Return the meta keys of the page's request, including scrapy-playwright's.

        Args:
            context: name of a browser context that no other page has: cookies and storage are the
                page's own, as in Google's renderer.
            has_tls_problem: the page is rendered although its certificate cannot be verified.
        """
        return {
            "page_load": self,
            "playwright": True,
            "playwright_context": context,
            "playwright_context_kwargs": {
                "accept_downloads": False,
                "ignore_https_errors": has_tls_problem,
                "service_workers": "block",
                # Send an empty password; otherwise the browser waits for somebody to type one.
                "http_credentials": {"username": "", "password": ""},
            },
            # A page that redirects at once never reaches the later states.
            "playwright_page_goto_kwargs": {"wait_until": "commit"},
            "playwright_page_event_handlers": {
                "request": self._on_request_started,
                "response": self._on_response,
                "requestfinished": self._on_request_ended,
                "requestfailed": self._on_request_ended,
                "console": self._on_console,
                "pageerror": lambda _: self._count("script_errors"),
                "crash": lambda _: self.end(RenderProblem.CRASHED, CRASHED),
            },
            "playwright_page_init_callback": self._prepare_page,
        }

    @asynccontextmanager
    async def limited(self) -> AsyncIterator[None]:
        """Limit the time of the block, which loads the page.

        Raises:
            TimeoutError: the page did not load in time, was ended, or redirects.
        """
        try:
            async with asyncio.timeout(self._timeout) as self._limit:
                if self.problem is not None:
                    raise self.problem
                yield
        except TimeoutError:
            detail = f"It did not load within {self._timeout:g} seconds."
            self.problem = self.problem or Unrendered(RenderProblem.TIMEOUT, detail)
            raise
        finally:
            self._limit = None

    def end(self, problem: RenderProblem, detail: str) -> None:
        """End the page load: it is not rendered. Playwright's pending calls may not end."""
        self.problem = self.problem or Unrendered(problem, detail)
        self._allow(0)

    def _allow(self, seconds: float) -> None:
        """Give the page load so many seconds from now; none if it was ended or redirects."""
        is_over = self.problem is not None or self.has_redirect
        if self._limit is not None and not self._limit.expired():
            now = asyncio.get_running_loop().time()
            self._limit.reschedule(now if is_over else now + seconds)

    async def _prepare_page(
        self,
        page: Page,
        request: Request,  # noqa: ARG002 - scrapy-playwright's signature
    ) -> None:
        """Route the requests of a new page to this object, and close its popups."""
        self._opened_at = time.monotonic()
        self._allow(self._timeout)  # without the time that it took to open the page
        self._world = await IsolatedWorld.of(page)
        page.context.on("page", _close)  # a popup
        await page.context.route("**", _abort)  # requests of a popup before it closes
        await page.route("**", self._on_request)

    async def _on_request(self, route: Route, request: BrowserRequest) -> None:
        """Allow or block a request. Requests after a 3xx redirect do not arrive here."""
        with suppress(PlaywrightError):  # the page has been closed
            if (reason := self._why_blocked(request)) is not None:
                await route.abort(reason)
            else:
                await respond(route, request, self.fetch, self.quota)

    def _why_blocked(self, request: BrowserRequest) -> str | None:
        """Return the error code for a request that is blocked; count one that is allowed.

        ``PLAYWRIGHT_ABORT_REQUEST`` has one code for all, which the console counts as an error and
        for which a page's navigation ends on the browser's error page.
        """
        url, kind = request.url, request.resource_type
        if _is_of_page(request):
            if not self._allow_navigation(url):
                return "aborted"
        elif is_superfluous(url, kind, self._site):
            return _BLOCKED
        if not self.quota.take("requests"):
            return _BLOCKED
        self._count("requests")
        if affects_content(url, kind, self._origin):
            self.resources.add(url)
        return None

    def _allow_navigation(self, url: str) -> bool:
        """Allow loads and reloads of the page, up to the limit; record a redirect and block it."""
        link = urls.read_link(url, url)
        if not self._loads or (link.key == self._key and self._loads <= MAX_RELOADS):
            self.facts["reloads"] = self._loads
            self._loads += 1
            return True
        is_web_page = link.url is not None and not is_file(url)
        if is_web_page and link.key != self._key and not self.has_redirect:
            self.facts |= {"redirect_url": link.url, "redirect_key": link.key}
            self._allow(0)
        return False

    async def settle(self, page: Page) -> None:
        """Wait until the page has loaded, and up to SETTLING seconds until it is idle; record it.

        Playwright's ``wait_for_load_state`` cannot tell: a page whose navigation was blocked has no
        load event, and "networkidle" stays reached when requests start again.

        Raises:
            Unrendered: its HTML is too long, or its final URL is not a web page.
        """
        while not await self._world.is_complete():  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(_POLL_SECONDS)
        self._allow(self._opened_at + self._timeout - time.monotonic() + SETTLING)
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLING):
                while not self.facts["is_settled"]:
                    await asyncio.sleep(_POLL_SECONDS)
                    is_quiet = time.monotonic() - self._active_at >= QUIET
                    self.facts["is_settled"] = is_quiet and not self._open_requests
        length, self.facts["links"] = await self._world.freeze()
        if length > MAX_LENGTH:
            raise Unrendered(RenderProblem.TOO_LARGE, f"It grew to {length:,} characters.")
        address = urls.read_link(page.url, page.url)
        if address.url is None:
            detail = f"Its scripts redirected to {page.url[:200]}, which is not a web page."
            raise Unrendered(RenderProblem.OTHER, detail)
        self.facts |= {"address": address.url, "address_key": address.key}

    def _on_request_started(self, request: BrowserRequest) -> None:
        self._active_at = time.monotonic()
        self._open_requests.add(request)

    def _on_request_ended(self, request: BrowserRequest) -> None:
        self._active_at = time.monotonic()
        self._open_requests.discard(request)

    def _on_response(self, response: BrowserResponse) -> None:
        if self._loads == 1 and _is_of_page(response.request):
            self.status = response.status

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and _BLOCKED_MESSAGE not in message.text:
            self._count("console_errors")

    def _count(self, column: str) -> None:
        self.facts[column] += 1


def _is_of_page(request: BrowserRequest) -> bool:
    """Whether the request is for the page itself, not for a resource or frame."""
    if not request.is_navigation_request():
        return False
    try:
        return request.frame.parent_frame is None
    except PlaywrightError:  # no frame yet: only a new page has none
        return True


async def _close(page: Page) -> None:
    with suppress(PlaywrightError):
        await page.close()


async def _abort(route: Route) -> None:
    await route.abort()
