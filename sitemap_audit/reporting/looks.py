"""How the workbook looks: one place for its colours, fonts and widths."""

from __future__ import annotations

from typing import Literal, NamedTuple

from openpyxl.formatting.rule import ColorScale, FormatObject, Rule
from openpyxl.styles import Alignment, Border, Color, Font, PatternFill, Side

NAVY, INK, GREY, LINE, PALE, BLUE = "1F3A5F", "1F2937", "6B7280", "E2E6EB", "F3F5F8", "0563C1"

INKS = {
    "error": "A4262C",
    "warning": "8A5A00",
    "notice": "1B5E9E",
    "failed": "A4262C",
    "passed": "1E6B34",
    "not measured": "6B4E9B",
    "not applicable": GREY,
}
FILLS = {
    "error": "FBE3E4",
    "warning": "FFF1CC",
    "notice": "E1EFFA",
    "failed": "FBE3E4",
    "passed": "E2F3E6",
    "not measured": "ECE6F5",
    "not applicable": "EEF0F2",
}
TABS = {"error": "C9363D", "warning": "E0A100", "notice": "2F7FC1"}


class Look(NamedTuple):
    """The style of a cell."""

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
_TOP = Alignment(vertical="top")
_WRAPPED = Alignment(vertical="top", wrap_text=True)
_CENTRED = Alignment(horizontal="center", vertical="top")
_MIDDLE = Alignment(vertical="center", wrap_text=True, indent=1)

TITLE = Look(_font(NAVY, 18, bold=True), alignment=Alignment(vertical="center"))
HEADING = Look(_font(NAVY, 13, bold=True), alignment=Alignment(vertical="bottom"))
MANUAL = Look(_font(), alignment=_WRAPPED)
MUTED = Look(_font(GREY), alignment=_WRAPPED)
BACK = Look(_font(BLUE, link=True), alignment=_TOP)
HEAD = Look(
    _font("FFFFFF", bold=True),
    _fill(NAVY),
    Alignment(vertical="center", wrap_text=True),
    Border(right=Side(style="thin", color="FFFFFF")),
)
HEAD_UPRIGHT = HEAD._replace(
    alignment=Alignment(text_rotation=90, horizontal="center", vertical="bottom")
)
TEXT = Look(_font(), alignment=_TOP, border=_RULE)
WRAPPED = TEXT._replace(alignment=_WRAPPED)
LINK = TEXT._replace(font=_font(BLUE, link=True))
NUMBER = TEXT._replace(number_format="#,##0")
NUMBER_BOLD = NUMBER._replace(font=_font(bold=True))
TEXT_BOLD = TEXT._replace(font=_font(bold=True))
SHARE = TEXT._replace(number_format="0.0%")
LABEL = TEXT._replace(font=_font(GREY))
NOTICE = Look(_font(INKS["warning"], bold=True), _fill(FILLS["warning"]), _MIDDLE)
ALARM = Look(_font("FFFFFF", 13, bold=True), _fill("B3261E"), _MIDDLE)
ALARM_REASON = Look(_font(INKS["error"]), _fill(FILLS["error"]), _MIDDLE)
CALM = Look(_font(INKS["passed"], 12, bold=True), _fill(FILLS["passed"]), _MIDDLE)


_COLOURS = [Color(rgb="FFFFF8F0"), Color(rgb="FFF2A38C")]
_ENDS = [FormatObject(type="min"), FormatObject(type="max")]
HEAT = Rule(type="colorScale", colorScale=ColorScale(cfvo=_ENDS, color=_COLOURS))
"The redder, the more."


def pill(word: str) -> Look:
    """A severity or an outcome in its colour."""
    font, fill = _font(INKS.get(word, INK), bold=True), _fill(FILLS.get(word, PALE))
    return Look(font, fill, _CENTRED, _RULE)
