"""Streaming reader of all sitemap formats: bytes to records and facts.

Nothing raises on the content of a file. Of an invalid file it yields every entry that can be
recovered, and each fault with its place. A file that is not a sitemap is identified.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.decompression import Decompressor, Limits
from sitemap_audit.parsing.sitemap.encodings import Encoding, charset, decode, detect
from sitemap_audit.parsing.sitemap.root_elements import FIRST_ENTRY
from sitemap_audit.parsing.sitemap.sink import Sink
from sitemap_audit.parsing.sitemap.text import TextReader, is_text_sitemap
from sitemap_audit.parsing.sitemap.xml import XmlReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.items import Rows

__all__ = ["NO_SITEMAPS", "Limits", "SitemapFacts", "SitemapReader"]

_BATCH = 2000
"Rows that are waited for before they are handed on."
_BATCH_CHARACTERS = 2**20
"Of the file, after which fewer rows are handed on, too: 2,000 URLs may have 128 MB."
_SPACE = " \t\n"
NO_SITEMAPS = (SitemapKind.HTML, SitemapKind.EMPTY, SitemapKind.UNKNOWN)
"Kinds of files that are no sitemaps."
_XML_START = re.compile(r"<\?xml\s|<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|RDF|feed)[\s>]")
_ROOT = re.compile(r"(?>(?:\s++|<\?.*?\?>|<!--.*?-->)*)<!?([\w:.-]+)(?:\s+([\w:.-]+))?", re.DOTALL)
_HTML = frozenset(
    {"html", "head", "body", "title", "meta", "link", "script", "style", "div", "p", "br", "b"}
    | {"h1", "h2", "h3", "center", "table", "pre", "span", "a", "font"}
)
"Elements that a page, or an error message, begins with."


class SitemapFacts(NamedTuple):
    """Values of a whole file, named as in :class:`sitemap_audit.items.Sitemap`.

    The defaults are those of a file that is not read.
    """

    compression: str | None = None
    bytes: int | None = None
    unpacked: int | None = None
    kind: str | None = None
    root: str | None = None
    namespace: str | None = None
    encoding: str | None = None
    encoding_declared: str | None = None
    encoding_header: str | None = None
    has_bom: bool = False
    entries: int = 0
    children: int = 0
    complete: bool = False
    stopped_by: str | None = None
    content_hash: str | None = None


class SitemapReader:
    """Reader of one sitemap: exhaust :meth:`batches`, then use :attr:`facts`."""

    def __init__(
        self,
        chunks: Iterable[bytes],
        *,
        sitemap_id: int,
        url: str,
        content_type: str | None = None,
        content_encoding: str | None = None,
        truncated: bool = False,
        limits: Limits | None = None,
    ) -> None:
        """Read a body.

        Args:
            chunks: as received, in pieces of any size.
            url: URL of the file in normal form, stored in every record.
            content_type: the header; only its charset is used.
            content_encoding: the header, if the body is not decoded yet.
            truncated: the transfer was incomplete.
        """
        limits = limits or Limits()
        path = urlsplit(url).path.lower()
        self._is_named_text = path.endswith((".txt", ".txt.gz"))
        self._header = charset(content_type)
        self._decompressor = Decompressor(
            chunks, content_encoding=content_encoding, truncated=truncated, limits=limits
        )
        self._sink = Sink(sitemap_id, url, problems=limits.problems)
        self._encoding: Encoding | None = None
        self._has_begun = False
        self._xml = XmlReader(self._sink)
        self._text: TextReader | None = None
        self._kind: SitemapKind | None = None
        "None while nothing but blanks has come, and where the XML's root is to tell."

    def batches(self) -> Iterator[Rows]:
        """Yield the records of each table in file order, at most a few thousand at a time."""
        read = 0
        for text in self._texts():
            self._feed(text)
            read += len(text)
            if len(self._sink) >= _BATCH or read >= _BATCH_CHARACTERS:
                read = 0
                yield from self._sink.take()
        self._close()
        yield from self._sink.take()

    @property
    def facts(self) -> SitemapFacts:
        """Values of the file; complete once the batches are exhausted."""
        decompressor, encoding, outline = self._decompressor, self._encoding, self._xml.outline
        stopped_by = decompressor.stopped_by or ("long-entry" if self._xml.is_overlong else None)
        stopped_by = stopped_by or ("xml" if outline.is_broken_off else None)
        return SitemapFacts(
            compression=decompressor.compression,
            bytes=decompressor.received,
            unpacked=decompressor.unpacked,
            kind=self._kind_found(),
            root=outline.root,
            namespace=outline.namespace,
            encoding=encoding.name if encoding else None,
            encoding_declared=encoding.declared if encoding else None,
            encoding_header=self._header,
            has_bom=bool(encoding and encoding.bom),
            entries=self._sink.entries,
            children=self._sink.children,
            complete=stopped_by is None,
            stopped_by=stopped_by,
            content_hash=decompressor.content_hash,
        )

    def _texts(self) -> Iterator[str]:
        pieces = iter(self._decompressor)
        first = next(pieces, b"")
        if not first:
            return iter(())
        self._encoding = detect(first, self._header)
        return decode(chain([first], pieces), self._encoding)

    def _feed(self, text: str) -> None:
        if not self._has_begun:
            text = self._begin(text)
        if self._text is not None:
            self._text.feed(text)
        elif self._kind is None:
            self._xml.feed(text)

    def _begin(self, text: str) -> str:
        """Detect the format as soon as more than white space was read."""
        start = len(text) - len(text.lstrip(_SPACE))
        if start == len(text):
            return text
        self._has_begun = True
        head = text[start:]
        xml = _XML_START.search(head) or FIRST_ENTRY.search(head)
        name = _first_name(head)
        if name == "html" or (name in _HTML and xml is None):
            self._kind = SitemapKind.HTML
        elif xml is not None and _is_junk(head[: xml.start()], name):
            self._xml.skip(text[: start + xml.start()])
            return text[start + xml.start() :]
        elif name is None and not head.startswith("<"):
            self._begin_text(head)
        return text

    def _begin_text(self, head: str) -> None:
        if is_text_sitemap(head, named_text=self._is_named_text):
            self._kind = SitemapKind.TEXT
            self._text = TextReader(self._sink, self._xml.line)
        else:
            self._kind = SitemapKind.UNKNOWN

    def _close(self) -> None:
        self._sink.cut = self._decompressor.stopped_by is not None
        if self._text is not None:
            self._text.close()
        elif self._has_begun and self._kind is None:
            self._xml.close()
        for code, detail, expected in self._decompressor.problems:
            self._sink.problem(code, detail, expected)
        if self._encoding and self._kind_found() not in NO_SITEMAPS:
            for code, detail, expected, line in self._encoding.problems:
                self._sink.problem(code, detail, expected, line)
        self._sink.add_rest()

    def _kind_found(self) -> SitemapKind:
        if self._kind is not None:
            return self._kind
        if self._has_begun:
            return self._xml.outline.kind or SitemapKind.UNKNOWN
        is_hidden = self._decompressor.received and self._decompressor.stopped_by
        return SitemapKind.UNKNOWN if is_hidden else SitemapKind.EMPTY


def _first_name(head: str) -> str | None:
    """Return the name of the root element or DOCTYPE, lower case, without prefix."""
    match = _ROOT.match(head)
    if match is None:
        return None
    name = match[2] or "" if match[1].upper() == "DOCTYPE" else match[1]
    return name.rpartition(":")[2].lower()


def _is_junk(before: str, name: str | None) -> bool:
    """Return whether text before the XML is an error message, not a text sitemap."""
    is_message = name in _HTML or not before.startswith("<")
    return bool(before) and is_message and not is_text_sitemap(before, named_text=False)
