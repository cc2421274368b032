"""The lines of one URL: no URL is broken, and what is not known is said so."""

from __future__ import annotations

from typing import Any

from reports.sample import CHECKS, SITE
from sitemap_audit.reports.url_text import url_lines

LONG = f"{SITE}/{'a-long-path/' * 10}"
ALLOWED = {"access": "allowed", "rule": None, "line": None}
BLOCKED = {"access": "blocked", "rule": "Disallow: /", "line": 7}
FINDING: dict[str, Any] = {
    "id": "1",
    "root_id": None,
    "severity": "error",
    "check": "status/listed-url-not-found",
    "url": LONG,
    "sitemap_url": None,
    "related_url": None,
    "line": None,
    "observed": "404",
    "expected": "200",
    "fix": None,
    "change": None,
    "file": None,
    "file_line": None,
    "consequences": [{"check": "hreflang/missing-return-link"}] * 3,
}
FACTS: dict[str, Any] = {
    "url": LONG,
    "state": {"is_fetched": False, "outcome": "over-limit"},
    "sitemap": None,
    "listed": [{"sitemap_url": f"{SITE}/sitemap.xml", "line": None, "lastmod": None}] * 25,
    "redirects": [],
    "hreflang": {
        "from": [
            {
                "code": "de",
                "alternate": LONG,
                "source": "html",
                "is_own": False,
                "is_indexable": None,
                "returned": None,
            }
        ],
        "to": [],
    },
    "responses": [],
    "google": None,
    "robots": {"url": f"{SITE}/robots.txt", "bots": {"Googlebot": ALLOWED, "GPTBot": BLOCKED}},
    "findings": [FINDING],
}


def test_no_url_is_broken() -> None:
    lines = url_lines(FACTS, CHECKS)
    assert lines[0] == LONG
    assert f"    {LONG}" in lines
    assert all(len(line) <= 80 for line in lines if LONG not in line)


def test_what_is_not_known_is_not_checked() -> None:
    lines = url_lines(FACTS, CHECKS)
    assert "  Status        not checked (over-limit)" in lines
    assert "  de         return link not checked, not checked (html):" in lines


def test_bots_are_told_by_the_rule_that_applies() -> None:
    lines = url_lines(FACTS, CHECKS)
    assert "  robots.txt    allowed: Googlebot" in lines
    assert "  robots.txt    blocked by line 7, Disallow: /: GPTBot" in lines


def test_a_long_list_says_what_is_left_out() -> None:
    assert "  … 5 more: see --json" in url_lines(FACTS, CHECKS)


def test_consequences_stand_under_their_root_and_the_manual_says_what_to_do() -> None:
    assert url_lines(FACTS, CHECKS)[-8:] == [
        "1 finding:",
        "  error    Listed URL that is not found (status/listed-url-not-found)",
        "           URL:",
        f"             {LONG}",
        "           Found:    404",
        "           Expected: 200",
        "           Change:   Correct the entry, see the protocol.",
        "           Causes:   hreflang/missing-return-link (3)",
    ]


def test_a_control_character_of_a_site_is_shown_as_text() -> None:
    facts = FACTS | {"findings": [FINDING | {"observed": "\x1b[2J"}]}
    assert "           Found:    \\x1b[2J" in url_lines(facts, CHECKS)
