"""Reader of text sitemaps: one URL per line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.parsing.sitemap.rows import FoundEntry
from sitemap_audit.parsing.sitemap.sink import INVALID_BYTES, excerpt
from sitemap_audit.parsing.sitemap.tokens import clean
from sitemap_audit.parsing.urls import MAX_LENGTH, Link, UrlProblem, read_link

if TYPE_CHECKING:
    from sitemap_audit.parsing.sitemap.sink import Sink

_ABSOLUTE = re.compile(r"https?://[^\s/]", re.IGNORECASE)
_LINE_WITH_URL = re.compile(r"^[ \t]*https?://[^\s/]", re.IGNORECASE | re.MULTILINE)
_LINE_WITH_PATH = re.compile(r"^[ \t]*(?:/|www\.)\S*[ \t]*$", re.IGNORECASE | re.MULTILINE)
_JOINED = re.compile(r"[,;|]+(?=https?://[^\s/])", re.IGNORECASE)
_KEPT = MAX_LENGTH + 1
"Characters of a line: enough to see that it is too long."


def is_text_sitemap(head: str, *, named_text: bool) -> bool:
    """Return whether a non-XML file lists URLs; ``named_text``: its name ends in .txt."""
    if _LINE_WITH_URL.search(head):
        return True
    return named_text and _LINE_WITH_PATH.search(head) is not None


def _words(line: str) -> list[str]:
    """Split a line at spaces and, between URLs, at commas and similar characters."""
    words = [part for word in line.split() for part in _apart(word)]
    return words if len(words) == 1 else [word.rstrip(",;|") or word for word in words]


def _apart(word: str) -> list[str]:
    """Split a word of joined URLs; a URL after a ``?`` may be part of the query."""
    joint = _JOINED.search(word)
    return _JOINED.split(word) if joint and "?" not in word[: joint.start()] else [word]


class TextReader:
    """Reader of one text sitemap."""

    def __init__(self, sink: Sink, line: int) -> None:
        """Write to ``sink``; the text begins on ``line``."""
        self._sink = sink
        self._rest = ""
        self._number = line - 1

    def feed(self, text: str) -> None:
        """Read the next piece of text."""
        *lines, rest = (self._rest + text).split("\n")
        for line in lines:
            self._read(line)
        self._rest = rest[:_KEPT]

    def close(self) -> None:
        """Read the last line, unless it is truncated."""
        if not self._sink.cut:
            self._read(self._rest)

    def _read(self, written: str) -> None:
        self._number += 1
        line = written[:_KEPT]
        if not line.strip():
            return
        if "\uffff" in line or not line.isprintable():
            line = self._cleaned(line)
        words = _words(line)
        if len(words) == 1:
            self._read_word(line)
            return
        self._report(line)
        if all(_ABSOLUTE.match(word) for word in words):
            for word in words:
                self._add(word, read_link(word))

    def _cleaned(self, line: str) -> str:
        cleaned = clean(line)
        if cleaned != line:
            self._sink.problem(
                "invalid-bytes", INVALID_BYTES, "UTF-8", self._number, excerpt=excerpt(cleaned)
            )
        return cleaned

    def _read_word(self, line: str) -> None:
        link = read_link(line)
        is_path = line.lstrip().startswith(("/", "./", "../"))
        if link.problem is UrlProblem.RELATIVE and not is_path:
            self._report(line)
        elif "\ufffd" in line:
            self._add(line, Link(None, None, None, UrlProblem.MALFORMED))
        else:
            self._add(line, link)

    def _report(self, line: str) -> None:
        self._sink.problem(
            "text-line",
            "Not one absolute URL",
            "One absolute URL per line",
            self._number,
            excerpt=excerpt(line),
        )

    def _add(self, loc: str, link: Link | None = None) -> None:
        self._sink.entries += 1
        self._sink.found.entries.append(
            FoundEntry(self._sink.entries, self._number, "url", loc, link)
        )
