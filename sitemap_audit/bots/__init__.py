"""The bots that visit sites: ``bots.csv``.

Each row names the page of its owner. User agents of Google are as on its pages; those of others
are as public lists that name these pages have them, or as access logs do (Anthropic, Yandex, and
ByteDance, which has no such page: github.com/ua-parser/uap-core/issues/549). Googlebot-News has
that of Googlebot. Where the version of the browser is left open (``Chrome/W.X.Y.Z``), the row has
one.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from sitemap_audit.errors import UsageError

TRAIN_AI = "train-ai"
"""In place of a product token: the AI training that robots.txt allows or not by Content-Usage
(datatracker.ietf.org/doc/draft-ietf-aipref-vocab, section 6.1)."""
TRAINING_GROUP = "__usage_ai-training"
"""Policy token of a group that allows AI training or not, with the rules of any other group
(datatracker.ietf.org/doc/draft-kelley-aipref-training-preference-signal)."""
PREFERENCES = (TRAIN_AI, TRAINING_GROUP)
"Rows that are no bots."


class Bot(NamedTuple):
    """A bot."""

    token: str
    "Product token in robots.txt, and name in reports."
    product: str
    "What its pages are for; empty for one that is only looked for in access logs."
    owner: str
    purpose: str
    documentation: str
    "URL; empty where the owner publishes none."
    user_agent: str
    "Empty for one that has none of its own, or of which none is known."
    found_as: str
    "Text in its user agents; empty for a token that no request has."
    ranges: str
    "Names, without ending, of the files in which its owner publishes its IP ranges."


@cache
def bots() -> tuple[Bot, ...]:
    """Return the bots of ``bots.csv``."""
    with (files("sitemap_audit.bots") / "bots.csv").open(encoding="utf-8") as file:
        return tuple(Bot(*row) for row in list(csv.reader(file))[1:])


def evaluated_bots() -> tuple[Bot, ...]:
    """Return the bots whose access to listed URLs is reported."""
    return tuple(bot for bot in bots() if bot.product and bot.token not in PREFERENCES)


def preferences() -> tuple[Bot, ...]:
    """Return the rows of preferences, which are of no bot, in the order of ``PREFERENCES``."""
    return tuple(bot for bot in bots() if bot.token in PREFERENCES)


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
