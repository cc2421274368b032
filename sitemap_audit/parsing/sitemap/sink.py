"""Output of the readers of one sitemap: records with counts, and a limited number of problems."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sitemap_audit.items import SitemapProblem
from sitemap_audit.masking import without_userinfo
from sitemap_audit.parsing.sitemap.rows import Found
from sitemap_audit.parsing.sitemap.tokens import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sitemap_audit.items import Row, Rows

INVALID_BYTES = "Bytes invalid in the file's encoding, or control characters"
_EXCERPT = 80
"Characters."
_AROUND = 1_000
"Characters before and behind in which a URL with a password is looked for."


class Misplaced(dict[tuple[str, str], tuple[int, int]]):
    """Entries that are in other elements than they may be: one fault of the template.

    By the elements around and what is expected: line of the first entry, and their number.
    """

    def add(self, name: str, inside: Iterable[str], expected: str, line: int) -> None:
        """Count an entry; ``inside``: names of the elements around it, the innermost first."""
        path = " in ".join(f"<{each}>" for each in (name, *inside))
        self.merge({(path, expected): (line, 1)})

    def merge(self, others: Mapping[tuple[str, str], tuple[int, int]]) -> None:
        """Count the entries of others, too."""
        for key, (line, more) in others.items():
            first, number = self.get(key, (line, 0))
            self[key] = (first, number + more)


class Sink:
    """Collector of the records of one sitemap."""

    def __init__(self, sitemap_id: int, url: str, *, problems: int) -> None:
        """Keep at most ``problems`` rows per code and count the rest."""
        self.sitemap_id = sitemap_id
        self.url = url
        self.found = Found()
        self.entries = 0
        "Pages listed so far."
        self.children = 0
        "Sitemaps listed so far."
        self.cut = False
        "Whether the text ends early for a reason of its own: no fault of the file's form."
        self.misplaced = Misplaced()
        self._has_entries_as_text = False
        self._problems: list[Row] = []
        self._most = problems
        self._codes: Counter[str] = Counter()

    def problem(
        self,
        code: str,
        detail: str,
        expected: str | None = None,
        line: int | None = None,
        *,
        column: int | None = None,
        position: int | None = None,
        excerpt: str | None = None,
    ) -> None:
        """Add a format error of the file."""
        self._codes[code] += 1
        if self._codes[code] <= self._most:
            values = (code, position, line, column, detail, expected, excerpt)
            self._problems.append(SitemapProblem(self.sitemap_id, self.url, *values))

    def entries_as_text(self, entry: str, parent: str, text: str, line: int) -> None:
        """Report entries that are text of an element, at the first place."""
        if not self._has_entries_as_text:
            self._has_entries_as_text = True
            self.problem(
                "misplaced-entry",
                f"Entries as text in {parent}",
                f"{entry}<loc>URL</loc>{entry.replace('<', '</')}",
                line,
                excerpt=excerpt(clean(text.strip())),
            )

    def add_rest(self) -> None:
        """Add the misplaced entries, and a row per code with the number of rows left out."""
        for (path, expected), (line, count) in self.misplaced.items():
            total = f"{count:,} of {self.entries + self.children:,} entries"
            self.problem("misplaced-entry", path, expected, line, excerpt=total)
        for code, count in self._codes.items():
            if count > self._most:
                detail = f"{count - self._most:,} more of this kind, not listed"
                rest = (code, None, None, None, detail, None, None)
                self._problems.append(SitemapProblem(self.sitemap_id, self.url, *rest))

    def __len__(self) -> int:
        """Return the number of records since the last batch."""
        return len(self.found) + len(self._problems)

    def take(self) -> Iterator[Rows]:
        """Return the records since the last call, in batches."""
        found, self.found = self.found, Found()
        problems, self._problems = self._problems, []
        yield from found.columns(self.sitemap_id, self.url)
        if problems:
            yield problems


def excerpt(text: str, at: int = 0) -> str:
    """Return at most 80 characters of a text around a position, on one line; … where it is cut."""
    start = max(0, at - _EXCERPT // 2)
    before = max(0, start - _AROUND)
    piece = text[before : start + _AROUND]
    if "@" in piece:  # a URL that is cut could not be told from other text
        piece = without_userinfo(piece, lambda userinfo: "*" * len(userinfo), is_url=True)
    piece = piece[start - before :]
    if len(piece) > _EXCERPT:
        piece = f"{piece[: _EXCERPT - 1]}…"
    return "".join(c if c.isprintable() else " " for c in piece).strip()
