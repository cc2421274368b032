"""One page load in the browser: filter its requests, wait until it is idle, record the result."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from sitemap_audit.handlers.errors import Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.sites import site
from sitemap_audit.rendering.isolated import IsolatedWorld
from sitemap_audit.rendering.quota import Quota
from sitemap_audit.rendering.resources import affects_content, is_file, is_superfluous, respond

if TYPE_CHECKING:
    from playwright.async_api import ConsoleMessage, Frame, Page, Route
    from playwright.async_api import Request as BrowserRequest
    from scrapy import Request

    from sitemap_audit.rendering.resources import Fetch

SETTLING = 5.0
"Maximum seconds to wait, after the page has loaded, until it makes no more requests."
MAX_LENGTH = 16 * 2**20
"Maximum characters of a rendered page."
MAX_RELOADS = 3
"Maximum reloads of a page by itself, for example after it has set a cookie."
QUIET = 1.0
"Seconds without a request after which a page counts as idle."
_POLL_SECONDS = 0.1

_BLOCKED, _BLOCKED_MESSAGE = "blockedbyclient", "ERR_BLOCKED_BY_CLIENT"
"Error code of requests that the audit blocks, and its text in console messages."
_NO_LINK = urls.Link(None, None, None, None)


class PageLoad:
    """A page load in the browser: its event handlers, and the values recorded during it."""

    def __init__(self, url: str, *, timeout: float) -> None:
        """Prepare to load ``url``, in normal form, within ``timeout`` seconds."""
        self._timeout = timeout
        self._key, self._site, self._origin = urls.key(url), site(url), urls.origin(url)
        self._redirect = self._address = _NO_LINK
        self._loads = self._links = self._requests = 0
        self._console_errors = self._script_errors = 0
        self._open_requests: set[BrowserRequest] = set()
        self._active_at = time.monotonic()
        self._is_settled = False
        self.crashed = asyncio.Event()
        "Set when the page's process has crashed; Playwright calls may then never return."
        self.quota = Quota()
        self.fetch: Fetch
        "Returns the response to a request of the page, or None to let the browser fetch it."
        self.resources: set[str] = set()
        "URLs of requested scripts, style sheets and data (fetch, XHR) on the page's own origin."

    @property
    def has_redirect(self) -> bool:
        """Whether a script or meta refresh has tried to redirect; the target is not loaded."""
        return self._redirect is not _NO_LINK

    @property
    def facts(self) -> dict[str, Any]:
        """Recorded values, by column of ``renders``."""
        return {
            "redirect_url": self._redirect.url,
            "redirect_key": self._redirect.key,
            "address": self._address.url,
            "address_key": self._address.key,
            "reloads": self._loads - 1,
            "is_settled": self._is_settled,
            "links": self._links,
            "requests": self._requests,
            "console_errors": self._console_errors,
            "script_errors": self._script_errors,
        }

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
            "playwright_page_goto_kwargs": {
                # A page that redirects at once never reaches the later states.
                "wait_until": "commit",
                "timeout": self._timeout * 1000,
            },
            "playwright_page_event_handlers": {
                "request": self._on_request_started,
                "requestfinished": self._on_request_ended,
                "requestfailed": self._on_request_ended,
                "console": self._on_console,
                "pageerror": self._on_script_error,
                "crash": self._on_crash,
            },
            "playwright_page_init_callback": self._prepare_page,
        }

    async def _prepare_page(
        self,
        page: Page,
        request: Request,  # noqa: ARG002 - scrapy-playwright's signature
    ) -> None:
        """Route the requests of a new page to this object, and close its popups."""
        self._deadline = asyncio.get_running_loop().time() + self._timeout
        self._world = await IsolatedWorld.of(page)
        page.context.on("page", _close)  # a popup
        await page.context.route("**", _abort)  # requests of a popup before it closes
        await page.route("**", self._on_request)

    async def _on_request(self, route: Route, request: BrowserRequest) -> None:
        """Allow or block a request. Requests after a 3xx redirect do not arrive here."""
        if self._is_of_page(request):
            if not self._allow_navigation(request.url):
                await route.abort("aborted")  # any other code shows the browser's error page
                return
        elif is_superfluous(request.url, request.resource_type, self._site):
            await route.abort(_BLOCKED)
            return
        if not self.quota.take("requests"):
            await route.abort(_BLOCKED)
            return
        self._requests += 1
        if affects_content(request.url, request.resource_type, self._origin):
            self.resources.add(request.url)
        await respond(route, request, self.fetch, self.quota)

    def _is_of_page(self, request: BrowserRequest) -> bool:
        """Whether the request is for the page itself, not for a resource or frame."""
        if not request.is_navigation_request():
            return False
        try:
            frame: Frame = request.frame
        except PlaywrightError:  # no frame yet: only a new page has none
            return True
        return frame.parent_frame is None

    def _allow_navigation(self, url: str) -> bool:
        """Allow loads and reloads of the page, up to the limit; record a redirect and block it."""
        link = urls.read_link(url, url)
        if not self._loads or (link.key == self._key and self._loads <= MAX_RELOADS):
            self._loads += 1
            return True
        if not self.has_redirect and link.key != self._key and not is_file(url):
            self._redirect = link
        return False

    async def settle(self, page: Page) -> None:
        """Wait until the page is idle or redirects, and record its state.

        Waits for the page to load, and up to SETTLING seconds more for its scripts.

        Raises:
            TimeoutError: the page did not load in time.
            Unrendered: its HTML is too long, or its final URL is not a web page.
        """
        async with asyncio.timeout_at(self._deadline):
            while not self.has_redirect and await self._world.state() != "complete":  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(_POLL_SECONDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLING):
                await self._wait_until_idle()
        if not self.has_redirect:
            await self._record(page)

    async def _wait_until_idle(self) -> None:
        """Wait until there was no request for QUIET seconds."""
        while not self.has_redirect and not self._is_settled:
            await asyncio.sleep(_POLL_SECONDS)
            is_quiet = time.monotonic() - self._active_at >= QUIET
            self._is_settled = is_quiet and not self._open_requests

    async def _record(self, page: Page) -> None:
        """Stop the page's scripts; record its final URL and number of links."""
        await self._world.freeze()
        length, self._links = await self._world.facts()
        if length > MAX_LENGTH:
            raise Unrendered(RenderProblem.TOO_LARGE, f"It grew to {length:,} characters.")
        self._address = urls.read_link(page.url, page.url)
        if self._address.url is None:
            detail = f"Its scripts redirected to {page.url[:200]}, which is not a web page."
            raise Unrendered(RenderProblem.OTHER, detail)

    def _on_request_started(self, request: BrowserRequest) -> None:
        self._active_at = time.monotonic()
        self._open_requests.add(request)

    def _on_request_ended(self, request: BrowserRequest) -> None:
        self._active_at = time.monotonic()
        self._open_requests.discard(request)

    def _on_console(self, message: ConsoleMessage) -> None:
        self._console_errors += message.type == "error" and _BLOCKED_MESSAGE not in message.text

    def _on_script_error(self, error: PlaywrightError) -> None:  # noqa: ARG002 - a handler of events
        self._script_errors += 1

    def _on_crash(self, page: Page) -> None:  # noqa: ARG002 - a handler of events
        self.crashed.set()


async def _close(page: Page) -> None:
    with suppress(PlaywrightError):
        await page.close()


async def _abort(route: Route) -> None:
    await route.abort()
