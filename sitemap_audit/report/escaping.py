"""Escape the text of sites for CSV, workbook and terminal; leave all other text unchanged."""

from __future__ import annotations

import re
import unicodedata

from sitemap_audit.masking import CONTROLS, IN_PLACE, MASKED, TURNS, USERINFO, without_userinfo


def _in_sql(pattern: str) -> str:
    """Return a pattern in RE2's syntax."""
    return re.sub(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8}))", r"\\x{\1\2}", pattern)


CELL_CHARACTERS = 32_767
"Maximum length of a cell; characters outside the Basic Multilingual Plane count twice."
_UNSEEN = (
    r"\x00-\x20\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    r"\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"Blank, control and invisible characters, which a spreadsheet may drop; for a character class."
_FORMULA = (
    rf"^([\t\r\n]|[{_UNSEEN}]*[=+@\-\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]"
    r"|'(?:[^A-Za-z0-9]|$))"
)
"""The beginning of a formula in a spreadsheet, also in small and full-width characters, and what
would look like one with the apostrophe that it gets."""
# Includes two characters that XML 1.0 and Excel do not allow.
_UNFIT_CHARACTERS = rf"{CONTROLS}{TURNS}\ufffe\uffff"
_UNFIT_IN_SQL = _in_sql(_UNFIT_CHARACTERS)
_FORMULA_IN_SQL = _in_sql(_FORMULA).replace("'", "''")
_USERINFO_IN_SQL = USERINFO.replace("'", "''")
_UNFIT = re.compile(f"[{_UNFIT_CHARACTERS}]")
_UNFIT_FOR_HTML = re.compile(f"[{_UNFIT_CHARACTERS}\ud800-\udfff]")
begins_like_formula = re.compile(_FORMULA).match
"Returns a match if a spreadsheet may read a text as a formula."
_LINE_END = re.compile(r"\r\n?")
_ESCAPE = re.compile(r"_(x[0-9A-Fa-f]{4}_)")
_DOUBTFUL = re.compile(f"[{_UNFIT_CHARACTERS}\r\ud800-\udfff@]|_x")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)\s+(?=[A-Z])")
_MARKDOWN_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKDOWN_MARK = re.compile(r"`|\*\*|^#+ ", re.MULTILINE)


def for_csv(text: str) -> str:
    """Return SQL for a text that no spreadsheet reads as a formula; NULL stays NULL.

    A text that begins like a formula, after blank or invisible characters, gets an apostrophe; so
    does one with an apostrophe before anything but a letter or digit, that both can be told apart.
    Control characters and bidirectional marks become U+FFFD. User info in URLs is masked.

    Args:
        text: an SQL expression, such as a column name.
    """
    unmasked = f"regexp_replace({text}, '{_USERINFO_IN_SQL}', '{IN_PLACE}', 'g')"
    is_masked = f"regexp_matches({text}, '{MASKED.pattern}')"  # already masked when it was stored
    masked = f"CASE WHEN {is_masked} THEN {text} ELSE {unmasked} END"
    clean = f"regexp_replace({masked}, '[{_UNFIT_IN_SQL}]', '\ufffd', 'g')"
    safe = f"regexp_replace({clean}, '{_FORMULA_IN_SQL}', '''\\1')"
    doubt = f"regexp_matches({text}, '{_FORMULA_IN_SQL}|[{_UNFIT_IN_SQL}@]')"
    return f"CASE WHEN {doubt} THEN {safe} ELSE {text} END"


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
