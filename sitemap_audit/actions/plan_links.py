"""Plan the corrections of hreflang annotations in sitemaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.actions import checks as corrected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def in_list(names: Iterable[str]) -> str:
    """Return names as a list of SQL, after IN; there may be none."""
    return "(" + ", ".join(f"'{name}'" for name in [*names, ""]) + ")"


def link_statements(checks: Sequence[str]) -> Iterator[str]:
    """Yield the statements that make ``fix_links``: links that go, change or are missing."""
    annotated, unannotated = corrected.RETURN_LINKS
    may_add, may_annotate = annotated in checks, unannotated in checks
    yield """
CREATE TABLE fix_gone AS
SELECT DISTINCT url_key, "to", "check"
FROM fix_locs
WHERE is_of_page AND url_key IN (SELECT link.alternate_key FROM entry_alternates AS link)"""
    yield """
CREATE TABLE fix_gone_links AS
SELECT
    link.sitemap_id, link.position, link.href AS "old", link.code, gone."check",
    CASE told.action
        WHEN 'replace' THEN told."to"
        WHEN 'remove' THEN NULL
        ELSE gone."to"
    END AS "new"
FROM entry_alternates AS link
INNER JOIN fix_files AS file ON link.sitemap_id = file.id
INNER JOIN fix_gone AS gone ON link.alternate_key = gone.url_key
LEFT JOIN (
    SELECT url, related_url, MIN(action) AS action, MIN("to") AS "to" FROM fix_findings
    WHERE "check" = 'hreflang/target-redirects' AND place = 'hreflang-url'
    GROUP BY url, related_url
) AS told ON link.url = told.url AND link.alternate = told.related_url
WHERE link.hreflang IS NOT NULL"""
    yield """
CREATE VIEW fix_after AS
SELECT
    link.sitemap_id, link.position, COALESCE(kept.final_url, link.url) AS url,
    COALESCE(link.code, LOWER(link.hreflang)) AS code,
    CASE WHEN gone."old" IS NULL THEN link.alternate ELSE gone."new" END AS alternate
FROM entry_alternates AS link
INNER JOIN fix_files AS file ON link.sitemap_id = file.id
LEFT JOIN fix_kept AS kept
    ON link.sitemap_id = kept.sitemap_id AND link.position = kept.position AND kept.kind = 'url'
LEFT JOIN fix_gone_links AS gone
    ON link.sitemap_id = gone.sitemap_id AND link.position = gone.position
    AND link.href = gone."old" AND link.code = gone.code
WHERE kept.action IS DISTINCT FROM 'remove' AND (gone."old" IS NULL OR gone."new" IS NOT NULL)"""
    yield """
CREATE TABLE fix_moved AS
SELECT url, "to" FROM fix_pages
WHERE "to" IS NOT NULL AND url IN (
    SELECT found.url FROM fix_findings AS found WHERE found."check" LIKE 'hreflang/%'
    UNION
    SELECT found.related_url FROM fix_findings AS found WHERE found."check" LIKE 'hreflang/%'
)"""
    yield f"""
CREATE TABLE fix_told AS
SELECT
    COALESCE(moved."to", found.url) AS url,
    COALESCE(other_moved."to", found.related_url) AS related_url,
    found."check", found.change_url, found.action, found.place, found."from", found."to"
FROM fix_findings AS found
LEFT JOIN fix_moved AS moved ON found.url = moved.url
LEFT JOIN fix_moved AS other_moved ON found.related_url = other_moved.url
WHERE (found."check" = '{annotated}' AND {may_add} AND found.change_url IS NOT NULL)
    OR (found."check" = '{unannotated}' AND {may_annotate} AND found.change_url IS NULL)"""
    yield f"""
CREATE TABLE fix_linked AS
WITH moved AS (
    SELECT final_url AS url FROM fix_kept
    WHERE kind = 'url' AND (action = 'remove' OR final_url IS DISTINCT FROM url)
    UNION
    SELECT "new" FROM fix_gone_links
)

SELECT DISTINCT link.url, link.alternate, link.code
FROM fix_after AS link
LEFT JOIN fix_told AS told
    ON link.url = told.url AND link.alternate = told.related_url
    AND told."check" = '{unannotated}'
WHERE link.code <> 'x-default' AND link.url <> link.alternate AND (
    told.url IS NOT NULL OR link.url IN (SELECT moved.url FROM moved)
    OR link.alternate IN (SELECT moved.url FROM moved)
)"""
    yield """
CREATE TABLE fix_sets AS
SELECT link.sitemap_id, link.position, link.url, link.code, link.alternate
FROM fix_after AS link
WHERE link.url IN (
    SELECT linked.url FROM fix_linked AS linked
    UNION
    SELECT linked.alternate FROM fix_linked AS linked
    UNION
    SELECT told.related_url FROM fix_told AS told
)"""
    yield f"""
CREATE TABLE fix_certain AS
WITH found AS (
    SELECT url, related_url FROM fix_findings
    WHERE "check" IN {in_list(corrected.DOUBTS)} AND url IS NOT NULL
        AND url NOT IN (SELECT page.url FROM fix_pages AS page WHERE page.action = 'remove')
),

doubts AS (
    SELECT url FROM found
    UNION
    SELECT related_url FROM found WHERE related_url IS NOT NULL
)

