"""What reports say of each bot: totals of all hosts, and the rules that block most."""

from __future__ import annotations

from typing import Any

from sitemap_audit.analysis.computed import bot_access
from sitemap_audit.report.access_by_bot import BlockingRule, read_bots
from sitemap_audit.storage.duckdb import DuckDBStore

BOT = {"number": 1, "token": "GPTBot", "product": "OpenAI models", "owner": "OpenAI"}
LAST = {"number": 2, "token": "CCBot", "product": "Common Crawl", "owner": "Common Crawl"}


def row(host: str, bot: dict[str, Any] | None = None, **values: Any) -> dict[str, Any]:
    place = {
        "host": host,
        "robots_url": f"https://{host}/robots.txt",
        "example": f"https://{host}/",
    }
    counts = {"allowed": 0, "blocked": 0, "not_checked": 0}
    return {**(bot or BOT), "purpose": "AI training", **place, **counts, **values}


def store_of(*rows: dict[str, Any]) -> DuckDBStore:
    store = DuckDBStore(has_few_rows=True)
    store.execute("CREATE TABLE listed (url VARCHAR)")
    bot_access.make(store)
    store.execute(
        "CREATE TABLE bot_answers_compared (bot VARCHAR, outcome VARCHAR, url VARCHAR,"
        " status BIGINT, challenge VARCHAR, noindex BOOLEAN, difference VARCHAR,"
        " other_preferences VARCHAR)"
    )
    store.insert("bot_access", rows)
    return store


def test_hosts_and_rules_are_added_up() -> None:
    with store_of(
        row("a.com", allowed=7),
        row("a.com", blocked=2, rule="Disallow: /a", line=3),
        row("b.com", blocked=5, rule="Disallow: /", line=2),
        row("c.com", not_checked=4),
        row("a.com", LAST, allowed=9),
    ) as store:
        first, second = read_bots(store)
    assert (first.token, first.allowed, first.blocked, first.not_checked) == ("GPTBot", 7, 7, 4)
    assert [rule.sentence for rule in first.rules] == [
        "5 URLs by line 2 of https://b.com/robots.txt, Disallow: /, such as https://b.com/",
        "2 URLs by line 3 of https://a.com/robots.txt, Disallow: /a, such as https://a.com/",
    ]
    assert (second.allowed, second.blocked, second.rules) == (9, 0, [])


def test_of_many_rules_the_first_are_shown_and_the_others_counted() -> None:
    rows = [row("a.com", blocked=n, rule=f"Disallow: /{n}", line=n) for n in range(1, 9)]
    with store_of(*rows) as store:
        (bot,) = read_bots(store)
    assert [rule.urls for rule in bot.rules] == [8, 7, 6, 5, 4]
    assert bot.more_rules == 3
    assert isinstance(bot.rules[0], BlockingRule)


def test_without_listed_urls_there_is_nothing_to_say() -> None:
    with store_of() as store:
        assert read_bots(store) == []


def test_what_came_back_to_a_bot_is_told_by_outcome() -> None:
    answers: list[dict[str, Any]] = [
        {"outcome": "same", "url": "https://a.com/1", "status": 200},
        {"outcome": "same", "url": "https://a.com/2", "status": 200},
        {
            "outcome": "same",
            "url": "https://a.com/6",
            "other_preferences": "Content-Signal: ai-train=no" + " " * 99,
        },
        {"outcome": "refused", "url": "https://a.com/3", "status": 403},
        {"outcome": "refuses-bot", "url": "https://a.com/4", "status": 402},
        {
            "outcome": "differs",
            "url": "https://a.com/5",
            "difference": "robots",
            "noindex": True,
        },
    ]
    with store_of(row("a.com", allowed=5), row("a.com", LAST, allowed=5)) as store:
        store.insert("bot_answers_compared", ({"bot": "GPTBot", **each} for each in answers))
        first, second = read_bots(store)
    assert [each.sentence for each in first.responses] == [
        "2 pages requested: as for the audit",
        "1 page requested: noindex, not as for the audit, such as https://a.com/5",
        "1 page requested: 403; not checked for certain: the host may verify the bot's IP address,"
        " such as https://a.com/3",
        "1 page requested: 402 for this bot, although robots.txt allows it, such as https://a.com/4",
        "1 page requested: as for the audit, but with other usage preferences"
        f" (Content-Signal: ai-train=no{' ' * 72}…), such as https://a.com/6",
    ]
    assert second.responses == []
