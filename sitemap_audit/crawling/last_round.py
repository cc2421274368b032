"""What is asked once all else is fetched.

Pages that failed are asked again, slower, before they are called broken; and every site is asked
for an address that cannot exist, so that its way of saying "not found" is known.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import xxhash

from sitemap_audit.items import FetchError, Role
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from sitemap_audit.audit import Audit
    from sitemap_audit.crawling.offers import Answer, PageTarget

WINDOW = 4
"Pages under way at once."
PATIENCE = 10
"A site that fails so often in a row is not asked again."
_PASSING = {
    FetchError.DNS,
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

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._failures: Counter[str] = Counter()
        "By origin: second failures in a row."
        self.has_begun = False

    def note(self, target: PageTarget, answer: Answer) -> None:
        """Take note of how a page answered."""
        origin = urls.origin(target.url)
        has_failed = (answer.status or 0) >= 500 or answer.error in _PASSING
        if target.role == Role.PROBE and answer.error in _PASSING:
            self._note_gone(origin)
        if target.is_second:
            self._failures[origin] = self._failures[origin] + 1 if has_failed else 0
        elif has_failed and target.role != Role.PROBE:
            self._audit.frontier.keep_for_later(target, answer.status, answer.error)
        elif answer.status == 200 and target.role == Role.LISTED:
            self._audit.answering.add(origin)

    def begin(self) -> bool:
        """Offer what is left to ask; False where the round has been, or there is nothing."""
        if self.has_begun:
            return False
        self.has_begun = True
        for origin in sorted(self._audit.answering):
            self._audit.frontier.add_page(probe(origin), Role.PROBE)
        self._audit.frontier.ask_again()
        return not self._audit.frontier.is_done

    def is_hopeless(self, target: PageTarget) -> bool:
        """Whether the page need not be asked again: its site has failed PATIENCE times in a row."""
        origin = urls.origin(target.url)
        is_hopeless = target.is_second and self._failures[origin] >= PATIENCE
        if is_hopeless:
            self._note_gone(origin)
        return is_hopeless

    def _note_gone(self, origin: str) -> None:
        """A site that is audited does not answer any more."""
        if any(urls.origin(target.url) == origin for target in self._audit.targets):
            self._audit.gone.add(origin)


def probe(origin: str) -> str:
    """An address that no site has; the same in every audit of it."""
    return f"{origin}/no-such-page-{xxhash.xxh3_64_hexdigest(origin.encode())}"
