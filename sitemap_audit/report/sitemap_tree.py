"""Read the sitemap tree: each index with its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.storage import Store

_MOST = 500
_DEEPEST = 5


class Told(NamedTuple):
    """What a search engine tells of a sitemap."""

    title: str
    "Of the engine."
    is_submitted: bool | None
    "None if its list was not read whole."
    submitted_on: str | None
    downloaded_on: str | None
    is_pending: bool | None
    errors: int | None
    warnings: int | None
    engine_urls: int | None
    "URLs that the engine counts."
    entries: int | None
    "Entries that the audit read; None if not to the end."

    @property
    def submitted(self) -> str:
        """The day, or 'yes', 'no', 'not known'."""
        if self.is_submitted:
            return self.submitted_on or "yes"
        return "not known" if self.is_submitted is None else "no"

    @property
    def downloaded(self) -> str:
        """The day, or 'never'; 'pending' where the engine has still to process it."""
        if not self.is_submitted:
            return "-"
        day = self.downloaded_on or ("" if self.is_pending else "never")
        return ", ".join(filter(None, (day, "pending" if self.is_pending else "")))

    @property
    def faults(self) -> str:
        """'1 error, 2 warnings'; empty if the engine counts none."""
        counts = {"error": self.errors, "warning": self.warnings}
        return ", ".join(counted(number, noun) for noun, number in counts.items() if number)

    @property
    def counts(self) -> str:
        """The count of the engine, with that of the audit where they differ: '23 (ours: 28)'."""
        if self.engine_urls is None:
            return "-"
        differs = self.entries not in (None, self.engine_urls)
        ours = f" (ours: {self.entries:,})" if differs else ""
        return f"{self.engine_urls:,}{ours}"


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
    told: Sequence[Told] = ()
    "What search engines tell of it, by their names."

    @property
    def share(self) -> str:
        """Indexable of all its URLs, in percent; a dash where none was checked."""
        return words.whole_per_cent(self.indexable, self.urls) if self.judged else "-"


class Tree(NamedTuple):
    """The files, each index before its own."""

    files: Sequence[File]
    all_files: int
    "More where the tree is cut."
    engines: Sequence[str] = ()
    "Search engines whose lists of submitted sitemaps were read."


def read_tree(store: Store) -> Tree | None:
    """Read the tree; None where no sitemap was found.

    Submitted sitemaps that the audit does not know come last.
    """
    rows = store.rows(step("report/sitemaps"), {"rows": _MOST})
    told: dict[str, list[Told]] = {}
    unknown = {}
    for url, *each, is_known, findings in store.rows(step("report/engine_sitemaps")):
        told.setdefault(url, []).append(Told(*each))
        if not is_known:
            unknown[url] = File(url, 0, "submitted only", 0, 0, 0, None, None, findings)
    if not rows and not unknown:
        return None
    known = {row[0] for row in rows}
    children: dict[str | None, list[Any]] = {}
    for row in rows:
        parent = row[1] if row[1] in known and row[1] != row[0] else None
        children.setdefault(parent, []).append(row)
    files = list(_below(None, children, 0))
    placed = {file.url for file in files}  # in a circle, no file is the first
    files += [_file(row, 0) for row in rows if row[0] not in placed]
    files += [*unknown.values()][:_MOST]
    return Tree(
        [file._replace(told=told.get(file.url, ())) for file in files],
        store.count("reported_sitemaps") + len(unknown),
        sorted({each.title for of_file in told.values() for each in of_file}),
    )


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
