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
CREATE TABLE fix_after AS
SELECT
    link.sitemap_id, link.position, COALESCE(kept.final_url, link.url) AS url,
    COALESCE(link.code, LOWER(link.hreflang)) AS code,
    CASE WHEN gone."old" IS NULL THEN link.alternate ELSE gone."new" END AS alternate
FROM entry_alternates AS link
INNER JOIN fix_files AS file ON link.sitemap_id = file.id
LEFT JOIN fix_kept AS kept
    ON link.sitemap_id = kept.sitemap_id AND link.position = kept.position AND kept.kind = 'url'
    AND kept.alternates > 0
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
CREATE TABLE fix_ends AS
SELECT linked.url FROM fix_linked AS linked
UNION
SELECT linked.alternate FROM fix_linked AS linked
UNION
SELECT told.url FROM fix_told AS told
UNION
SELECT told.related_url FROM fix_told AS told"""
    yield """
CREATE TABLE fix_sets AS
SELECT link.sitemap_id, link.position, link.url, link.code, link.alternate
FROM fix_after AS link
WHERE link.url IN (SELECT ends.url FROM fix_ends AS ends)"""
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
WHERE is_indexable AND url NOT IN (SELECT doubts.url FROM doubts)
    AND url IN (SELECT ends.url FROM fix_ends AS ends)"""
    for table, column in (
        ("fix_linked", "url"),
        ("fix_linked", "alternate"),
        ("fix_told", "url"),
        ("fix_told", "related_url"),
    ):
        yield f"DELETE FROM {table} WHERE {column} NOT IN (SELECT url FROM fix_certain)"
    yield """
CREATE TABLE fix_own AS
SELECT url, MIN(CASE WHEN url = alternate AND code <> 'x-default' THEN code END) AS self_code
FROM fix_sets
GROUP BY url"""
    yield """
CREATE TABLE fix_named AS
SELECT link.url, link.alternate, link.code, own.self_code
FROM fix_linked AS link
INNER JOIN fix_own AS own ON link.url = own.url
WHERE own.self_code IS NOT NULL"""
    yield """
CREATE TABLE fix_returned AS
SELECT link.url, link.alternate, link.code, link.self_code, own.url IS NOT NULL AS is_annotated
FROM fix_named AS link
LEFT JOIN fix_own AS own ON link.alternate = own.url"""
    yield f"""
CREATE TABLE fix_wanted AS
WITH unannotated AS (
    SELECT link.url, link.alternate, link.code, link.self_code
    FROM fix_returned AS link
    INNER JOIN fix_certain AS target ON link.alternate = target.url
    INNER JOIN pages ON target.page_id = pages.id
    WHERE {may_annotate} AND NOT link.is_annotated AND target.hreflang_links = 0
        AND LOWER(REGEXP_EXTRACT(pages.lang, '^[A-Za-z]+')) = LOWER(SPLIT_PART(link.code, '-', 1))
)

SELECT
    told.related_url AS url, told.change_url AS sitemap_url,
    SPLIT_PART(told."to", ' ', 1) AS code, told.url AS alternate, told."check"
FROM fix_told AS told
WHERE told.place = 'hreflang' AND told.action = 'add' AND told."check" = '{annotated}'
UNION ALL
SELECT alternate, NULL, self_code, url, '{annotated}' FROM fix_returned
WHERE {may_add} AND is_annotated
UNION ALL
SELECT alternate, NULL, self_code, url, '{unannotated}' FROM unannotated
UNION ALL
SELECT alternate, NULL, code, alternate, '{unannotated}' FROM unannotated"""
    yield """
CREATE TABLE fix_owners AS
SELECT url FROM fix_wanted
UNION
SELECT related_url FROM fix_told"""
    yield """
CREATE TABLE fix_found AS
SELECT
    kept.sitemap_id, file.url AS sitemap_url, kept.position, kept.alternates, kept.final_url AS url
FROM fix_kept AS kept
INNER JOIN fix_files AS file ON kept.sitemap_id = file.id AND file.kind <> 'text'
WHERE kept.kind = 'url' AND kept.action = 'replace'
    AND kept.final_url IN (SELECT owners.url FROM fix_owners AS owners)"""
    yield """
CREATE TABLE fix_others AS
SELECT
    entries.sitemap_id, entries.sitemap_url, entries.position, entries.alternates, entries.url
FROM entries
INNER JOIN fix_files AS file ON entries.sitemap_id = file.id AND file.kind <> 'text'
WHERE entries.kind = 'url'
    AND entries.url IN (SELECT owners.url FROM fix_owners AS owners)"""
    yield """
INSERT INTO fix_found
SELECT other.sitemap_id, other.sitemap_url, other.position, other.alternates, other.url
FROM fix_others AS other
WHERE NOT EXISTS (
    SELECT 1 FROM fix_kept AS kept
    WHERE other.sitemap_id = kept.sitemap_id AND other.position = kept.position
        AND kept.kind = 'url'
)"""
    yield """
CREATE TABLE fix_places AS
SELECT
    entry.sitemap_id, entry.sitemap_url, entry.position, entry.url,
    ROW_NUMBER() OVER (
        PARTITION BY entry.url
        ORDER BY
            entry.alternates DESC, COALESCE(purposes.purpose, 'pages') <> 'pages',
            entry.sitemap_url, entry.position, entry.sitemap_id
    ) AS place
FROM fix_found AS entry
LEFT JOIN sitemap_purposes AS purposes ON entry.sitemap_url = purposes.sitemap_url"""
    yield """
CREATE TABLE fix_again AS
SELECT link.sitemap_id, link.position, link.code, link.alternate
FROM entry_alternates AS link
WHERE EXISTS (
    SELECT 1 FROM fix_gone_links AS gone
    WHERE gone.sitemap_id = link.sitemap_id AND gone.position = link.position
        AND gone.code = link.code AND gone."new" = link.alternate
)"""
    yield """
CREATE TABLE fix_links AS
SELECT DISTINCT
    gone.sitemap_id, gone.position, 'link' AS action, gone."old",
    CASE WHEN again.alternate IS NULL THEN gone."new" END AS "new", gone."check"
FROM fix_gone_links AS gone
LEFT JOIN fix_again AS again
    ON gone.sitemap_id = again.sitemap_id AND gone.position = again.position
    AND gone.code = again.code AND gone."new" = again.alternate"""
    yield """
CREATE TABLE fix_missing AS
SELECT wanted.url, wanted.sitemap_url, wanted.code, wanted.alternate, wanted."check"
FROM fix_wanted AS wanted
WHERE NOT EXISTS (
    SELECT 1 FROM fix_sets AS link
    WHERE link.url = wanted.url
        AND (LOWER(link.code) = LOWER(wanted.code) OR link.alternate = wanted.alternate)
)"""
    yield """
INSERT INTO fix_links
SELECT
    entry.sitemap_id, entry.position, 'add-link' AS action, NULL AS "old",
    CONCAT(wanted.code, ' ', wanted.alternate) AS "new", wanted."check"
FROM fix_missing AS wanted
INNER JOIN fix_places AS entry
    ON wanted.url = entry.url AND COALESCE(wanted.sitemap_url = entry.sitemap_url, entry.place = 1)
QUALIFY ROW_NUMBER() OVER (
    PARTITION BY wanted.url, LOWER(wanted.code)
    ORDER BY wanted.alternate, wanted."check", entry.place
) = 1"""
    yield """
INSERT INTO fix_links
SELECT
    entry.sitemap_id, entry.position, 'link' AS action, told."from" AS "old", told."to" AS "new",
    told."check"
FROM fix_told AS told
INNER JOIN fix_places AS entry
    ON told.related_url = entry.url AND told.change_url = entry.sitemap_url
WHERE told.place = 'hreflang-url' AND told.action = 'replace'"""
