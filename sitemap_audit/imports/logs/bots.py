"""Tell bots by their user agents (``bots.csv``), and verify them by published IP ranges."""

from __future__ import annotations

import csv
import json
import re
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

YES, NO, CLAIMED = "yes", "no", "claimed"
_KEPT = 100_000
"User agents or IP addresses that are kept in memory at most."


class Bot(NamedTuple):
    """A bot."""

    name: str
    token: str
    "Text in its user agent."
    ranges: str
    "Names, without ending, of the files in which its owner publishes its IP ranges."


@cache
def bots() -> tuple[Bot, ...]:
    """Return the bots of ``bots.csv``; the first one whose token matches is meant."""
    text = (files("sitemap_audit") / "imports" / "logs" / "bots.csv").read_text("utf-8")
    return tuple(Bot(*row) for row in list(csv.reader(text.splitlines()))[1:])


class Ranges:
    """IP ranges, for fast lookups."""

    def __init__(self, networks: Sequence[str]) -> None:
        """Read networks such as 66.249.64.0/19.

        Raises:
            ValueError: one is invalid.
        """
        read = [ip_network(each) for each in networks]
        self._spans = {
            version: sorted(
                (int(each.network_address), int(each.broadcast_address))
                for each in collapse_addresses(
                    [each for each in read if isinstance(each, kind)]  # type: ignore[type-var]
                )
            )
            for version, kind in ((4, IPv4Network), (6, IPv6Network))
        }

    def __contains__(self, address: str) -> bool:
        """Whether an IP address is in one of the ranges."""
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        spans = self._spans[ip.version]
        place = bisect_right(spans, (int(ip), 1 << 129)) - 1
        return place >= 0 and int(ip) <= spans[place][1]


class BotFinder:
    """Finds the bot of a request."""

    def __init__(self, ranges: Sequence[str] = ()) -> None:
        """Verify by ``ranges``: paths of files, or BOT=PATH.

        Raises:
            UsageError: a file cannot be read, or it is not known whose ranges it has.
        """
        self._pattern = re.compile("|".join(re.escape(bot.token) for bot in bots()), re.IGNORECASE)
        self._names = {bot.token.lower(): bot.name for bot in bots()}
        networks: dict[str, list[str]] = {}
        for given in ranges:
            names, path = _whose(given)
            for name in names:
                networks.setdefault(name, []).extend(_networks(path))
        self._ranges = {name: Ranges(each) for name, each in networks.items()}
        self._found: dict[str, str | None] = {}
        self._verified: dict[tuple[str, str], str] = {}

    def find(self, agent: str) -> str | None:
        """Return the bot that a user agent names; None for browsers."""
        if agent not in self._found:
            if len(self._found) >= _KEPT:
                self._found.clear()
            match = self._pattern.search(agent)
            self._found[agent] = self._names[match[0].lower()] if match else None
        return self._found[agent]

    def has_ranges(self, bot: str) -> bool:
        """Whether the IP ranges of a bot are known."""
        return bot in self._ranges

    def verify(self, bot: str, address: str) -> str:
        """Return whether an IP address is of a bot; CLAIMED if its ranges are not known."""
        ranges = self._ranges.get(bot)
        if ranges is None:
            return CLAIMED
        if (bot, address) not in self._verified:
            if len(self._verified) >= _KEPT:
                self._verified.clear()
            self._verified[bot, address] = YES if address in ranges else NO
        return self._verified[bot, address]


def _whose(given: str) -> tuple[list[str], Path]:
    """Return the bots whose ranges a file has, and its path."""
    name, _, path = given.rpartition("=")
    if name:
        names = [bot.name for bot in bots() if bot.name.lower() == name.strip().lower()]
    else:
        stem = Path(path).stem.lower()
        names = [bot.name for bot in bots() if stem in bot.ranges.split()]
    if not names:
        raise UsageError(
            f"--bot-ranges {given}: it is not known of which bot. Pass BOT=FILE, such as"
            " Googlebot=ranges.json."
        )
    return names, Path(path)


def _networks(path: Path) -> list[str]:
    """Read a file of IP ranges in the format of Google, Bing and others."""
    try:
        prefixes = json.loads(path.read_text("utf-8"))["prefixes"]
        networks = [each.get("ipv4Prefix") or each["ipv6Prefix"] for each in prefixes]
        Ranges(networks)
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}. Check the path.") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(
            f"Cannot read {path}: it has no list of IP ranges ('prefixes'). Download it again."
        ) from None
    return networks
