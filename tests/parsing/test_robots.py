import copy
from collections.abc import Callable

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.robots_rules import MAX_READ, Verdict
from sitemap_audit.parsing.robots_txt import (
    MAX_WITHOUT_MEANING,
    ReceivedRobots,
    RobotsRules,
)
from sitemap_audit.parsing.urls import key

ORIGIN = "https://example.com"


def read(text: str | bytes) -> ReceivedRobots:
    body = text if isinstance(text, bytes) else text.encode()
    return ReceivedRobots(body, origin=ORIGIN)


def test_a_line_has_its_number_its_place_its_field_and_its_value() -> None:
    text = read("# rules\n\nUser-Agent : *  # all\r\nDISALLOW:/a\rAllow: /b")
    assert [(x.number, x.offset, x.field, x.value, x.problem) for x in text.lines] == [
        (3, 9, "user-agent", "*", None),
        (4, 32, "disallow", "/a", None),
        (5, 44, "allow", "/b", None),
    ]


PROBLEMS = [
    ("no colon", "User-agent: *\nDisallow /a", "no-colon", "disallow", "/a"),
    ("text", "User-agent: *\nDisallow /a and /b", "no-colon", None, "Disallow /a and /b"),
    ("two words", "these rules", "no-colon", None, "these rules"),
    ("unknown-field", "Disllow: /a", "unknown-field", "disllow", "/a"),
    ("no field", ": /a", "unknown-field", "", "/a"),
    ("text with a colon", "our rules: none", "unknown-field", "our rules", "none"),
    ("a later colon", "User-agent: *\nAllow /a:/b", "no-colon", "allow", "/b"),
    ("misspelled, before an agent", "Disalow: /a", "rule-before-agent", "disallow", "/a"),
    ("misspelled", "User-agent: *\nDisalow: /a", None, "disallow", "/a"),
    ("misspelled, without a slash", "Useragent: *\nDisalow: a", "bad-path", "disallow", "a"),
    ("unsupported-field", "Crawl-delay: 5", "unsupported-field", "crawl-delay", "5"),
    ("noindex", "User-agent: *\nNoindex: /a", "unsupported-field", "noindex", "/a"),
    ("for others", "Content-Signal: ai-train=no", None, "content-signal", "ai-train=no"),
    ("a license", "LICENSE : https://a.b/l.xml", None, "license", "https://a.b/l.xml"),
    ("common", "Domain: a.b", "unsupported-field", "domain", "a.b"),
    ("rule-before-agent", "Disallow: /a", "rule-before-agent", "disallow", "/a"),
    ("path without slash", "User-agent: *\nDisallow: a/", "bad-path", "disallow", "a/"),
    ("dollar in the middle", "User-agent: *\nAllow: /a$b", "bad-path", "allow", "/a$b"),
    ("a space in it", "User-agent: *\nAllow: /a b", "bad-path", "allow", "/a b"),
    ("a no-break space in it", "User-agent: *\nAllow: /a\u00a0b", None, "allow", "/a\u00a0b"),
    ("wildcard first", "User-agent: *\nDisallow: *.pdf$", None, "disallow", "*.pdf$"),
    ("everything allowed", "User-agent: *\nDisallow:", None, "disallow", ""),
    ("empty sitemap", "Sitemap:", "empty", "sitemap", ""),
    ("sitemap scheme", "Sitemap: ftp://example.com/s.xml", "scheme", "sitemap", None),
    (
        "two sitemaps on a line",
        "Sitemap: https://a.b/1 https://a.b/2",
        "malformed",
        "sitemap",
        None,
    ),
    ("quoted sitemap", 'Sitemap: "https://a.b/1"', "malformed", "sitemap", None),
]


@pytest.mark.parametrize(
    ("text", "problem", "field", "value"), [c[1:] for c in PROBLEMS], ids=[c[0] for c in PROBLEMS]
)
def test_a_faulty_line_says_what_is_wrong(
    text: str, problem: str | None, field: str | None, value: str | None
) -> None:
    line = next(x for x in reversed(read(text).lines) if x.problem != "lost")
    assert (line.problem, line.field, line.url) == (problem, field, None)
    assert value is None or line.value == value


