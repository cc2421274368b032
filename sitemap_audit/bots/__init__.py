"""The bots of search engines and AI products: ``bots.csv``, each with the page of its owner."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from sitemap_audit.errors import UsageError


class Bot(NamedTuple):
    """A bot that robots.txt can name."""

    token: str
    product: str
    owner: str
    purpose: str
    documentation: str
    "URL; empty where the owner publishes none."
    user_agent: str
    "As its owner documents it; empty for one that has none, or whose owner publishes none."


@cache
def bots() -> tuple[Bot, ...]:
    """Return the bots of ``bots.csv``."""
    with (files("sitemap_audit.bots") / "bots.csv").open(encoding="utf-8") as file:
        return tuple(Bot(*row) for row in list(csv.reader(file))[1:])


def requesting_bot(token: str) -> Bot:
    """Return the bot with a token, in any case, whose user agent can be sent.

    Raises:
        UsageError: there is no such bot, or it has no user agent.
    """
    known = {bot.token.lower(): bot for bot in bots()}
    bot = known.get(token.lower())
    if bot is None:
        can = ", ".join(each.token for each in bots() if each.user_agent)
        raise UsageError(f"Cannot request as {token}: no such bot. Pass one of {can}.")
    if not bot.user_agent:
        raise UsageError(
            f"Cannot request as {bot.token}: no user agent of it is documented. Pass a bot that"
            " fetches pages, such as Googlebot."
        )
    return bot
