"""XML tokens outside the entries of a sitemap, and escaping of text."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.sax.saxutils import quoteattr, unescape

NAME = r"[^\W\d][\w:.-]*+"
_VALUE = r"(?:\"[^<\"]*\"|'[^<']*')"
TAG = re.compile(rf"<({NAME})((?>(?:\s+{NAME}\s*=\s*{_VALUE})*))\s*+(/?)>")
"A start or empty tag as XML wants it."
_TAG_WITH_BRACKET = re.compile(
    rf"<({NAME})((?>(?:\s+{NAME}\s*=\s*(?:\"[^>\"]*\"|'[^>']*'))*))\s*+(/?)>"
)
"A tag with a ``<`` in the value of an attribute, which is whole otherwise."
END = re.compile(rf"</({NAME})\s*+>")
_OPEN_VALUE = r"(?:\"[^>\"]*+(?:\"|\Z)|'[^>']*+(?:'|\Z))"
_LOOSE_TAG = re.compile(rf"<(?>(?:[^<>\"']++|{_OPEN_VALUE})*)")
_BEGUN_TAG = re.compile(rf"</?{NAME}")
# None holds another: where many begin and none ends, none is searched for further than the next.
_DOCTYPE = re.compile(
    r"<!DOCTYPE\s++([\w:.-]++)(?>(?:[^\[<>\"']++|\"[^\"]*\"|'[^']*')*)"
    r"(?>\[(?>(?:[^\]\"'<]++|\"[^\"]*\"|'[^']*'|<!--(?>(?:[^<-]++|(?!-->|<!DOCTYPE).)*)-->"
    r"|<(?!!--|!DOCTYPE))*)\]\s*+|)>",
    re.DOTALL | re.IGNORECASE,
)
ENTITY = re.compile(rf"<!ENTITY\s+({NAME})\s")
ATTRIBUTE = re.compile(rf"(?<![\w:.-])({NAME})\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))")
"An attribute as it is meant; a name is tried from its beginning alone, however long it is."
BAD_CHARACTER = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"What XML 1.0 does not allow as a character, bytes that are no text among them."
_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)(#(?:[0-9]{1,20}|x[0-9A-Fa-f]{1,20});)?")
_QUOTES = {"&quot;": '"', "&apos;": "'"}

LONGEST = 2**20
"""Characters of one comment, tag or entry that are read; of what is longer, no fault is reported.
An entry may have 1,000 images, which is half of it in earnest."""
MOST_TAGS = 50_000
"Of one entry, each element having two: its tree takes 120 bytes or more for each of them."


_DECLARATION = re.compile(
    r"<\?xml\s+version\s*=\s*([\"'])1\.[0-9]+\1"
    r"(?:\s+encoding\s*=\s*([\"'])[A-Za-z][\w.-]*\2)?"
    r"(?:\s+standalone\s*=\s*([\"'])(?:yes|no)\3)?\s*\?>",
    re.ASCII,
)
_INSTRUCTION = re.compile(rf"<\?{NAME}(?:\s|\?>)")


class Token(NamedTuple):
    """A piece of markup."""

    kind: str
    "open | empty | close | comment | cdata | instruction | doctype | fault."
    end: int
    "Where it ends in the text."
    name: str
    attributes: dict[str, str]
    fault: str | None
    "What is not well-formed in it."
    rest: str = ""
    "What it ends with, further on: it is longer than is read, and this is its beginning."


class Ends:
    """Search for end delimiters, such as of comments, that never searches the same text twice."""

    def __init__(self) -> None:
        """Start with a new text."""
        self._searched: dict[str, int] = {}

    def find(self, text: str, mark: str, start: int, limit: int) -> int:
        """Return the position of ``mark`` between ``start`` and ``limit``, or -1."""
        limit = min(limit, len(text))
        place = text.find(mark, max(start, self._searched.get(mark, 0) - len(mark)), limit)
        if place < 0:
            self._searched[mark] = max(limit, self._searched.get(mark, 0))
        return place


def read_token(text: str, start: int, ends: Ends, *, at_end: bool) -> Token | None:
    """Return the token that begins with the ``<`` at ``start``; None if it is incomplete."""
    for opening, closing, kind in _DELIMITED:
        if text.startswith(opening, start):
            end = ends.find(text, closing, start + len(opening), start + LONGEST)
            if end >= 0:
                return _delimited(text[start + len(opening) : end], end + len(closing), kind)
            if len(text) - start >= LONGEST:
                return _overlong(text, start, opening, closing, kind)
            return _fault(start + len(opening), unclosed(closing)) if at_end else None
    if text[start : start + 9].upper() == "<!DOCTYPE":
        if match := _DOCTYPE.match(text, start):
            return Token("doctype", match.end(), match[1], {}, None)
        closing = "]>" if text.find("[", start, start + LONGEST) >= 0 else ">"
        if len(text) - start >= LONGEST and text.find(closing, start, start + LONGEST) < 0:
            return _overlong(text, start, "<!DOCTYPE", closing, "doctype")
    elif match := TAG.match(text, start):
        attributes, fault = read_attributes(match[2])
        return Token("empty" if match[3] else "open", match.end(), match[1], attributes, fault)
    elif match := END.match(text, start):
        return Token("close", match.end(), match[1], {}, None)
    return _read_fault(text, start, at_end=at_end)


_DELIMITED = (
    ("<!--", "-->", "comment"),
    ("<![CDATA[", "]]>", "cdata"),
    ("<?", "?>", "instruction"),
)


def unclosed(closing: str) -> str:
    """Return the fault of unclosed markup."""
    opening = next((opening for opening, end, _ in _DELIMITED if end == closing), "<")
    return f"{opening} without closing {closing}"


def _overlong(text: str, start: int, opening: str, closing: str, kind: str) -> Token:
    end = start + LONGEST - len(closing) + 1  # the mark may begin within
    token = _delimited(text[start + len(opening) : end].rstrip("-"), end, kind)
    return token._replace(rest=closing)


def _delimited(inner: str, end: int, kind: str) -> Token:
    is_faulty = kind == "comment" and ("--" in inner or inner.endswith("-"))
    is_named = kind in ("instruction", "doctype") and not inner.isspace() and bool(inner)
    name = inner.split(None, 1)[0] if is_named else ""
    return Token(kind, end, name, {}, "-- inside a comment" if is_faulty else None)


def _read_fault(text: str, start: int, *, at_end: bool) -> Token | None:
    """Read markup that is invalid or incomplete."""
    is_long = len(text) - start >= LONGEST
    if not (at_end and not is_long) and _may_grow(text, start):
        if not is_long:
            return None
        if not text.startswith("<!", start):
            return Token("fault", start + LONGEST, "", {}, None, rest=">")
    if match := _TAG_WITH_BRACKET.match(text, start):
        attributes, _ = read_attributes(match[2])
        kind = "empty" if match[3] else "open"
        return Token(kind, match.end(), match[1], attributes, "Unescaped <")
    limit = text.find("<", start + 1, start + LONGEST)
    limit = limit if limit >= 0 else min(len(text), start + LONGEST)
    close = text.find(">", start + 1, limit)
    end = close + 1 if close >= 0 else limit if _BEGUN_TAG.match(text, start) else start + 1
    return _fault(end, "Invalid markup (neither a tag nor a comment)")


def _fault(end: int, detail: str) -> Token:
    return Token("fault", end, "", {}, detail)


def _may_grow(text: str, start: int) -> bool:
    if text.startswith("<!", start):
        begun = text[start : start + 9].upper()
        return any(mark.startswith(begun) for mark in ("<!--", "<![CDATA[", "<!DOCTYPE"))
    loose = _LOOSE_TAG.match(text, start)
    return loose is not None and loose.end() == len(text)


def read_attributes(written: str) -> tuple[dict[str, str], str | None]:
    """Return the attributes of a start tag, and what is not well-formed in them."""
    attributes: dict[str, str] = {}
    fault = None
    for match in ATTRIBUTE.finditer(written):
        value = match[2] if match[2] is not None else match[3]
        if match[1] in attributes:
            fault = f"Attribute {match[1]} twice in one tag"
        attributes.setdefault(match[1], unescape(value, _QUOTES))
    if "&" in written and escape(written) != written:
        fault = "Unescaped &"
    return attributes, fault


def is_instruction(written: str) -> bool:
    """Return whether a processing instruction or XML declaration is well-formed."""
    if written[:5].lower() == "<?xml" and not written[5:6].strip():
        return _DECLARATION.fullmatch(written) is not None
    return _INSTRUCTION.match(written) is not None


def escape(text: str) -> str:
    """Escape each ``&`` that begins no valid reference, and replace invalid characters."""
    text = _AMPERSAND.sub(_escape, _SURROGATES.sub(_joined, text) if "&#" in text else text)
    return BAD_CHARACTER.sub("\ufffd", text).replace("]]>", "]]&gt;")


def _escape(match: re.Match[str]) -> str:
    if match[1] is None:
        return "&amp;"
    return match[0] if _is_character(_code(match[0])) else "\ufffd"


_REFERENCE = re.compile(r"&#(?:[0-9]{1,20}|x[0-9A-Fa-f]{1,20});")
_SURROGATES = re.compile(rf"({_REFERENCE.pattern})({_REFERENCE.pattern})")


def _code(reference: str) -> int:
    number = reference[2:-1]
    return int(number[1:], 16) if number.startswith("x") else int(number)


def _is_character(code: int) -> bool:
    return code <= 0x10FFFF and not BAD_CHARACTER.match(chr(code))


def _joined(match: re.Match[str]) -> str:
    """Return the reference to the character of two that are its surrogates."""
    high, low = _code(match[1]), _code(match[2])
    if not (0xD800 <= high < 0xDC00 <= low < 0xE000):
        return match[0]
    return f"&#{0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00};"


def invalid_reference(text: str) -> tuple[str, str] | None:
    """Return the first reference to no character, and what is to be written (XML 1.0, 4.1)."""
    for match in _REFERENCE.finditer(text):
        if _is_character(code := _code(match[0])):
            continue
        pair = _SURROGATES.match(text, match.start())
        if pair and (meant := _joined(pair)) != pair[0]:
            expected = f"{meant} or {chr(_code(meant))}"
            return f"References to surrogates: {pair[0]}", expected
        if 0xD800 <= code < 0xE000:
            return f"Reference to a surrogate: {match[0]}", "The character itself"
        return f"Reference to no character: {match[0]}", "A character that XML allows"
    return None


def start_tag(name: str, attributes: dict[str, str]) -> str:
    """Return a start tag on one line."""
    pairs = (f" {key}={quoteattr(' '.join(value.split()))}" for key, value in attributes.items())
    return f"<{name}{''.join(pairs)}>"


def clean(text: str) -> str:
    """Return the text with U+FFFD for invalid characters."""
    return text if text.isprintable() else BAD_CHARACTER.sub("\ufffd", text)
