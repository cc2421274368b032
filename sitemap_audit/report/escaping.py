"""Escape the text of sites for workbook, page and terminal; leave all other text unchanged."""

from __future__ import annotations

import re
import unicodedata

from sitemap_audit.masking import without_userinfo
from sitemap_audit.storage.csv_cells import FORMULA, UNFIT

CELL_CHARACTERS = 32_767
"Maximum length of a cell; characters outside the Basic Multilingual Plane count twice."
_UNFIT = re.compile(f"[{UNFIT}]")
_UNFIT_FOR_HTML = re.compile(f"[{UNFIT}\ud800-\udfff]")
begins_like_formula = re.compile(FORMULA).match
"Returns a match if a spreadsheet may read a text as a formula."
_LINE_END = re.compile(r"\r\n?")
_ESCAPE = re.compile(r"_(x[0-9A-Fa-f]{4}_)")
_DOUBTFUL = re.compile(f"[{UNFIT}\r\ud800-\udfff@]|_x")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)\s+(?=[A-Z])")
_MARKDOWN_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKDOWN_MARK = re.compile(r"`|\*\*|^#+ ", re.MULTILINE)


def cell_text(text: str) -> str:
    """Return a text for a cell: LF line ends, no bidirectional marks, truncated if too long.

    Excel reads ``_x0041_`` in a file as "A" (ECMA-376, ST_Xstring), so that is written escaped.
    """
    if len(text) <= CELL_CHARACTERS // 2 and not _DOUBTFUL.search(text):
        return text
    lines = _LINE_END.sub("\n", _UNFIT.sub("\ufffd", without_userinfo(text)))
    return _cut(_ESCAPE.sub(r"_x005F_\1", lines))


def _cut(text: str) -> str:
    return text.encode("utf-16-le", "replace")[: 2 * CELL_CHARACTERS].decode("utf-16-le", "ignore")


def for_html(text: str) -> str:
    """Text for a page: no passwords, no control characters, no marks that turn the direction."""
    return _UNFIT_FOR_HTML.sub("\ufffd", without_userinfo(text, is_prose=True))


def for_screen(text: str) -> str:
    r"""Return text on one line for a terminal, with invisible characters escaped, as ``\x1b``.

    These are escape sequences, C1 controls, bidirectional marks, zero-width characters and lone
    surrogates.
    """
    return "".join(map(_visible, without_userinfo(text, is_prose=True)))


def _visible(character: str) -> str:
    if unicodedata.category(character) in _INVISIBLE:
        return character.encode("unicode_escape").decode("ascii")
    return character


def first_sentence(markdown: str) -> str:
    """The first sentence of a manual's section, without marks."""
    paragraph = plain(markdown, characters=2_000)
    return _SENTENCE_END.split(paragraph, maxsplit=1)[0]


def plain(markdown: str, *, characters: int = 600) -> str:
    """Return the first paragraph of a section of a manual without Markdown, cut at a word."""
    paragraph = _PARAGRAPH.split(markdown.strip())[0]
    words = " ".join(_MARKDOWN_MARK.sub("", _MARKDOWN_LINK.sub(r"\1", paragraph)).split())
    if len(words) <= characters:
        return words
    return words[:characters].rsplit(" ", 1)[0].rstrip(",;:.") + " …"
