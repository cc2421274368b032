"""The pattern of a URL, which is the same for pages of one template."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.patterns import pattern

SITE = "https://example.com"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("/", "/", id="home"),
        pytest.param("/de/", "/de/", id="home of a language"),
        pytest.param("/en-GB/about", "/en-GB/about", id="page of a language at the top"),
        pytest.param("/about-us", "/about-us", id="two words at the top"),
        pytest.param("/how-to-brew-tea", "/{slug}", id="three words at the top"),
        pytest.param("/de/products/teapot", "/de/products/{slug}", id="one word in a section"),
        pytest.param("/de/products/red-pot-42", "/de/products/{slug}-{n}", id="slug and number"),
        pytest.param("/42-red-pot.html", "/{n}-red-pot.html", id="two words and a number"),
        pytest.param("/shop/42-red-pot.html", "/shop/{n}-{slug}.html", id="number and slug"),
        pytest.param("/shop/red-pot/", "/shop/{slug}/", id="the slash stays"),
        pytest.param("/shop/red-pot/reviews", "/shop/{slug}/{slug}", id="below a page"),
        pytest.param("/journal/2025/06/03/", "/journal/{n}/{n}/{n}/", id="year, month, day"),
        pytest.param("/journal/2025-06-03", "/journal/{date}", id="date"),
        pytest.param("/p123", "/p{n}", id="letter and number"),
        pytest.param("/shop/p123.html", "/shop/p{n}.html", id="letter and number in a section"),
        pytest.param("/shop/index.php", "/shop/index.php", id="index page"),
        pytest.param("/o/6f9619ff-8b86-d011-b42d-00c04fc964ff", "/o/{id}", id="UUID in a section"),
        pytest.param("/o/9e107d9d372bb682", "/o/{id}", id="hash"),
        pytest.param("/o/deadbeef", "/o/{slug}", id="a word of the letters a to f"),
        pytest.param("/%E8%8C%B6", "/{slug}", id="a name in another script"),
        pytest.param("/sitemap-3.xml", "/sitemap-{n}.xml", id="numbered file"),
        pytest.param("/robots.txt", "/robots.txt", id="file at the top"),
        pytest.param("/list?page=2&sort=price", "/list?page={n}&sort={value}", id="query"),
        pytest.param("/list?12345", "/list?{n}", id="query without a name"),
        pytest.param("/list?", "/list?", id="empty query"),
    ],
)
def test_what_names_one_page_is_abstracted(path: str, expected: str) -> None:
    assert pattern(SITE + path) == expected


def test_the_host_is_no_part_of_it() -> None:
    assert pattern("https://de.example.com/shop/pot") == pattern("http://example.org/shop/jug")


@given(st.text())
def test_any_text_has_a_pattern(text: str) -> None:
    assert pattern(text).startswith("/") or "://" in text


@given(st.integers(min_value=0), st.integers(min_value=0))
def test_numbers_never_tell_patterns_apart(one: int, other: int) -> None:
    assert pattern(f"{SITE}/shop/pot-{one}") == pattern(f"{SITE}/shop/pot-{other}")
