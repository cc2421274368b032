"""Plan the corrections of hreflang annotations in sitemaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def link_statements() -> Iterator[str]:
    """Yield the statements that make ``fix_links``: links that go, change or are missing.

    The findings say it, but for what their corrections bring with them: an annotation of a URL that
    is replaced or removed, and the return links of the URL in its place.
    """
    yield """
CREATE TABLE fix_links_told AS
WITH owners AS (
    SELECT *, url AS owner FROM fix_told WHERE why_not IS NULL AND place LIKE 'hreflang%'
    UNION ALL
    SELECT *, related_url AS owner FROM fix_told
    WHERE why_not IS NULL AND place LIKE 'hreflang%' AND of_pair
)

SELECT
    told.finding_id, told."check", told.action, told.place, told."to",
    link.sitemap_id, link.position, link.number, CONCAT(link.hreflang, ' ', link.href) AS "old"
FROM owners AS told
INNER JOIN entry_alternates AS link
    ON told.change_url = link.sitemap_url AND told.owner = link.url
WHERE CASE told.place
    WHEN 'hreflang-url' THEN TRIM(link.href) = TRIM(told."from")
    WHEN 'hreflang-code' THEN link.hreflang = told."from"
    WHEN 'hreflang' THEN told."from" IN (
        CONCAT(link.hreflang, ' ', link.href), CONCAT(link.code, ' ', link.alternate)
    )
END"""
    yield """
CREATE TABLE fix_gone AS
SELECT DISTINCT url_key, "to", "check"
FROM fix_locs
WHERE is_of_page AND url_key IN (SELECT link.alternate_key FROM entry_alternates AS link)"""
    yield """
CREATE TABLE fix_changed_links AS
WITH told AS (
    SELECT
        sitemap_id, position, number, MIN("check") AS "check",
        BOOL_OR(action = 'remove') AS is_gone,
        BOOL_OR(action = 'remove' AND place = 'hreflang') AS is_again,
        MIN(CASE place
            WHEN 'hreflang-code' THEN "to"
            WHEN 'hreflang' THEN SPLIT_PART("to", ' ', 1)
        END) AS code,
        MIN(CASE place
            WHEN 'hreflang-url' THEN "to"
            WHEN 'hreflang' THEN SUBSTR("to", INSTR("to", ' ') + 1)
        END) AS href
    FROM fix_links_told
    GROUP BY sitemap_id, position, number
)

SELECT
    link.sitemap_id, link.position, link.number, CONCAT(link.hreflang, ' ', link.href) AS "old",
    COALESCE(told.code, link.code, LOWER(link.hreflang)) AS code,
    COALESCE(told.is_again, FALSE) AS is_again,
    COALESCE(told."check", gone."check") AS "check",
    CASE
        WHEN told.is_gone THEN NULL
        WHEN told.href IS NOT NULL THEN told.href
        WHEN gone.url_key IS NOT NULL THEN gone."to"
        ELSE link.alternate
    END AS alternate,
    CASE
        WHEN told.is_gone THEN NULL
        WHEN told.href IS NULL AND gone.url_key IS NOT NULL
            THEN CONCAT(COALESCE(told.code, link.hreflang), ' ' || gone."to")
        ELSE CONCAT(COALESCE(told.code, link.hreflang), ' ', COALESCE(told.href, link.href))
    END AS "new"
FROM entry_alternates AS link
INNER JOIN fix_files AS file ON link.sitemap_id = file.id
LEFT JOIN told
    ON link.sitemap_id = told.sitemap_id AND link.position = told.position
    AND link.number = told.number
LEFT JOIN fix_gone AS gone ON link.alternate_key = gone.url_key
WHERE (told.number IS NOT NULL OR gone.url_key IS NOT NULL)
    AND link.hreflang IS NOT NULL AND NOT CONTAINS(TRIM(link.hreflang), ' ')"""
    yield 'UPDATE fix_changed_links SET "new" = NULL WHERE alternate IS NULL'
    yield """
CREATE TABLE fix_after AS
SELECT
    link.sitemap_id, link.position, COALESCE(kept.final_url, link.url) AS url,
    COALESCE(changed.code, link.code, LOWER(link.hreflang)) AS code,
    CASE WHEN changed.number IS NULL THEN link.alternate ELSE changed.alternate END AS alternate
FROM entry_alternates AS link
INNER JOIN fix_files AS file ON link.sitemap_id = file.id
LEFT JOIN fix_kept AS kept
    ON link.sitemap_id = kept.sitemap_id AND link.position = kept.position AND kept.kind = 'url'
    AND kept.alternates > 0
LEFT JOIN fix_changed_links AS changed
    ON link.sitemap_id = changed.sitemap_id AND link.position = changed.position
    AND link.number = changed.number
WHERE kept.action IS DISTINCT FROM 'remove'
    AND (changed.number IS NULL OR changed."new" IS NOT NULL)"""
    yield """
CREATE TABLE fix_adds AS
SELECT
    finding_id, "check", change_url, "to",
    CASE WHEN of_pair THEN related_url ELSE url END AS url,
    SPLIT_PART("to", ' ', 1) AS code, SUBSTR("to", INSTR("to", ' ') + 1) AS alternate
