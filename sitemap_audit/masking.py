"""Masking of passwords and escaping of control characters in text that is shown."""

from __future__ import annotations

import json
import logging
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MASK = "***"
DIGITS = 12
_MASKED = rf"\*\*\*[0-9a-f]{{{DIGITS}}}"
MASKED = re.compile(f"{_MASKED}@")
"What stands in stored texts for a user name and password, and two of them are told apart."
is_masked = re.compile(_MASKED).search
"Whether something was left out of a stored text, so that no URL can be requested by it."
_BEFORE_HOST = (
    r"[a-z][a-z0-9+.-]*:[/\\]{2,}|\b(?:https?|ftp|wss?):[/\\]*|(?:^|[\s\"'(<=,;])[/\\]{2}"
)
_BEFORE_USER = r"""(?:^|[\s"'(<>=,;&|\[{/\\])"""
_IN_USER = r"""[^\s"'(<>=,;&|\[{/\\?#:@]"""
_NOT_IN_HOST = r"""\s"'()<>=,;&|\[\]{}/\\?#:@."""
_DOMAIN = (
    rf"(?:(?:[^{_NOT_IN_HOST}]+\.)+[^\d\-{_NOT_IN_HOST}][^{_NOT_IN_HOST}]*|localhost"
    r"|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:.]+\])(?::\d+)?"
)
"A host that no other text is, and a port: 'react@18.2.0' is none."
USERINFO = (
    rf"""(?i)(^\s*[a-z][a-z0-9+.-]*:[/\\]{{2,}})[^/\\?#]+@|({_BEFORE_HOST})[^\s/\\?#"'<>]+@"""
    rf"""|({_BEFORE_USER}){_IN_USER}+:[^\s"<>/\\?#]+@({_DOMAIN}[/\\])"""
)
"""What a URL says before its host, of three forms; in the syntax of RE2.

The third one has no scheme: user name and password before a host with a path. Without the path it
may be a mail address with a word before it.
"""
IN_PLACE = rf"\1\2\3{MASK}@\4"
"What is written for it; the groups of the other forms are empty."
CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"C0 and C1 but tab and line ends: what terminals take for commands. For a class of characters."
TURNS = r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"What makes text run the other way, or ends a line unseen. For a class of characters."

_SEGMENT = re.compile(r"[^/\\?#]+")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{0,40}):$", re.IGNORECASE)
_IN_SEGMENT = re.compile(r"""(?:^|[\s"'(<=,;])(?:https?|ftp|wss?):""", re.IGNORECASE)
_LIKE_HTTP = frozenset({"http", "https", "ftp", "ws", "wss"})
"Schemes behind which browsers need no two slashes."
_DROPPED = "\t\r\n"
"What browsers leave out of a URL, wherever it stands."
_BOUNDARY = frozenset(" \t\r\n\"'(<>=,;|[{")
_HOST = re.compile(r"(?:[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:.]+\])(?::\d+)?[.,;:!)]*")
_USER = re.compile(rf"{_BEFORE_USER}({_IN_USER}+):", re.IGNORECASE)
_WHOLE = re.compile(r"""([^\s"'<>=,;:@]+):[^@/\\?#][^/\\?#]*@""")
_HOST_AND_PATH = re.compile(rf"{_DOMAIN}([/\\])?", re.IGNORECASE)
_WITHOUT_HOST = frozenset(
    {
        *("about", "acct", "blob", "cid", "data", "geo", "im", "javascript", "mailto", "mid"),
        *("news", "pres", "sip", "sips", "skype", "sms", "tel", "urn", "xmpp"),
        *("contact", "e-mail", "email", "mail"),
    }
)
"Schemes of which the ``@`` is not before a host that is connected to, and words before mail."
_WORD = re.compile(r"""(?<==)"([^"<>]+)|[^\s"<>]+""")
"A quoted attribute, or a word."
_BETWEEN_WORDS = re.compile(r"[\s\"<>]+")
_WITH_PASSWORD = re.compile(r"(?!mailto:)[^:]*:.+", re.IGNORECASE | re.DOTALL)
_UNSAFE_IN_JSON = re.compile(f"[\x7f-\x9f{TURNS}]")
_UNSAFE = re.compile(f"[{CONTROLS}{TURNS}\r\ud800-\udfff]")
_LONGEST = 200
"Characters of what is quoted."


def without_userinfo(
    text: str,
    mask: Callable[[str], str] = lambda _: MASK,
    *,
    is_prose: bool = False,
    is_url: bool = False,
) -> str:
    """Return the text with user names and passwords masked in URLs of any scheme, or of none.

    Args:
        mask: returns the replacement for a user name and password.
        is_prose: the text is a sentence, which may begin with a URL.
        is_url: a URL is expected, in markup or as the whole text, if that is no prose.
    """
    if "@" not in text:
        return text
    pieces, last = [], 0
    for start, end in _userinfos(text, is_prose=is_prose, is_url=is_url):
        if not MASKED.fullmatch(text, start, end + 1) and text[start:end] != MASK:
            pieces += [text[last:start], mask(text[start:end])]
            last = end
    return "".join([*pieces, text[last:]]) if pieces else text


