"""A fingerprint that hardly changes where the text hardly does."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sitemap_audit.parsing.page.main_text import simhashes

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT = [f"word{number}" for number in range(400)]


def simhash(words: Sequence[str]) -> int | None:
    return simhashes(words)[0]


def distance(one: Sequence[str], other: Sequence[str], *, of_phrases: bool = False) -> int:
    first, second = (simhashes(words)[of_phrases] for words in (one, other))
    assert first is not None
    assert second is not None
    return ((first ^ second) & (2**64 - 1)).bit_count()


def test_it_is_the_same_in_every_process_and_for_any_order() -> None:
    assert simhash(["one", "two", "three"]) == -9087934522038608447
    assert distance(TEXT, TEXT[::-1]) == 0


def test_a_word_more_changes_few_bits_and_another_text_many() -> None:
    assert distance(TEXT, [*TEXT, "more"]) <= 3
    assert distance(TEXT, [f"other{number}" for number in range(400)]) > 16


VOCABULARY = [*"abcdefghijklmno"]
HAN = "\u4e2d\u56fd\u4eba\u5927\u5b66\u751f\u5de5\u4f5c\u65e5\u672c\u6587\u5316"


def of_vocabulary(words: Sequence[str], number: int) -> list[str]:
    return random.Random(number).choices(words, k=200)


PAIRS = [
    ("other sentences of few words", of_vocabulary(VOCABULARY, 1), of_vocabulary(VOCABULARY, 2)),
    ("other sentences of six words", of_vocabulary(VOCABULARY[:6], 1), of_vocabulary("abcdef", 2)),
    ("the same words, sorted", of_vocabulary(VOCABULARY, 1), sorted(of_vocabulary(VOCABULARY, 1))),
    ("the same words backwards", TEXT, TEXT[::-1]),
    ("Chinese of few characters", of_vocabulary(HAN, 1), of_vocabulary(HAN, 2)),
]
NEAR = [
    ("another name in a template", [*TEXT[:200], "Bath", *TEXT[200:]], TEXT),
    ("a name in three places", ["Bath", *TEXT, "Bath"], ["York", *TEXT, "York"]),
    ("paragraphs in another order", TEXT, [*TEXT[200:], *TEXT[:200]]),
    ("a Chinese name", [*of_vocabulary(HAN, 1), *"\u5317\u4eac"], of_vocabulary(HAN, 1)),
]


def test_phrases_tell_the_order_of_words() -> None:
    for name, one, other in PAIRS:
        assert distance(one, other, of_phrases=True) > 16, name
    for name, one, other in NEAR:
        assert distance(one, other, of_phrases=True) <= 8, name
    keys = [simhashes(TEXT[:length])[1] for length in range(6)]
    assert keys[0] is None
    assert len({*keys}) == 6
    assert simhashes(["a", "b"])[1] != simhashes(["b", "a"])[1]
    assert simhashes(TEXT[:4] * 2)[1] != simhashes(TEXT[:4])[1]


def test_a_single_word_is_its_own_hash_and_no_word_has_none() -> None:
    assert simhash([]) is None
    assert simhash(["a"]) == simhash(["a", "a"])
