"""Read the directories of a site with their missing pages and orphans, of a link crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

MISSING = (
    "hreflang/alternate-not-in-sitemap",
    "hreflang/alternate-without-entry",
    "links/canonical-not-in-sitemap",
    "links/not-in-sitemap",
    "site/home-not-listed",
)
"Checks of indexable pages that no sitemap lists."
ORPHANS = "links/orphan"
UNLISTED = "links/not-in-sitemap"
_IN = ", ".join(f"'{name}'" for name in MISSING)
DIRECTORIES = f"""
WITH crawled AS (
    SELECT COUNT(is_linked) AS urls FROM coverage
),

found AS (
    SELECT
        url,
        MAX(CASE WHEN "check" IN ({_IN}) THEN 1 ELSE 0 END) AS is_missing,
        MAX(CASE WHEN "check" = '{ORPHANS}' THEN 1 ELSE 0 END) AS is_orphan
    FROM findings
    WHERE "check" IN ({_IN}, '{ORPHANS}')
    GROUP BY url
),

unknown AS (
    SELECT url FROM linked_pages WHERE unknown_reason IS NOT NULL
    UNION
    SELECT url FROM listed_links WHERE unknown_reason IS NOT NULL
),

counted AS (
    SELECT
        coverage.directory,
        COUNT(*) FILTER (WHERE coverage.is_indexable) AS pages,
        COUNT(*) FILTER (WHERE coverage.is_indexable AND coverage.is_listed) AS listed,
        COUNT(*) FILTER (WHERE coverage.is_indexable AND coverage.is_linked) AS linked,
        COUNT(*) FILTER (WHERE found.is_missing = 1) AS not_in_sitemap,
        CASE
            WHEN COUNT(page.url) = 0 OR COUNT(page.url) > COUNT(page.unknown_reason)
                THEN COUNT(*) FILTER (WHERE found.is_orphan = 1)
        END AS orphans,
        COUNT(unknown.url) AS not_checked,
        COUNT(*) FILTER (WHERE found.is_missing = 1 OR found.is_orphan = 1) AS with_findings,
        COUNT(*) FILTER (
            WHERE coverage.is_indexable OR found.url IS NOT NULL OR unknown.url IS NOT NULL
        ) AS told
    FROM coverage
    CROSS JOIN crawled
    LEFT JOIN found ON coverage.url = found.url
    LEFT JOIN unknown ON coverage.url = unknown.url
    LEFT JOIN listed_links AS page ON coverage.url = page.url
    WHERE crawled.urls > 0
    GROUP BY coverage.directory
)

SELECT
    directory,
    pages,
    listed,
    linked,
    not_in_sitemap,
    orphans,
    not_checked
FROM counted
WHERE told > 0
ORDER BY with_findings DESC, pages DESC, directory
"""
"SQL of directories.csv, which the reports show too."
_BY_LINKS = f"""
SELECT coverage.directory, COUNT(DISTINCT coverage.url)
FROM coverage
INNER JOIN findings ON coverage.url = findings.url
WHERE findings."check" = '{UNLISTED}'
    AND coverage.directory IN (SELECT shown.directory FROM ({DIRECTORIES} LIMIT $rows) AS shown)
GROUP BY coverage.directory
"""


class Directory(NamedTuple):
    """The first directory of a path, behind that of a language; the numbers are of its URLs."""

    directory: str
    pages: int
    "Indexable."
    listed: int
    linked: int
    not_in_sitemap: int
    "Found by the checks of :data:`MISSING`."
    orphans: int | None
    "None if the check could check none of its listed pages."
    not_checked: int
    "Pages that these checks could not check."
    by_links: int = 0
    "Of those not in a sitemap: found by the check of internal links."


class Directories(NamedTuple):
    """The directories with most missing pages and orphans."""

    shown: list[Directory]
    number: int
    "Of all."


def read_directories(store: Store, most: int) -> Directories | None:
    """Read the first directories; None without a link crawl.

    Args:
        store: with the views ``coverage``, ``linked_pages``, ``listed_links``, and the findings.
    """
    number = int(store.value(f"SELECT COUNT(*) FROM ({DIRECTORIES})"))
    if not number:
        return None
    by_links = dict(store.rows(_BY_LINKS, {"rows": most}))
    rows = store.rows(f"{DIRECTORIES} LIMIT {most}")
    shown = [Directory(*row)._replace(by_links=by_links.get(row[0], 0)) for row in rows]
    return Directories(shown, number)
