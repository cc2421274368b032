"""Read the sitemap tree: each index with its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.report import words
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.storage import Store

_MOST = 500
_DEEPEST = 5


class File(NamedTuple):
    """A sitemap file in the tree."""

    url: str
    level: int
    "Indexes above it."
    kind: str
    "Its format, or why it was not read."
    urls: int
    judged: int
    "Of these URLs, those that were checked."
    indexable: int
    lastmod: str | None
    "The newest lastmod in it, else its Last-Modified header."
    trust: str | None
    "How many pages confirm its lastmods; None if it lists no URLs."
    findings: int
    "Those that name it as their sitemap."

    @property
    def share(self) -> str:
        """Indexable of all its URLs, in percent; a dash where none was checked."""
        return words.whole_per_cent(self.indexable, self.urls) if self.judged else "-"


class Tree(NamedTuple):
    """The files, each index before its own."""

    files: Sequence[File]
    all_files: int
    "More where the tree is cut."


def read_tree(store: Store) -> Tree | None:
    """Read the tree; None where no sitemap was found."""
    rows = store.rows(step("report/sitemaps"), {"rows": _MOST})
    if not rows:
        return None
    known = {row[0] for row in rows}
    children: dict[str | None, list[Any]] = {}
    for row in rows:
        parent = row[1] if row[1] in known and row[1] != row[0] else None
        children.setdefault(parent, []).append(row)
    files = list(_below(None, children, 0))
    placed = {file.url for file in files}  # in a circle, no file is the first
    files += [_file(row, 0) for row in rows if row[0] not in placed]
    return Tree(files, store.count("reported_sitemaps"))


def _below(parent: str | None, children: dict[str | None, list[Any]], level: int) -> Iterator[File]:
    for row in children.pop(parent, ()):
        yield _file(row, level)
        yield from _below(row[0], children, min(level + 1, _DEEPEST))


def _file(row: Any, level: int) -> File:
    url, _, kind, status, error, urls, judged, indexable, lastmod, findings, *trust = row
    if error or (status or 0) >= 300:
        kind = words.reason(error) if error else f"returns {status}"
    told = {"sitemapindex": "index", "urlset": "sitemap"}.get(kind, kind or "not read")
    shown = words.lastmod_trust(*trust) if urls else None
    return File(url, level, told, urls, judged, indexable, lastmod, shown, findings)
