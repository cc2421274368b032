"""Define the colours, fonts and cell styles of the workbook."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

NAVY, INK, GREY, LINE, PALE, BLUE = "1F3A5F", "1F2937", "6B7280", "E2E6EB", "F3F5F8", "0563C1"

INKS = {
    "error": "A4262C",
    "warning": "8A5A00",
    "notice": "1B5E9E",
    "failed": "A4262C",
    "passed": "1E6B34",
    "fixed": "1E6B34",
    "not checked": "6B4E9B",
    "not applicable": GREY,
}
FILLS = {
    "error": "FBE3E4",
    "warning": "FFF1CC",
    "notice": "E1EFFA",
    "failed": "FBE3E4",
    "passed": "E2F3E6",
    "fixed": "E2F3E6",
    "not checked": "ECE6F5",
    "not applicable": "EEF0F2",
}
BARS = {"good": "3F8F5A", "error": "C9363D", "unchecked": "9AA0A6"}
TABS = {"error": "C9363D", "warning": "E0A100", "notice": "2F7FC1"}


@dataclass(frozen=True, slots=True, eq=False)
class CellStyle:
    """The style of a cell; compared by identity, so that dictionary lookups are fast."""

    font: Font
    fill: PatternFill | None = None
    alignment: Alignment | None = None
    border: Border | None = None
    number_format: str | None = None


def _font(colour: str = INK, size: float = 10, *, bold: bool = False, link: bool = False) -> Font:
    underline: Literal["single"] | None = "single" if link else None
    return Font(name="Calibri", size=size, color=colour, bold=bold, underline=underline)


def _fill(colour: str) -> PatternFill:
    return PatternFill("solid", start_color=colour)


_RULE = Border(bottom=Side(style="thin", color=LINE))
_UNDER = Border(bottom=Side(style="medium", color=NAVY))
_PLACED = Alignment("left", "center", indent=1)
_RIGHT = Alignment("right", "center", indent=1)
_SHRUNK = Alignment("right", "center", indent=1, shrink_to_fit=True)
"A number wider than its column is shown as ####."
_WRAPPED = Alignment("left", "center", wrap_text=True, indent=1)
_CENTRED = Alignment("center", "center")
_PROSE = Alignment(vertical="top", wrap_text=True)

TITLE = CellStyle(_font(NAVY, 18, bold=True), alignment=Alignment(vertical="center"))
HEADING = CellStyle(_font(NAVY, 13, bold=True), alignment=Alignment(vertical="center"))
MANUAL = CellStyle(_font(), alignment=_PROSE)
MUTED = CellStyle(_font(GREY), alignment=_PROSE)
HEAD = CellStyle(_font("FFFFFF", bold=True), _fill(NAVY), _WRAPPED)
HEAD_RIGHT = replace(HEAD, alignment=Alignment("right", "center", wrap_text=True, indent=1))
HEAD_CENTRED = replace(HEAD, alignment=_CENTRED)
HEAD_LOW = CellStyle(
    _font(NAVY, bold=True), _fill(PALE), Alignment("left", "bottom", indent=1), _UNDER
)
HEAD_TURNED = replace(HEAD_LOW, alignment=Alignment("center", "bottom", textRotation=90))
TEXT = CellStyle(_font(), alignment=_PLACED, border=_RULE)
TEXT_BOLD = replace(TEXT, font=_font(bold=True))
WRAPPED = replace(TEXT, alignment=_WRAPPED)
LINK = replace(TEXT, font=_font(BLUE, link=True))
RIGHT = replace(TEXT, alignment=_RIGHT)
LABEL = replace(TEXT, font=_font(GREY))
NUMBER = replace(TEXT, alignment=_RIGHT, number_format="#,##0")
CENTRED = replace(LABEL, alignment=_CENTRED)
NUMBER_BOLD = replace(NUMBER, font=_font(bold=True))
NUMBER_LINK = replace(NUMBER, font=_font(BLUE, bold=True, link=True))
_SIGNED = "+#,##0;-#,##0"
FIXED = replace(NUMBER, font=_font(INKS["fixed"], bold=True), number_format=_SIGNED)
NEW = replace(FIXED, font=_font(INKS["error"], bold=True))
SHARE = replace(NUMBER, number_format="0.0%")
NOTICE = CellStyle(_font(INKS["warning"], bold=True), _fill(FILLS["warning"]), _WRAPPED)
ALARM = CellStyle(_font("FFFFFF", 13, bold=True), _fill("B3261E"), _WRAPPED)
ALARM_REASON = CellStyle(_font(INKS["error"]), _fill(FILLS["error"]), _WRAPPED)
CALM = CellStyle(_font(INKS["passed"], 12, bold=True), _fill(FILLS["passed"]), _WRAPPED)


_NUMBERS = frozenset(
    {
        *("Blocked", "Bytes", "Change", "Checked", "Child sitemaps", "Consequences", "Entries"),
        *("Errors", "Findings", "Indexable", "Line", "May fetch", "Not checked", "Notices"),
        *("Redirects", "Seconds", "Share", "Sitemaps", "Status codes", "URLs", "URLs checked"),
        *("Value", "Warnings", "Also", "Clicks", "Not indexable", "Yes", "No", "Not known"),
        *("Indexable pages", "Linked", "Not in a sitemap", "Orphans"),
        *("URLs before", "Fixed", "New", "URLs now"),
        *("Indexed", "From", "To", "URLs by audit", "URLs by engine"),
    }
)


def head(name: str) -> CellStyle:
    """Return the style of a column's heading, aligned like its cells."""
    if name in _NUMBERS:
        return HEAD_RIGHT
    return HEAD_CENTRED if name in ("Severity", "Outcome") else HEAD


@cache
def pill(word: str) -> CellStyle:
    """Return the style of a severity or outcome in its colour."""
    font, fill = _font(INKS.get(word, INK), bold=True), _fill(FILLS.get(word, PALE))
    return CellStyle(font, fill, _CENTRED, _RULE)


@cache
def counting(style: CellStyle, *units: str) -> CellStyle:
    """Return the style of a number that says what it counts: '7 sitemaps', '1 URL'."""
    if not units:
        return style
    one, many = (f'#,##0 "{" and ".join(f"{unit}{end}" for unit in units)}"' for end in ("", "s"))
    return replace(style, alignment=_SHRUNK, number_format=f"[=1]{one};{many}")


_ANNOTATIONS = {
    "not returned": "failed",
    "target error": "warning",
    "not checked": "not checked",
    "valid": "passed",
}


@cache
def of_state(state: str) -> CellStyle:
    """Return the style of a cell of the hreflang matrix by its worst state; '' has none."""
    word = _ANNOTATIONS.get(state, "")
    fill = _fill(FILLS[word]) if word else None
    return CellStyle(_font(INKS.get(word, GREY), 9), fill, _CENTRED, _RULE)
