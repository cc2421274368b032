"""URLs that are understood many at a time mean what each means alone."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing import url_batches
from sitemap_audit.parsing.url_batches import read_columns, read_links
from sitemap_audit.parsing.urls import MAX_LENGTH, Link, read_link

if TYPE_CHECKING:
    import pytest

PLAIN = ["https://example.com/", "http://www.example.com/a/b", "https://www.de/a-b_c.html//"]
ESCAPED = ["https://example.com/%D1%87%D0%B0%D0%B9/", "https://example.com/?q=%E8%8C%B6+a"]
OTHERS = {
    "another Unicode form": "https://example.com/mu%CC%88sli",
    "needless escapes": "https://example.com/a%28b%29",
    "upper case": "https://example.com/A",
    "a query": "https://example.com/?a=b",
    "dot segments": "https://example.com/a/../b",
    "an index page": "https://example.com/index.html",
    "a default page": "https://example.com/default.aspx",
    "an international host": "https://xn--mnchen-3ya.de/",
    "letters beyond ASCII": "https://example.com/\N{LATIN SMALL LETTER A WITH DIAERESIS}",
    "no host": "https:///a",
    "no scheme": "/a",
    "nothing": "",
    "half a character": "https://example.com/\ud800a",
    "a line feed at its end": "https://example.com/\n",
    "two lines": "https://example.com/a\nhttps://example.com/b",
    "another scheme before it": "x:https://example.com/",
    "a scheme that is escaped": "%68ttps://example.com/",
    "a host that is escaped": "https://ex%61mple.com/",
    "a port that is escaped": "https://example.com:80%380/",
    "a placeholder for a host": "https://{{host}}/a",
    "a user": "https://joe@example.com/a",
    "a lone sign before an escape": "https://example.com/%%32F",
    "a lone sign at its end": "https://example.com/%4",
    "a NUL": "https://example.com/a\0b",
    "escapes that are no UTF-8": "https://example.com/%FFu%CC%88%FF/%ED%A0%80",
    "as long as is composed": f"https://example.com/{'u%CC%88' * 289}aa%28",
    "longer than is composed": f"https://example.com/{'u%CC%88' * 289}aaaa%28",
    "a URL that is too long": "https://example.com/" + "a" * MAX_LENGTH,
}


def test_one_that_is_not_plain_changes_none_of_the_rest() -> None:
    lists = {name: ([*PLAIN, other, *PLAIN], [other]) for name, other in OTHERS.items()}
    assert [name for name, both in lists.items() if any(map(differs, both))] == []


def differs(urls: list[str]) -> bool:
    """Whether URLs mean together what one of them does not mean alone."""
    return read_links(urls) != {url: read_link(url) for url in urls}


def test_urls_in_normal_form_mean_what_each_means() -> None:
    urls = [*PLAIN, OTHERS["upper case"], OTHERS["a query"], OTHERS["an index page"], *ESCAPED]
    assert read_links(urls) == {url: read_link(url) for url in urls}


def test_escapes_in_lower_case_mean_what_each_means() -> None:
    urls = [*PLAIN, *ESCAPED, *map(str.lower, ESCAPED)]
    assert read_links(urls) == {url: read_link(url) for url in urls}


def test_plain_urls_mean_what_each_means() -> None:
    assert read_links(PLAIN) == {url: read_link(url) for url in PLAIN}
    assert read_links([]) == {}


ESCAPES = {
    "upper case": "https://example.com/%D1%87%D0%B0%D0%B9/",
    "lower case": "https://example.com/%d1%87%d0%b0%d0%b9/",
    "needless": "https://example.com/%E8%8C%B6%28a%29/",
    "needless, with a query": "https://example.com/%E8%8C%B6%28a%29/?q=%28%E8%8C%B6",
    "needed": "https://example.com/%d8%b4%2fa%20b/",
    "unreserved": "https://example.com/%d8%b4%2Da%7eb/",
    "no UTF-8": "https://example.com/%D8%ff/",
    "decomposed": "https://example.com/%D1%87%D0%B0%D0%B8%CC%86/",
    "Japanese, decomposed": "https://example.com/%E3%81%8B%E3%82%99/",
    "Hindi, decomposed": "https://example.com/%E0%A4%95%E0%A4%BC/",
    "none": "https://example.com/\N{CYRILLIC SMALL LETTER CHE}\N{CYRILLIC SMALL LETTER A}/",
    "none, between blanks": "\n  https://example.com/\N{CYRILLIC SMALL LETTER CHE}/",
    "international host": "https://b\N{LATIN SMALL LETTER U WITH DIAERESIS}cher.example/%D8%B4/",
    "international host in ASCII": "https://xn--bcher-kva.example/%D8%B4/",
    "host and scheme in capitals": "HTTPS://EXAMPLE.com/%D8%B4/",
    "default port": "https://example.com:443/%D8%B4/",
}
ALONE = ["/a", "https://example.com/a/../b", "https://example.com/a b", "https://example.com/%"]


def test_no_way_to_write_urls_has_them_read_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    alone: set[str] = set()

    def read_alone(text: str) -> Link:
        alone.add(text.strip())
        return read_link(text)

    monkeypatch.setattr(url_batches, "read_link", read_alone)
    ways = {name: [start] for name, start in ESCAPES.items()} | {"all": [*ESCAPES.values()]}
    wrong = []
    for (name, starts), odd in product(ways.items(), ALONE):
        alone.clear()
        urls = [f"{start}{n}" for n in range(20) for start in starts]
        if differs([*urls, odd]) or alone & {odd, *map(str.strip, urls)} != {odd}:
            wrong.append((name, odd))
    assert wrong == []


STARTS = [
    *PLAIN,
    *("https://m\N{LATIN SMALL LETTER U WITH DIAERESIS}nchen.de/", "http://xn--mnchen-3ya.de/"),
    *("HTTPS://Example.COM:443/", "http://example.com:8080/", "https://exa mple.com/", "//a.de/"),
    *(
        "http://127.0.0.1/",
        "http://0x7f.1/",
        "https://a%2Ede/",
        "%68ttps://a.de/",
        " https://a.de/",
    ),
]
TEXTS = st.lists(
    st.sampled_from(
        [
            *"aZ.:/-_?&=%~\n w3\N{LATIN SMALL LETTER A WITH DIAERESIS}+,@#'\0\ud800\u0308\u093c",
            *("%D0%B0", "%d0%b0", "%7e", "%CC%88", "%28", "%2f", "%2E", "%FF", "%E0%A4%95"),
            *("%e2%84%ab", "/index.html", "www.", "\N{HIRAGANA LETTER KA}", "\u3099"),
        ]
    ),
    max_size=12,
).map("".join)


@given(
    st.lists(st.builds(lambda start, rest: start + rest, st.sampled_from(STARTS), TEXTS) | TEXTS)
)
def test_urls_mean_together_what_each_means_alone(urls: list[str]) -> None:
    assert read_links(urls) == {url: read_link(url) for url in urls}


def test_more_urls_than_are_read_at_once_keep_their_order() -> None:
    urls = [f"https://example.com/%D0%B0/{n}" for n in range(1_000)]
    assert list(read_columns(urls).urls) == urls
