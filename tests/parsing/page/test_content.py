"""The hash of main content: what a page says changes it, what changes at each visit does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.page.content import content_hash
from sitemap_audit.parsing.page.html import read_html


def hash_of(text: str) -> str:
    return content_hash(text.encode())


@pytest.mark.parametrize(
    ("text", "later"),
    [
        pytest.param("On 2026-03-05T10:00:00Z by Ann", "On 2025-11-01 by Ann", id="ISO 8601"),
        pytest.param("On 5.3.2026, Ann", "On 17.11.2025, Ann", id="with dots"),
        pytest.param("On 5 March 2026 by Ann", "On 17 Apr. 2025 by Ann", id="day first"),
        pytest.param("On March 5, 2026 by Ann", "On April 17, 2027 by Ann", id="month first"),
        pytest.param("5 de marzo de 2026 Ana", "6 de abril de 2025 Ana", id="Spanish"),
        pytest.param("2026 年 3 月 5 日", "2025 年 12 月 31 日", id="Chinese"),
        pytest.param("at 10:15 am sharp", "at 9 PM sharp", id="a time"),
        pytest.param("1,234 views", "98 views", id="a counter"),
        pytest.param("(12 comments)", "(3 comments)", id="a counter in brackets"),
        pytest.param("3 hours ago", "2 days ago", id="an age"),
        pytest.param("id a3f9c0d2e4b6a8f0c1 x", "id 77a9c0d2e4b6a8f0c1 x", id="a hex nonce"),
        pytest.param("t dGhpc0lzQU5vbmNlMTIz= x", "t YW5vdGhlck5vbmNlMTIz= x", id="base64"),
        pytest.param("7", "8", id="nothing else"),
    ],
)
def test_what_changes_at_each_visit_is_left_out(text: str, later: str) -> None:
    assert hash_of(text) == hash_of(later)


@pytest.mark.parametrize(
    ("text", "later"),
    [
        pytest.param("new car", "old car", id="a word"),
        pytest.param("for 99 € only", "for 98 € only", id="a price, currency behind"),
        pytest.param("USD 99 only", "USD 98 only", id="a price, currency before"),
        pytest.param("for $99 only", "for $98 only", id="a price in one word"),
        pytest.param("for 99.50 only", "for 98.50 only", id="decimals"),
        pytest.param("20 % off", "30 % off", id="a share"),
        pytest.param("the X200 phone", "the X201 phone", id="a model"),
        pytest.param("release 1.2.3", "release 1.2.4", id="a version"),
    ],
)
def test_what_a_page_says_counts(text: str, later: str) -> None:
    assert hash_of(text) != hash_of(later)


@given(st.lists(st.text("0159 aprm:€/.-", min_size=1), max_size=30))
def test_any_words_have_a_hash(words: list[str]) -> None:
    assert len(hash_of(" ".join(" ".join(words).split()))) == 32


JSON = '<script type="application/ld+json">{}</script>'
META = '<meta property="article:modified_time" content="2026-02-02">'
ITEM = '<time itemprop="dateModified" datetime="2026-03-03">3 March</time>'


@pytest.mark.parametrize(
    ("text", "modified"),
    [
        (ITEM + META + JSON.format('{"@type": "Article", "dateModified": "1 Jan"}'), "1 Jan"),
        (JSON.format('{"@graph": [{"@type": "Product", "dateModified": "2026"}]}'), "2026"),
        (JSON.format('{"@type": "ItemList", "itemListElement": [{"dateModified": "x"}]}'), None),
        (JSON.format('{"dateModified": ') + META, "2026-02-02"),
        (ITEM + META, "2026-02-02"),
        (ITEM, "2026-03-03"),
        ("<p itemprop=dateModified> 3  March </p>", "3 March"),
        ("<meta itemprop=dateModified content=2026>", "2026"),
        ("<p itemprop=dateModified></p>", None),
        ("<p>dateModified</p>", None),
    ],
)
def test_the_date_of_the_last_change_is_kept_as_written(text: str, modified: str | None) -> None:
    assert read_html(text, "https://example.com/").modified == modified
