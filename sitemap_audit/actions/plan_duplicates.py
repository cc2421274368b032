"""Plan which of several entries of one URL stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.actions import checks as corrected

if TYPE_CHECKING:
    from collections.abc import Iterator


def duplicate_statements() -> Iterator[str]:
    """Yield the statements that keep one entry of each URL in the files of one purpose.

    Of entries that no other finding changes it is the one of the view ``repeated_entries``.
    """
    best = "COALESCE(is_of_page, FALSE), extensions DESC, loc <> url, sitemap_url, position"
    yield f"""
CREATE TABLE fix_repeated AS
SELECT DISTINCT url, CASE "check" WHEN '{corrected.IN_FILE}' THEN sitemap_url END AS sitemap_url
FROM fix_told
WHERE why_not IS NULL AND "check" IN ('{corrected.IN_FILE}', '{corrected.IN_FILES}')"""
    yield f"""
CREATE TABLE fix_kept AS
WITH stakes AS (
    SELECT "to" AS url FROM fix_locs WHERE action = 'replace'
    UNION
    SELECT url FROM fix_repeated
),

listing AS (
    SELECT
        entries.sitemap_id, entries.sitemap_url, entries.kind, entries.position, entries.line,
        entries.loc, entries.url,
        COALESCE(changed."to", entries.url) AS final_url,
        changed."check", changed.action, changed."to", changed.is_of_page,
        COALESCE(purposes.purpose, 'pages') AS purpose,
        entries.alternates,
        entries.images + entries.videos + entries.news + entries.alternates AS extensions,
        changed.action IS NOT NULL OR own.url IS NOT NULL AS may_go_in_file,
        entries.kind = 'url' AND (changed.action IS NOT NULL OR others.url IS NOT NULL) AS may_go
    FROM entries
    INNER JOIN fix_files AS file ON entries.sitemap_id = file.id
    LEFT JOIN fix_locs AS changed
        ON entries.sitemap_id = changed.sitemap_id AND entries.position = changed.position
        AND entries.kind = changed.kind
    LEFT JOIN sitemap_purposes AS purposes ON entries.sitemap_url = purposes.sitemap_url
    LEFT JOIN fix_repeated AS own
        ON entries.url = own.url AND entries.sitemap_url = own.sitemap_url
    LEFT JOIN fix_repeated AS others
        ON entries.url = others.url AND others.sitemap_url IS NULL
    WHERE COALESCE(changed.action, 'replace') = 'replace'
        AND COALESCE(changed."to", entries.url) IN (SELECT stakes.url FROM stakes)
),

in_files AS (
    SELECT
        listing.*,
        may_go_in_file AND ROW_NUMBER() OVER (
            PARTITION BY kind, final_url, sitemap_id ORDER BY may_go_in_file, {best}
        ) > 1 AS is_again_in_file
    FROM listing
),

decided AS (
    SELECT
        in_files.*,
        is_again_in_file OR may_go AND ROW_NUMBER() OVER (
            PARTITION BY kind, final_url, purpose, is_again_in_file ORDER BY may_go, {best}
        ) > 1 AS is_again
    FROM in_files
)

SELECT
    sitemap_id, sitemap_url, kind, position, line, loc, url, alternates, final_url,
    CASE
        WHEN action IS NOT NULL THEN "check"
        WHEN is_again_in_file THEN '{corrected.IN_FILE}'
        ELSE '{corrected.IN_FILES}'
    END AS "check",
    CASE WHEN is_again THEN 'remove' ELSE action END AS action,
    CASE WHEN NOT is_again THEN "to" END AS "to"
FROM decided
WHERE action IS NOT NULL OR is_again
UNION ALL
SELECT
    sitemap_id, sitemap_url, kind, position, line, loc, url, alternates, NULL AS final_url,
    "check", action, NULL AS "to"
FROM fix_locs
WHERE action = 'remove'"""
