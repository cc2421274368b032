"""A fingerprint that hardly changes where the text hardly does."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sitemap_audit.parsing.page.text import phrases, simhash

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        assert distance(phrases(one), phrases(other)) > 16, name
    for name, one, other in NEAR:
        assert distance(phrases(one), phrases(other)) <= 8, name
    texts = [phrases(TEXT[:length]) for length in range(6)]
    assert [len(each) for each in texts] == [0, 1, 1, 1, 1, 2]
    assert texts[3] == ["word0 word1 word2"]


def test_a_single_word_is_its_own_hash_and_no_word_has_none() -> None:
    assert simhash([]) is None
    assert simhash(["a"]) == simhash(["a", "a"])
