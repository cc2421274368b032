"""Compute upper bounds of the depth and memory of an HTML tree from its tags.

This implements the rules of HTML's tree construction (13.2.6) that make a tree deep or large. If a
rule depends on the tree itself, the figures are too high, never too low.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from operator import gt
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
"""Formatting elements (13.2.4.3): they are reconstructed after the end of their parent. <a> is
handled apart, as at most one is active."""
MAX_SAME = 3
"""Maximum number of active formatting elements of one name and attributes (13.2.4.3)."""
_MAX_ITERATIONS = 8
"""Iterations of the adoption agency algorithm (13.2.6.4.7); each clones an element and up to three
others."""
_CLONES = _MAX_ITERATIONS * (1 + 3)
ELEMENT = 330
"Bytes of an element in the parser, 190, and of a text node after it (measured)."
ATTRIBUTE = 240
"Bytes of an attribute (measured)."
CLONED_ATTRIBUTE = 155
"Bytes of an attribute of a cloned element (measured)."
_WITHOUT_CONTENT = frozenset(
    {
        *("area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img"),
        *("input", "keygen", "link", "meta", "param", "source", "track", "wbr"),
        *("body", "head", "html"),
    }
)
"Void elements, and those that a tree contains once."
_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "center", "dd", "details", "dialog"),
        *("dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "li", "listing", "main"),
        *("menu", "nav", "ol", "p", "pre", "search", "section", "summary", "ul", "xmp"),
    }
)
"Elements whose start tag closes a <p>."
_TABLE_ELEMENTS = frozenset({"caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr"})
_INTEGRATION_POINTS = frozenset(
    {
        *("svg desc", "svg foreignobject", "svg title", "math annotation-xml"),
        *("math mi", "math mn", "math mo", "math ms", "math mtext"),
    }
)
"Elements in SVG and MathML whose content is HTML (13.2.6.5)."
_NOT_RAW = ("select", "frameset", "math annotation-xml")
"Elements in which <script> and the like may be ignored, while their text is parsed as tags."
_ENDS_FOREIGN = (FORMATTING - {"font"}) | {
    *("blockquote", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "li"),
    *("listing", "menu", "ol", "p", "pre", "ruby", "span", "sub", "sup", "table", "ul", "var"),
    *("body", "br", "embed", "head", "hr", "img", "meta"),
}
"Start tags that end SVG or MathML."
_SCOPE_ELEMENTS = _INTEGRATION_POINTS | {
    *("applet", "button", "caption", "frameset", "marquee", "object", "select", "table", "td"),
    *("template", "th"),
}
"Elements that limit the scope of end tags (13.2.4.2)."
_TABLE_SCOPE = frozenset({"table", "template"})
_FOREIGN = frozenset({"math", "svg"})
_SPECIAL = (
    _BLOCKS
    | _TABLE_ELEMENTS
    | _SCOPE_ELEMENTS
    | RAW
    | {"colgroup", "noscript", "optgroup", "option", "source", "svg", "math"}
)
"Special elements: the end tag of an ordinary element does not close them (13.2.4.2)."
_LIST_ITEM_SCOPE = _SPECIAL - {"address", "div", "p"}
_IMPLIED_END = {
    name: (kind, scope)
    for kind, scope in (
        (frozenset({"li"}), _LIST_ITEM_SCOPE),
        (frozenset({"dd", "dt"}), _LIST_ITEM_SCOPE),
        (frozenset({"td", "th"}), _TABLE_SCOPE),
        (frozenset({"tr"}), _TABLE_SCOPE),
        (frozenset({"tbody", "tfoot", "thead"}), _TABLE_SCOPE),
    )
    for name in kind
}
"By start tag: the elements of which it closes the last one, and those that limit this."
_P = frozenset({"p"})
_MAX_STEPS = 5_000_000
"Maximum number of open elements to compare: takes about a second."


class TreeSize(NamedTuple):
    """The size of a tree, or a limit."""

    depth: int
    memory: int
    "Bytes of elements, attributes and text nodes in the parser."
    attributes: int
    "Of the tag that has most; those of an end tag take as long to read."
    options: int
    "Number of <option> elements."


def tree_size(text: str, limit: TreeSize) -> TreeSize | None:
    """Return an upper bound of the size of a page's tree; None if that exceeds the limit."""
    elements = _OpenElements()
    position = 0
    while (tag := next_tag(text, position)) is not None:
        position = tag.end
        elements.count(tag)
        if tag.is_end:
            elements.end(tag.name)
        elif elements.begin(tag):
            position = end_of_raw(text, position, tag.name)
        size = elements.size
        if elements.steps > _MAX_STEPS or any(map(gt, size, limit)):
            return None
    return elements.size


