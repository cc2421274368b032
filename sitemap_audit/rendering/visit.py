"""One page in the browser: what is let through to it, when it has come to rest, what it did."""

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
from sitemap_audit.rendering.allowance import Allowance
from sitemap_audit.rendering.isolated import IsolatedWorld
from sitemap_audit.rendering.resources import answer, is_file, is_superfluous, matters

if TYPE_CHECKING:
    from playwright.async_api import ConsoleMessage, Frame, Page, Route
    from playwright.async_api import Request as BrowserRequest
    from scrapy import Request

    from sitemap_audit.rendering.resources import Fetch

SETTLING = 5.0
"Seconds that scripts may take, once the page is read, until nothing more is asked for."
MAX_LENGTH = 16 * 2**20
"Characters of a page as rendered."
MAX_RELOADS = 3
"Times that a page may load itself again, as those do that set a cookie first."
QUIET = 1.0
"Seconds in which a page that has come to rest has asked for nothing."
_INTERVAL = 0.1
"Seconds between two looks at it."

_OURS, _OUR_MARK = "blockedbyclient", "ERR_BLOCKED_BY_CLIENT"
"How what we do not load fails, so that it is told apart in the console."
_NOWHERE = urls.Link(None, None, None, None)


class Visit:
    """What became known of a page while it was open."""

    def __init__(self, url: str, *, timeout: float) -> None:
        """A visit of ``url``, in normal form, which is to be complete in ``timeout`` seconds."""
        self._timeout = timeout
        self._key, self._site, self._origin = urls.key(url), site(url), urls.origin(url)
        self._redirect = self._address = _NOWHERE
        self._loads = self._links = self._requests = 0
        self._console_errors = self._script_errors = 0
        self._open_requests: set[BrowserRequest] = set()
        self._active_at = time.monotonic()
        self._is_settled = False
        self.crashed = asyncio.Event()
        "Set once the process of the page has ended; what was asked of it has no answer."
        self.allowance = Allowance()
        self.fetch: Fetch
        "Responds to what the page asks for, in the browser's place."
        self.resources: set[str] = set()
        "URLs on the page's own origin of what makes it what it is, as they were asked for."

    @property
    def leads_away(self) -> bool:
        """Whether a script or a refresh has wanted to leave for another page."""
        return self._redirect is not _NOWHERE

    @property
    def facts(self) -> dict[str, Any]:
        """What became known, by column of renders."""
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
        """The meta keys of the page's request, scrapy-playwright's among them.

        Args:
            context: name of a browser context that no other page has: cookies and storage are the
                page's own, as in Google's renderer.
            has_tls_problem: the page is rendered although its certificate cannot be verified.
        """
        return {
            "visit": self,
            "playwright": True,
            "playwright_context": context,
            "playwright_context_kwargs": {
                "accept_downloads": False,
                "ignore_https_errors": has_tls_problem,
                "service_workers": "block",
                # A server that wants a password gets an empty one; else the browser waits for
                # somebody to type it.
                "http_credentials": {"username": "", "password": ""},
            },
            "playwright_page_goto_kwargs": {
                # A page that leads elsewhere at once never has the later states.
                "wait_until": "commit",
                "timeout": self._timeout * 1000,
            },
            "playwright_page_event_handlers": {
                "request": self._on_opened,
                "requestfinished": self._on_closed,
                "requestfailed": self._on_closed,
                "console": self._on_console,
                "pageerror": self._on_script_error,
                "crash": self._on_crash,
            },
            "playwright_page_init_callback": self._begin,
        }

    async def _begin(self, page: Page, request: Request) -> None:  # noqa: ARG002
        """Have what a new page asks for pass here."""
        self._deadline = asyncio.get_running_loop().time() + self._timeout
        self._world = await IsolatedWorld.of(page)
        page.context.on("page", _close)  # one that this one opens
        await page.context.route("**", _abort)  # what such a one asks for before it is closed
        await page.route("**", self._on_request)

    async def _on_request(self, route: Route, request: BrowserRequest) -> None:
        """Let a request through, or not; those that a redirect by status makes never come here."""
        if self._is_of_page(request):
            if not self._may_load(request.url):
                await route.abort("aborted")  # any other code shows the browser's error page
                return
        elif is_superfluous(request.url, request.resource_type, self._site):
            await route.abort(_OURS)
            return
        if not self.allowance.take("requests"):
            await route.abort(_OURS)
            return
        self._requests += 1
        if matters(request.url, request.resource_type, self._origin):
            self.resources.add(request.url)
        await answer(route, request, self.fetch, self.allowance)

    def _is_of_page(self, request: BrowserRequest) -> bool:
        """Whether it is the page itself that is asked for, and not something within it."""
        if not request.is_navigation_request():
            return False
        try:
            frame: Frame = request.frame
        except PlaywrightError:  # it has no frame yet: only a page that is just made has none
            return True
        return frame.parent_frame is None

    def _may_load(self, url: str) -> bool:
        """Whether the page is asked for, or asks for itself again; not where it leads away."""
        link = urls.read_link(url, url)
        if not self._loads or (link.key == self._key and self._loads <= MAX_RELOADS):
            self._loads += 1
            return True
        if not self.leads_away and link.key != self._key and not is_file(url):
            self._redirect = link
        return False

    async def settle(self, page: Page) -> None:
        """Wait until the page has come to rest, or wants to lead away, and take note of it.

        It waits for the page to be complete, and SETTLING seconds more for its scripts.

        Raises:
            TimeoutError: the page is not complete in time.
            Unrendered: the page has grown too large.
        """
        async with asyncio.timeout_at(self._deadline):
            while not self.leads_away and await self._world.state() != "complete":  # noqa: ASYNC110
                await asyncio.sleep(_INTERVAL)
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLING):
                await self._come_to_rest()
        if not self.leads_away:
            await self._take_note(page)

    async def _come_to_rest(self) -> None:
        """Wait until nothing has been asked for in QUIET seconds."""
        while not self.leads_away and not self._is_settled:
            await asyncio.sleep(_INTERVAL)
            is_quiet = time.monotonic() - self._active_at >= QUIET
            self._is_settled = is_quiet and not self._open_requests

    async def _take_note(self, page: Page) -> None:
        """Keep the page as it is now, and what is to be known before its HTML is taken."""
        await self._world.freeze()
        length, self._links = await self._world.facts()
        if length > MAX_LENGTH:
            raise Unrendered(RenderProblem.TOO_LARGE, f"It grew to {length:,} characters.")
        self._address = urls.read_link(page.url, page.url)
        if self._address.url is None:
            detail = f"Its scripts led the browser to {page.url[:200]}, which is no page."
            raise Unrendered(RenderProblem.OTHER, detail)

    def _on_opened(self, request: BrowserRequest) -> None:
        self._active_at = time.monotonic()
        self._open_requests.add(request)

    def _on_closed(self, request: BrowserRequest) -> None:
        self._active_at = time.monotonic()
        self._open_requests.discard(request)

    def _on_console(self, message: ConsoleMessage) -> None:
        self._console_errors += message.type == "error" and _OUR_MARK not in message.text

    def _on_script_error(self, error: PlaywrightError) -> None:  # noqa: ARG002
        self._script_errors += 1

    def _on_crash(self, page: Page) -> None:  # noqa: ARG002
        self.crashed.set()


async def _close(page: Page) -> None:
    with suppress(PlaywrightError):
        await page.close()


async def _abort(route: Route) -> None:
    await route.abort()
