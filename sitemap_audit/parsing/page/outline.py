"""Upper bounds of a page's tree depth and memory, computed from its tags.

It implements the rules of HTML's tree builder (13.2.6) by which a tree gets deep or large. If a
rule depends on the tree itself, the figures are too high, never too low.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.page.tags import RAW, count_attributes, end_of_raw, next_tag

if TYPE_CHECKING:
    from collections.abc import Container

    from sitemap_audit.parsing.page.tags import Tag

FORMATTING = frozenset(
    {
        *("b", "big", "code", "em", "font", "i", "nobr"),
        *("s", "small", "strike", "strong", "tt", "u"),
    }
)
"""Formatting elements, which stay in effect behind the end of what they stand in. (Of <a> only one
does.)"""
_ALIKE = 3
"Those with the same attributes that stay so (13.2.4.3)."
_ROUNDS = 8
"""How often the end tag of one makes it again at most, where other elements are open in it, with
three others each time (13.2.6.4.7)."""
_CLONES = _ROUNDS * (1 + 3)
ELEMENT = 330
"Bytes of an element in the parser, 190, and of a text behind it (measured)."
ATTRIBUTE = 240
"Bytes of an attribute (measured)."
ATTRIBUTE_AGAIN = 155
"Of one that is made again."
_EMPTY = frozenset(
    {
        *("area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img"),
        *("input", "keygen", "link", "meta", "param", "source", "track", "wbr"),
        *("body", "head", "html"),
    }
)
"Elements without content, and those that a tree has once."
_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "center", "dd", "details", "dialog"),
        *("dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "li", "listing", "main"),
        *("menu", "nav", "ol", "p", "pre", "search", "section", "summary", "ul", "xmp"),
    }
)
"What closes a <p>."
_OF_TABLES = frozenset({"caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr"})
_OF_FOREIGN = frozenset(
    {
        *("svg desc", "svg foreignobject", "svg title", "math annotation-xml"),
        *("math mi", "math mn", "math mo", "math ms", "math mtext"),
    }
)
"Parts of a drawing or a formula where the rules of HTML hold again."
_NOT_RAW = ("select", "frameset", "math annotation-xml")
"Where elements without tags in their text may be passed over, and their text not."
_LEAVES_FOREIGN = (FORMATTING - {"font"}) | {
    *("blockquote", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "li"),
    *("listing", "menu", "ol", "p", "pre", "ruby", "span", "sub", "sup", "table", "ul", "var"),
    *("body", "br", "embed", "head", "hr", "img", "meta"),
}
"Start tags that end a drawing or a formula."
_BARRIERS = _OF_FOREIGN | {
    *("applet", "button", "caption", "frameset", "marquee", "object", "select", "table", "td"),
    *("template", "th"),
}
"What no end tag closes but its own, and those of a table around it."
_TABLE_BARRIERS = frozenset({"table", "template"})
_FOREIGN = frozenset({"math", "svg"})
_SPECIAL = (
    _BLOCKS
    | _OF_TABLES
    | _BARRIERS
    | RAW
    | {"colgroup", "noscript", "optgroup", "option", "source", "svg", "math"}
)
"What the end tag of an ordinary element does not close."
_STOPS_ITEM = _SPECIAL - {"address", "div", "p"}
_SAME = {
    name: (kind, stops)
    for kind, stops in (
        (frozenset({"li"}), _STOPS_ITEM),
        (frozenset({"dd", "dt"}), _STOPS_ITEM),
        (frozenset({"td", "th"}), _TABLE_BARRIERS),
        (frozenset({"tr"}), _TABLE_BARRIERS),
        (frozenset({"tbody", "tfoot", "thead"}), _TABLE_BARRIERS),
    )
    for name in kind
}
"What a start tag closes, the last element of its kind, and what keeps it from that."
_P = frozenset({"p"})
_MOST_STEPS = 5_000_000
"Open elements looked at: a second's worth."


class Size(NamedTuple):
    """The size of a tree, or a limit of it."""

    depth: int
    memory: int
    "Bytes of its elements, attributes and texts in the parser."


def size(text: str, bound: Size) -> Size | None:
    """Return the upper bound of a page's tree; None if it exceeds the limit."""
    outline = _Outline()
    position = 0
    while (tag := next_tag(text, position)) is not None:
        position = tag.end
        if tag.is_end:
            outline.end(tag.name)
        elif outline.begin(tag):
            position = end_of_raw(text, position, tag.name)
        if (
            outline.depth > bound.depth
            or outline.memory > bound.memory
            or outline.steps > _MOST_STEPS
        ):
            return None
    return Size(outline.depth, outline.memory)


