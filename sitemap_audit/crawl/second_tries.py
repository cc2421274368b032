"""Retry failed and slow pages after all others, and probe sites for soft 404.

Pages that failed are fetched again, a few at a time, before they count as failed. Some slow pages
are fetched again, as one slow response proves little. The probe is a URL that cannot exist: its
response shows what the site returns for "not found".
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import xxhash

from sitemap_audit.items import TEMPORARY, FetchError, Role
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.frontier.url_records import PageTarget
    from sitemap_audit.items import Page

WINDOW = 4
"Maximum number of pages in flight."
MAX_FAILURES = 10
"Failures in a row after which a site gets no further retries."
SLOW = 3.0
"Seconds to the response headers above which a listed page is fetched again."
MAX_SLOW_PAGES = 20
"Maximum number of slow pages to fetch again: if more are slow, the host is slow."


class SecondTries:
    """Second tries and probes, after all pages have been fetched once."""

    def __init__(self, run: AuditRun, frontier: Frontier) -> None:
        self._run, self._frontier = run, frontier
        self.responding: set[str] = set()
        "Origins of listed pages that returned 200."
        self.gone: set[str] = set()
        "Origins of audited sites that stopped responding."
        self.private: set[str] = set()
        "Origins of audited sites that resolved to a private IP address other than their own."
        self._slow = 0
        "Number of slow pages to fetch again."
        self._failures: Counter[str] = Counter()
        "By origin: failed retries in a row."
        self.has_begun = False

    def add_result(self, target: PageTarget, page: Page) -> None:
        """Record whether a page failed or was slow."""
        origin = urls.origin(target.url)
        failed = has_failed(page)
        again = target._replace(tries=page.attempts)
        if target.role == Role.PROBE and page.error in TEMPORARY:
            self._record_gone(origin)
        if page.error == FetchError.PRIVATE_ADDRESS and self._is_audited(origin):
            self.private.add(origin)
        if target.is_second:
            self._failures[origin] = self._failures[origin] + 1 if failed else 0
        elif failed and target.role != Role.PROBE:
            self._frontier.keep_failed(again, page.status, page.error)
        elif page.status == 200 and target.role == Role.LISTED:
            self.responding.add(origin)
            if (page.latency or 0.0) > SLOW and self._slow < MAX_SLOW_PAGES:
                self._slow += 1
                self._frontier.keep_failed(again, page.status, None)

    @property
    def faults(self) -> list[str]:
        """Sentences on audited sites that could not be crawled completely."""
        gone = (
            f"{origin} stopped responding before the crawl ended." for origin in sorted(self.gone)
        )
        private = (
            f"{origin} resolved to a private IP address during the audit: not all of its URLs were"
            " fetched. --allow-private fetches them nevertheless."
            for origin in sorted(self.private)
        )
        return [*gone, *private]

    def begin(self) -> None:
        """Add second tries and probes to the frontier."""
        self.has_begun = True
        probed = self.responding if self._run.slice is None else ()
        for origin in sorted(probed):
            self._frontier.add_page(probe_url(origin), Role.PROBE)
        self._frontier.requeue_failed()

    def should_skip(self, target: PageTarget) -> bool:
        """Return whether to leave a retry out, as its site failed MAX_FAILURES times in a row."""
        origin = urls.origin(target.url)
        should_skip = target.is_second and self._failures[origin] >= MAX_FAILURES
        if should_skip:
            self._record_gone(origin)
        return should_skip

    def _record_gone(self, origin: str) -> None:
        """Record that an audited site no longer responds."""
        if self._is_audited(origin):
            self.gone.add(origin)

    def _is_audited(self, origin: str) -> bool:
        return origin in {urls.origin(target.url) for target in self._run.targets}


def has_failed(page: Page) -> bool:
    """Return whether a page is fetched again because it failed, unless this was the second try."""
    return (page.status or 0) >= 500 or page.error in TEMPORARY


def is_final(target: PageTarget, page: Page) -> bool:
    """Return whether this is the response of a page that counts: no other was, or is to come."""
    was_slow = target.first_status == 200 and target.first_error is None
    return not was_slow and (target.is_second or not has_failed(page))


def probe_url(origin: str) -> str:
    """Return a URL that does not exist; the same in every audit of the origin."""
    return f"{origin}/no-such-page-{xxhash.xxh3_64_hexdigest(origin.encode())}"
