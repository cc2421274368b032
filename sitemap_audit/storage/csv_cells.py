"""Make the cells of CSV files that no spreadsheet reads as formulas, as SQL of every store."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.masking import CONTROLS, IN_PLACE, MASKED, TURNS, USERINFO

if TYPE_CHECKING:
    from collections.abc import Sequence

MARK = "\ufeff"
"Byte order mark: Excel needs it to detect UTF-8."
_UNSEEN = (
    r"\x00-\x20\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    r"\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"Blank, control and invisible characters, which a spreadsheet may drop; for a character class."
FORMULA = (
    rf"^([\t\r\n]|[{_UNSEEN}]*[=+@\-\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]"
    r"|'(?:[^A-Za-z0-9]|$))"
)
"""The beginning of a formula in a spreadsheet, also in small and full-width characters, and what
would look like one with the apostrophe that it gets."""
# Includes two characters that XML 1.0 and Excel do not allow.
UNFIT = rf"{CONTROLS}{TURNS}\ufffe\uffff"
"Characters that become U+FFFD; for a character class."


def _in_sql(pattern: str) -> str:
    """Return a pattern in RE2's syntax."""
    return re.sub(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8}))", r"\\x{\1\2}", pattern)


_UNFIT_IN_SQL = _in_sql(UNFIT)
_FORMULA_IN_SQL = _in_sql(FORMULA).replace("'", "''")
_USERINFO_IN_SQL = USERINFO.replace("'", "''")


def in_cells(
    sql: str, columns: Sequence[tuple[str, str]], *, has_rows: bool = True, is_short: bool = False
) -> str:
    """Return a query with the rows of another as a CSV file has them, and its head.

    Args:
        columns: of the query: name as written in SQL, and type.
        has_rows: False if it is known to have none: only the head is made.
        is_short: whether it has few rows: DuckDB compiles the patterns once for all columns of
            texts, and collects the texts of a row for that, which takes longer for many rows.
    """
    cells = {name: _cell(name, kind) if has_rows else name for name, kind in columns}
    if is_short and has_rows:
        texts = [name for name, kind in columns if kind == "VARCHAR"]
        cells |= {name: f"safe_texts[{number}]" for number, name in enumerate(texts, 1)}
        safe = f"list_transform([{', '.join(texts)}], lambda written: {_safe('written')})"
        sql = f"SELECT *, {safe} AS safe_texts FROM ({sql})" if texts else sql
    head = ", ".join(f"{cell} AS {name}" for name, cell in cells.items())
    head = head.replace(' AS "', f' AS "{MARK}', 1)
    return f"SELECT {head} FROM ({sql}){'' if has_rows else ' LIMIT 0'}"


def _cell(name: str, kind: str) -> str:
    """Return SQL for a value. Times are in UTC, in a format that Excel reads."""
    if kind == "BOOLEAN":
        return f"CASE {name} WHEN TRUE THEN 'True' WHEN FALSE THEN 'False' END"
    if kind == "TIMESTAMP WITH TIME ZONE":
        return f"strftime({name} AT TIME ZONE 'UTC', '%Y-%m-%d %H:%M:%S')"
    return _safe(name) if kind == "VARCHAR" else name


def _safe(text: str) -> str:
    """Return SQL for a text that no spreadsheet reads as a formula; NULL stays NULL.

    A text that begins like a formula, after blank or invisible characters, gets an apostrophe; so
    does one with an apostrophe before anything but a letter or digit, that both can be told apart.
    Control characters and bidirectional marks become U+FFFD. User info in URLs is masked.
    """
    unmasked = f"regexp_replace({text}, '{_USERINFO_IN_SQL}', '{IN_PLACE}', 'g')"
    is_masked = f"regexp_matches({text}, '{MASKED.pattern}')"  # already masked when it was stored
    masked = f"CASE WHEN {is_masked} THEN {text} ELSE {unmasked} END"
    clean = f"regexp_replace({masked}, '[{_UNFIT_IN_SQL}]', '\ufffd', 'g')"
    safe = f"regexp_replace({clean}, '{_FORMULA_IN_SQL}', '''\\1')"
    doubt = f"regexp_matches({text}, '{_FORMULA_IN_SQL}|[{_UNFIT_IN_SQL}@]')"
    return f"CASE WHEN {doubt} THEN {safe} ELSE {text} END"
