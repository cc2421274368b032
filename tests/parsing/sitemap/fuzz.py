"""Looks for bytes that the parsers of sitemaps and robots.txt cannot cope with.

``python tests/parsing/sitemap/fuzz.py [SECONDS] [SEED]`` (default 600 seconds) changes the files of
the corpus at random and reads them. It looks for exceptions, for readings that depend on how a file
came in, and for what is slow; each input that fails is kept in ``fuzz-failures/``. It ends with a
status other than 0 where there was one.
"""

from __future__ import annotations

import gzip
import random
import resource
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_reading import read

from sitemap_audit.parsing.robots_txt import ReceivedRobots

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = Path(__file__).parent / "corpus"
FAILURES = Path("fuzz-failures")
SLOW = 3.0
"Seconds of processor time for 100 KB and less, read three times."
LONGEST = 100_000
"Bytes of an input."
TOKENS = b"""<urlset> </urlset> <url> </url> <loc> </loc> <sitemap> <sitemapindex> <lastmod> <!--
--> <![CDATA[ ]]> <?xml ?> <!DOCTYPE [ ]> <!ENTITY & &amp; &#0; &#xD800; &#x1F600; &x; xmlns=
xmlns:x= <xhtml:link hreflang= href= <image:image> <image:loc> </image:image> <video:video>
<news:news> </news:news> <rss> <channel> <item> <feed> <entry> <a:b:c> < > " ' / = \x00 \xff\xfe
\xef\xbb\xbf \xed\xa0\x80 \xf0\x9f\x98\x80 \x1f\x8b\x08 PK\x03\x04 https://example.com/ http://[::1]:99999/
%zz %E2%82 //x 2024-05-01T10:00:00Z 99999999999999999999 -0 1e999 User-agent: Disallow: Allow:
Sitemap: * $ *$ *** # : \r \t \xc2\x85 \xe2\x80\xa8""".split()
ROBOTS = (
    b"User-agent: *\nDisallow: /a*b$\nAllow: /a\n\nSitemap: https://example.com/sitemap.xml\n",
    b"\xef\xbb\xbfuser-agent: Googlebot\r\nuser-agent: bingbot\rdisallow: /%7e?x=*&y\nhost: a",
    b"<!doctype html><html><body>User-agent: *</body></html>",
)


def mutated(data: bytes, pool: list[bytes], choice: random.Random) -> bytes:
    """The file with one to eight changes."""
    for _ in range(choice.randint(1, 8)):
        at = choice.randint(0, len(data))
        end = min(len(data), at + choice.choice((0, 1, 1, 2, 8, 40, 400)))
        data = data[:at] + _replacement(data, at, end, pool, choice) + data[end:]
    return data[:LONGEST]


def _replacement(data: bytes, at: int, end: int, pool: list[bytes], choice: random.Random) -> bytes:
    kind = choice.randrange(7)
    if kind == 0:
        return b""
    if kind == 1:
        return choice.randbytes(choice.randint(1, 4))
    if kind == 2:
        return data[at:end] * choice.choice((2, 3, 50, 2000))
    if kind == 3:
        other = choice.choice(pool)
        start = choice.randint(0, len(other))
        return other[start : start + choice.randint(1, 400)]
    if kind == 4:
        return choice.choice(TOKENS) * choice.choice((1, 1, 1, 100, 5000))
    return data[at:end] + choice.choice((b"", b" ", b"\n")) + choice.choice(TOKENS)


def try_sitemap(data: bytes, choice: random.Random) -> None:
    """Read a sitemap whole and in pieces."""
    if choice.random() < 0.05:
        data = gzip.compress(data)[: choice.choice((None, -1, -9))]
    encoding = choice.choice((None,) * 8 + ("gzip", "br", "deflate", "zstd"))
    url = choice.choice(("https://example.com/s.xml", "https://example.com/s.txt"))
    whole = read(data, url=url, content_encoding=encoding)
    pieces = read(data, url=url, content_encoding=encoding, chunk=choice.choice((1, 13, 1000)))
    assert pieces == whole, "the reading depends on the pieces that the file comes in"
    places = [entry.position for entry in whole.entries if entry.kind == "url"]
    assert places == list(range(1, whole.facts.entries + 1)), "positions that do not count up"


def try_robots(data: bytes, choice: random.Random) -> None:
    """Read a robots.txt and ask for a verdict."""
    robots = ReceivedRobots(data, origin="https://example.com")
    for path in ("/", "/a/b", "/ab?x=1&y", "/%7E" + "a" * choice.randint(0, 2000)):
        robots.verdict(f"https://example.com{path}", choice.choice(("Googlebot", "*", "")))


def fuzz(seconds: float, seed: int) -> int:
    """Try until the time is over; the number of failures."""
    choice = random.Random(seed)
    pool = [path.read_bytes() for path in CORPUS.iterdir() if path.suffix != ".expected"]
    deadline, tried, failed, slowest = time.monotonic() + seconds, 0, 0, 0.0
    while time.monotonic() < deadline:
        is_robots = choice.random() < 0.2
        data = mutated(choice.choice(ROBOTS if is_robots else pool), pool, choice)
        began = time.process_time()
        reason = attempt(try_robots if is_robots else try_sitemap, data, choice)
        taken = time.process_time() - began
        tried, slowest = tried + 1, max(slowest, taken)
        if reason is None and taken > SLOW:
            reason = f"{taken:.1f} seconds"
        if reason:
            failed += 1
            keep(failed, data, reason)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{tried:,} inputs, {failed} failed, slowest {slowest:.2f} s, peak {peak:.0f} MiB")
    return failed


def attempt(
    read_one: Callable[[bytes, random.Random], None], data: bytes, choice: random.Random
) -> str | None:
    """What went wrong, if anything did."""
    try:
        read_one(data, choice)
    except Exception:
        return traceback.format_exc()
    return None


def keep(number: int, data: bytes, reason: str) -> None:
    """Write an input that fails, and why."""
    FAILURES.mkdir(exist_ok=True)
    (FAILURES / f"{number}.bin").write_bytes(data)
    (FAILURES / f"{number}.txt").write_text(reason, "utf-8", "replace")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    length = float(arguments[0]) if arguments else 600.0
    sys.exit(1 if fuzz(length, int(arguments[1]) if arguments[1:] else 1) else 0)
