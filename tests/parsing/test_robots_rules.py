"""One matcher, and it is Google's: what we fetch, what a bot may, and which line decided."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robots_cases import ORIGIN, Expected, recorded, written

from sitemap_audit.parsing.robots_rules import MAX_LINE, MAX_READ, Verdict
from sitemap_audit.parsing.robots_txt import ReceivedRobots


def decided(body: bytes | str, path: str, bot: str = "FooBot") -> tuple[bool, int | None]:
    text = body if isinstance(body, bytes) else body.encode()
    verdict = ReceivedRobots(text, origin=ORIGIN).verdict(ORIGIN + path, bot)
    return verdict.allowed, verdict.line


def differ(cases: Iterable[Expected]) -> list[Expected]:
    """The cases that are decided otherwise."""
    return [
        case
        for case in cases
        if decided(case.body, case.path, case.bot) != (case.allowed, case.line)
    ]


def test_a_robots_txt_is_read_as_google_reads_it() -> None:
    assert differ(written()) == []


def test_random_files_are_read_as_by_googles_open_source_parser() -> None:
    cases = list(recorded())
    assert len(cases) == 600
    assert differ(cases) == []


def test_a_line_is_cut_where_googles_parser_cuts_it() -> None:
    kept = "/" + "a" * (MAX_LINE - len("disallow: /"))
    body = f"user-agent: FooBot\ndisallow: {kept}/qux\n"
    assert decided(body, "/fux") == (True, None)
    assert decided(body, f"{kept}/fux") == (False, 2)
    assert decided(body, f"{kept[:-1]}/fux") == (True, None)
    kept = "/" + "a" * (MAX_LINE - len("allow: /"))
    body = f"user-agent: FooBot\ndisallow: /\nallow: {kept}/qux\n"
    assert decided(body, f"{kept}/qux") == (True, 3)
    assert decided(body, f"{kept}/fux") == (True, 3)
    assert decided(body, kept[:-1]) == (False, 2)
    assert decided(f"{' ' * MAX_LINE}user-agent: FooBot\ndisallow: /", "/") == (True, None)


def test_what_is_behind_500_kibibytes_does_not_decide() -> None:
    first = "User-agent: *\nDisallow: /a\n"
    comment = "#" * (MAX_READ - len(first) - 1) + "\n"
    assert decided(f"{first}{comment}Allow: /a\nDisallow: /b", "/a") == (False, 2)
    assert decided(f"{first}{comment}Allow: /a\nDisallow: /b", "/b") == (True, None)
    assert decided(f"{first}{comment[1:]}Disallow: /b", "/b") == (False, 4)


def test_a_rule_is_told_by_the_name_that_it_has() -> None:
    body = b"useragent FooBot/1\nDissallow:/caf\xe9 # no\nAllow :\t/x/index.html"
    text = ReceivedRobots(body, origin=ORIGIN)
    assert text.verdict(f"{ORIGIN}/caf%E9", "FooBot") == Verdict(False, "Disallow: /caf%E9", 2)
    assert text.verdict(f"{ORIGIN}/x/", "FooBot") == Verdict(True, "Allow: /x/index.html", 3)


@pytest.mark.parametrize(
    ("url", "is_allowed"),
    [
        ("https://foo.bar", True),
        ("https://foo.bar/a/b?c=http://d.e/", False),
        ("https://foo.bar/a/b?c=d&e=f#fragment", False),
        ("https://foo.bar#/a", True),
        ("https://foo.bar?a", False),
        ("https://foo.bar/b#/a", True),
        ("//foo.bar/a", False),
        ("/a", False),
        ("foo.bar/a", False),
        ("foo.bar?x=https://foo.bar/a", True),
    ],
)
def test_path_and_query_of_a_url_decide(url: str, is_allowed: bool) -> None:
    text = ReceivedRobots(b"User-agent: *\nDisallow: /a\nDisallow: /?a", origin=ORIGIN)
    assert text.verdict(url, "FooBot").allowed is is_allowed


_PATHS = st.text("ab/*$?%2F.é", max_size=8).map(lambda path: f"/{path}")
_LINES = st.one_of(
    st.sampled_from([("User-agent", "*"), ("User-agent", "FooBot"), ("User-agent", "BarBot")]),
    st.tuples(st.sampled_from(["Allow", "Disallow", "Dissallow"]), _PATHS),
    st.sampled_from([("Sitemap", "https://foo.bar/s.xml"), ("Crawl-delay", "5")]),
)
_NOTHING = st.sampled_from(["", "  ", "\t", "# a comment", " # Disallow: /", "#User-agent: *"])


@st.composite
def _with_another_writing(draw: st.DrawFn) -> tuple[str, str]:
    """A robots.txt, and the same in other words."""
    lines = draw(st.lists(_LINES, max_size=8))
    other: list[str] = []
    for field, value in lines:
        other += draw(st.lists(_NOTHING, max_size=2))
        name = "".join(draw(st.sampled_from([c.lower(), c.upper()])) for c in field)
        colon = draw(st.sampled_from([":", ": ", " :", "\t:\t"]))
        end = draw(st.sampled_from(["", " ", "\t", " # a comment", "#", "\f"]))
        agent = draw(st.sampled_from([value, value.upper()])) if field == "User-agent" else value
        other.append(f"{draw(st.sampled_from(['', ' ', chr(9)]))}{name}{colon}{agent}{end}")
    mark = draw(st.sampled_from(["", "\ufeff"]))
    end_of_line = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return "\n".join(map(": ".join, lines)), mark + end_of_line.join(other)


@given(_with_another_writing(), _PATHS)
def test_what_has_no_meaning_does_not_change_the_verdict(files: tuple[str, str], path: str) -> None:
    verdicts = [
        ReceivedRobots(text.encode(), origin=ORIGIN).verdict(ORIGIN + path, "FooBot")
        for text in files
    ]
    assert verdicts[0][:2] == verdicts[1][:2]
