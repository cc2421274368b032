"""What entries name is found in their pages however it is written; what it is not, is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.page.assertions import (
    PageRef,
    contains_images,
    find_dates,
    find_images,
    image_name,
)
from sitemap_audit.parsing.page.page_dates import publication_dates
from sitemap_audit.parsing.urls import key

if TYPE_CHECKING:
    from collections.abc import Callable

SITE = "https://example.com"
PAGE = PageRef(1, f"{SITE}/a", key(f"{SITE}/a"))
NAMES = [
    ("/photos/cat.jpg", "cat"),
    ("/cat.jpg?width=300#x", "cat"),
    ("/Cat.JPG", "cat"),
    ("/cat-300x200.jpg", "cat"),
    ("/cat_800x.jpg", "cat"),
    ("/cat@2x.png", "cat"),
    ("/cat-scaled.jpg.webp", "cat"),
    ("/cat-1024x768-1.jpg", "cat-1024x768-1"),
    ("/caf%C3%A9%20noir.png", "café noir"),
    ("/300x200.jpg", "300x200"),
    ("/.jpg", ".jpg"),
    ("/photos/", ""),
    ("/AbC-d_e=w1200-h630-p-k-no", "abc-d_e"),
    ("/AbC=s1600", "abc"),
    ("/image.php?id=7", ""),
    ("/thumb.ashx?path=/cat.jpg", ""),
]


@pytest.mark.parametrize(("path", "name"), NAMES, ids=[path for path, _ in NAMES])
def test_copies_of_an_image_have_one_name(path: str, name: str) -> None:
    assert image_name(SITE + path) == name


WRITTEN = [
    '<img src="/img/café noir-300x200.webp">',
    '<img src="/img/caf%C3%A9%20noir.png">',
    "<img src=/img/caf&eacute;+noir.png>",
    '<img src="/_next/image?url=%2Fcaf%25C3%25A9%2520noir.png&amp;w=640">',
    r'<img alt><script>{"src": "\/img\/caf\u00e9 noir.png"}</script>',
    "<img src='/img/cafe\u0301 noir.png'>",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_name_is_found_however_it_is_escaped(text: str) -> None:
    image = f"{SITE}/caf%C3%A9%20noir.png"
    assert contains_images(text, [image]) == {image: True}


WITHOUT_IMAGES = {
    "an application": "<div id=app></div><script src=/app.js></script>",
    "in a comment": "<div id=app></div><!-- <img src=/b.png> -->",
    "in an attribute": "<div id=app data-tpl='<img src=/b.png>'></div>",
    "in a script": "<div id=app></div><script>app('<img src=' + url + '>')</script>",
    "in a template": "<div id=app></div><template><img src=/b.png></template>",
    "a counter of visits": "<div id=app></div><noscript><img src=//c.example/1></noscript>",
    "in a field": "<textarea><img src=/b.png></textarea>",
    "an attribute of that name in a text": "<p>What srcset, data-src and og:image are for",
}


@pytest.mark.parametrize("text", WITHOUT_IMAGES.values(), ids=WITHOUT_IMAGES)
def test_a_page_that_shows_no_image_says_nothing_of_any(text: str) -> None:
    assert contains_images(text, [f"{SITE}/teapot.png"]) == {}


WITH_IMAGES = (
    *("<img src=/b.png>", "<svg><image href=/b.png></svg>", "<source srcset=/b.png>"),
    *("<div data-src=/b.png>", "<meta property=og:image content=/b.png>"),
    *("<p style='background: url(/b.png)'>", "<style>p { background: url(/b.png) }</style>"),
    "<script type=application/ld+json>{'image': '/b.png'}</script>",
)


@pytest.mark.parametrize("text", WITH_IMAGES)
def test_a_page_that_shows_others_lacks_an_image(text: str) -> None:
    assert contains_images(text, [f"{SITE}/teapot.png"]) == {f"{SITE}/teapot.png": False}


def test_each_image_that_was_looked_for_has_a_row_but_those_without_a_name() -> None:
    found = find_images(PAGE, "<img src=/a.png>", [f"{SITE}/a.png", f"{SITE}/b.png", f"{SITE}/c/"])
    assert [(row.image_url, row.is_named) for row in found] == [
        (f"{SITE}/a.png", True),
        (f"{SITE}/b.png", False),
    ]
    assert {(row.page_id, row.url, row.url_key) for row in found} == {PAGE}


META = '<meta property="Article:published_time" content=" 2026-01-15T08:00:00Z ">'


def described(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


DATES = [
    (META, ["meta"]),
    (META + META, ["meta"]),
    (described('[{"@type": "BlogPosting", "datePublished": "x"}]'), ["json-ld"]),
    (described('{"mainEntity": {"@type": "Article", "datePublished": "x"}}'), ["json-ld"]),
    (described('{"@type": "Review", "datePublished": "x"}'), []),
    (described('{"mentions": {"@type": "Article", "datePublished": "x"}}'), []),
    (described('{"@type": "Article", "datePublished": 2026}'), []),
    (described('{"@type": "Article", "datePublished": }'), []),
    ('<time pubdate datetime="2026-01-15">', ["time"]),
    ("<time pubdate>15 January</time>", []),
    ('<time pubdate datetime="2026-01-15"></time><time pubdate datetime="2026-01-14">', []),
    ('<time datetime="2026-01-15">', []),
]


@pytest.mark.parametrize(("text", "sources"), DATES, ids=[text for text, _ in DATES])
def test_dates_are_those_that_the_page_bears_of_itself(text: str, sources: list[str]) -> None:
    assert [date.source for date in publication_dates(text)] == sources


def test_a_date_is_kept_as_written_with_what_it_means() -> None:
    (row,) = find_dates(PAGE, META)
    assert (row.published, str(row.published_at), row.published_precision) == (
        "2026-01-15T08:00:00Z",
        "2026-01-15 08:00:00+00:00",
        "second",
    )


@given(st.text(), st.lists(st.text(), max_size=3))
def test_any_text_can_be_looked_through(text: str, images: list[str]) -> None:
    urls = [f"{SITE}/{name}" for name in images]
    assert set(contains_images(f"<img>{text}", urls)) <= set(urls)
    publication_dates(f"<script type=application/ld+json>{text}</script>{text}")


HOSTILE: dict[str, Callable[[int], str]] = {
    "nested JSON": lambda size: f'<script type="application/ld+json">{"[" * size}</script>',
    "a style that does not end": lambda size: "<img>" + "background:" * (size // 11),
    "escapes of escapes": lambda size: "<img>%" + "25" * (size // 2),
    "entities": lambda size: "<img>" + "&amp;" * (size // 5),
    "a name of sizes": lambda size: "<img>" + "-1x1" * (size // 4),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_looking_takes_time_in_proportion_to_the_page(text: Callable[[int], str]) -> None:
    def prepare(size: int) -> Callable[[], object]:
        page = text(size)
        images = [f"{SITE}/{page[5:60_000]}.png"]
        return lambda: (contains_images(page, images), publication_dates(page))

    assert growth(prepare, 100_000) < LINEAR
