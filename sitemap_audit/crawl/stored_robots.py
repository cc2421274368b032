"""The robots.txt that a stored audit obeys: each policy is made of its stored lines again."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from sitemap_audit.items import Robots, RobotsLine
from sitemap_audit.middlewares.robots import tokens_of
from sitemap_audit.middlewares.robots_policies import RobotsPolicy
from sitemap_audit.parsing.robots_txt import RobotsRules, RobotsText
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.storage import Store

_NEVER = datetime.max.replace(tzinfo=UTC)


def restore_policies(
    crawl: Crawl, store: Store, since: datetime = _NEVER, origins: Iterable[str] = ()
) -> None:
    """Add the stored robots policies of origins that have none yet.

    Args:
        since: when this run began: its robots.txt are not fetched again, even if they failed.
        origins: the wanted ones; all without any.

    Raises:
        OSError: a policy cannot be written.
    """
    for origin, policy in _stored_policies(store, tokens_of(crawl.options), since, origins):
        if origin not in crawl.queue.policies:
            crawl.queue.add_policy(origin, policy)


def _stored_policies(
    store: Store, tokens: set[str], since: datetime, origins: Iterable[str]
) -> Iterator[tuple[str, RobotsPolicy]]:
    store.create_empty("wanted_origins", "origin VARCHAR")
    store.insert("wanted_origins", ({"origin": origin} for origin in origins))
    store.create("known_robots", step("resume/known_robots"), {"since": since})
    records = (Robots(*row) for row in store.stream(step("resume/robots")))
    rows = (RobotsLine(*row) for row in store.stream(step("resume/robots_lines")))
    lines = groupby(rows, key=attrgetter("origin"))
    next_lines = next(lines, None)
    for robots in records:
        of_robots: Iterable[RobotsLine] = ()
        if next_lines is not None and next_lines[0] == robots.origin:
            of_robots = list(next_lines[1])
            next_lines = next(lines, None)
        yield robots.origin, RobotsPolicy(robots, RobotsRules(RobotsText(of_robots), tokens))