class _Outline:
    """The open elements while tags are read."""

    def __init__(self) -> None:
        self.depth = 0
        self.memory = 0
        self.steps = 0
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()
        "Of the names of open elements."
        self._barriers = 0
        "Of :data:`_BARRIERS`, those that are open."
        self._effective: defaultdict[str, list[str]] = defaultdict(list)
        "Formatting elements in effect: attributes by name."
        self._in_effect = 0
        self._attributes_in_effect = 0
        "Of all formatting elements in effect together."
        self._attributes_of_link = 0
        "The most that the <a> in effect may have."

    def begin(self, tag: Tag) -> bool:
        """Open an element; return whether its text has no tags."""
        name = tag.name
        self.memory += ELEMENT + ATTRIBUTE * count_attributes(tag.attributes)
        foreign = self._foreign()
        if foreign is not None and name in _LEAVES_FOREIGN:
            self._cut(foreign)
        elif foreign is not None:
            if name == "font" and tag.attributes.strip():
                self.steps += _MOST_STEPS  # it is one or not by its attributes
            if not tag.attributes.endswith("/"):
                own = f"{self._open[foreign]} {name}"
                self._push(own if own in _OF_FOREIGN or name in _FOREIGN else name)
            return False
        if name not in FORMATTING or name == "nobr":  # which has the end tag of one implied
            self._make_again()
        if name == "nobr" and self._counts[name]:
            self._clone()
        is_closed = name in _FOREIGN and tag.attributes.endswith("/")
        if name in _EMPTY or is_closed or (name in _OF_TABLES and not self._is_in_table(name)):
            return False
        self._close_before(name)
        if name == "a":
            self._link(tag.attributes)
        self._push(name)
        if name in FORMATTING:
            self._take_effect(name, tag.attributes)
        return name in RAW and not any(self._counts[place] for place in _NOT_RAW)

    def end(self, name: str) -> None:
        """Close the elements that an end tag closes."""
        self._make_again()
        if name == "a":
            self._end_link()
        if name in FORMATTING:
            self._end_formatting(name)
        elif name in _OF_TABLES:
            self._close({name}, _TABLE_BARRIERS)
        elif self._counts["svg"] or self._counts["math"]:
            names = {name, f"svg {name}", f"math {name}"}
            self._close(names, _BARRIERS if name in _BLOCKS else _SPECIAL - {"svg", "math"})
        else:
            self._close({name}, _BARRIERS if name in _SPECIAL else _SPECIAL)

    def _foreign(self) -> int | None:
        """Return where the open SVG or MathML element begins; None if there is none."""
        if self._counts["svg"] or self._counts["math"]:
            for place in range(len(self._open) - 1, -1, -1):
                self.steps += 1
                if self._open[place] in _OF_FOREIGN:
                    return None
                if self._open[place] in ("svg", "math"):
                    return place
        return None

    def _is_in_table(self, name: str) -> bool:
        """Whether a part of a table, or a table, is none that the tree builder passes over."""
        return name == "table" or any(self._counts[barrier] for barrier in _TABLE_BARRIERS)

    def _close_before(self, name: str) -> None:
        """Close the elements that a start tag closes."""
        if name == "option" and self._open and self._open[-1] == name:
            self._cut(len(self._open) - 1)
        if name in _SAME:
            self._close(*_SAME[name])
        if name in _BLOCKS:
            self._close(_P, _BARRIERS)

    def _close(self, names: Container[str], stops: Container[str]) -> None:
        place = self._last(names, stops)
        if place is not None:
            self._cut(place)

    def _last(self, names: Container[str], stops: Container[str]) -> int | None:
        """Return the position of the last open element with one of the names; None after a stop."""
        for place in range(len(self._open) - 1, -1, -1):
            self.steps += 1
            if self._open[place] in names:
                return place
            if self._open[place] in stops:
                return None
        return None

    def _end_formatting(self, name: str) -> None:
        effective = self._effective[name]
        place = self._last({name}, _BARRIERS)
        if place is None:
            if not effective or self._counts[name] or self._is_within_barrier():
                return
        elif self._is_around_special(place):
            if not effective:
                return
            self._clone()
            self._counts[self._open.pop(place)] -= 1
        else:
            self._cut(place)
        if effective:
            self._lose_effect(effective.pop())

    def _take_effect(self, name: str, attributes: str) -> None:
        effective = self._effective[name]
        if effective.count(attributes) == _ALIKE:
            effective.remove(attributes)
            self._lose_effect(attributes)
        effective.append(attributes)
        self._in_effect += 1
        self._attributes_in_effect += count_attributes(attributes)
        self.steps += len(effective)

    def _lose_effect(self, attributes: str) -> None:
        self._in_effect -= 1
        self._attributes_in_effect -= count_attributes(attributes)

    def _link(self, attributes: str) -> None:
        """Have an <a> take effect, which ends the one before."""
        self._end_link()
        number = count_attributes(attributes)
        self._attributes_of_link = max(number, self._attributes_of_link)

    def _end_link(self) -> None:
        """End the <a> in effect, which stays open where nothing but text is open in it."""
        place = self._last({"a"}, _BARRIERS)
        if place is not None and self._is_around_special(place):
            self._clone()
            self._counts[self._open.pop(place)] -= 1
        if not self._is_within_barrier():
            self._attributes_of_link = 0

    def _is_around_special(self, place: int) -> bool:
        return any(other in _SPECIAL for other in self._open[place + 1 :])

    def _is_within_barrier(self) -> bool:
        return self._barriers > 0

    def _make_again(self) -> None:
        """Make what is in effect once more, as a tag may."""
        attributes = self._attributes_in_effect + self._attributes_of_link
        self.memory += self._in_effect * ELEMENT + attributes * ATTRIBUTE_AGAIN

    def _clone(self) -> None:
        """Make what an end tag makes at most where other elements are open in its own."""
        attributes = self._attributes_in_effect + self._attributes_of_link
        self.memory += _CLONES * ELEMENT + _ROUNDS * attributes * ATTRIBUTE_AGAIN

    def _push(self, name: str) -> None:
        self._open.append(name)
        self._counts[name] += 1
        self._barriers += name in _BARRIERS
        self.depth = max(self.depth, len(self._open) + self._in_effect)

    def _cut(self, place: int) -> None:
        for name in self._open[place:]:
            self._counts[name] -= 1
            self._barriers -= name in _BARRIERS
        del self._open[place:]
