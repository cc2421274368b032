"""A site's text made harmless for where it is shown, and otherwise left as it is."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

CELL_CHARACTERS = 32_767
"What a cell of a workbook holds; one outside the basic plane (an emoji) counts twice."
_FORMULA = r"^([=+\-@\t\r])"
# What neither XML 1.0 nor Excel holds: control characters but tab and line ends, and two others.
_CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
# What makes the rest of a line run the other way.
_TURN = "[\u202a-\u202e\u2066-\u2069]"
_ESCAPE = r"_(x[0-9A-Fa-f]{4}_)"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_PARAGRAPH = re.compile(r"\n\s*\n")
_MARKDOWN_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKDOWN_MARK = re.compile(r"`|\*\*|^#+ ", re.MULTILINE)


def for_csv(texts: pd.Series[str]) -> pd.Series[str]:
    """Texts that no spreadsheet takes for formulas: one that begins like one gets an apostrophe."""
    return _without_controls(texts).str.replace(_FORMULA, r"'\1", regex=True)


def for_sheet(texts: pd.Series[str]) -> pd.Series[str]:
    """Texts as a cell holds them: lines end in a line feed, none runs backwards, none is too long.

    Excel reads ``_x0041_`` in a file as "A" (ECMA-376, ST_Xstring), so that is written escaped.
    """
    shown = texts.str.replace(_TURN, "\ufffd", regex=True)
    lines = _without_controls(shown).str.replace(r"\r\n?", "\n", regex=True)
    cells = lines.str.replace(_ESCAPE, r"_x005F_\1", regex=True)
    if not (cells.str.len() > CELL_CHARACTERS // 2).any():
        return cells
    return cells.map(_cut, na_action="ignore").astype(cells.dtype)


def _without_controls(texts: pd.Series[str]) -> pd.Series[str]:
    return texts.str.replace(_CONTROL, "\ufffd", regex=True)


def cell_text(text: str) -> str:
    """One text as :func:`for_sheet` makes it."""
    lines = re.sub(f"{_CONTROL}|{_TURN}", "\ufffd", text).replace("\r\n", "\n").replace("\r", "\n")
    return _cut(re.sub(_ESCAPE, r"_x005F_\1", lines))


def _cut(text: str) -> str:
    return text.encode("utf-16-le", "replace")[: 2 * CELL_CHARACTERS].decode("utf-16-le", "ignore")


def for_screen(text: str) -> str:
    r"""Text on one line that no terminal obeys: what cannot be seen is written out, as ``\x1b``.

    That takes in escape sequences, C1 controls, marks that turn the direction of writing,
    zero-width characters, and lone surrogates.
    """
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if unicodedata.category(character) in _INVISIBLE:
        return character.encode("unicode_escape").decode("ascii")
    return character


def plain(markdown: str, *, characters: int = 600) -> str:
    """The first paragraph of a manual's section, without marks, cut at a word."""
    paragraph = _PARAGRAPH.split(markdown.strip())[0]
    words = " ".join(_MARKDOWN_MARK.sub("", _MARKDOWN_LINK.sub(r"\1", paragraph)).split())
    if len(words) <= characters:
        return words
    return words[:characters].rsplit(" ", 1)[0].rstrip(",;:.") + " …"
