"""Read the sitemap tree: each index with its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.catalogue.findings import AFFECTED
from sitemap_audit.report import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.storage import Store

_MOST = 500
_DEEPEST = 5
_FILES = """
files AS (
    SELECT
        file.url,
        MIN(file.found_in) AS found_in,
        MIN(file.found_by) AS found_by,
        MAX(file.kind) AS kind,
        MAX(file.status) AS status,
        MAX(file.error) AS error,
        MAX(file.last_modified) AS last_modified,
        MIN(file.depth) AS depth
    FROM sitemaps AS file
    WHERE file.url NOT IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed)
        OR file.kind NOT IN ('html', 'empty', 'unknown')
    GROUP BY file.url
)
"""
_COUNT = f"WITH {_FILES} SELECT COUNT(*) FROM files"
_TREE = f"""
WITH {_FILES},

shares AS (
    SELECT sitemap_url, MAX(urls) AS urls, MAX(judged) AS judged, MAX(not_indexable) AS bad
    FROM sitemap_shares
    GROUP BY sitemap_url
),

newest AS (
    SELECT sitemap_url, strftime(MAX(lastmod_at), '%Y-%m-%d') AS lastmod
    FROM entries
    GROUP BY sitemap_url
),

found AS (
    SELECT sitemap_url, COUNT(DISTINCT {AFFECTED}) AS affected
    FROM findings
    WHERE root_id IS NULL
    GROUP BY sitemap_url
)

SELECT
    files.url, files.found_in, files.kind, files.status, files.error,
    COALESCE(shares.urls, 0), COALESCE(shares.judged, 0), COALESCE(shares.bad, 0),
    COALESCE(newest.lastmod, files.last_modified), COALESCE(found.affected, 0),
    trust.confirmed, trust.pages
FROM files
LEFT JOIN shares ON files.url = shares.sitemap_url
LEFT JOIN newest ON files.url = newest.sitemap_url
LEFT JOIN lastmod_trust AS trust ON files.url = trust.sitemap_url
LEFT JOIN found ON files.url = found.sitemap_url
ORDER BY files.depth, COALESCE(found.affected, 0) DESC, files.url
LIMIT $files
"""


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
    affected: int
    "URLs with findings."

    @property
    def share(self) -> str:
        """Indexable of all its URLs, in percent; a dash where none was checked."""
        return f"{100 * self.indexable // self.urls} %" if self.judged else "-"


class Tree(NamedTuple):
    """The files, each index before its own."""

    files: Sequence[File]
    all_files: int
    "More where the tree is cut."


def read_tree(store: Store) -> Tree | None:
    """Read the tree; None where no sitemap was found."""
    rows = store.rows(_TREE, {"files": _MOST})
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
    return Tree(files, int(store.value(_COUNT)))


def _below(parent: str | None, children: dict[str | None, list[Any]], level: int) -> Iterator[File]:
    for row in children.pop(parent, ()):
        yield _file(row, level)
        yield from _below(row[0], children, min(level + 1, _DEEPEST))


def _file(row: Any, level: int) -> File:
    url, _, kind, status, error, urls, judged, bad, lastmod, affected, *trust = row
    if error or (status or 0) >= 300:
        kind = words.reason(error) if error else f"returns {status}"
    told = {"sitemapindex": "index", "urlset": "sitemap"}.get(kind, kind or "not read")
    shown = words.lastmod_trust(*trust) if urls else None
    return File(url, level, told, urls, judged, judged - bad, lastmod, shown, affected)


# A page at a URL that was only tried is no sitemap.
_SITEMAPS = """
SELECT COUNT(*)
FROM sitemaps
WHERE kind NOT IN ('html', 'empty', 'unknown')
    OR (kind IS NOT NULL AND url NOT IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed))
"""


def count_sitemaps(store: Store) -> int:
    """Count the sitemaps."""
    return int(store.value(_SITEMAPS))
