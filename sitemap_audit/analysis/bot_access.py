"""Count the listed URLs that search engines' and AI crawlers may fetch by robots.txt.

``bots.csv`` names the bots. Each distinct set of rules is one query over the URLs of its origin.
There a rule's path is a constant LIKE pattern, which DuckDB matches in linear time. The rules and
their precedence come from :mod:`sitemap_audit.parsing.robots_rules`.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.items import RobotsLine
from sitemap_audit.parsing.robots import RobotsText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.parsing.robots_rules import Rule
    from sitemap_audit.storage import Store

TABLE = "bot_access"
"""One row per bot of ``bots.csv`` (``number`` is its place there), origin with listed URLs, and
rule of its robots.txt that applies to some of them; ``rule`` is NULL where none applies.
``allowed``, ``blocked`` and ``not_checked`` count distinct listed URLs: they can be added up."""

SOURCES = "SELECT 1 FROM listed; SELECT 1 FROM robots; SELECT 1 FROM robots_lines"
"Queries that name every table that it is made from."

_RULES_AT_ONCE = 1_000
"Rules of a query: DuckDB takes 30 KB for each."
_COLUMNS = """
number BIGINT, token VARCHAR, product VARCHAR, owner VARCHAR, purpose VARCHAR,
documentation VARCHAR, host VARCHAR, robots_url VARCHAR, allowed BIGINT, blocked BIGINT,
not_checked BIGINT, rule VARCHAR, line BIGINT, example VARCHAR
"""
# "_" and "%" are wildcards of LIKE; control characters are in no URL in normal form.
_URLS = """
CREATE OR REPLACE TABLE bot_urls AS
SELECT origin, url, TRANSLATE(SUBSTR(url, LENGTH(origin) + 1), '_%', CHR(1) || CHR(2)) AS path
FROM (
    SELECT url, CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM listed
)
ORDER BY origin
"""
_LIKE = str.maketrans({"_": "\1", "%": "\2", "\1": "\3", "\2": "\3", "*": "%", "'": "''"})
_ORIGINS = """
SELECT bot_urls.origin, MIN(robots.policy), COUNT(*), MIN(bot_urls.url)
FROM bot_urls LEFT JOIN robots ON robots.origin = bot_urls.origin
GROUP BY bot_urls.origin ORDER BY bot_urls.origin
"""
_LINES = """
SELECT origin, number, "offset", field, value FROM robots_lines
WHERE origin IN (
    SELECT robots.origin FROM robots INNER JOIN bot_urls ON robots.origin = bot_urls.origin
    WHERE robots.policy = 'rules'
)
ORDER BY origin, number
"""


class Bot(NamedTuple):
    """A bot that robots.txt can name."""

    token: str
    product: str
    owner: str
    purpose: str
    documentation: str
    "URL; empty where the owner publishes none."


class Access(NamedTuple):
    """Listed URLs of an origin for which one rule, or none, decides."""

    allowed: int = 0
    blocked: int = 0
    not_checked: int = 0
    rule: str | None = None
    line: int | None = None
    example: str | None = None


@cache
def bots() -> tuple[Bot, ...]:
    """Return the bots of ``bots.csv``."""
    with (files("sitemap_audit") / "analysis" / "bots.csv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return tuple(Bot(*(row[name] for name in Bot._fields)) for row in rows)


def make(store: Store) -> None:
    """Fill the table from ``listed`` and the robots.txt files."""
    store.execute(f"CREATE OR REPLACE TABLE {TABLE} ({_COLUMNS})")
    store.execute(_URLS)
    store.insert(TABLE, _rows(store))
    for table in ("bot_urls", "bot_urls_left"):
        store.execute(f"DROP TABLE IF EXISTS {table}")


def _rows(store: Store) -> Iterator[dict[str, Any]]:
    texts = _texts(store)
    read = next(texts, None)
    for origin, policy, urls, example in store.rows(_ORIGINS):
        text = RobotsText(())
        if read is not None and read[0] == origin:
            text, read = read[1], next(texts, None)
        if policy == "rules":
            access = _access_by_rules(store, origin, text)
        else:  # without rules, it returned 4xx, or it is not known
            count = "allowed" if policy == "allow-all" else "not_checked"
            access = {bot: [Access(**{count: urls}, example=example)] for bot in bots()}
        for number, bot in enumerate(bots(), start=1):
            for each in access[bot]:
                yield _row(number, bot, origin, each)


def _row(number: int, bot: Bot, origin: str, access: Access) -> dict[str, Any]:
    place = {"host": origin.split("/")[2], "robots_url": f"{origin}/robots.txt"}
    return {
        "number": number,
        **bot._asdict(),
        "documentation": bot.documentation or None,
        **place,
        **access._asdict(),
    }


def _texts(store: Store) -> Iterator[tuple[str, RobotsText]]:
    """Yield the robots.txt of each origin that has rules, by origin."""
    lines = (
        RobotsLine(origin, number, offset, field, value, None, None, None)
        for origin, number, offset, field, value in store.stream(_LINES)
    )
    for origin, some in groupby(lines, lambda line: line.origin):
        yield origin, RobotsText(some)


def _access_by_rules(store: Store, origin: str, text: RobotsText) -> dict[Bot, list[Access]]:
    """Return the access of each bot; bots with the same rules share a list."""
    by_rules: dict[tuple[Rule, ...], list[Access]] = {}
    access = {}
    for bot in bots():
        rules = text.rules(bot.token)
        if rules not in by_rules:
            by_rules[rules] = list(_apply(store, origin, rules))
        access[bot] = by_rules[rules]
    return access


def _apply(store: Store, origin: str, rules: Sequence[Rule]) -> Iterator[Access]:
    """Yield the access to the URLs of an origin by each rule that applies, then by none."""
    urls, used, place = "bot_urls WHERE origin = $origin", {"origin": origin}, ""
    for first in range(0, len(rules) or 1, _RULES_AT_ONCE):
        if first:
            left = f"SELECT url, path FROM {urls} AND {place} IS NULL"
            store.execute(f"CREATE OR REPLACE TABLE bot_urls_left AS {left}", used)
            urls, used = "bot_urls_left WHERE TRUE", {}
        some = rules[first : first + _RULES_AT_ONCE]
        place = _place(some)
        counted = store.rows(f"SELECT {place}, COUNT(*), MIN(url) FROM {urls} GROUP BY 1", used)
        by_place = {index: (number, example) for index, number, example in counted}
        unmatched = by_place.pop(None, None)
        for index in sorted(by_place):
            yield _by_rule(some[index], *by_place[index])
    if unmatched:
        yield Access(allowed=unmatched[0], example=unmatched[1])


def _by_rule(rule: Rule, urls: int, example: str) -> Access:
    allowed, written, line = rule.verdict
    counts = {"allowed": urls} if allowed else {"blocked": urls}
    return Access(**counts, rule=written, line=line, example=example)


def _place(rules: Sequence[Rule]) -> str:
    """Return SQL for the index of the rule that applies to ``path``; NULL where none does."""
    # RFC 9309, 2.2.2: robots.txt itself is allowed.
    cases = [f"WHEN path LIKE '{_like(rule.pattern)}' THEN {n}" for n, rule in enumerate(rules)]
    return f"CASE WHEN path = '/robots.txt' THEN NULL {' '.join(cases)} END"


def _like(pattern: str) -> str:
    """Return a rule's escaped path (``/private/*.pdf$``) as a LIKE pattern."""
    like = pattern.removesuffix("$").translate(_LIKE)
    return like if pattern.endswith("$") else f"{like}%"
