"""Check whether the audited sites can be reached, and with which scheme, before the crawl.

The check is the request for the robots.txt of each site, sent like every other: through the proxy
and the host map, and with retries. If no host exists or accepts connections, the audit ends with a
usage error. A timeout is no proof: the crawl goes on.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.handlers.host_map import read_host_map
from sitemap_audit.items import FetchError
from sitemap_audit.local_files.copies import find
from sitemap_audit.parsing import urls
from sitemap_audit.report.words import reason

if TYPE_CHECKING:
    from sitemap_audit.audit_targets import Target
    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.crawl.discovery import Discovery
    from sitemap_audit.items import Robots
    from sitemap_audit.middlewares.robots_policies import RobotsPolicy

WRONG_USAGE = "wrong usage"
"Scrapy's close reason if none of the sites can be reached."
_BY_SCHEME = (
    *(FetchError.RESET, FetchError.TLS, FetchError.INVALID_RESPONSE, FetchError.TRUNCATED),
    FetchError.TIMEOUT,
)
"Errors of a server that expects the other scheme on the same port."
_BY_PORT = (FetchError.REFUSED, FetchError.UNREACHABLE)
"Errors if no server listens on the port of the scheme."
_CERTAIN = (FetchError.DNS, FetchError.NO_ADDRESS, FetchError.REFUSED, FetchError.PROXY)
"Errors that end the audit at once if each of its sites has one."


class ReachabilityCheck:
    """Fetches the robots.txt of each target first, and switches its scheme if needed."""

    def __init__(self, crawl: Crawl, discovery: Discovery) -> None:
        self._crawl, self._run, self._queue = crawl, crawl.run, crawl.queue
        self._discovery = discovery
        self._host_map = read_host_map(crawl.options)
        self._unreached: dict[str, str] = {}
        "By URL of the target: a sentence on why it cannot be reached."
        self._tried: set[str] = set()
        "Origins with the other scheme that were tried."

    def begin(self) -> None:
        """Request the robots.txt of each target."""
        for target in self._run.targets:
            self._queue.with_policy(urls.origin(target.url), partial(self._on_robots, target))

    @property
    def waiting_message(self) -> str | None:
        """A text on the first host, while no response has arrived at all; else None."""
        traffic = self._queue.throttle.traffic.host(urls.host(self._run.targets[0].url))
        if self._queue.policies or traffic.latest is None:
            return None
        left = traffic.latest + self._crawl.options.timeout - time.monotonic()
        until = datetime.now() + timedelta(seconds=max(0.0, left))
        host = urlsplit(self._run.targets[0].url).netloc
        tries = f", try {traffic.requests}" if traffic.requests > 1 else ""
        return f"no response from {host} yet, waiting until {until:%H:%M:%S} (--timeout){tries}"

    def is_unused_scheme(self, robots: Robots) -> bool:
        """Return whether a robots.txt is of a scheme that was tried and did not respond."""
        given = {urls.origin(target.url) for target in self._run.targets}
        return robots.origin in self._tried - given and robots.status is None

    def _on_robots(self, target: Target, policy: RobotsPolicy) -> None:
        """Add a target, try its other scheme, or record that it cannot be reached."""
        robots = policy.record
        is_local = find(self._run.folder, target.url) is not None
        if robots.status is not None or robots.redirects or is_local:
            self._discovery.add_target(target, policy)
        elif (origin := _other_origin(robots)) is not None:
            self._tried.add(origin)
            self._queue.with_policy(origin, partial(self._on_other_scheme, target, policy))
        else:
            self._cannot_reach(target, policy)

    def _on_other_scheme(self, target: Target, policy: RobotsPolicy, other: RobotsPolicy) -> None:
        """Replace a target by the one with the other scheme if that responds."""
        robots = other.record
        if robots.status is None or urls.origin(robots.final_url) == policy.record.origin:
            self._cannot_reach(target, policy)
            return
        found = replace(
            target,
            url=target.url.replace(policy.record.origin, robots.origin, 1),
            page=target.page and target.page.replace(policy.record.origin, robots.origin, 1),
        )
        why = reason(policy.record.error or "")
        self._run.add_warning(f"Cannot reach {target.url} ({why}). Auditing {found.url} instead.")
        self._run.replace_target(target, found)
        self._discovery.add_target(found, other)

    def _cannot_reach(self, target: Target, policy: RobotsPolicy) -> None:
        if policy.record.error not in _CERTAIN:
            self._discovery.add_target(target, policy)
            return
        self._unreached[target.url] = self._error_message(policy.record)
        if len(self._unreached) < len(self._run.targets) or not self._run.discard_if_unreachable:
            self._run.add_fault(self._unreached[target.url])
            return
        self._run.is_discarded = True
        self._crawl.unreachable = " ".join(
            dict.fromkeys(self._unreached[target.url] for target in self._run.targets)
        )
        self._crawl.stop(WRONG_USAGE)

    def _error_message(self, robots: Robots) -> str:
        requested = urlsplit(robots.origin).netloc
        connected = urlsplit(self._host_map.origin(robots.origin)).netloc
        host = requested if requested == connected else f"{connected} (for {requested})"
        if robots.error == FetchError.PROXY:
            detail = (robots.error_detail or "no response").rstrip(".")
            return f"Cannot reach {requested} through the proxy: {detail}. Check --proxy."
        if robots.error == FetchError.DNS:
            return f"Cannot reach {host}: DNS lookup failed, no such host. Check the spelling."
        if robots.error == FetchError.NO_ADDRESS:
            return f"Cannot reach {host}: the name has no IP address. Check the spelling."
        return f"Cannot reach {host}: connection refused. Check that the server runs, and the port."


def _other_origin(robots: Robots) -> str | None:
    """Return the origin with the other scheme if that may respond; else None."""
    parts = urlsplit(robots.origin)
    if robots.error not in _BY_SCHEME and (robots.error not in _BY_PORT or parts.port):
        return None
    return f"{'http' if parts.scheme == 'https' else 'https'}://{parts.netloc}"
