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
    """Return the first tag from a position on; comments are skipped."""
    while (match := _TAG.search(text, position)) is not None:
        position = match.end()
        if match[2] is not None:
            return Tag(bool(match[1]), match[2].lower(), match[3], position)
    return None


def read_attributes(tag: Tag) -> dict[str, str]:
    """Parse the attributes of a tag: names in lower case, values as written; the first wins."""
    found: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(tag.attributes):
        found.setdefault(name.lower(), "".join(values))
    return found
