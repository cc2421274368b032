"""What is more than is read of a page: the page is not checked."""

from __future__ import annotations

import pytest

from sitemap_audit.parsing.languages import read_lang
from sitemap_audit.parsing.page.content import content_hash
from sitemap_audit.parsing.page.main_text import simhashes
from sitemap_audit.parsing.page.page_reader import read_page


@pytest.mark.parametrize(
    ("ends", "ended_by", "reason"),
    [(1, "img", None), (900, "img", None), (1_100, None, "too-complex")],
)
def test_what_ends_a_head_is_found_or_the_page_is_not_checked(
    ends: int, ended_by: str | None, reason: str | None
) -> None:
    script = f"<script>{'</head>' * ends}</script>"
    html = f"<head><title>t</title>{script}<img src=x><link rel=canonical href=/a></head><body>x"
    page = read_page(
        html.encode(),
        page_id=1,
        url="https://e.com/a",
        headers=[("content-type", "text/html")],
        token="googlebot",  # noqa: S106
    )
    assert (page.head_ended_by, page.unread_reason) == (ended_by, reason)


def test_texts_of_any_number_of_words_are_compared() -> None:
    texts = [[f"{start}w{number}" for number in range(150_000)] for start in ("a", "b")]
    one, other = (simhashes(text)[0] for text in texts)
    nearly = simhashes([*texts[0], "more"])[0]
    assert one is not None
    assert other is not None
    assert nearly is not None
    assert (one ^ nearly).bit_count() <= 3 < (one ^ other).bit_count()


def test_a_date_counts_for_nothing_behind_any_number_of_numbers() -> None:
    first, second = (
        content_hash(b"1 " * 200_000 + date) for date in (b"2026-01-01", b"2026-01-02")
    )
    assert first == second


def test_a_language_tag_of_any_length_is_one() -> None:
    assert read_lang("-".join(["en-x", *["abcdefgh"] * 30])).problem is None