SELECT url, page_id, hreflang_links FROM fix_states
WHERE is_indexable AND url NOT IN (SELECT doubts.url FROM doubts) AND url IN (
    SELECT told.url FROM fix_told AS told
    UNION
    SELECT told.related_url FROM fix_told AS told
    UNION
    SELECT linked.url FROM fix_linked AS linked
    UNION
    SELECT linked.alternate FROM fix_linked AS linked
)"""
    yield f"""
CREATE TABLE fix_wanted AS
WITH returned AS (
    SELECT
        link.url, link.alternate, link.code, self_link.code AS self_code, target.page_id,
        target.hreflang_links, own.url IS NOT NULL AS is_annotated
    FROM fix_linked AS link
    INNER JOIN (
        SELECT fix_sets.url, MIN(fix_sets.code) AS code FROM fix_sets
        WHERE fix_sets.url = fix_sets.alternate AND fix_sets.code <> 'x-default'
        GROUP BY fix_sets.url
    ) AS self_link ON link.url = self_link.url
    INNER JOIN fix_certain AS page ON link.url = page.url
    INNER JOIN fix_certain AS target ON link.alternate = target.url
    LEFT JOIN (SELECT DISTINCT fix_sets.url FROM fix_sets) AS own ON link.alternate = own.url
),

unannotated AS (
    SELECT link.url, link.alternate, link.code, link.self_code
    FROM returned AS link
    INNER JOIN pages ON link.page_id = pages.id
    WHERE {may_annotate} AND NOT link.is_annotated AND link.hreflang_links = 0
        AND LOWER(REGEXP_EXTRACT(pages.lang, '^[A-Za-z]+')) = LOWER(SPLIT_PART(link.code, '-', 1))
)

SELECT
    told.related_url AS url, told.change_url AS sitemap_url,
    SPLIT_PART(told."to", ' ', 1) AS code, told.url AS alternate, told."check"
FROM fix_told AS told
INNER JOIN fix_certain AS page ON told.url = page.url
INNER JOIN fix_certain AS target ON told.related_url = target.url
WHERE told.place = 'hreflang' AND told.action = 'add' AND told."check" = '{annotated}'
UNION
SELECT alternate, NULL, self_code, url, '{annotated}' FROM returned
WHERE {may_add} AND is_annotated
UNION
SELECT alternate, NULL, self_code, url, '{unannotated}' FROM unannotated
UNION
SELECT alternate, NULL, code, alternate, '{unannotated}' FROM unannotated"""
    yield """
CREATE TABLE fix_links AS
WITH owners AS (
    SELECT url FROM fix_wanted
    UNION
    SELECT related_url FROM fix_told
),

places AS (
    SELECT
        entries.sitemap_id, entries.sitemap_url, entries.position,
        COALESCE(kept.final_url, entries.url) AS url,
        ROW_NUMBER() OVER (
            PARTITION BY COALESCE(kept.final_url, entries.url)
            ORDER BY
                entries.alternates DESC, COALESCE(purposes.purpose, 'pages') <> 'pages',
                entries.sitemap_url, entries.position, entries.sitemap_id
        ) AS place
    FROM entries
    INNER JOIN fix_files AS file ON entries.sitemap_id = file.id AND file.kind <> 'text'
    LEFT JOIN sitemap_purposes AS purposes ON entries.sitemap_url = purposes.sitemap_url
    LEFT JOIN fix_kept AS kept
        ON entries.sitemap_id = kept.sitemap_id AND entries.position = kept.position
        AND kept.kind = 'url'
    WHERE entries.kind = 'url' AND kept.action IS DISTINCT FROM 'remove'
        AND COALESCE(kept.final_url, entries.url) IN (SELECT owners.url FROM owners)
),

added AS (
    SELECT
        entry.sitemap_id, entry.position, wanted.code, wanted.alternate, wanted."check"
    FROM fix_wanted AS wanted
    INNER JOIN places AS entry
        ON wanted.url = entry.url AND COALESCE(wanted.sitemap_url = entry.sitemap_url, place = 1)
    WHERE NOT EXISTS (
        SELECT 1 FROM fix_sets AS link
        WHERE link.url = wanted.url
            AND (LOWER(link.code) = LOWER(wanted.code) OR link.alternate = wanted.alternate)
    )
    QUALIFY ROW_NUMBER() OVER (
        PARTITION BY wanted.url, LOWER(wanted.code)
        ORDER BY wanted.alternate, wanted."check", place
    ) = 1
)

SELECT DISTINCT
    gone.sitemap_id, gone.position, 'link' AS action, gone."old",
    CASE WHEN again.href IS NULL THEN gone."new" END AS "new", gone."check"
FROM fix_gone_links AS gone
LEFT JOIN entry_alternates AS again
    ON gone.sitemap_id = again.sitemap_id AND gone.position = again.position
    AND gone.code = again.code AND gone."new" = again.alternate
UNION ALL
SELECT
    sitemap_id, position, 'add-link' AS action, NULL AS "old",
    CONCAT(code, ' ', alternate) AS "new", "check"
FROM added
UNION ALL
SELECT
    entry.sitemap_id, entry.position, 'link' AS action, told."from" AS "old", told."to" AS "new",
    told."check"
FROM fix_told AS told
INNER JOIN fix_certain AS page ON told.url = page.url
INNER JOIN fix_certain AS target ON told.related_url = target.url
INNER JOIN places AS entry
    ON told.related_url = entry.url AND told.change_url = entry.sitemap_url
WHERE told.place = 'hreflang-url' AND told.action = 'replace'"""
