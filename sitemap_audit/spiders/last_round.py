"""The requests that are made once all else is fetched.

Pages that failed are fetched again, a few at a time, before they count as failed; so are some that
were slow, since one slow response says little of a page. A URL that cannot
exist is fetched from every site, so that its response for "not found" is known.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import xxhash

from sitemap_audit.items import FetchError, Role
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.frontier.targets import PageTarget
    from sitemap_audit.items import Page
    from sitemap_audit.spiders.run import AuditRun

WINDOW = 4
"Pages under way at once."
PATIENCE = 10
"A site that fails so often in a row gets no further requests."
SLOW = 3.0
"Seconds to the headers of a response, from which on a listed page is fetched again."
MOST_SLOW = 20
"Slow pages that are fetched again: where more are slow, it is the host that is."
_PASSING = {
    FetchError.DNS,
    FetchError.NO_ADDRESS,
    FetchError.RESOLVER,
    FetchError.REFUSED,
    FetchError.RESET,
    FetchError.TIMEOUT,
    FetchError.TRUNCATED,
    FetchError.UNREACHABLE,
}
"What another time may not happen."


class LastRound:
    """The last round of an audit's crawl."""

    def __init__(self, run: AuditRun, frontier: Frontier) -> None:
        self._run, self._frontier = run, frontier
        self.answering: set[str] = set()
        "Origins of listed pages that returned 200."
        self.gone: set[str] = set()
        "Origins of the audited sites that failed until the end."
        self.private: set[str] = set()
        "Origins of the audited sites that led to a private IP address which is not their own."
        self._slow = 0
        "Slow pages to fetch again."
        self._failures: Counter[str] = Counter()
        "By origin: second failures in a row."
        self.has_begun = False

    def note(self, target: PageTarget, page: Page) -> None:
        """Take note of how a page responded."""
        origin = urls.origin(target.url)
        has_failed = (page.status or 0) >= 500 or page.error in _PASSING
        if target.role == Role.PROBE and page.error in _PASSING:
            self._note_gone(origin)
        if page.error == FetchError.PRIVATE_ADDRESS and self._is_audited(origin):
            self.private.add(origin)
        if target.is_second:
            self._failures[origin] = self._failures[origin] + 1 if has_failed else 0
        elif has_failed and target.role != Role.PROBE:
            self._frontier.keep_for_later(target, page.status, page.error)
        elif page.status == 200 and target.role == Role.LISTED:
            self.answering.add(origin)
            if (page.latency or 0.0) > SLOW and self._slow < MOST_SLOW:
                self._slow += 1
                self._frontier.keep_for_later(target, page.status, None)

    @property
    def faults(self) -> list[str]:
        """Sentences: which audited sites could not be fetched to the end."""
        gone = (
            f"{origin} stopped responding before the crawl ended." for origin in sorted(self.gone)
        )
        private = (
            f"{origin} resolved to a private IP address during the audit, which is not allowed: not"
            " all of its URLs were fetched."
            for origin in sorted(self.private)
        )
        return [*gone, *private]

    def begin(self) -> bool:
        """Offer what is left to fetch; False where the round has been, or there is nothing."""
        if self.has_begun:
            return False
        self.has_begun = True
        for origin in sorted(self.answering):
            self._frontier.add_page(probe(origin), Role.PROBE)
        self._frontier.ask_again()
        return not self._frontier.is_done

    def is_hopeless(self, target: PageTarget) -> bool:
        """Whether to leave a page out, since its site has failed PATIENCE times in a row."""
        origin = urls.origin(target.url)
        is_hopeless = target.is_second and self._failures[origin] >= PATIENCE
        if is_hopeless:
            self._note_gone(origin)
        return is_hopeless

    def _note_gone(self, origin: str) -> None:
        """Note that an audited site no longer responds."""
        if self._is_audited(origin):
            self.gone.add(origin)

    def _is_audited(self, origin: str) -> bool:
        return origin in {urls.origin(target.url) for target in self._run.targets}


def probe(origin: str) -> str:
    """A URL that no site has; the same in every audit of it."""
    return f"{origin}/no-such-page-{xxhash.xxh3_64_hexdigest(origin.encode())}"