SITEMAPS = [
    ("absolute", "Sitemap: https://example.com/s.xml", f"{ORIGIN}/s.xml", None),
    ("in a group, upper case", "User-agent: x\nSITEMAP: /s.xml", f"{ORIGIN}/s.xml", "relative"),
    ("other host", "Sitemap:http://cdn.test/s.xml", "http://cdn.test/s.xml", None),
    ("comment", "Sitemap: http://cdn.test/s #c", "http://cdn.test/s", None),
    ("glued", "Sitemap: http://cdn.test/s#c", "http://cdn.test/s", "glued-comment"),
    ("no scheme", "Sitemap: //cdn.test/s", "https://cdn.test/s", "protocol-relative"),
    ("Google's other spelling", "Site-map: /s.xml", f"{ORIGIN}/s.xml", "relative"),
    ("Google's other spelling, absolute", "Site-map: http://a.b/s", "http://a.b/s", None),
    ("what begins so", "Sitemaps: http://a.b/s", "http://a.b/s", None),
    ("no colon", "Sitemap https://example.com/s.xml", f"{ORIGIN}/s.xml", "no-colon"),
    ("not UTF-8", b"Sitemap: https://a.b/\xe9", "https://a.b/%E9", None),
]


@pytest.mark.parametrize(
    ("text", "url", "problem"), [c[1:] for c in SITEMAPS], ids=[c[0] for c in SITEMAPS]
)
def test_a_sitemap_line_is_found_wherever_it_stands(
    text: str | bytes, url: str, problem: str | None
) -> None:
    robots = read(text)
    line = robots.lines[-1]
    assert (line.url, line.url_key, line.problem) == (url, key(url), problem)
    assert robots.sitemaps == 1


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("Disallow: /a", None),
        ("DISALLOW : /a", None),
        ("Dissallow: /a", "Dissallow"),
        ("disalow /a", "disalow"),
        ("Disallow /a:b", "Disallow /a"),
        ("Disallow\t/a", "Disallow"),
        ("Sitemap https://a.b/", "Sitemap"),
        ("Disallow /a /b", None),
        ("Dsallow: /a", None),
        ("Noindex: /a", None),
    ],
)
def test_a_misspelled_field_is_kept_as_written(line: str, written: str | None) -> None:
    assert read(f"User-agent: *\n{line}").lines[-1].written == written


def test_a_byte_order_mark_is_noted_and_ignored() -> None:
    text = read(b"\xef\xbb\xbfUser-agent: *\nDisallow: /a")
    assert text.has_bom
    assert text.lines[0].field == "user-agent"
    assert text.verdict(f"{ORIGIN}/a", "Googlebot") == Verdict(False, "Disallow: /a", 2)


@pytest.mark.parametrize(
    ("body", "is_utf8"), [(b"# caf\xc3\xa9", True), (b"# caf\xe9", False), (b"", True)]
)
def test_bytes_that_are_not_utf_8_are_noted(body: bytes, is_utf8: bool) -> None:
    assert read(body).is_utf8 is is_utf8


@pytest.mark.parametrize(
    ("text", "is_html"),
    [
        ("<!DOCTYPE html><html>", True),
        ("\ufeff\n <HTML lang=en>", True),
        ("<!-- not found --><p>", True),
        ("<html><title>Oh</title><p>Write User-agent: *", True),
        ("<html><body><pre>\nUser-agent: *", False),
        ('<?xml version="1.0"?>', False),
        ("User-agent: *", False),
        ("", False),
    ],
)
def test_html_is_recognised(text: str, is_html: bool) -> None:
    assert read(text).is_html is is_html


def test_of_an_html_page_only_lines_with_a_meaning_are_kept() -> None:
    text = read("<html>\n<p style='a: b'>Hello\nSitemap: https://example.com/s.xml\n</html>")
    assert [line.number for line in text.lines] == [3]


def test_nothing_is_disallowed_by_an_empty_file() -> None:
    assert read("").verdict(f"{ORIGIN}/a", "Googlebot") == Verdict(True, None, None)


def test_rules_behind_the_first_512000_bytes_have_no_effect() -> None:
    body = b"User-agent: *\nDisallow: /a\n" + b"#" * MAX_READ + b"\nDisallow: /b\nSitemap: /s.xml"
    text = read(body)
    assert not text.verdict(f"{ORIGIN}/a", "Googlebot").allowed
    assert text.verdict(f"{ORIGIN}/b", "Googlebot") == Verdict(True, None, None)
    assert [line.offset > MAX_READ for line in text.lines] == [False, False, True, True]
    assert text.sitemaps == 1


def test_lines_without_a_meaning_are_kept_so_far_and_rules_are_all() -> None:
    body = b"a\n" * 3 * MAX_WITHOUT_MEANING + b"User-agent: *\nDisallow: /a\n" + b"b: c\n" * 10
    text = read(body)
    assert len(text.lines) == MAX_WITHOUT_MEANING + 2
    assert not text.verdict(f"{ORIGIN}/a", "Googlebot").allowed


