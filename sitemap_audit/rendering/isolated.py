"""Run our scripts on a page, isolated from the page's own scripts.

Playwright's ``evaluate`` runs in the same world as the scripts of the page: a script that replaces
``querySelectorAll`` or a getter decides what ``evaluate`` returns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

# An element named like a member of `document` shadows it in every world (HTML, 3.1.7), but not the
# member of the prototype.
_STATE = 'Object.getOwnPropertyDescriptor(Document.prototype, "readyState").get.call(document)'
_FACTS = """(() => {
    const all = selector => Document.prototype.querySelectorAll.call(document, selector);
    all("noscript").forEach(element => element.remove());
    const root = all(":root")[0];
    return [root ? root.outerHTML.length : 0, all("a[href]").length];
})()"""
"Removes <noscript>, which is for browsers without scripts: parsed again, it could end the head."
_RELOADED = ("context was destroyed", "Cannot find context", "No frame for given id")


class IsolatedWorld:
    """An isolated JavaScript world in the page's frame: the same document, separate globals."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._context: int | None = None

    @classmethod
    async def of(cls, page: Page) -> IsolatedWorld:
        """Create the isolated world of a page."""
        return cls(await page.context.new_cdp_session(page))

    async def is_complete(self) -> bool:
        """Return whether the page has loaded, as ``document.readyState`` says."""
        return bool(await self._evaluate(_STATE) == "complete")

    async def freeze(self) -> tuple[int, int]:
        """Stop all scripts of the page, and remove its <noscript>.

        Returns:
            the characters of its HTML, and the number of its links.
        """
        await self._session.send("Emulation.setScriptExecutionDisabled", {"value": True})
        length, links = await self._evaluate(_FACTS)
        return int(length), int(links)

    async def _evaluate(self, script: str) -> Any:
        """Return the result of a script; run it again if the page was reloading."""
        while True:
            try:
                return await self._evaluate_once(script)
            except PlaywrightError as error:
                if not any(sign in error.message for sign in _RELOADED):
                    raise
                self._context = None

    async def _evaluate_once(self, script: str) -> Any:
        if self._context is None:
            tree = await self._session.send("Page.getFrameTree")
            frame = {"frameId": tree["frameTree"]["frame"]["id"]}
            world = await self._session.send("Page.createIsolatedWorld", frame)
            self._context = world["executionContextId"]
        params = {"expression": script, "contextId": self._context, "returnByValue": True}
        result = await self._session.send("Runtime.evaluate", params)
        if "exceptionDetails" in result:
            raise PlaywrightError(f"The page could not be read: {result['result']}"[:300])
        return result["result"]["value"]
