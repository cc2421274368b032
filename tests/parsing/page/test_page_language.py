"""The language of a text: told only where it is surely another than the page says."""

from __future__ import annotations

import sys
import tomllib
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.page.language import _FUNCTION_WORDS, detect
from sitemap_audit.parsing.page.page_reader import PageReading, read_page

TEXTS = {
    language: " ".join(text.split())
    for language, text in tomllib.loads(
        Path(__file__).with_name("texts.toml").read_text("utf-8")
    ).items()
}
RELATED = [
    ("da", "nb"),
    ("da", "no"),
    ("da", "nn"),
    ("da", "sv"),
    ("pt", "gl"),
    ("pt", "es"),
    ("es", "ca"),
    ("ru", "uk"),
    ("ru", "bg"),
    ("nl", "af"),
    ("de", "lb"),
    ("fr", "oc"),
]
KNOWN = sorted(TEXTS)


def test_a_text_in_another_language_is_told_and_none_in_its_own() -> None:
    pairs = list(product(KNOWN, KNOWN))
    found = {(language, said): detect(TEXTS[language] * 2, {said}) for language, said in pairs}
    assert {pair: told and told.language for pair, told in found.items()} == {
        pair: None if len({*pair}) == 1 or {*pair} == {"es", "pt"} else pair[0] for pair in pairs
    }
    assert min(told.probability for told in found.values() if told) >= 0.98


def test_related_languages_are_not_told_apart() -> None:
    assert [pair for pair in RELATED if detect(TEXTS[pair[0]], {pair[1]})] == []


def test_one_of_several_languages_that_are_said_is_enough() -> None:
    assert detect(TEXTS["de"], {"en", "de"}) is None


NOT_TOLD = {
    "names": "Anna Smith, Head of Sales. John Miller, Head of Design. Peter and Mary of the Board. "
    * 5,
    "code": "the_list = [the.of(x) for x in range(10)]; print(the[0], of=1, in_={'a': 2}) # to and "
    * 5,
    "prices": "A tea of 100 g for 12.50 EUR, a tea of 200 g for 22.50 EUR, 30 in a box of 10x12. "
    * 5,
    "two languages": TEXTS["en"] + " " + TEXTS["de"],
    "half quoted": TEXTS["de"] + " " + TEXTS["en"] + " " + TEXTS["de"],
    "filler": "Lorem ipsum dolor sit amet, consetetur sadipscing elitr, sed diam nonumy eirmod. "
    * 6,
    "nothing": "",
    "one sentence over and over": "The tea is in the box. " * 30,
    "a short Japanese text": "緑茶は摘んだ後すぐに加熱された葉から作られます。" * 5,
    "English with Japanese quoted": (TEXTS["en"] + " " + TEXTS["ja"]) * 2,
    "Japanese and Chinese": TEXTS["ja"] + TEXTS["zh"],
    "addresses in Japan": "東京都千代田区丸の内一丁目九番一号 大阪府北区梅田三丁目 " * 14,
    "kanji only": "有限会社山田製茶工場 緑茶製造販売 営業時間九時至十七時 " * 14,
    "Chinese names": "王小明 李大华 张伟 陈静 刘洋 黄丽 赵敏 周杰 吴强 徐艳 " * 14,
    "Korean names": "김민수 이영희 박지성 최유진 정해인 강동원 조인성 " * 14,
    "Thai words in a list": "ชา กาแฟ น้ำ นม ขนม ผลไม้ ข้าว ปลา ไก่ หมู ผัก แกง ต้มยำ ส้มตำ กล้วย มะม่วง "
    * 12,
    "Latin letters with Japanese": (
        "ノート PC ThinkPad X1 Carbon Gen 12 Intel Core Ultra 7 が届く " * 20
    ),
}
NAMED_OTHERWISE = [
    ("zh", "yue"),
    ("zh", "cmn"),
    ("ja", "ryu"),
    ("ko", "okm"),
    ("th", "nod"),
    ("th", "pi"),
]


def test_a_language_of_the_same_script_may_be_said() -> None:
    assert [pair for pair in NAMED_OTHERWISE if detect(TEXTS[pair[0]] * 2, {pair[1]})] == []


def test_chinese_is_known_in_both_ways_of_writing() -> None:
    text = (
        "綠茶是用採摘後不久就加熱的葉子做成的 這樣葉子就能保持它的顏色 "
        "在這個國家的北方 人們把葉子蒸一分鐘 在南方 人們把葉子放在鍋裡炒 "
        "你在杯子裡嚐到的味道 既取決於葉子 也取決於水 如果水太熱 茶就會變苦 "
    )
    found = detect(text * 3, {"en"})
    assert found is not None
    assert found.language == "zh"


def test_what_is_not_sure_is_not_told() -> None:
    pairs = product(NOT_TOLD, ("fr", "fi", "xx"))
    assert [(name, said) for name, said in pairs if detect(NOT_TOLD[name], {said})] == []


def page(text: str, lang: str | None, head: str = "") -> PageReading:
    attribute = "" if lang is None else f' lang="{lang}"'
    return read_page(
        f"<html{attribute}><head>{head}</head><body><main>{text}</main>".encode(),
        page_id=1,
        url="https://example.com/de/a",
        headers=[("Content-Type", "text/html; charset=utf-8")],
        token="Googlebot",  # noqa: S106
    )


OWN = '<link rel=alternate hreflang=de-AT href="/de/a">'
OTHER = '<link rel=alternate hreflang=en href="/en/a">'


@pytest.mark.parametrize(
    ("text", "lang", "head", "language"),
    [
        (TEXTS["en"], "de-AT", "", "en"),
        (TEXTS["en"], None, OWN, "en"),
        (TEXTS["en"], "de", OWN + OTHER, "en"),
        (TEXTS["en"], "en", OWN, None),
        (TEXTS["de"], "en", OWN, None),
        (TEXTS["en"], None, OTHER, None),
        (TEXTS["en"], None, "", None),
        (" ".join(TEXTS["en"].split()[:49]), "de", "", None),
    ],
)
def test_a_page_is_held_against_its_lang_and_its_own_hreflang(
    text: str, lang: str | None, head: str, language: str | None
) -> None:
    read = page(text, lang, head)
    assert read.detected_language == language
    assert (read.detected_probability is None) == (language is None)


def test_every_language_of_the_table_is_one_that_can_be_decided_on() -> None:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    assert set(_FUNCTION_WORDS) <= set(LanguageIdentifier.from_model_file(MODEL_FILE).labels)


@given(st.text(), st.sets(st.sampled_from([*KNOWN, "xx"])))
def test_any_text_can_be_looked_at(text: str, said: set[str]) -> None:
    detect(text, said)


def test_the_model_is_not_loaded_for_a_text_that_is_what_it_says() -> None:
    sys.modules.pop("py3langid", None)
    for language, text in TEXTS.items():
        detect(text, {language})
    assert "py3langid" not in sys.modules
