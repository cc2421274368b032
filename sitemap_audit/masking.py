"""Text that may be shown: no user names and passwords, nothing that a terminal obeys."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

USERINFO = r"""(?i)(https?:[/\\]*|(?:^|[\s"'(<=,;])[/\\]{2})[^\s/\\?#"'<>]*@"""
"""What a URL says before its host; in the syntax that Python and RE2 share."""
MASK = "***"
CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"C0 and C1 but tab and line ends: what terminals take for commands. For a class of characters."
TURNS = r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"What makes text run the other way, or ends a line unseen. For a class of characters."

_USERINFO = re.compile(USERINFO)
_UNSAFE_IN_JSON = re.compile(f"[\x7f-\x9f{TURNS}]")
_UNSAFE = re.compile(f"[{CONTROLS}{TURNS}\r\ud800-\udfff]")


def without_userinfo(text: str) -> str:
    """The text, user names and passwords in URLs masked."""
    return _USERINFO.sub(rf"\1{MASK}@", text) if "@" in text else text


def visible(text: str) -> str:
    r"""The text, controls and marks of direction written out: ``\x1b``. Lines stay lines."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def safe_json(text: str) -> str:
    """JSON, user names and passwords masked, controls and marks of direction escaped."""
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", without_userinfo(text))


class SafeLog(logging.Filter):
    """Makes every record of a handler safe to be shown."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        longest_first = sorted(secrets, key=len, reverse=True)
        self._secrets = re.compile("|".join(map(re.escape, longest_first)) or r"(?!)")

    def filter(self, record: logging.LogRecord) -> bool:
        """Change a record's text, its traceback included; none is dropped."""
        record.msg, record.args = self._safe(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = self._safe(record.exc_text)
        return True

    def _safe(self, text: str) -> str:
        return self._secrets.sub(MASK, visible(without_userinfo(text)))


def protect_logs(secrets: Iterable[str]) -> None:
    """Make everything that is logged from now on safe to be shown."""
    safe = SafeLog(secrets)
    for handler in logging.getLogger().handlers:
        handler.addFilter(safe)
