"""Where an entry ends: at its own end tag, or where the next begins if it has none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.parsing.sitemap.tokens import LONGEST, TAG, Ends

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOTS = "urlset|sitemapindex|rss|channel|RDF|feed"


class EntryEnds:
    """Finder of the ends of entries in the text that has come."""

    def __init__(self, names: str, prefix: str) -> None:
        """Find the ends of elements of these names, separated by ``|``; the root has ``prefix``."""
        self._names, self._prefix = names, prefix
        self._patterns: dict[str, re.Pattern[str]] = {}
        "Tags of entries and root elements, by the prefix of the entry."
        self._seen = 0
        self.move(0)

    def move(self, shift: int) -> None:
        """Process that the text has lost so many characters at its start, and has grown."""
        self._ends = Ends()
        self._seen = max(0, self._seen - shift)
        self._closed: dict[int, int] = {}
        "Where entries end in which others are, by where they begin."
        self._searched = -1
        "Up to where these are known."

    def pattern(self, name: str) -> re.Pattern[str]:
        """Return where an entry may end: elements of extensions have the same names."""
        prefix = name[: name.rfind(":") + 1]
        if prefix not in self._patterns:
            prefixes = f"(?:{re.escape(prefix)}|{re.escape(self._prefix)})"
            self._patterns[prefix] = re.compile(
                rf"<!--|<!\[CDATA\[|<(/?)(?:{prefixes}(?:{self._names})"
                rf"|((?:[\w.-]+:)?(?:{ROOTS})))(?=[\s/>])"
            )
        return self._patterns[prefix]

    def find(self, text: str, start: int, name: str, *, at_end: bool) -> tuple[int, bool]:
        """Return where the entry ends (-1 if not yet), and whether its own end tag ends it.

        Other entries may be in it. An entry that is not closed ends where the next begins.
        """
        if start in self._closed:
            return self._closed[start], True
        if (tag := TAG.match(text, start)) and tag[3]:
            return tag.end(), True
        limit = min(start + LONGEST, len(text))
        first, stop, opened = -1, -1, [start]
        for begin, end, kind in self._marks(text, start, limit, name):
            if kind == "start" and start < self._searched:
                return begin, False
            if kind in ("start", "root"):
                opened.append(begin if kind == "start" else -1)
                first = begin if first < 0 else first
            elif kind == "root's end" and opened[-1] >= 0:
                stop = begin
                break
            elif self._closes(opened, end, kind):
                self._seen = 0
                return end, True
        if stop < 0 and (first < 0 or not (at_end or limit < len(text))):
            self._seen = self._seen if first < 0 else 0
            return -1, False
        self._seen = 0
        if first < 0:
            return stop, False
        self._searched = stop if stop >= 0 else limit
        return first, False

    def _marks(
        self, text: str, start: int, limit: int, name: str
    ) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and kind of the tags of entries and root elements."""
        pattern, place = self.pattern(name), max(start + 1, self._seen)
        while match := pattern.search(text, place, limit):
            place = match.end()
            if match[0] == "<!--" and _is_in_tag(text, start, match.start()):
                continue
            closing = {"<!--": "-->", "<![CDATA[": "]]>"}.get(match[0], ">" if match[1] else "")
            end = self._ends.find(text, closing, place, limit) if closing else place
            if end < 0:
                self._seen = match.start()
                return
            if match[1] is None or (match[1] and not text[place:end].strip()):
                place = end + len(closing)
            if match[1]:
                yield match.start(), place, "root's end" if match[2] else "end"
            elif match[2]:
                yield match.start(), place, "root"
            elif match[1] is not None and not _is_empty(text, match.start()):
                yield match.start(), place, "start"
        self._seen = max(place, len(text) - 100)

    def _closes(self, opened: list[int], end: int, kind: str) -> bool:
        """Note what an end tag closes; return whether that is the first that was opened."""
        while kind == "end" and opened[-1] < 0:
            opened.pop()
        self._closed[opened.pop()] = end
        return not opened


def _is_empty(text: str, start: int) -> bool:
    tag = TAG.match(text, start)
    return tag is not None and bool(tag[3])


def _is_in_tag(text: str, start: int, place: int) -> bool:
    """Return whether a mark is inside an unclosed tag, and so begins nothing."""
    return text.rfind("<", start, place) > text.rfind(">", start, place)