def test_what_a_crawl_keeps_says_the_same_of_its_bots() -> None:
    body = "User-agent: *\nCrawl-delay: 3\nDisallow: /a\nSitemap: /s.xml\nSitemap: /s.xml\nx"
    kept = copy.deepcopy(RobotsRules(read(body), ["Googlebot"]))
    assert kept.verdict(f"{ORIGIN}/a", "Googlebot") == Verdict(False, "Disallow: /a", 3)
    assert (kept.crawl_delay("Googlebot"), kept.sitemaps) == (3, {f"{ORIGIN}/s.xml": None})


def test_a_rule_that_the_limit_cuts_in_two_is_not_half_applied() -> None:
    start = b"User-agent: *\n"
    body = start + b"#" * (MAX_READ - len(start) - 12) + b"\nDisallow: /private/\n"
    assert read(body).verdict(f"{ORIGIN}/", "Googlebot").allowed


@given(st.one_of(st.binary(), st.text("usergnt:*#/ \n\rdisalowSitemap\0é", max_size=80)))
def test_any_bytes_give_storable_lines_and_a_verdict(body: bytes | str) -> None:
    text = read(body)
    for line in text.lines:
        for value in (line.field, line.value, line.url, line.problem):
            assert "\0" not in (value or "")
            (value or "").encode()
    assert isinstance(text.verdict(f"{ORIGIN}/a?b", "Googlebot").allowed, bool)


def rules_hash(text: str) -> str:
    return ReceivedRobots(text.encode(), origin="https://example.com").rules_hash


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        pytest.param("user-AGENT:*\n\nDisallow: /a # old\n", True, id="writing"),
        pytest.param("Sitemap: https://b.example/s\nUser-agent: *\nDisallow: /a", True, id="map"),
        pytest.param("Useragent *\nDissallow: /a", True, id="spelling"),
        pytest.param("User-agent: *\nDisallow: /A", False, id="case of the path"),
        pytest.param("User-agent: *\nDisallow: /a\nDisallow: /b", False, id="one rule more"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_the_hash_of_the_rules_tells_whether_two_files_say_the_same(
    other: str, is_same: bool
) -> None:
    assert (rules_hash("User-agent: *\nDisallow: /a\n") == rules_hash(other)) is is_same


def test_very_many_agents_and_rules_take_time_in_proportion() -> None:
    letters = str.maketrans("0123456789", "abcdefghij")

    def prepare(size: int) -> Callable[[], object]:
        agents = [f"User-agent: bot-{str(n).translate(letters)}" for n in range(2 * size)]
        rules = ["Crawl-delay: 4", *(f"Disallow: /{n}" for n in range(3 * size))]
        body = "\n".join([*agents, *rules]).encode()
        return lambda: judged(ReceivedRobots(body, origin="https://example.com"))

    def judged(text: ReceivedRobots) -> None:
        assert not text.verdict("https://example.com/17", "bot-f").allowed
        assert text.verdict("https://example.com/17", "Googlebot").allowed
        assert text.crawl_delay("bot-f") == 4

    assert growth(prepare, 750) < LINEAR


def delay(text: str) -> float | None:
    return read(text).crawl_delay("sitemap-audit")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        pytest.param("User-agent: *\nCrawl-delay: 10", 10.0, id="for all"),
        pytest.param("User-agent: *\nCrawl-delay: 0.5", 0.5, id="a fraction"),
        pytest.param("User-agent: *\nDisallow: /x\nCrawl-delay: 2 # s", 2.0, id="behind rules"),
        pytest.param("User-agent: bingbot\nCrawl-delay: 10", None, id="for another bot"),
        pytest.param(
            "User-agent: *\nCrawl-delay: 10\n\nUser-agent: Sitemap-Audit\nDisallow: /x",
            None,
            id="our own group says nothing",
        ),
        pytest.param(
            "User-agent: sitemap-audit\nCrawl-delay: 1\nUser-agent: *\nCrawl-delay: 9",
            1.0,
            id="our own group wins",
        ),
        pytest.param(
            "User-agent: a\nUser-agent: *\nCrawl-delay: 3\nUser-agent: b\nCrawl-delay: 7",
            3.0,
            id="a group of several agents, and one behind it",
        ),
        pytest.param("User-agent: *\nCrawl-delay: 3\nCrawl-delay: 5", 5.0, id="twice"),
        pytest.param("Crawl-delay: 3\nUser-agent: *\nDisallow:", None, id="before any agent"),
        pytest.param("User-agent: *\nCrawl-delay: soon", None, id="no number"),
        pytest.param("User-agent: *\nCrawl-delay: -4", None, id="below nothing"),
        pytest.param("User-agent: *\nCrawl-delay: 1e9", None, id="no plain number"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_what_a_robots_txt_asks_of_us(text: str, seconds: float | None) -> None:
    assert delay(text) == seconds
