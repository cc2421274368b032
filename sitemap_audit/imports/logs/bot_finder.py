"""Tell bots by their user agents, and verify them by IP ranges."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    collapse_addresses,
    ip_address,
    ip_network,
)
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.bots import bots
from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

IPAddress = IPv4Address | IPv6Address
YES, NO, CLAIMED = "yes", "no", "claimed"
_WITH_PORT = re.compile(r"\[([\da-fA-F:.]+)\](?::\d+)?|([\d.]+):\d+")
_KEPT = 100_000
"User agents that are kept in memory at most."


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

    def __contains__(self, ip: IPAddress) -> bool:
        """Whether an IP address is in one of the ranges."""
        spans = self._spans[ip.version]
        place = bisect_right(spans, (int(ip), 1 << 129)) - 1
        return place >= 0 and int(ip) <= spans[place][1]


class BotFinder:
    """Finds the bot of a request."""

    def __init__(self, ranges: Sequence[str] = ()) -> None:
        """Verify by ``ranges``, paths of files or BOT=PATH.

        Raises:
            UsageError: a file cannot be read, or it is not known whose ranges it has.
        """
        self._bots = {bot.found_as.lower(): bot for bot in bots() if bot.found_as}
        longest_first = sorted(self._bots, key=len, reverse=True)  # Googlebot-Image, Googlebot
        self._pattern = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
        networks: dict[str, list[str]] = {}
        for given in ranges:
            names, path = _whose(given)
            for name in names:
                networks.setdefault(name, []).extend(_networks(path))
        self._ranges = {name: Ranges(each) for name, each in networks.items()}
        self._found: dict[str, str | None] = {}

    def find(self, agent: str) -> str | None:
        """Return the bot that a user agent names; None for browsers."""
        if agent not in self._found:
            if len(self._found) >= _KEPT:
                self._found.clear()
            self._found[agent] = self.named_in(agent)
        return self._found[agent]

    def named_in(self, text: str) -> str | None:
        """Return the bot that a text names; None if it names none."""
        match = self._pattern.search(text)
        return self._bots[match[0].lower()].token if match else None

    def can_verify(self, bot: str) -> bool:
        """Whether IP addresses tell if a request is of this bot."""
        return bot in self._ranges

    def verify(self, requests: Sequence[tuple[str, str]]) -> list[str]:
        """Return whether each IP address is of its bot.

        CLAIMED if that cannot be told: no ranges, or a private IP address, such as that of a load
        balancer.
        """
        return [self._verdict(bot, _public(address)) for bot, address in requests]

    def _verdict(self, bot: str, ip: IPAddress | None) -> str:
        if ip is None or bot not in self._ranges:
            return CLAIMED
        return YES if ip in self._ranges[bot] else NO


def _public(addresses: str) -> IPAddress | None:
    """Read the IP address of a visitor; None if it is none, is private, or cannot be told.

    Of a list, all but one must be private: a client can send a list itself, and proxies add to it.
    """
    found = {ip for each in addresses.split(",") if (ip := _read_address(each)) and ip.is_global}
    return found.pop() if len(found) == 1 else None


def _read_address(text: str) -> IPAddress | None:
    """Read an IP address, with or without a port; None if it is none."""
    with_port = _WITH_PORT.fullmatch(text.strip())
    try:
        ip = ip_address((with_port[1] or with_port[2]) if with_port else text.strip())
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


def _whose(given: str) -> tuple[list[str], Path]:
    """Return the bots whose ranges a file has, and its path."""
    name, _, path = given.rpartition("=")
    if name:
        names = [bot.token for bot in bots() if bot.token.lower() == name.strip().lower()]
    else:
        stem = Path(path).stem.lower()
        names = [bot.token for bot in bots() if stem in bot.ranges.split()]
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