FROM fix_told
WHERE why_not IS NULL AND place = 'hreflang' AND action = 'add'"""
    yield """
CREATE TABLE fix_pairs AS
WITH moved AS (
    SELECT final_url AS url, "check" FROM fix_kept
    WHERE kind = 'url' AND (action = 'remove' OR final_url IS DISTINCT FROM url)
    UNION ALL
    SELECT alternate, "check" FROM fix_changed_links
    WHERE alternate IN (SELECT gone."to" FROM fix_gone AS gone)
),

reasons AS (
    SELECT url, MIN("check") AS "check" FROM moved GROUP BY url
)

SELECT DISTINCT link.url, link.alternate, COALESCE(own."check", other."check") AS "check"
FROM fix_after AS link
LEFT JOIN reasons AS own ON link.url = own.url
LEFT JOIN reasons AS other ON link.alternate = other.url
WHERE link.code <> 'x-default' AND link.url <> link.alternate
    AND COALESCE(own.url, other.url) IS NOT NULL"""
    yield """
CREATE TABLE fix_sets AS
SELECT link.sitemap_id, link.position, link.url, link.code, link.alternate
FROM fix_after AS link
WHERE link.url IN (
    SELECT url FROM fix_pairs UNION SELECT alternate FROM fix_pairs UNION SELECT url FROM fix_adds
)"""
    for column in ("url", "alternate"):
        yield f"""
DELETE FROM fix_pairs
WHERE {column} NOT IN (SELECT state.url FROM fix_states AS state WHERE state.is_indexable)"""
    yield """
CREATE TABLE fix_wanted AS
WITH own AS (
    SELECT url, MIN(CASE WHEN url = alternate AND code <> 'x-default' THEN code END) AS self_code
    FROM fix_sets
    GROUP BY url
)

SELECT url, change_url AS sitemap_url, code, alternate, "check", TRUE AS is_told FROM fix_adds
UNION
SELECT link.alternate, NULL, own.self_code, link.url, link."check", FALSE
FROM fix_pairs AS link
INNER JOIN own ON link.url = own.url AND own.self_code IS NOT NULL
INNER JOIN own AS other ON link.alternate = other.url"""
    yield """
CREATE TABLE fix_places AS
WITH found AS (
    SELECT sitemap_id, position, alternates, final_url AS url
    FROM fix_kept
    WHERE kind = 'url' AND action = 'replace'
        AND final_url IN (SELECT wanted.url FROM fix_wanted AS wanted)
    UNION ALL
    SELECT entries.sitemap_id, entries.position, entries.alternates, entries.url
    FROM entries
    WHERE entries.kind = 'url' AND entries.url IN (SELECT wanted.url FROM fix_wanted AS wanted)
        AND NOT EXISTS (
            SELECT 1 FROM fix_kept AS kept
            WHERE entries.sitemap_id = kept.sitemap_id AND entries.position = kept.position
                AND kept.kind = 'url'
        )
)

SELECT
    entry.sitemap_id, file.url AS sitemap_url, entry.position, entry.url,
    ROW_NUMBER() OVER (
        PARTITION BY entry.url
        ORDER BY
            entry.alternates DESC, COALESCE(purposes.purpose, 'pages') <> 'pages', file.url,
            entry.position, entry.sitemap_id
    ) AS place
FROM found AS entry
INNER JOIN fix_files AS file ON entry.sitemap_id = file.id AND file.kind <> 'text'
LEFT JOIN sitemap_purposes AS purposes ON file.url = purposes.sitemap_url"""
    yield """
CREATE TABLE fix_links AS
SELECT DISTINCT
    link.sitemap_id, link.position,
    CASE WHEN link.is_again THEN 'link-again' ELSE 'link' END AS action, link."old",
    CASE WHEN again.alternate IS NULL THEN link."new" END AS "new", link."check"
FROM fix_changed_links AS link
LEFT JOIN entry_alternates AS again
    ON link.sitemap_id = again.sitemap_id AND link.position = again.position
    AND link.number <> again.number AND link.code = again.code
    AND link.alternate = again.alternate"""
    yield """
INSERT INTO fix_links
SELECT
    entry.sitemap_id, entry.position, 'add-link' AS action, NULL AS "old",
    CONCAT(wanted.code, ' ', wanted.alternate) AS "new", wanted."check"
FROM fix_wanted AS wanted
INNER JOIN fix_places AS entry
    ON wanted.url = entry.url AND COALESCE(wanted.sitemap_url = entry.sitemap_url, entry.place = 1)
WHERE NOT EXISTS (
    SELECT 1 FROM fix_sets AS link
    WHERE link.url = wanted.url AND (
        LOWER(link.code) = LOWER(wanted.code)
        OR (link.alternate = wanted.alternate AND NOT wanted.is_told)
    )
)
QUALIFY ROW_NUMBER() OVER (
    PARTITION BY wanted.url, LOWER(wanted.code)
    ORDER BY NOT wanted.is_told, wanted.alternate, wanted."check", entry.place
) = 1"""
