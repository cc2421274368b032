"""A site's text made harmless for where it is shown, and otherwise left as it is."""

from __future__ import annotations

import re
import unicodedata

from sitemap_audit.masking import CONTROLS, MASK, MASKED, TURNS, USERINFO, without_userinfo


def _in_sql(pattern: str) -> str:
    """A pattern as RE2 writes it."""
    return re.sub(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8}))", r"\\x{\1\2}", pattern)


CELL_CHARACTERS = 32_767
"What a cell of a workbook holds; one outside the basic plane (an emoji) counts twice."
_UNSEEN = (
    r"\x00-\x20\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    r"\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"Blanks, controls and what has no shape, which a spreadsheet may drop. For a class of characters."
_FORMULA = rf"^([\t\r\n]|[{_UNSEEN}]*[=+@\-\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])"
"What a spreadsheet takes for the beginning of a formula, in small and full width too."
# With two that neither XML 1.0 nor Excel holds.
_UNFIT_CHARACTERS = rf"{CONTROLS}{TURNS}\ufffe\uffff"
_UNFIT_IN_SQL = _in_sql(_UNFIT_CHARACTERS)
_FORMULA_IN_SQL = _in_sql(_FORMULA)
_USERINFO_IN_SQL = USERINFO.replace("'", "''")
_UNFIT = re.compile(f"[{_UNFIT_CHARACTERS}]")
begins_like_formula = re.compile(_FORMULA).match
"Whether a spreadsheet may take a text for a formula."
_LINE_END = re.compile(r"\r\n?")
_ESCAPE = re.compile(r"_(x[0-9A-Fa-f]{4}_)")
_DOUBTFUL = re.compile(f"[{_UNFIT_CHARACTERS}\r\ud800-\udfff@]|_x")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)\s+(?=[A-Z])")
_MARKDOWN_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKDOWN_MARK = re.compile(r"`|\*\*|^#+ ", re.MULTILINE)


def for_csv(text: str) -> str:
    """SQL for a text that no spreadsheet takes for a formula; NULL stays NULL.

    One that begins like a formula, after blanks or what is not seen, gets an apostrophe; a control
    character or a mark that turns the direction of writing is U+FFFD, and what a URL says before
    its host is masked.

    Args:
        text: SQL, such as a column's name.
    """
    unmasked = f"regexp_replace({text}, '{_USERINFO_IN_SQL}', '\\1\\2{MASK}@', 'g')"
    is_masked = f"regexp_matches({text}, '{MASKED.pattern}')"  # where it was stored
    masked = f"CASE WHEN {is_masked} THEN {text} ELSE {unmasked} END"
    clean = f"regexp_replace({masked}, '[{_UNFIT_IN_SQL}]', '\ufffd', 'g')"
    safe = f"regexp_replace({clean}, '{_FORMULA_IN_SQL}', '''\\1')"
    doubt = f"regexp_matches({text}, '{_FORMULA_IN_SQL}|[{_UNFIT_IN_SQL}@]')"
    return f"CASE WHEN {doubt} THEN {safe} ELSE {text} END"


def cell_text(text: str) -> str:
    """A text as a cell holds it: lines end in a line feed, none runs backwards, none is too long.

    Excel reads ``_x0041_`` in a file as "A" (ECMA-376, ST_Xstring), so that is written escaped.
    """
    if len(text) <= CELL_CHARACTERS // 2 and not _DOUBTFUL.search(text):
        return text
    lines = _LINE_END.sub("\n", _UNFIT.sub("\ufffd", without_userinfo(text)))
    return _cut(_ESCAPE.sub(r"_x005F_\1", lines))


def _cut(text: str) -> str:
    return text.encode("utf-16-le", "replace")[: 2 * CELL_CHARACTERS].decode("utf-16-le", "ignore")


def for_screen(text: str) -> str:
    r"""Text on one line that no terminal obeys: what cannot be seen is written out, as ``\x1b``.

    That takes in escape sequences, C1 controls, marks that turn the direction of writing,
    zero-width characters, and lone surrogates.
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
    """The first paragraph of a manual's section, without marks, cut at a word."""
    paragraph = _PARAGRAPH.split(markdown.strip())[0]
    words = " ".join(_MARKDOWN_MARK.sub("", _MARKDOWN_LINK.sub(r"\1", paragraph)).split())
    if len(words) <= characters:
        return words
    return words[:characters].rsplit(" ", 1)[0].rstrip(",;:.") + " …"
