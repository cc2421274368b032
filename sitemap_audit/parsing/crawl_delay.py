"""The Crawl-delay of a robots.txt: no part of RFC 9309, and honoured by Bing and others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.parsing.robots import MAX_READ
from sitemap_audit.parsing.robots_rules import AGENT, RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.items import RobotsLine

FIELD = "crawl-delay"
_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?|\.\d{1,9}")


def crawl_delay(lines: Iterable[RobotsLine], token: str) -> float | None:
    """Seconds between two requests that a robots.txt asks of a bot; None where it asks nothing.

    The groups of the longest agent that the token begins with decide, else those of ``*``; of
    several lines the longest delay does. What is no number says nothing.
    """
    delays: dict[str, float] = {}
    named: set[str] = set()
    for agents, line in _grouped(lines, token.lower()):
        named |= agents
        if line.field == FIELD and _NUMBER.fullmatch(line.value):
            for agent in agents:
                delays[agent] = max(delays.get(agent, 0.0), float(line.value))
    return delays.get(max(named - {"*"}, key=len, default="*"))


def _grouped(lines: Iterable[RobotsLine], token: str) -> Iterator[tuple[set[str], RobotsLine]]:
    """Every line with those agents of its group that mean the bot."""
    agents: set[str] = set()
    is_open = False
    for line in lines:
        if line.offset >= MAX_READ:
            return
        if line.field == AGENT:
            agent = line.value.lower()
            is_meant = agent == "*" or (agent and token.startswith(agent))
            agents = (agents if is_open else set()) | ({agent} if is_meant else set())
            is_open = True
        elif line.field in RULES or line.field == FIELD:
            is_open = False
        yield agents, line
