"""URLs that are understood many at a time mean what each means alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing import url_batches
from sitemap_audit.parsing.url_batches import read_links
from sitemap_audit.parsing.urls import MAX_LENGTH, Link, read_link

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
    "a URL that is too long": "https://example.com/" + "a" * MAX_LENGTH,
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_one_that_is_not_plain_changes_none_of_the_rest(other: str) -> None:
    urls = [*PLAIN, other, *PLAIN]
    assert read_links(urls) == {url: read_link(url) for url in urls}
    assert read_links([other]) == {other: read_link(other)}


def test_urls_in_normal_form_mean_what_each_means() -> None:
    urls = [*PLAIN, OTHERS["upper case"], OTHERS["a query"], OTHERS["an index page"], *ESCAPED]
    assert read_links(urls) == {url: read_link(url) for url in urls}


def test_escapes_in_lower_case_mean_what_each_means() -> None:
    urls = [*PLAIN, *ESCAPED, *map(str.lower, ESCAPED)]
    assert read_links(urls) == {url: read_link(url) for url in urls}


def test_plain_urls_mean_what_each_means() -> None:
    assert read_links(PLAIN) == {url: read_link(url) for url in PLAIN}
    assert read_links([]) == {}


@pytest.mark.parametrize("odd", ["https://example.com/%7e", "/a", "https://example.com/a/../b"])
@pytest.mark.parametrize(
    "escaped",
    ["%D1%87%D0%B0%D0%B9", "%d1%87%d0%b0%d0%b9", "%E8%8C%B6%28a%29", "%D8%B4%D8%A7%D9%8A"],
)
def test_one_odd_url_does_not_have_the_others_read_alone(
    escaped: str, odd: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = [f"https://example.com/{escaped}/{n}" for n in range(100)]
    alone: list[str] = []

    def read_alone(text: str) -> Link:
        alone.append(text)
        return read_link(text)

    monkeypatch.setattr(url_batches, "read_link", read_alone)
    assert read_links([*urls, odd]) == {url: read_link(url) for url in [*urls, odd]}
    assert alone == [odd]


TEXTS = st.lists(
    st.sampled_from([*"aZ.:/-_?&=%~\n w3ä+,@", "%D0%B0", "%d0%b0", "%7e", "%CC%88", "%28"]),
    max_size=12,
).map("".join)


@given(st.lists(st.builds(lambda start, rest: start + rest, st.sampled_from(PLAIN), TEXTS) | TEXTS))
def test_urls_mean_together_what_each_means_alone(urls: list[str]) -> None:
    assert read_links(urls) == {url: read_link(url) for url in urls}
