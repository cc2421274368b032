"""Count the listed URLs that search engines' and AI crawlers may fetch by robots.txt.

``bots.csv`` names the bots. Each distinct set of rules is matched with the URLs of its origin: as
constant LIKE patterns, which DuckDB matches in linear time. Of many rules, those without ``*`` are
joined with the beginnings of the paths, which is 20 times as fast. The rules and their precedence
come from :mod:`sitemap_audit.parsing.robots_rules`.
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

_FEW = 50
"Rules of a set up to which a join takes longer than LIKE patterns."
_PATTERNS_AT_ONCE = 1_000
"LIKE patterns of a query: DuckDB takes 30 KB for each."
_COLUMNS = """
number BIGINT, token VARCHAR, product VARCHAR, owner VARCHAR, purpose VARCHAR,
documentation VARCHAR, host VARCHAR, robots_url VARCHAR, allowed BIGINT, blocked BIGINT,
not_checked BIGINT, rule VARCHAR, line BIGINT, example VARCHAR
"""
# "_" and "%" are wildcards of LIKE, "\" is an escape in Spark's, and "$" is at the end of a rule;
# control characters, which stand for them, are in no URL in normal form.
_URLS = """
CREATE OR REPLACE TABLE bot_urls AS
SELECT
    origin, url,
    CONCAT(
        TRANSLATE(
            SUBSTR(url, LENGTH(origin) + 1), '_%' || CHR(92), CHR(1) || CHR(2) || CHR(5)
        ),
        CHR(3)
    ) AS path
FROM (
    SELECT url, CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM listed
) AS placed
ORDER BY origin
"""
_WRITTEN = str.maketrans({"_": "\1", "%": "\2", "\\": "\5", **dict.fromkeys("\1\2\3\5", "\4")})
_PATHS = """
CREATE OR REPLACE TABLE bot_matches AS
SELECT url, path, CAST(NULL AS BIGINT) AS number FROM bot_urls WHERE origin = $origin
"""
_RULES = "CREATE OR REPLACE TABLE bot_rules (number BIGINT, beginning VARCHAR)"
_MATCHED = """
CREATE OR REPLACE TABLE bot_matches AS
WITH lengths AS (
    SELECT DISTINCT LENGTH(beginning) AS characters FROM bot_rules
),

matched AS (
    SELECT bot_urls.url, MIN(bot_rules.number) AS number
    FROM bot_urls
    CROSS JOIN lengths
    INNER JOIN bot_rules
        ON SUBSTR(bot_urls.path, 1, lengths.characters) = bot_rules.beginning
    WHERE bot_urls.origin = $origin
    GROUP BY bot_urls.url
)

SELECT bot_urls.url, bot_urls.path, matched.number
FROM bot_urls LEFT JOIN matched ON bot_urls.url = matched.url
WHERE bot_urls.origin = $origin
"""
# RFC 9309, 2.2.2: robots.txt itself is allowed.
_COUNTED = """
SELECT number, COUNT(*), MIN(url)
FROM (
    SELECT url, CASE WHEN path <> CONCAT('/robots.txt', CHR(3)) THEN number END AS number
    FROM bot_matches
) AS matched
GROUP BY number
ORDER BY number NULLS LAST
"""
_ORIGINS = """
SELECT bot_urls.origin, MIN(robots.policy), COUNT(*), MIN(bot_urls.url)
FROM bot_urls LEFT JOIN robots ON robots.origin = bot_urls.origin
GROUP BY bot_urls.origin ORDER BY bot_urls.origin
"""
_LINES = """
SELECT origin, number, "offset", field, value FROM robots_lines
WHERE origin IN (
    SELECT robots.origin FROM robots INNER JOIN ({origins}) AS named ON robots.origin = named.origin
    WHERE robots.policy = 'rules'
) AND "offset" IS NOT NULL AND value IS NOT NULL
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
    with (files("sitemap_audit.analysis.computed") / "bots.csv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return tuple(Bot(*(row[name] for name in Bot._fields)) for row in rows)


def make(store: Store) -> None:
    """Fill the table from ``listed`` and the robots.txt files."""
    store.execute(f"CREATE OR REPLACE TABLE {TABLE} ({_COLUMNS})")
    store.execute(_URLS)
    store.insert(TABLE, _rows(store))
    for table in ("bot_urls", "bot_rules", "bot_matches"):
        store.execute(f"DROP TABLE IF EXISTS {table}")


def _rows(store: Store) -> Iterator[dict[str, Any]]:
    texts = read_texts(store, "SELECT origin FROM bot_urls")
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


def read_texts(store: Store, origins: str) -> Iterator[tuple[str, RobotsText]]:
    """Yield the robots.txt of each origin that has rules, by origin.

    Args:
        origins: a query for the origins, as ``origin``.
    """
    lines = (
        RobotsLine(origin, number, offset, field, value, None, None, None)
        for origin, number, offset, field, value in store.stream(_LINES.format(origins=origins))
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
    patterns = [(n, _written(rule.pattern)) for n, rule in enumerate(rules)]
    beginnings = [(n, text) for n, text in patterns if "*" not in text]
    if len(beginnings) > _FEW:
        patterns = [(n, text) for n, text in patterns if "*" in text]
        store.execute(_RULES)
        store.insert("bot_rules", ({"number": n, "beginning": text} for n, text in beginnings))
    store.execute(_MATCHED if len(beginnings) > _FEW else _PATHS, {"origin": origin})
    for first in range(0, len(patterns), _PATTERNS_AT_ONCE):
        number = f"LEAST(number, {_first_of(patterns[first:][:_PATTERNS_AT_ONCE])}) AS number"
        matches = f"SELECT url, path, {number} FROM bot_matches"
        store.execute(f"CREATE OR REPLACE TABLE bot_matches AS {matches}")
    for index, urls, example in store.rows(_COUNTED):
        if index is None:
            yield Access(allowed=urls, example=example)
        else:
            yield _by_rule(rules[index], urls, example)


def _by_rule(rule: Rule, urls: int, example: str) -> Access:
    allowed, written, line = rule.verdict
    counts = {"allowed": urls} if allowed else {"blocked": urls}
    return Access(**counts, rule=written, line=line, example=example)


def _written(pattern: str) -> str:
    """Return a rule's escaped path (``/private/*.pdf$``) in the characters of ``bot_urls.path``."""
    text = pattern.removesuffix("$").translate(_WRITTEN)
    return f"{text}\3" if pattern.endswith("$") else text


def _first_of(patterns: Sequence[tuple[int, str]]) -> str:
    """Return SQL for the number of the first pattern that matches ``path``, or NULL."""
    likes = ((n, text.replace("'", "''").replace("*", "%")) for n, text in patterns)
    return "CASE " + " ".join(f"WHEN path LIKE '{like}%' THEN {n}" for n, like in likes) + " END"
