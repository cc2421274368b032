"""Write the entry of a page that is added to a sitemap, laid out like the file's first one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from sitemap_audit.actions.written_entries import XHTML

if TYPE_CHECKING:
    from sitemap_audit.actions.plan import Missing

_FIRST = re.compile(rb"<([^\s/>]+)[^>]*>([ \t\r\n]*)<([^\s/>]+)")
"The tag of an entry, white space, and the tag of its first element."
_LAST = re.compile(rb"([ \t\r\n]*)</[^>]*>$")
_BLANKS = re.compile(rb"[ \t\r\n]*$")


class Style:
    """How the entries of a file are laid out."""

    def __init__(self, before: bytes, entry: bytes) -> None:
        """Read it from an entry.

        Args:
            before: what stands before it.
        """
        self.separate(before)
        first, last = _FIRST.match(entry), _LAST.search(entry)
        self._name = first[1].decode() if first else "url"
        self._inner = first[2].decode() if first else ""
        self._outer = last[1].decode() if last else ""

    def separate(self, before: bytes) -> None:
        """Read the white space before an entry; that of the second one is between two."""
        blanks = _BLANKS.search(before)
        self.before = blanks[0] if blanks else b""

    def entry(self, page: Missing, prefix: str | None) -> bytes:
        """Return the entry of a page.

        Args:
            prefix: of ``xhtml:link``; None if the file declares none.
        """
        space = self._name.rpartition(":")[0]
        space = f"{space}:" if space else ""
        made = [_element(f"{space}loc", page.url)]
        if page.lastmod is not None:
            made.append(_element(f"{space}lastmod", page.lastmod))
        made += [_link(code, href, prefix) for code, href in page.links]
        inner = "".join(self._inner + each for each in made)
        return f"<{self._name}>{inner}{self._outer}</{self._name}>".encode()


def _element(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>"


def _link(code: str, href: str, prefix: str | None) -> str:
    declared = "" if prefix else f" xmlns:xhtml={quoteattr(XHTML)}"
    name = f"{prefix or 'xhtml'}:link"
    return f'<{name}{declared} rel="alternate" hreflang={quoteattr(code)} href={quoteattr(href)}/>'