def _userinfos(text: str, *, is_prose: bool, is_url: bool) -> Iterator[tuple[int, int]]:
    """Yield start and end of each user name and password, in linear time."""
    first = len(text) - len(text.lstrip())
    for match in _SEGMENT.finditer(text):
        start, end = match.start(), match.start() + match[0].rfind("@")
        if end < start:
            continue
        before = start
        while before and text[before - 1] in "/\\\t\r\n":
            before -= 1
        slashes = len(text[before:start].translate(_WITHOUT_DROPPED))
        lead = text[max(0, before - 50) : before].translate(_WITHOUT_DROPPED)
        scheme = _SCHEME.search(lead)
        is_http = scheme is not None and scheme[1].lower() in _LIKE_HTTP
        is_relative = before == 0 or text[before - 1] in _BOUNDARY
        if not (slashes > 1 and (scheme or is_relative)) and not (slashes and is_http):
            inside = _IN_SEGMENT.search(text, start, end)
            if inside is None:
                beginning = -1 if is_prose else first
                yield from _without_scheme(text, start, match.end(), beginning, is_url=is_url)
                continue
            start = inside.end()
            is_whole = inside.start() <= first
        else:
            is_whole = before - (len(scheme[0]) if scheme else 0) <= first
        if start < end and ((is_whole and not is_prose) or _is_userinfo(text[start:end])):
            yield start, end


def _without_scheme(
    text: str, start: int, stop: int, first: int, *, is_url: bool
) -> Iterator[tuple[int, int]]:
    """Yield start and end of user names and passwords that no scheme precedes in a segment."""
    if is_url and start <= first and (whole := _WHOLE.match(text, first, stop)):
        if whole[1].lower() not in _WITHOUT_HOST:
            yield first, text.rindex("@", first, stop)
        return
    for word in _WORD.finditer(text, start, stop):
        end = text.rfind("@", word.start(), word.end())
        user = end > 0 and _USER.search(text, max(0, word.start() - 1), end)
        if not user or user.end() == end:
            continue
        is_in_query = word.start() == start and text[start - 1 : start] in ("?", "#")
        is_mail = not is_url or is_in_query or user[1].lower() in _WITHOUT_HOST
        host = _HOST_AND_PATH.match(text, end + 1)
        if (host and (host[1] or not is_mail)) or (word[1] and not is_mail):
            yield user.start(1), end


_WITHOUT_DROPPED = dict.fromkeys(map(ord, _DROPPED))


def _is_userinfo(written: str) -> bool:
    """Return whether text before ``@`` is a user name and password, not prose with an email."""
    words = _BETWEEN_WORDS.split(written)
    if len(words) == 1 or _WITH_PASSWORD.fullmatch(words[-1]):
        return True
    return not _HOST.fullmatch(words[0]) and not any(mark in written for mark in '"<>')


def quoted(value: object) -> str:
    """Return the value as a sentence quotes it: passwords masked, truncated if long."""
    written = without_userinfo(value, is_url=True) if isinstance(value, str) else value
    text = without_userinfo(repr(written))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def visible(text: str) -> str:
    r"""Return the text with control and bidi characters escaped (``\x1b``); line feeds stay."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def safe_json(value: Any, *, indent: int | None = 2) -> str:
    """Return a value as JSON: passwords masked, control and bidi characters escaped."""
    text = json.dumps(value, indent=indent, ensure_ascii=False, default=str)
    if "@" in text:  # rarely: to look at each text takes longer than to write it
        text = json.dumps(_masked(value), indent=indent, ensure_ascii=False, default=str)
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _masked(value: Any) -> Any:
    if isinstance(value, str):
        return without_userinfo(value)
    if isinstance(value, dict):
        return {_masked(key): _masked(each) for key, each in value.items()}
    return [_masked(each) for each in value] if isinstance(value, list | tuple) else value


class Secrets:
    """Secrets to mask, in every encoding in which a server may return them."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        writings = (str, lambda text: quote(text, safe=""), quote_plus)
        forms = {write(each) for each in secrets for write in writings}
        longest_first = sorted(forms, key=len, reverse=True)
        self.pattern = "|".join(map(re.escape, longest_first))
        self._compiled = re.compile(self.pattern or r"(?!)")

    def __bool__(self) -> bool:
        return bool(self.pattern)

    def hide(self, text: str, mask: Callable[[str], str] = lambda _: MASK) -> str:
        """Return the text with the secrets masked."""
        return self._compiled.sub(lambda match: mask(match[0]), text)


class SafeLog(logging.Filter):
    """Logging filter that masks secrets and escapes control characters."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._secrets = Secrets(secrets)

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the message and traceback of a record; no record is dropped."""
        record.msg, record.args = self._safe(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = self._safe(record.exc_text)
        return True

    def _safe(self, text: str) -> str:
        return self._secrets.hide(visible(without_userinfo(text, is_prose=True, is_url=True)))


def protect_logs(secrets: Iterable[str]) -> None:
    """Mask secrets in all log messages from now on."""
    safe = SafeLog(secrets)
    for handler in logging.getLogger().handlers:
        handler.addFilter(safe)
