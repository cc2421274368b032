"""The rules of many hosts: those that are not in memory are obeyed all the same."""

from __future__ import annotations

import string
import tracemalloc
import weakref
from itertools import islice, product
from typing import TYPE_CHECKING

import pytest
from scrapy.http import Response

from sitemap_audit.middlewares import robots_policies
from sitemap_audit.middlewares.robots_policies import RobotsPolicies, RobotsPolicy
from sitemap_audit.parsing.robots_txt import ReceivedRobots, RobotsRules
from sitemap_audit.reading.fetch import fetched
from sitemap_audit.reading.robots_files import RobotsTarget, read_robots_item

if TYPE_CHECKING:
    from pathlib import Path

BOT = "Googlebot"
SITE = "https://www.example.com"
FORBIDDING = "User-agent: *\nDisallow: /"
BYTES = 120_000
PER_BYTE = 12
"Bytes of memory for each byte of a robots.txt."


def policy(origin: str, body: str, status: int = 200) -> RobotsPolicy:
    url = f"{origin}/robots.txt"
    fetch = fetched(Response(url, status))
    target = RobotsTarget(origin)
    return RobotsPolicy(*read_robots_item(1, target, url, fetch, body.encode(), [BOT]))


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        *((status, "disallowed") for status in (200, 206)),
        *((status, "allowed") for status in (400, 401, 403, 404, 410, 451)),
        *((status, "unknown") for status in (429, 500, 503, 520)),
    ],
)
def test_a_status_says_whether_there_are_rules(status: int, verdict: str) -> None:
    assert policy(SITE, FORBIDDING, status).verdict(f"{SITE}/a", BOT).robots == verdict


def test_rules_that_are_not_in_memory_are_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots_policies, "MOST_BYTES", 10_000)
    policies = RobotsPolicies(tmp_path)
    origins = [f"https://host-{number}.example" for number in range(50)]
    known = []
    for number, origin in enumerate(origins):
        rules = "".join(f"Disallow: /{number}/{each}\n" for each in range(100))
        learnt = policy(origin, f"User-agent: *\n{rules}")
        policies.add(origin, learnt)
        known.append(weakref.ref(learnt.rules))
    del learnt
    assert sum(each() is not None for each in known) < 10
    for _ in range(2):
        for number, origin in enumerate(origins):
            for path, verdict in (f"/{number}/99", "disallowed"), ("/a", "allowed"):
                assert policies[origin].verdict(f"{origin}{path}", BOT).robots == verdict
    assert "https://other.example" not in policies
    assert len(policies) == len(origins)
    policies.close()


def _numbered(line: str) -> str:
    words = islice(product(string.ascii_lowercase, repeat=4), BYTES // (len(line) + 3))
    return "".join(line.format("".join(word)) for word in words)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("User-agent: *\n" + _numbered("allow:{}\n"), id="rules"),
        pytest.param("User-agent: *\n" + _numbered("allow:*{}*\n"), id="patterns"),
        pytest.param("User-agent: *\n" + "allow:\n" * (BYTES // 7), id="the same rule"),
        pytest.param(_numbered("user-agent:{}\nallow:\n"), id="groups"),
        pytest.param(_numbered("sitemap:{}\n"), id="sitemaps"),
    ],
)
def test_what_is_kept_takes_memory_in_proportion_to_the_file(body: str) -> None:
    tracemalloc.start()
    try:
        rules = RobotsRules(
            ReceivedRobots(body.encode(), origin="https://e.example"), [BOT, "other"]
        )
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert rules.verdict("https://e.example/b", BOT).allowed
    assert kept < PER_BYTE * len(body)
