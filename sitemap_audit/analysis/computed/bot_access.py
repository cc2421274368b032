"""Count the listed URLs that search engines' and AI crawlers may fetch by robots.txt.

Of preferences (drafts of the IETF) those are counted of which one says whether they may be used to
train AI models.

``bots.csv`` names the bots. Each distinct set of rules is matched with the URLs of its origin: as
constant LIKE patterns, which DuckDB matches in linear time. Of many rules, those without ``*`` are
joined with the beginnings of the paths, which is 20 times as fast. The rules and their precedence
come from :mod:`sitemap_audit.parsing.robots_rules`.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.bots import TRAINING_GROUP, evaluated_bots, preferences
from sitemap_audit.items import RobotsLine
from sitemap_audit.parsing.robots_txt import RobotsText
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.bots import Bot
    from sitemap_audit.parsing.robots_rules import Rule
    from sitemap_audit.storage import Store

TABLE = "bot_access"
STEPS = "bots"

_FEW = 50
"Rules of a set up to which a join takes longer than LIKE patterns."
_PLACES = 25
"LIKE patterns of a query."
_WRITTEN = str.maketrans({"_": "\6", "%": "\2", "\\": "\5", **dict.fromkeys("\1\2\3\5\6", "\4")})
"The characters of a rule as those of ``bot_urls.path``."


class Access(NamedTuple):
    """Listed URLs of an origin for which one rule, or none, decides."""

    allowed: int = 0
    blocked: int = 0
    not_checked: int = 0
    rule: str | None = None
    line: int | None = None
    example: str | None = None


def make(store: Store) -> None:
    """Fill the table from ``listed`` and the robots.txt files."""
    store.execute(step("bots/no_access"))
    store.create("bot_urls", step("bots/urls"))
    store.insert(TABLE, _rows(store))
    store.drop("bot_urls", "bot_rules", "bot_matches", "bot_blocking", "bot_crawled")


def _rows(store: Store) -> Iterator[dict[str, Any]]:
    texts = read_texts(store)
    read = next(texts, None)
    for origin, policy, urls, example in store.rows(step("bots/origins")):
        text = RobotsText(())
        if read is not None and read[0] == origin:
            text, read = read[1], next(texts, None)
        if policy == "rules":
            access = _access_by_rules(store, origin, text)
        else:  # without rules, it returned 4xx, or it is not known
            count = "allowed" if policy == "allow-all" else "not_checked"
            access = {bot: [Access(**{count: urls}, example=example)] for bot in evaluated_bots()}
        for number, bot in enumerate(evaluated_bots(), start=1):
            for each in access[bot]:
                yield _row(number, bot, origin, each)
        if policy == "rules":
            told = (_apply_usages(store, origin, text), _apply_preference(store, origin, text))
            first = len(evaluated_bots()) + 1
            for number, (preference, some) in enumerate(
                zip(preferences(), told, strict=True), first
            ):
                for each in some:
                    yield _row(number, preference, origin, each)


def _row(number: int, bot: Bot, origin: str, access: Access) -> dict[str, Any]:
    place = {"host": origin.split("/")[2], "robots_url": f"{origin}/robots.txt"}
    return {
        "number": number,
        "token": bot.token,
        "product": bot.product,
        "owner": bot.owner,
        "purpose": bot.purpose,
        "documentation": bot.documentation or None,
        **place,
        **access._asdict(),
    }


def read_texts(store: Store) -> Iterator[tuple[str, RobotsText]]:
    """Yield the robots.txt of each origin with listed URLs that has rules, by origin."""
    lines = (
        RobotsLine(origin, number, offset, field, value, None, None, None)
        for origin, number, offset, field, value in store.stream(step("bots/lines"))
    )
    for origin, some in groupby(lines, lambda line: line.origin):
        yield origin, RobotsText(some)


def _access_by_rules(store: Store, origin: str, text: RobotsText) -> dict[Bot, list[Access]]:
    """Return the access of each bot; bots with the same rules share a list."""
    by_rules: dict[tuple[Rule, ...], list[Access]] = {}
    access = {}
    for bot in evaluated_bots():
        rules = text.rules(bot.token)
        if rules not in by_rules:
            by_rules[rules] = list(_apply(store, origin, rules))
        access[bot] = by_rules[rules]
    return access


def _apply(store: Store, origin: str, rules: Sequence[Rule]) -> Iterator[Access]:
    """Yield the access to the URLs of an origin by each rule that applies, then by none."""
    _match(store, origin, [rule.pattern for rule in rules])
    for index, urls, example in store.rows(step("bots/counted")):
        if index is None:
            yield Access(allowed=urls, example=example)
        else:
            allowed, written, line = rules[index].verdict
            yield _by_rule(urls, example, written, line, allowed=allowed)


def _apply_usages(store: Store, origin: str, text: RobotsText) -> Iterator[Access]:
    """Yield what Content-Usage says of the URLs that bots without a group may fetch."""
    if all(usage.allows is None for usage in text.usages):
        return
    rules = text.rules("*")
    _match(store, origin, [rule.pattern for rule in rules])
    store.execute(step("bots/no_blocking"))
    blocking = (n for n, rule in enumerate(rules) if not rule.verdict.allowed)
    store.insert("bot_blocking", ({"number": n} for n in blocking))
    store.create("bot_crawled", step("bots/crawled"))
    _match(store, origin, [usage.pattern for usage in text.usages])
    for index, urls, example in store.rows(step("bots/usages")):
        usage = text.usages[index]
        if usage.allows is not None:
            yield _by_rule(urls, example, usage.written, usage.line, allowed=usage.allows)


def _apply_preference(store: Store, origin: str, text: RobotsText) -> Iterator[Access]:
    """Yield what the rules of the group for AI training say of URLs; without one, none is told.

    That of ``*`` is for bots, and where no rule applies, nothing is said.
    """
    if text.has_group(TRAINING_GROUP):
        yield from (
            access
            for access in _apply(store, origin, text.rules(TRAINING_GROUP))
            if access.rule is not None
        )


def _match(store: Store, origin: str, rules: Sequence[str]) -> None:
    """Match the URLs of an origin with the paths of rules, in order of precedence."""
    patterns = [(n, _written(rule)) for n, rule in enumerate(rules)]
    beginnings = [(n, text) for n, text in patterns if "*" not in text]
    matched = step("bots/paths")
    if len(beginnings) > _FEW:
        patterns = [(n, text) for n, text in patterns if "*" in text]
        store.execute(step("bots/no_rules"))
        store.insert("bot_rules", ({"number": n, "beginning": text} for n, text in beginnings))
        matched = step("bots/matched")
    store.create("bot_matches", matched, {"origin": origin})
    for first in range(0, len(patterns), _PLACES):
        places = _places(patterns[first:][:_PLACES])
        store.create("bot_matches", step("bots/patterns"), places)


def _by_rule(
    urls: int, example: str, written: str | None, line: int | None, *, allowed: bool
) -> Access:
    counts = {"allowed": urls} if allowed else {"blocked": urls}
    return Access(**counts, rule=written, line=line, example=example)


def _written(pattern: str) -> str:
    """Return a rule's escaped path (``/private/*.pdf$``) in the characters of ``bot_urls.path``."""
    text = pattern.removesuffix("$").translate(_WRITTEN)
    return f"{text}\3" if pattern.endswith("$") else text


def _places(patterns: Sequence[tuple[int, str]]) -> dict[str, int | str | None]:
    """Return the parameters of ``bots/patterns``: each pattern with its number, or NULL."""
    places: dict[str, int | str | None] = {}
    for place in range(_PLACES):
        number, text = patterns[place] if place < len(patterns) else (None, None)
        like = None if text is None else f"{text.replace('*', '%')}%"
        places |= {f"number_{place + 1:02}": number, f"pattern_{place + 1:02}": like}
    return places
