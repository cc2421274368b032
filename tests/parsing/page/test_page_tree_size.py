"""The bounds of a tree's size, held against the trees that the parser builds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.page.tree_size import CLONED_ATTRIBUTE, ELEMENT, TreeSize, tree_size

_ENDLESS = TreeSize(depth=10**9, memory=10**12, attributes=10**9, options=10**9)
_MANY = " ".join(f"a{number}" for number in range(50))
_IMPLIED = 4
"Elements of one start tag at most: a <td> makes <tbody> and <tr> too, in a table of its own."
_NAMES = (
    *("a", "annotation-xml", "b", "body", "br", "button", "caption", "col", "colgroup", "dd"),
    *("desc", "div", "dl", "font", "foreignobject", "form", "frameset", "g", "h1", "h2", "head"),
    *("hr", "html", "i", "iframe", "img", "input", "li", "math", "mglyph", "mi", "nobr"),
    *("noscript", "object", "optgroup", "option", "p", "path", "rt", "ruby", "script", "section"),
    *("select", "span", "style", "svg", "table", "tbody", "td", "template", "textarea", "title"),
    *("tr", "ul", "x-a", "xmp"),
)
_PIECES = [
    *(f"<{name}>" for name in _NAMES),
    *(f"</{name}>" for name in _NAMES),
    *(f"<{name}/>" for name in ("div", "g", "math", "script", "span", "svg", "x-a")),
    *(f"<{name} {_MANY}>" for name in ("a", "b", "p")),
    *("<b a=1>", "<b a=2>", "<i a='>'>", '<font a="1">', '<q a="', '">', "'", '"', "x"),
    *("<!--", "-->", "--!>", "<![CDATA[", "]]>", "</>", "</ a>", "<plaintext>"),
]


@st.composite
def _sources(draw: st.DrawFn) -> str:
    """Sources of a few different pieces, which go deeper than those of many."""
    chosen = draw(st.lists(st.sampled_from(_PIECES), min_size=1, max_size=12, unique=True))
    return "".join(draw(st.lists(st.sampled_from(chosen), max_size=120)))


@given(_sources())
@settings(max_examples=300, deadline=None)
def test_no_tree_is_larger_than_its_bounds(source: str) -> None:
    bound = tree_size(source, _ENDLESS)
    if bound is not None:
        depth, memory = _measured(source)
        assert depth <= _IMPLIED * (bound.depth + 2)
        assert memory <= bound.memory + (_IMPLIED - 1) * ELEMENT * (source.count("<") + 2)


def _measured(source: str) -> tuple[int, int]:
    """Depth, and the memory of elements and attributes."""
    depth = memory = 0
    waiting = [(LexborHTMLParser(source).root, 1)]
    while waiting:
        node, level = waiting.pop()
        if node is None:
            continue
        memory += ELEMENT + CLONED_ATTRIBUTE * len(node.attributes)
        depth = max(depth, level)
        child = node.child
        while child is not None:
            if child.is_element_node:
                waiting.append((child, level + 1))
            child = child.next
    return depth, memory
