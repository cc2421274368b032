"""Processor seconds to read sitemaps of percent-encoded URLs, beside plain ones of the same length.

``python tests/benchmarks/escapes.py [ENTRIES]``: for each script, one sitemap of escaped URLs and
one of plain URLs, as many and as long; both in turns in one process, the best of nine runs. The
ratio is to be 1.5 at most. The URLs are also understood alone (``read_columns``), which is where
they differ.
"""

from __future__ import annotations

import re
import sys
import time
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from sitemap_audit.parsing.sitemap import SitemapReader
from sitemap_audit.parsing.url_batches import read_columns

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 9
SITE = "https://www.example.com"
WORDS = {
    "cyrillic": ("каталог", "товары", "чайник-керамический", "зелёный-чай", "подарки"),
    "cyrillic, decomposed": ("чаи\u0306ник", "товары", "зеле\u0308ныи\u0306-чаи\u0306"),
    "chinese": ("产品目录", "茶叶", "陶瓷茶壶", "绿茶礼盒", "新品上市"),
    "arabic": ("كتالوج", "منتجات", "شاي-أخضر", "هدايا", "إبريق-الشاي"),
    "arabic, vowels": ("كَتَالُوج", "مُنتَجَات", "شَاي", "آ\u0653"),
    "hebrew": ("קטלוג", "מוצרים", "תה-ירוק", "מתנות"),
    "japanese": ("カタログ", "お茶", "ギフト", "か\u3099らす"),
    "korean": ("목록", "녹차", "선물-상자"),
    "hindi": ("सूची", "चाय", "उपहार"),
    "thai": ("แคตตาล็อก", "ชาเขียว", "ของขวัญ"),
    "german": ("über-uns", "größe", "tee-zubehör"),
}


def urls(words: tuple[str, ...], entries: int) -> list[str]:
    """URLs of three segments, escaped."""
    escaped = tuple(map(quote, words))
    count = len(escaped)
    return [
        f"{SITE}/{escaped[n % count]}/{escaped[n // 3 % count]}/{escaped[n // 7 % count]}-{n}/"
        for n in range(entries)
    ]


def variants(urls: list[str]) -> dict[str, list[str]]:
    """The same URLs in the ways that sites write them."""
    return {
        "": urls,
        ", lower case": [url.lower() for url in urls],
        ", one in a hundred odd": [
            url[:-1] + "%7e%28a%29" if n % 100 == 0 else url for n, url in enumerate(urls)
        ],
        ", needless escapes": [url[:-1] + "%28a%29/" for url in urls],
        ", query": [url + "?q=" + url.split("/")[3] for url in urls],
        ", not escaped": list(map(unquote, urls)),
        ", unreserved": [url[:-1] + "%2Da/" for url in urls],
        ", host": [url.replace("www.example.com", "www.xn--bcher-kva.ex") for url in urls],
    }


def plain(urls: list[str]) -> list[str]:
    """Plain URLs, each of as many bytes as the one that it stands for."""
    paths = [url[8:].partition("/")[2].encode() for url in urls]
    return [f"{SITE}/{re.sub(b'[^!-~]|%', b'x', path).lower().decode()}" for path in paths]


def sitemap(urls: list[str]) -> bytes:
    """A urlset."""
    entries = "\n".join(f"<url><loc>{url}</loc><lastmod>2026-01-01</lastmod></url>" for url in urls)
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<urlset xmlns="{namespace}">\n{entries}\n</urlset>\n'.encode()


def read(body: bytes) -> None:
    """Read a sitemap."""
    reader = SitemapReader([body], sitemap_id=1, url=f"{SITE}/sitemap.xml")
    for batch in reader.batches():
        del batch


def understand(urls: list[str]) -> None:
    """Understand URLs as many at a time as the reader does."""
    for start in range(0, len(urls), 500):
        read_columns(urls[start : start + 500])


def ratio(one: Callable[[], None], other: Callable[[], None]) -> tuple[float, float]:
    """Processor seconds of the first, and how many times as long as the other it takes."""
    runs = [(_seconds(one), _seconds(other)) for _ in range(RUNS)]
    best = [min(run[which] for run in runs) for which in (0, 1)]
    return best[0], best[0] / best[1]


def _seconds(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def main(entries: int) -> None:
    """Print a line for each script and way of writing."""
    print(f"{'':36}{'us a URL':>9}{'sitemap':>9}{'URLs':>9}   times the plain ones")
    for script, words in WORDS.items():
        for name, escaped in variants(urls(words, entries)).items():
            other = plain(escaped)
            bodies = sitemap(escaped), sitemap(other)
            seconds, of_file = ratio(lambda b=bodies: read(b[0]), lambda b=bodies: read(b[1]))  # type: ignore[misc]
            _, of_urls = ratio(
                lambda u=escaped: understand(u),  # type: ignore[misc]
                lambda u=other: understand(u),  # type: ignore[misc]
            )
            each = seconds / entries * 1e6
            print(f"{script + name:36}{each:9.1f}{of_file:9.2f}{of_urls:9.2f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 4000)
