"""Tags of a page's source, by the HTML tokeniser's rules (13.2.5)."""

from __future__ import annotations

import re
from typing import NamedTuple

_SPACE = r"[\t\n\f\r ]"
_TAG = re.compile(
    rf"""<(?:
        !--(?:-?>|.*?(?:--!?>|\Z))
        |[!?][^>]*(?:>|\Z)|/>|/[^a-zA-Z>][^>]*(?:>|\Z)
        |(/?)([a-zA-Z][^\t\n\f\r />]*+)
        ((?>(?:[\t\n\f\r /]++|(?:=[^\t\n\f\r />=]*+|[^\t\n\f\r />=]++)(?>{_SPACE}*+={_SPACE}*+
            (?>"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >"'][^\t\n\f\r >]*+|)|))*))
        (?:>|\Z)
    )""",
    re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    rf"""(=?[^\t\n\f\r />=]++)
    (?>{_SPACE}*+={_SPACE}*+(?:"([^"]*+)"?|'([^']*+)'?|([^\t\n\f\r >]*+))|)""",
    re.VERBOSE,
)
_RAW_END = {
    name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE)
    for name in ("iframe", "noembed", "noframes", "style", "textarea", "title", "xmp")
}
_IN_SCRIPT = re.compile(r"<!--(-?>)?|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)
RAW = frozenset({"script", *_RAW_END})
"""Elements of HTML in whose text there are no tags."""


class Tag(NamedTuple):
    """A start tag or an end tag."""

    is_end: bool
    name: str
    "Lower case."
    attributes: str
    "As written, with the slash at their end."
    end: int
    "Position in the source behind it."


def next_tag(text: str, position: int) -> Tag | None:
    """Return the first tag from a position on, skipping the text of :data:`RAW` elements."""
    while (match := _TAG.search(text, position)) is not None:
        position = match.end()
        if match[2] is not None:
            return Tag(bool(match[1]), match[2].lower(), match[3], position)
    return None


def end_of_raw(text: str, start: int, name: str) -> int:
    """Return where the text of a RAW element ends: at its end tag, else at the end of the page."""
    if name == "script":
        return _end_of_script(text, start)
    match = _RAW_END[name].search(text, start)
    return len(text) if match is None else match.start()


def _end_of_script(text: str, start: int) -> int:
    """Find a script's end tag; scripts in comments may nest (13.2.5.15 to 13.2.5.31)."""
    level = 0
    for match in _IN_SCRIPT.finditer(text, start):
        if match[0].startswith("<!--"):
            level = 0 if match[1] else max(level, 1)
        elif match[0] == "-->":
            level = 0
        elif match[2]:
            if level < 2:
                return match.start()
            level = 1
        elif level:
            level = 2
    return len(text)


def read_attributes(tag: Tag) -> dict[str, str]:
    """Parse the attributes of a tag: names in lower case, values as written; the first wins."""
    found: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(tag.attributes):
        found.setdefault(name.lower(), "".join(values))
    return found


def count_attributes(attributes: str) -> int:
    """Count the attributes of a tag, duplicates included."""
    return len(_ATTRIBUTE.findall(attributes)) if attributes else 0
