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
    missing, unannotated = (name in checks for name in corrected.RETURN_LINKS)
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
CREATE TABLE fix_entries AS
SELECT
    entries.url, entries.sitemap_id, entries.sitemap_url, entries.position
FROM entries
INNER JOIN fix_files AS file ON entries.sitemap_id = file.id
WHERE entries.kind = 'url' AND entries.url IN (
    SELECT found.related_url FROM fix_findings AS found WHERE found."check" LIKE 'hreflang/%'
)
AND NOT EXISTS (
    SELECT 1 FROM fix_kept AS kept
    WHERE kept.sitemap_id = entries.sitemap_id AND kept.position = entries.position
        AND kept.kind = 'url'
)"""
    yield f"""
CREATE TABLE fix_pairs AS
WITH doubts AS (
    SELECT url FROM fix_findings WHERE "check" IN {in_list(corrected.DOUBTS)} AND url IS NOT NULL
    UNION
    SELECT related_url FROM fix_findings
    WHERE "check" IN {in_list(corrected.DOUBTS)} AND related_url IS NOT NULL
    UNION
    SELECT url FROM fix_pages
)

SELECT DISTINCT
    found.url, found.related_url, found."check", found.change_url, found.action, found.place,
    found."from", found."to"
FROM fix_findings AS found
INNER JOIN fix_states AS page ON found.url = page.url
INNER JOIN fix_states AS other ON found.related_url = other.url
LEFT JOIN doubts AS doubt ON found.url = doubt.url
LEFT JOIN doubts AS other_doubt ON found.related_url = other_doubt.url
WHERE page.is_indexable AND other.is_indexable AND doubt.url IS NULL AND other_doubt.url IS NULL
    AND (
        ("check" = '{corrected.RETURN_LINKS[0]}' AND {missing} AND found.change_url IS NOT NULL)
        OR ("check" = '{corrected.RETURN_LINKS[1]}' AND {unannotated} AND found.change_url IS NULL)
    )"""
    yield f"""
CREATE TABLE fix_links AS
WITH own AS (
    SELECT link.url, link.alternate, link.code
    FROM entry_alternates AS link
    WHERE link.code <> 'x-default' AND link.url IN (SELECT pair.url FROM fix_pairs AS pair)
),

unannotated AS (
    SELECT DISTINCT
        pair.url, pair.related_url, pair."check", self_link.code AS self_code, link.code
    FROM fix_pairs AS pair
    INNER JOIN own AS link ON pair.url = link.url AND pair.related_url = link.alternate
    INNER JOIN own AS self_link ON pair.url = self_link.url AND pair.url = self_link.alternate
    INNER JOIN fix_states AS state ON pair.related_url = state.url
    INNER JOIN pages ON state.page_id = pages.id
    WHERE pair."check" = '{corrected.RETURN_LINKS[1]}'
        AND LOWER(REGEXP_EXTRACT(pages.lang, '^[A-Za-z]+')) = LOWER(SPLIT_PART(link.code, '-', 1))
),

wanted AS (
    SELECT related_url AS owner, change_url AS sitemap_url, "to" AS link, "check"
    FROM fix_pairs WHERE place = 'hreflang' AND action = 'add'
    UNION
    SELECT related_url, NULL, CONCAT(self_code, ' ', url), "check" FROM unannotated
    UNION
    SELECT related_url, NULL, CONCAT(code, ' ', related_url), "check" FROM unannotated
),

added AS (
    SELECT entry.sitemap_id, entry.position, wanted.link, wanted."check"
    FROM wanted
    INNER JOIN fix_entries AS entry
        ON wanted.owner = entry.url
        AND COALESCE(wanted.sitemap_url, entry.sitemap_url) = entry.sitemap_url
    WHERE NOT EXISTS (
        SELECT 1 FROM entry_alternates AS link
        WHERE link.sitemap_id = entry.sitemap_id AND link.position = entry.position
            AND (
                LOWER(link.hreflang) = LOWER(SPLIT_PART(wanted.link, ' ', 1))
                OR link.code = SPLIT_PART(wanted.link, ' ', 1)
            )
    )
    QUALIFY ROW_NUMBER() OVER (
        PARTITION BY entry.sitemap_id, entry.position, SPLIT_PART(wanted.link, ' ', 1)
        ORDER BY wanted.link, wanted."check"
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
SELECT sitemap_id, position, 'add-link' AS action, NULL AS "old", link AS "new", "check"
FROM added
UNION ALL
SELECT
    entry.sitemap_id, entry.position, 'link' AS action, pair."from" AS "old", pair."to" AS "new",
    pair."check"
FROM fix_pairs AS pair
INNER JOIN fix_entries AS entry
    ON pair.related_url = entry.url AND pair.change_url = entry.sitemap_url
WHERE pair.place = 'hreflang-url' AND pair.action = 'replace'"""
