"""Read what each bot may fetch by robots.txt, and what came back to its user agent (``--as``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.plural import counted
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.storage import Store

_MOST = 5
"Rules of a bot that are shown; bot_access.csv has all."


class BlockingRule(NamedTuple):
    """A rule of a robots.txt that blocks listed URLs for a bot."""

    rule: str
    line: int
    robots_url: str
    urls: int
    example: str

    @property
    def sentence(self) -> str:
        """All of it: '12 URLs by line 7 of https://…/robots.txt, Disallow: /a, such as …'."""
        where = f"line {self.line:,} of {self.robots_url}"
        return f"{counted(self.urls, 'URL')} by {where}, {self.rule}, such as {self.example}"


class BotResponses(NamedTuple):
    """Pages requested with the user agent of a bot to which the same came back."""

    outcome: str
    "same | differs | changes | refuses-bot | refused | failed | disallowed, as in the view."
    response: str | None
    """Status code, what differs, or other Content-Usage and Content-Signal headers; None where the
    outcome says it."""
    pages: int
    example: str

    @property
    def sentence(self) -> str:
        """All of it: '3 pages: 403; not checked for certain: the host may verify …'."""
        told = _OUTCOMES[self.outcome].format(response=self.response)
        if self.outcome == "same" and self.response:
            told += f", but with other usage preferences ({self.response})"
        shown = "" if self.outcome == "same" and not self.response else f", such as {self.example}"
        return f"{counted(self.pages, 'page')} requested: {told}{shown}"


_OUTCOMES = {
    "same": "as for the audit",
    "differs": "{response}, not as for the audit",
    "changes": "not checked: what differs changes for the audit, too",
    "refuses-bot": "{response} for this bot, although robots.txt allows it",
    "refused": ("{response}; not checked for certain: the host may verify the bot's IP address"),
    "failed": "not checked: no response",
    "disallowed": "not checked: blocked by robots.txt",
}


class BotAccess(NamedTuple):
    """What a bot may fetch; the numbers count distinct listed URLs."""

    token: str
    product: str
    owner: str
    purpose: str
    documentation: str | None
    allowed: int
    blocked: int
    not_checked: int
    rules: Sequence[BlockingRule]
    "Those that block most."
    more_rules: int
    responses: Sequence[BotResponses]
    "What came back to its user agent, most pages first; empty if it was not requested so."


def read_bots(store: Store) -> list[BotAccess]:
    """Read the access of each bot; none where no URL is listed."""
    rules: dict[int, list[BlockingRule]] = {}
    for number, *rule in store.rows(step("report/blocking_rules"), {"rows": _MOST}):
        rules.setdefault(number, []).append(BlockingRule(*rule))
    responses: dict[str, list[BotResponses]] = {}
    for bot, *told in store.rows(step("report/bot_answers")):
        responses.setdefault(bot, []).append(BotResponses(*told))
    bots = []
    for number, token, product, owner, purpose, documentation, *counts in store.rows(
        step("report/bots")
    ):
        allowed, blocked, not_checked, all_rules = map(int, counts)
        shown = rules.get(number, [])
        bots.append(
            BotAccess(
                *(token, product, owner, purpose, documentation),
                *(allowed, blocked, not_checked, shown, all_rules - len(shown)),
                responses.get(token, []),
            )
        )
    return bots