class _OpenElements:
    """The stack of open elements and the active formatting elements (13.2.4)."""

    def __init__(self) -> None:
        self.depth = 0
        self.memory = 0
        self.steps = 0
        self._attributes = 0
        self._options = 0
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()
        "Number of open elements by name."
        self._open_scopes = 0
        "Number of open elements of :data:`_SCOPE_ELEMENTS`."
        self._formatting: defaultdict[str, list[str]] = defaultdict(list)
        "Active formatting elements: their attributes by name."
        self._active = 0
        self._active_attributes = 0
        "Number of attributes of all active formatting elements."
        self._link_attributes = 0
        "Maximum number of attributes of the active <a>."

    @property
    def size(self) -> TreeSize:
        return TreeSize(self.depth, self.memory, self._attributes, self._options)

    def count(self, tag: Tag) -> None:
        """Count what takes long to parse whatever is open."""
        self._attributes = max(self._attributes, count_attributes(tag.attributes))
        self._options += tag.name == "option" and not tag.is_end

    def begin(self, tag: Tag) -> bool:
        """Open an element; return whether its content is raw text."""
        name = tag.name
        self.memory += ELEMENT + ATTRIBUTE * count_attributes(tag.attributes)
        foreign = self._foreign_index()
        if foreign is not None and name in _ENDS_FOREIGN:
            self._pop_from(foreign)
        elif foreign is not None:
            if name == "font" and tag.attributes.strip():
                self.steps += _MAX_STEPS  # its attributes decide whether it ends SVG
            if not tag.attributes.endswith("/"):
                own = f"{self._open[foreign]} {name}"
                self._push(own if own in _INTEGRATION_POINTS or name in _FOREIGN else name)
            return False
        if name not in FORMATTING or name == "nobr":  # <nobr> implies the end of an open <nobr>
            self._reconstruct()
        if name == "nobr" and self._counts[name]:
            self._adopt()
        is_closed = name in _FOREIGN and tag.attributes.endswith("/")
        if (
            name in _WITHOUT_CONTENT
            or is_closed
            or (name in _TABLE_ELEMENTS and not self._is_in_table(name))
        ):
            return False
        self._close_before(name)
        if name == "a":
            self._open_link(tag.attributes)
        self._push(name)
        if name in FORMATTING:
            self._add_formatting(name, tag.attributes)
        return name in RAW and not any(self._counts[parent] for parent in _NOT_RAW)

    def end(self, name: str) -> None:
        """Close the elements that an end tag closes."""
        self._reconstruct()
        if name == "a":
            self._end_link()
        if name in FORMATTING:
            self._end_formatting(name)
        elif name in _TABLE_ELEMENTS:
            self._close({name}, _TABLE_SCOPE)
        elif self._counts["svg"] or self._counts["math"]:
            names = {name, f"svg {name}", f"math {name}"}
            self._close(names, _SCOPE_ELEMENTS if name in _BLOCKS else _SPECIAL - {"svg", "math"})
        else:
            self._close({name}, _SCOPE_ELEMENTS if name in _SPECIAL else _SPECIAL)

    def _foreign_index(self) -> int | None:
        """Return where the open SVG or MathML element begins; None if there is none."""
        if self._counts["svg"] or self._counts["math"]:
            for index in range(len(self._open) - 1, -1, -1):
                self.steps += 1
                if self._open[index] in _INTEGRATION_POINTS:
                    return None
                if self._open[index] in ("svg", "math"):
                    return index
        return None

    def _is_in_table(self, name: str) -> bool:
        """Return whether a table element is not ignored outside a table."""
        return name == "table" or any(self._counts[element] for element in _TABLE_SCOPE)

    def _close_before(self, name: str) -> None:
        """Close the elements that a start tag closes."""
        if name == "option" and self._open and self._open[-1] == name:
            self._pop_from(len(self._open) - 1)
        if name in _IMPLIED_END:
            self._close(*_IMPLIED_END[name])
        if name in _BLOCKS:
            self._close(_P, _SCOPE_ELEMENTS)

    def _close(self, names: Container[str], scope: Container[str]) -> None:
        index = self._find_open(names, scope)
        if index is not None:
            self._pop_from(index)

    def _find_open(self, names: Container[str], scope: Container[str]) -> int | None:
        """Return the position of the last open element with one of the names; None after a stop."""
        for index in range(len(self._open) - 1, -1, -1):
            self.steps += 1
            if self._open[index] in names:
                return index
            if self._open[index] in scope:
                return None
        return None

    def _end_formatting(self, name: str) -> None:
        active = self._formatting[name]
        index = self._find_open({name}, _SCOPE_ELEMENTS)
        if index is None:
            if not active or self._counts[name] or self._is_in_scope_element():
                return
        elif self._is_around_special(index):
            if not active:
                return
            self._adopt()
            self._counts[self._open.pop(index)] -= 1
        else:
            self._pop_from(index)
        if active:
            self._remove_formatting(active.pop())

    def _add_formatting(self, name: str, attributes: str) -> None:
        active = self._formatting[name]
        if active.count(attributes) == MAX_SAME:
            active.remove(attributes)
            self._remove_formatting(attributes)
        active.append(attributes)
        self._active += 1
        self._active_attributes += count_attributes(attributes)
        self.steps += len(active)

    def _remove_formatting(self, attributes: str) -> None:
        self._active -= 1
        self._active_attributes -= count_attributes(attributes)

    def _open_link(self, attributes: str) -> None:
        """Make an <a> active and end the one before."""
        self._end_link()
        number = count_attributes(attributes)
        self._link_attributes = max(number, self._link_attributes)

    def _end_link(self) -> None:
        """End the active <a>; it stays open unless a special element is open in it."""
        index = self._find_open({"a"}, _SCOPE_ELEMENTS)
        if index is not None and self._is_around_special(index):
            self._adopt()
            self._counts[self._open.pop(index)] -= 1
        if not self._is_in_scope_element():
            self._link_attributes = 0

    def _is_around_special(self, index: int) -> bool:
        return any(other in _SPECIAL for other in self._open[index + 1 :])

    def _is_in_scope_element(self) -> bool:
        return self._open_scopes > 0

    def _reconstruct(self) -> None:
        """Count the memory of reconstructing the active formatting elements (13.2.4.3)."""
        attributes = self._active_attributes + self._link_attributes
        self.memory += self._active * ELEMENT + attributes * CLONED_ATTRIBUTE

    def _adopt(self) -> None:
        """Count the maximum memory of an adoption agency algorithm run (13.2.6.4.7)."""
        attributes = self._active_attributes + self._link_attributes
        self.memory += _CLONES * ELEMENT + _MAX_ITERATIONS * attributes * CLONED_ATTRIBUTE

    def _push(self, name: str) -> None:
        self._open.append(name)
        self._counts[name] += 1
        self._open_scopes += name in _SCOPE_ELEMENTS
        self.depth = max(self.depth, len(self._open) + self._active)

    def _pop_from(self, index: int) -> None:
        for name in self._open[index:]:
            self._counts[name] -= 1
            self._open_scopes -= name in _SCOPE_ELEMENTS
        del self._open[index:]
