"""Writes robots_recorded.csv anew: what Google's open-source parser says of random files.

``uv run --with jwm.robotstxt python tests/parsing/record_robots.py`` also compares the cases of
robots.yaml with that parser, and its verdicts about many more random files with ours. It is no
dependency: its wheels end at Python 3.12, and it reads the file anew for each URL.
"""

from __future__ import annotations

import csv
import random
import sys
from typing import TYPE_CHECKING

from jwm.robotstxt.googlebot import RobotsMatcher
from robots_cases import ORIGIN, RECORDED, written

from sitemap_audit.parsing.robots_txt import ReceivedRobots

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED, KEPT, COMPARED = 9309, 600, 200_000
BOTS = ("Googlebot", "Bingbot", "FooBot", "foo_bot")
_FIELDS = {
    **dict.fromkeys(("User-agent", "Disallow"), 8),
    "Allow": 6,
    **dict.fromkeys(("user-agent", "disallow", "Dissallow", "useragent"), 2),
    **dict.fromkeys(("USERAGENT", "User agent", "User-agents", "ALLOW", "Allowed", "Alow"), 1),
    **dict.fromkeys(("dissalow", "Disalow", "diasllow", "Disallaw", "Disallows", "Dsallow"), 1),
    **dict.fromkeys(("Sitemap", "Site-map", "Sitemaps", "Crawl-delay", "Noindex", "foo", ""), 1),
}
_SEPARATORS = {": ": 20, ":": 4, " : ": 2, ":\t": 1, " ": 2, "\t": 1, "": 1, "  ": 1, ": : ": 1}
_AGENTS = (
    *("*", "*", "*", "Googlebot", "Googlebot", "Googlebot", "* x", "*x", "googlebot"),
    *("Googlebot/2.1", "Googlebot Images", "Googlebot-Image", "Google", "Bingbot", "FooBot"),
    *("foo_bot", "", "Googlebot*", "Googlebot # x", "ツ"),
)
_PARTS = (
    *("/", "a", "b", "*", "$", "%2F", "%2f", "%7E", "~", "%", "%e3%83%84", "ツ", "é", "?", "q="),
    *("&", "index.html", "index.htm", ".php", "#", "%C3%A9", " ", "\0", "%zz", ":", "//", ";"),
    "\xa0",
)
_PATHS = (
    *("a", "b", "/", "index.html", "index.htm", ".php", "%2F", "%E3%83%84", "%C3%A9", "~", "?"),
    *("q=", "&", "$", "*", ":", ";", "%7E", "%E9", "//"),
)
_MARKS = (b"\xef", b"\xef\xbb", b"\xef\xbb\xbf", b"\xef\x11")
_OTHER_LINES = ("", "# c", " ", "\t", "hello", "hello world", "x y z")


def files(choice: random.Random) -> Iterator[tuple[bytes, str, str]]:
    """Random robots.txt, each with a bot and a path."""
    while True:
        end = choice.choice(("\n", "\n", "\r\n", "\r", "\n\n"))
        body = end.join(_line(choice) for _ in range(choice.randrange(1, 10))).encode()
        if choice.random() < 0.3:
            body = b"User-agent: *\n" + body
        if choice.random() < 0.1:
            body = choice.choice(_MARKS) + body
        if choice.random() < 0.05:
            body = body.replace(b"/a", b"/\xe9")
        for _ in range(4):
            path = "/" + "".join(choice.choices(_PATHS, k=choice.randrange(5)))
            yield body, choice.choice(BOTS), path


def _line(choice: random.Random) -> str:
    if choice.random() < 0.12:
        return choice.choice(_OTHER_LINES)
    (field,) = choice.choices(list(_FIELDS), list(_FIELDS.values()))
    (separator,) = choice.choices(list(_SEPARATORS), list(_SEPARATORS.values()))
    slash = "/" if choice.random() < 0.9 else ""
    path = slash + "".join(choice.choices(_PARTS, k=choice.randrange(5)))
    value = choice.choice(_AGENTS) if field.lower().startswith("user") else path
    start, end = choice.choice(("", "", " ", "\t")), choice.choice(("", "", " ", " # c", "#x"))
    return f"{start}{field}{separator}{value}{end}"


def said_by_google(body: bytes, bot: str, path: str) -> tuple[bool, int | None]:
    """Google's verdict, and the line that decides."""
    matcher = RobotsMatcher()
    allowed = matcher.OneAgentAllowedByRobots(body, bot, ORIGIN + path)
    return allowed, matcher.matching_line() or None


def main() -> int:
    """Write the file; 1 where Google's parser says something else than the cases or we."""
    wrong = 0
    for case in written():
        said = said_by_google(case.body, case.bot, case.path)
        if case.is_of_parser and said != (case.allowed, case.line):
            wrong += 1
            print(f"{case.name}: {case.path} is {said}")
    made = files(random.Random(SEED))
    with RECORDED.open("w", encoding="ascii", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["robots", "bot", "path", "verdict", "line"])
        kept = 0
        for number in range(COMPARED):
            body, bot, path = next(made)
            allowed, line = said_by_google(body, bot, path)
            ours = ReceivedRobots(body, origin=ORIGIN).verdict(ORIGIN + path, bot)
            wrong += (ours.allowed, ours.line) != (allowed, line)
            if kept < KEPT and (line or number % 30 == 0):
                kept += 1
                text = body.decode("latin-1").encode("unicode_escape").decode()
                rows.writerow([text, bot, path, "allowed" if allowed else "disallowed", line or 0])
    print(f"{COMPARED} random verdicts compared; {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
