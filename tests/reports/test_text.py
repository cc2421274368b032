"""Text of a site, made harmless."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.report import escaping


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("\x1b[31mred", r"\x1b[31mred", id="escape sequence"),
        pytest.param("\x9b31mred", r"\x9b31mred", id="C1 escape sequence"),
        pytest.param("a\x07b\x08c\x7f", r"a\x07b\x08c\x7f", id="bell, backspace, delete"),
        pytest.param("a\r\nb\tc", r"a\r\nb\tc", id="line ends and tabs"),
        pytest.param("a\u202egnp.exe", r"a\u202egnp.exe", id="direction turned"),
        pytest.param("pay\u200bpal", r"pay\u200bpal", id="zero width"),
        pytest.param("\U000e0041", r"\U000e0041", id="tag character"),
        pytest.param("\ud800", r"\ud800", id="lone surrogate"),
        pytest.param("[bold]Straße 日本[/bold]", "[bold]Straße 日本[/bold]", id="markup is left"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(written: str, shown: str) -> None:
    assert escaping.for_screen(written) == shown


@given(st.text())
def test_a_text_for_the_screen_is_printable(written: str) -> None:
    shown = escaping.for_screen(written)
    assert all(character.isprintable() or character.isspace() for character in shown)
    assert "\n" not in shown


@pytest.mark.parametrize(
    ("written", "held"),
    [
        pytest.param("a\r\nb\rc\nd", "a\nb\nc\nd", id="line ends"),
        pytest.param("_x0041_", "_x005F_x0041_", id="what Excel would decode"),
        pytest.param("_x00_", "_x00_", id="what Excel would not decode"),
        pytest.param("a\x00\x0b\x1f\uffffb", "a\ufffd\ufffd\ufffd\ufffdb", id="controls"),
        pytest.param("a\u202eb", "a\ufffdb", id="direction turned"),
        pytest.param("a\x9b31m\x7f\x85b", "a\ufffd31m\ufffd\ufffdb", id="C1 controls"),
        pytest.param("https://me:pw@a.example/@x", "https://***@a.example/@x", id="a password"),
        pytest.param("=1+1", "=1+1", id="formula"),
        pytest.param("x" * 40_000, "x" * 32_767, id="too long"),
        pytest.param("😀" * 20_000, "😀" * 16_383, id="too long, two units each"),
    ],
)
def test_a_cell_holds_what_excel_can(written: str, held: str) -> None:
    assert escaping.cell_text(written) == held


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        pytest.param("One `two`\nthree.\n\nNext.", "One two three.", id="first paragraph"),
        pytest.param(
            "See [the rule](https://x.example/) **now**.", "See the rule now.", id="marks"
        ),
        pytest.param("a_b_c * d", "a_b_c * d", id="no marks"),
    ],
)
def test_a_manual_is_told_in_plain_words(markdown: str, words: str) -> None:
    assert escaping.plain(markdown) == words


def test_a_lone_surrogate_is_no_text_for_a_cell() -> None:
    assert escaping.cell_text("a\ud800b") == "a?b"


def test_a_long_manual_is_cut_at_a_word() -> None:
    assert escaping.plain("one two, three", characters=9) == "one two …"
