"""The repair of entries that are not well-formed, so that what they say can be read."""

from __future__ import annotations

import re

from sitemap_audit.parsing.sitemap_tokens import ATTRIBUTE, NAME, escape

_PART = re.compile(
    r"<!--.*?-->|<!\[CDATA\[(.*?)\]\]>|"
    rf"<(/?)({NAME})((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+)>|<",
    re.DOTALL,
)
_CONTAINERS = frozenset(
    {"url", "sitemap", "item", "entry", "image", "video", "news", "publication"}
)


class Mender:
    """Makes an entry well-formed: what is no markup becomes text, what is open is closed."""

    def __init__(self, known: frozenset[str]) -> None:
        """``known``: local names of elements; what else stands inside a text is text."""
        self._known = known

    def mend(self, block: str, *, cut: bool) -> str:
        """The entry as XML; where it is ``cut``, without the element whose text is not whole."""
        if cut and block.rfind("<") > block.rfind(">"):
            block = block[: block.rfind("<")]
        self._output: list[str] = []
        self._open: list[tuple[str, int]] = []
        self._unknown: set[str] = set()
        position = 0
        for match in _PART.finditer(block):
            self._output.append(escape(block[position : match.start()]))
            self._add(match)
            position = match.end()
        self._output.append(escape(block[position:]))
        if cut and self._is_in_leaf():
            del self._output[self._open.pop()[1] :]
        while self._open:
            self._close_last()
        return "".join(self._output)

    def _add(self, match: re.Match[str]) -> None:
        if match[3] is not None:
            local = match[3].rpartition(":")[2]
            if self._is_in_leaf() and local not in self._known:
                self._add_unknown(match[0], match[3], is_end=bool(match[2]))
            elif match[2]:
                self._close(match[3])
            else:
                self._start(match[3], match[4])
        elif match[1] is not None:
            self._output.append(escape(match[1].replace("&", "&amp;")).replace("<", "&lt;"))
        else:
            self._output.append("&lt;" if match[0] == "<" else "\n" * match[0].count("\n"))

    def _add_unknown(self, written: str, name: str, *, is_end: bool) -> None:
        """A tag that has no place in a text: <b>x</b> is text, </locc> alone an end."""
        if is_end and name not in self._unknown:
            self._close_last()
            return
        self._unknown.add(name)
        self._output.append(escape(written).replace("<", "&lt;"))

    def _is_in_leaf(self) -> bool:
        return bool(self._open) and self._open[-1][0].rpartition(":")[2] not in _CONTAINERS

    def _start(self, name: str, attributes: str) -> None:
        if self._is_in_leaf() or (self._open and self._open[-1][0] == name):
            self._close_last()
        is_empty = attributes.endswith("/") and not attributes[-2:-1].isalnum()
        lines = "\n" * attributes.count("\n")
        written = _rewritten(attributes[:-1] if is_empty else attributes)
        if not is_empty:
            self._open.append((name, len(self._output)))
        self._output.append(f"<{name}{written}{lines}{'/' * is_empty}>")

    def _close(self, name: str) -> None:
        if any(name == open_name for open_name, _ in self._open):
            while self._open[-1][0] != name:
                self._close_last()
            self._close_last()
        elif self._is_in_leaf():
            self._close_last()

    def _close_last(self) -> None:
        self._output.append(f"</{self._open.pop()[0]}>")


def _rewritten(attributes: str) -> str:
    values: dict[str, str] = {}
    for match in ATTRIBUTE.finditer(attributes):
        value = next(group for group in match.groups()[1:] if group is not None)
        values.setdefault(match[1], value)
    quoted = ((name, escape(value).replace("<", "&lt;")) for name, value in values.items())
    return "".join(f" {name}={_quoted(value)}" for name, value in quoted)


def _quoted(value: str) -> str:
    """Already escaped: only the quotes are still to be chosen."""
    return '"' + value.replace('"', "&quot;") + '"'
