"""How many listed URLs each bot may fetch, and which rule of robots.txt blocks the others."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemap_audit.analysis.computed import bot_access
from sitemap_audit.analysis.computed.bot_access import make
from sitemap_audit.bots import evaluated_bots
from sitemap_audit.parsing.robots_txt import ReceivedRobots
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Iterable

SITE = "https://example.com"
PATHS = ("/", "/a", "/a/b.pdf", "/fr/?q=1_%C3%A9", "/robots.txt")


def access(
    robots: dict[str, str], urls: Iterable[str], policies: dict[str, str] | None = None
) -> list[dict[str, Any]]:
    """The rows of the table, for the robots.txt of some origins."""
    policy = dict.fromkeys(robots, "rules") | (policies or {})
    with DuckDBStore() as store:
        store.execute("CREATE TABLE listed (url VARCHAR)")
        store.insert("listed", [{"url": url} for url in urls])
        store.insert("robots", [{"origin": each, "policy": policy[each]} for each in policy])
        for origin, body in robots.items():
            lines = ReceivedRobots(body.encode(), origin=origin).lines
            store.insert("robots_lines", [asdict(line) for line in lines])
        make(store)
        names = store.columns("bot_access")
        order = "SELECT * FROM bot_access ORDER BY number, robots_url, line NULLS LAST"
        return [dict(zip(names, each, strict=True)) for each in store.rows(order)]


def of(token: str, robots: str, paths: Iterable[str] = PATHS) -> list[tuple[Any, ...]]:
    """Allowed, blocked, rule, line and example for one bot."""
    return [
        (each["allowed"], each["blocked"], each["rule"], each["line"], each["example"][len(SITE) :])
        for each in access({SITE: robots}, [SITE + path for path in paths])
        if each["token"] == token
    ]


def test_each_rule_that_applies_is_counted() -> None:
    robots = "User-agent: *\nDisallow: /a\nAllow: /a/*.pdf$\nDisallow: /*?q=1_%c3%a9\nDisallow: /x"
    assert of("Googlebot", robots) == [
        (0, 1, "Disallow: /a", 2, "/a"),
        (1, 0, "Allow: /a/*.pdf$", 3, "/a/b.pdf"),
        (0, 1, "Disallow: /*?q=1_%c3%a9", 4, "/fr/?q=1_%C3%A9"),
        (2, 0, None, None, "/"),
    ]


def test_wildcards_of_sql_are_plain_characters() -> None:
    robots = "User-agent: *\nDisallow: /a_\nDisallow: /%\nDisallow: /it's"
    paths = ("/ab", "/a_b", "/%20", "/b", "/it's")
    assert [each[1:] for each in of("CCBot", robots, paths)] == [
        (1, "Disallow: /a_", 2, "/a_b"),
        (1, "Disallow: /%", 3, "/%20"),
        (1, "Disallow: /it's", 4, "/it's"),
        (0, None, None, "/ab"),
    ]


@pytest.mark.parametrize(
    ("token", "agent", "is_blocked"),
    [
        ("Googlebot-Image", "Googlebot", True),
        ("Googlebot-News", "googlebot", True),
        ("Applebot", "Googlebot", True),
        ("YandexBot", "Yandex", True),
        ("GPTBot", "Googlebot", False),
        ("Google-Extended", "Googlebot", False),
        ("Applebot-Extended", "Applebot", False),
        ("Applebot-Extended", "Applebot-Extended", True),
        ("Bingbot", "bingbot/2.0", True),
        ("meta-externalagent", "*", True),
    ],
)
def test_a_bot_obeys_its_own_group_or_its_fallback(
    token: str, agent: str, *, is_blocked: bool
) -> None:
    ((allowed, blocked, *_),) = of(token, f"User-agent: {agent}\nDisallow: /\n", ["/a"])
    assert (allowed, blocked) == ((0, 1) if is_blocked else (1, 0))


def test_a_group_of_its_own_comes_before_the_fallback() -> None:
    robots = "User-agent: Googlebot\nDisallow: /\n\nUser-agent: Applebot\nDisallow:\n"
    assert of("Applebot", robots, ["/a"]) == [(1, 0, "Disallow:", 5, "/a")]


def test_what_is_not_known_is_neither_allowed_nor_blocked() -> None:
    origins = ["https://a.com", "https://b.com:8443", "https://c.com", "http://d.com"]
    policies = {origins[0]: "disallow-all", origins[1]: "allow-all", origins[2]: "rules"}
    rows = access({}, [f"{each}/{n}" for each in origins for n in (1, 2)], policies)
    assert {
        (each["host"], each["robots_url"], each["allowed"], each["blocked"], each["not_checked"])
        for each in rows
    } == {
        ("a.com", "https://a.com/robots.txt", 0, 0, 2),
        ("b.com:8443", "https://b.com:8443/robots.txt", 2, 0, 0),
        ("c.com", "https://c.com/robots.txt", 2, 0, 0),
        ("d.com", "http://d.com/robots.txt", 0, 0, 2),
    }
    assert len(rows) == len(origins) * len(evaluated_bots())


def test_content_usage_is_counted_where_it_speaks_of_training() -> None:
    """The example of draft-ietf-aipref-attach, section 3.4, and what says nothing."""
    robots = (
        "User-Agent: *\nAllow: /\nDisallow: /never/\n"
        "Content-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y\n"
        'Content-Usage: /ai-ok/ search=n\nContent-Usage: /odd/ train-ai="n"\n'
        "Content-Usage: /both/ train-ai=y\nContent-Usage: /both/\ttrain-ai=n, search=y\n"
        "User-Agent: ExampleBot\nAllow: /\nContent-Usage: /test train-ai=y\n"
    )
    paths = ["/test", "/never/test", "/ai-ok/test", "/odd/test", "/both/test"]
    assert of("train-ai", robots, paths) == [
        (0, 1, "Content-Usage: train-ai=n", 4, "/test"),
        (1, 0, "Content-Usage: /ai-ok/ train-ai=y", 5, "/ai-ok/test"),
        (0, 1, "Content-Usage: /both/\ttrain-ai=n, search=y", 9, "/both/test"),
    ]
    assert of("train-ai", "User-agent: *\nContent-Usage: search=y\n") == []
    text = ReceivedRobots(robots.encode(), origin=SITE)
    usages = [text.usage(SITE + path) for path in paths]
    assert [usage and usage.allows for usage in usages] == [False, None, True, None, False]


def test_a_content_usage_applies_only_to_the_user_agents_above_it() -> None:
    robots = "User-agent: *\nContent-Usage: train-ai=n\nUser-agent: CCBot\nDisallow: /a\n"
    assert of("train-ai", robots, ["/b"]) == [(0, 1, "Content-Usage: train-ai=n", 2, "/b")]
    assert of("Googlebot", robots, ["/a"]) == of("CCBot", robots, ["/a"])


def test_only_a_group_for_ai_training_speaks_of_it() -> None:
    robots = (
        "User-agent: *\nDisallow: /\n\n"
        "User-agent: __usage_ai-training\nDisallow: /shop/\nAllow: /shop/open/\n"
    )
    paths = ["/shop/a", "/shop/open/b", "/c"]
    assert of("__usage_ai-training", robots, paths) == [
        (0, 1, "Disallow: /shop/", 5, "/shop/a"),
        (1, 0, "Allow: /shop/open/", 6, "/shop/open/b"),
    ]
    assert of("__usage_ai-training", "User-agent: *\nDisallow: /\n", paths) == []
    assert of("Googlebot", robots, ["/c"]) == [(0, 1, "Disallow: /", 2, "/c")]


def test_each_origin_has_its_own_rules() -> None:
    robots = {
        "http://a.com": "User-agent: *\nDisallow: /1",
        "https://a.com": "User-agent: *\nDisallow: /2",
    }
    rows = access(robots, [f"{each}/{n}" for each in robots for n in (1, 2)])
    own = next(bot for bot in evaluated_bots() if bot.owner == "Anthropic")
    assert [(each["robots_url"], each["rule"]) for each in rows if each["token"] == own.token] == [
        ("http://a.com/robots.txt", "Disallow: /1"),
        ("http://a.com/robots.txt", None),
        ("https://a.com/robots.txt", "Disallow: /2"),
        ("https://a.com/robots.txt", None),
    ]


def test_many_patterns_are_matched_in_parts() -> None:
    rules = [f"Disallow: /a{n:02}*/" for n in range(60)]
    paths = [f"/a{n:02}/x" for n in range(62)]
    found = of("Googlebot", "\n".join(["User-agent: *", *rules]), paths)
    expected = [(0, 1, rule, n + 2, paths[n]) for n, rule in enumerate(rules)]
    assert found == [*expected, (2, 0, None, None, "/a60/x")]


TEXTS = st.text("ab/*$_%.?'", max_size=6)


@pytest.mark.parametrize("few", [0, 50], ids=["joined", "as LIKE patterns"])
@settings(max_examples=12)
@given(
    rules=st.lists(st.tuples(st.sampled_from(["Allow", "Disallow"]), TEXTS), max_size=6),
    paths=st.lists(st.text("ab/$_%.?'", max_size=6), min_size=1, max_size=8, unique=True),
)
def test_the_verdicts_are_those_of_the_matcher(
    few: int, rules: list[tuple[str, str]], paths: list[str]
) -> None:
    robots = "\n".join(["User-agent: *", *(f"{field}: /{path}" for field, path in rules)])
    text = ReceivedRobots(robots.encode(), origin=SITE)
    verdicts = [text.verdict(f"{SITE}/{path}", "Googlebot") for path in paths]
    expected = {(each.rule, each.line, each.allowed): verdicts.count(each) for each in verdicts}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bot_access, "_FEW", few)
        counted = of("Googlebot", robots, [f"/{path}" for path in paths])
    assert {
        (rule, line, bool(allowed)): allowed + blocked
        for allowed, blocked, rule, line, _ in counted
    } == expected


def test_the_bots_are_described() -> None:
    assert len({bot.token.lower() for bot in evaluated_bots()}) == len(evaluated_bots()) >= 16
    for bot in evaluated_bots():
        assert bot.product
        assert bot.owner
        assert bot.purpose
        assert bot.documentation.startswith("https://") or bot.owner == "ByteDance"
