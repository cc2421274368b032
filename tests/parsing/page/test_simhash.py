"""A fingerprint that hardly changes where the text hardly does."""

from __future__ import annotations

from sitemap_audit.parsing.page.text import simhash

TEXT = [f"word{number}" for number in range(400)]


def distance(one: list[str], other: list[str]) -> int:
    first, second = simhash(one), simhash(other)
    assert first is not None
    assert second is not None
    return ((first ^ second) & (2**64 - 1)).bit_count()


def test_it_is_the_same_in_every_process_and_for_any_order() -> None:
    assert simhash(["one", "two", "three"]) == -9087934522038608447
    assert distance(TEXT, TEXT[::-1]) == 0


def test_a_word_more_changes_few_bits_and_another_text_many() -> None:
    assert distance(TEXT, [*TEXT, "more"]) <= 3
    assert distance(TEXT, [f"other{number}" for number in range(400)]) > 16


def test_a_single_word_is_its_own_hash_and_no_word_has_none() -> None:
    assert simhash([]) is None
    assert simhash(["a"]) == simhash(["a", "a"])
