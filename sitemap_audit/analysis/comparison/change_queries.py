"""The queries that tell what only one of two audits has found."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import AFFECTED

if TYPE_CHECKING:
    from collections.abc import Mapping

FOUND: Mapping[str, type] = {
    "check": str,
    "url": str,
    "related_url": str,
    "sitemap_url": str,
    "line": int,
    "observed": str,
    "finding_id": str,
    "root_id": str,
    "unit": str,
}
RAN: Mapping[str, type] = {
    "check": str,
    "severity": str,
    "outcome": str,
    "unknown": int,
    "unknown_reasons": str,
    "definition": str,
}
TABLES: Mapping[str, Mapping[str, type]] = {
    "pages": {
        "url": str,
        "url_key": int,
        "redirect_url": str,
        "redirect_key": int,
        "status": int,
        "error": str,
        "challenge": str,
        "robots": str,
        "parsed": bool,
        "content_type": str,
        "cached_at": datetime,
        "fetched_at": datetime,
    },
    "sitemaps": {
        "url": str,
        "status": int,
        "error": str,
        "complete": bool,
        "fetched_at": datetime,
    },
    "robots": {"url": str, "status": int, "error": str},
    "entries": {"url": str, "sitemap_url": str},
    "page_canonicals": {"url": str, "canonical": str},
    "page_alternates": {"url": str, "alternate": str},
    "entry_alternates": {"url": str, "alternate": str},
    "renders": {"url": str, "problem": str},
}
"Columns that are read of stored tables; one that was not stored is NULL."
ADD = """
INSERT INTO finding_changes
SELECT
    {change} AS change, only_here."check", only_here.severity, only_here.url,
    only_here.related_url, only_here.sitemap_url, only_here.line, only_here.observed,
    only_here.finding_id,
    COALESCE(
        only_here.told_with,
        CASE
            WHEN
                {change} = 'resolved'
                AND NOT BOOL_AND({is_known}) OVER (
                    PARTITION BY only_here."check", only_here.affected
                )
                THEN only_here."check"
        END
    ) AS told_with,
    {is_known} AS is_known,
    CASE
        WHEN {is_known} THEN NULL
        WHEN only_here.is_gone THEN 'page-gone'
        WHEN only_here.was_removed THEN 'not-listed'
        WHEN NOT only_here.is_same_check THEN 'of-another-check-or-scope'
        WHEN NOT only_here.on_named AND only_here.unknown_there > 0
            THEN 'depend-on-pages-not-checked'
        ELSE 'not-fetched'
    END AS unknown_reason
FROM only_here
LEFT JOIN (
    SELECT DISTINCT
        CASE WHEN LENGTH(finding_id) = 16 THEN CONCAT('f', finding_id) ELSE finding_id END
            AS finding_id
    FROM previous_resolved
) AS resolved
    ON only_here.finding_id = resolved.finding_id
"""
NEW = """CASE
    WHEN only_here.is_known AND resolved.finding_id IS NOT NULL THEN 'back' ELSE 'new'
END"""
RESOLVED = """
CREATE OR REPLACE TABLE resolved_findings AS
SELECT finding_id FROM finding_changes
WHERE change = 'resolved' AND is_known AND finding_id IS NOT NULL
UNION
SELECT before.finding_id
FROM previous_resolved AS before
WHERE
    before.finding_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM findings AS now WHERE now.finding_id = before.finding_id)
"""
# A URL has an issue or not: another finding of the check about it is counted apart. What follows
# from another finding is told with that one.
ISSUES = f"""
CREATE OR REPLACE TABLE issue_changes AS
WITH urls AS (
    SELECT "check", affected, unit, 1 AS was_found, 0 AS is_found
    FROM all_before
    WHERE root_id IS NULL AND NOT is_ignored
    UNION ALL
    SELECT "check", affected, unit, 0 AS was_found, 1 AS is_found
    FROM all_now
    WHERE root_id IS NULL AND NOT is_ignored
),

counts AS (
    SELECT
        "check", MIN(unit) AS unit, SUM(was_found) AS before, SUM(is_found) AS now,
        SUM(was_found * is_found) AS kept
    FROM (
        SELECT
            "check", affected, MIN(unit) AS unit, MAX(was_found) AS was_found,
            MAX(is_found) AS is_found
        FROM urls
        GROUP BY "check", affected
    ) AS sides
    GROUP BY "check"
),

changed AS (
    SELECT
        change."check", change.change, change.told_with, {AFFECTED.format("change")} AS affected
    FROM (
        SELECT
            finding_changes."check", finding_changes.change, finding_changes.told_with,
            finding_changes.url, finding_changes.sitemap_url, finding_changes.related_url,
            rests.unit
        FROM finding_changes
        LEFT JOIN rests ON finding_changes."check" = rests."check"
        WHERE finding_changes.is_known
    ) AS change
),

known AS (
    SELECT
        "check",
        COUNT(DISTINCT CASE WHEN change <> 'resolved' THEN affected END) AS new,
        COUNT(DISTINCT CASE WHEN change = 'resolved' THEN affected END) AS fixed
    FROM changed
    WHERE told_with IS NULL
    GROUP BY "check"
),

of_same AS (
    SELECT "check", SUM(CASE WHEN findings > 0 THEN findings END) AS findings
    FROM (
        SELECT
            "check",
            SUM(CASE WHEN change = 'resolved' THEN -1 ELSE 1 END) AS findings
        FROM changed
        WHERE told_with = "check"
        GROUP BY "check", affected
    ) AS sides
    GROUP BY "check"
)

SELECT
    counts."check",
    now.severity,
    counts.unit,
    counts.before,
    COALESCE(known.fixed, 0) AS fixed,
    COALESCE(known.new, 0) AS new,
    counts.now,
    counts.before - counts.kept - COALESCE(known.fixed, 0) AS not_compared_before,
    counts.now - counts.kept - COALESCE(known.new, 0) AS not_compared_now,
    COALESCE(of_same.findings, 0) AS more
FROM counts
INNER JOIN ran_now AS now ON counts."check" = now."check"
INNER JOIN ran_before AS before
    ON counts."check" = before."check" AND now.definition = before.definition
LEFT JOIN known ON counts."check" = known."check"
LEFT JOIN of_same ON counts."check" = of_same."check"
WHERE now.outcome <> 'error' AND before.outcome <> 'error'
"""
IDENTITY = """CONCAT_WS(CHR(10), COALESCE(stored.url, ''), COALESCE(stored.related_url, ''),
    COALESCE(stored.sitemap_url, ''),
    CASE WHEN stored.url IS NULL OR stored.sitemap_url IS NULL THEN CAST(stored.line AS VARCHAR) END
)"""
"As that of findings.IDENTITY, of a check."
ONLY = """
CREATE OR REPLACE TABLE only_here AS
WITH only_one AS (
    SELECT "check", subject FROM all_{here} WHERE NOT is_ignored
    EXCEPT
    SELECT "check", subject FROM all_{there}
),

-- Of several findings with the same subject, the first one.
placed AS (
    SELECT
        found."check", found.subject, found.url, found.related_url, found.sitemap_url, found.line,
        found.observed, found.finding_id, found.root_id, found.affected,
        ROW_NUMBER() OVER (
            PARTITION BY found."check", found.subject
            ORDER BY
                found.root_id NULLS FIRST, found.line NULLS FIRST, found.observed NULLS FIRST,
                found.finding_id
        ) AS place
    FROM all_{here} AS found
    INNER JOIN only_one
        ON found."check" = only_one."check" AND found.subject = only_one.subject
    WHERE NOT found.is_ignored
),

told AS (
    SELECT
        found."check", found.subject, found.url, found.related_url, found.sitemap_url, found.line,
        found.observed, found.finding_id, ran.severity, found.affected,
        COALESCE(root."check", CASE WHEN alike.affected IS NOT NULL THEN found."check" END)
            AS told_with,
        -- URLs of a trap were not checked; that of the finding is none.
        CASE
            WHEN other.unknown_reasons LIKE 'url-trap %' AND other.unknown_reasons NOT LIKE '%,%'
                THEN 0
            ELSE other."unknown"
        END AS unknown_there,
        COALESCE(
            ran.definition = other.definition
            AND other.outcome <> 'error' AND ran.outcome <> 'error'
            AND rests.is_same_scope
            -- It found what happened between two audits: the next one does not tell whether it
            -- lasts.
            AND NOT (
                COALESCE(rests.on_previous, FALSE)
                AND ({is_gone} OR other.outcome = 'not applicable')
            ),
            FALSE
        ) AS is_same_check,
        rests.on_named, rests.on_entry, rests.is_rendered, rests.is_medium,
        COALESCE(rests.ends_with_entry, FALSE) AS ends_with_entry,
        COALESCE(rests.on_pair, FALSE) AS on_pair,
        COALESCE(found.url, found.sitemap_url) AS about
    FROM placed AS found
    INNER JOIN ran_{here} AS ran ON found."check" = ran."check"
    LEFT JOIN ran_{there} AS other ON found."check" = other."check"
    LEFT JOIN rests ON found."check" = rests."check"
    LEFT JOIN (
        SELECT finding_id, MIN("check") AS "check" FROM all_{here} GROUP BY finding_id
    ) AS root
        ON found.root_id = root.finding_id
    LEFT JOIN (SELECT DISTINCT "check", affected FROM all_{there}) AS alike
        ON found."check" = alike."check" AND found.affected = alike.affected
    WHERE found.place = 1
)

SELECT
    told."check", told.subject, told.url, told.related_url, told.sitemap_url,
    told.line, told.observed, told.finding_id, told.affected, told.told_with, told.severity,
    told.unknown_there, told.is_same_check, told.on_named, told.on_entry, told.is_rendered,
    told.is_medium, told.ends_with_entry
FROM told
-- The other audit told the same fault with another sitemap or another URL beside it, or as worse.
WHERE NOT EXISTS (
    SELECT 1
    FROM all_{there} AS alike
    WHERE
        alike."check" = told."check" AND alike.url = told.url
        AND (alike.related_url = told.related_url OR NOT told.on_pair)
) AND NOT EXISTS (
    SELECT 1
    FROM (
        SELECT worse_checks."check", COALESCE(there.url, there.sitemap_url) AS about
        FROM all_{there} AS there
        INNER JOIN worse_checks ON there."check" = worse_checks.worse
    ) AS worse
    WHERE worse."check" = told."check" AND worse.about = told.about
)
"""
WELL = """error IS NULL AND status IS NOT NULL
    AND status IN (SELECT code.status FROM status_codes AS code WHERE code.meaning IN
        ('content', 'redirect', 'missing', 'client-error', 'server-error'))"""
"""The site itself responded; what a bot protection says is no fact about a page."""
REMOVED = """only_here.ends_with_entry AND only_here.was_listed AND NOT only_here.is_listed
    AND of_sitemap.url IS NOT NULL"""
"""An entry that its sitemap, read to the end, does not list any more has no fault any more, and no
page is listed that cannot be indexed. What else the page has, it still has."""
# The URLs that are named, and where they lead to.
NAMED = """
CREATE OR REPLACE TABLE named AS
SELECT url FROM only_here WHERE url IS NOT NULL
UNION
SELECT related_url AS url FROM only_here WHERE related_url IS NOT NULL
"""
RESPONSES = f"""
CREATE OR REPLACE TABLE responses AS
WITH targets AS (
    SELECT DISTINCT redirect_key FROM pages_there
),

placed AS (
    SELECT
        there.url, there.url_key, there.redirect_key,
        there.cached_at IS NULL AND there.challenge IS NULL AND there.robots IS NOT NULL
        AND {WELL}
        AND (
            there.parsed
            OR there.status NOT BETWEEN 200 AND 299
            OR COALESCE(there.content_type, '') NOT IN ('text/html', 'application/xhtml+xml')
        ) AS is_well,
        ROW_NUMBER() OVER (PARTITION BY there.url_key ORDER BY there.fetched_at DESC) AS place
    FROM pages_there AS there
    LEFT JOIN named ON there.url = named.url
    LEFT JOIN targets ON there.url_key = targets.redirect_key
    WHERE
        named.url IS NOT NULL
        OR there.redirect_key IS NOT NULL
        OR targets.redirect_key IS NOT NULL
)

SELECT url, url_key, redirect_key, is_well FROM placed WHERE place = 1
"""
TRAIL = """
CREATE OR REPLACE TABLE trail AS
SELECT
    responses.url AS beginning, responses.url_key, responses.redirect_key, responses.is_well,
    0 AS step
FROM responses
INNER JOIN named ON responses.url = named.url
"""
NEXT = """
INSERT INTO trail
SELECT DISTINCT
    trail.beginning, following.url_key, following.redirect_key, following.is_well, $step + 1 AS step
FROM trail
INNER JOIN responses AS following ON trail.redirect_key = following.url_key
LEFT JOIN trail AS known
    ON trail.beginning = known.beginning AND following.url_key = known.url_key
WHERE trail.step = $step AND known.url_key IS NULL
"""
READ = f"""
CREATE OR REPLACE TABLE read_there AS
SELECT beginning AS url
FROM trail
GROUP BY beginning
HAVING BOOL_AND(COALESCE(is_well, FALSE)) AND COUNT(*) FILTER (WHERE redirect_key IS NULL) > 0
UNION
SELECT url
FROM (
    SELECT
        url, is_read,
        ROW_NUMBER() OVER (PARTITION BY url ORDER BY fetched_at DESC) AS place
    FROM (
        SELECT
            url, fetched_at,
            error IS NULL AND complete AND status BETWEEN 200 AND 299 AS is_read
        FROM sitemaps_there
    ) AS fetched
    WHERE is_read IS NOT NULL
) AS latest
WHERE place = 1 AND is_read
UNION
SELECT url FROM robots_there WHERE {WELL}
"""
GONE = """
CREATE OR REPLACE TABLE gone_pages AS
SELECT DISTINCT page.url
FROM pages_here AS page
INNER JOIN pages_there AS other ON page.url_key = other.url_key
WHERE page.status BETWEEN 200 AND 299 AND other.status >= 300
"""
_POINTS = """EXISTS (
    SELECT 1
    FROM (
        SELECT url, redirect_url AS target FROM pages_{side}
        UNION ALL
        SELECT url, canonical FROM page_canonicals_{side}
        UNION ALL
        SELECT url, alternate FROM page_alternates_{side}
        UNION ALL
        SELECT url, alternate FROM entry_alternates_{side}
    ) AS pair
    WHERE pair.url = only_here.url AND pair.target = only_here.related_url
)"""
"Whether a URL redirects to another one, is canonicalized to it, or has it as an alternate."
PLACED = f"""
CREATE OR REPLACE TABLE placed_here AS
SELECT
    {{columns}},
    EXISTS (
        SELECT 1 FROM entries_here AS e
        WHERE e.url = only_here.url AND e.sitemap_url = only_here.sitemap_url
    ) AS was_listed,
    EXISTS (
        SELECT 1 FROM entries_there AS e
        WHERE e.url = only_here.url AND e.sitemap_url = only_here.sitemap_url
    ) AS is_listed,
    EXISTS (
        SELECT 1 FROM renders_there AS r WHERE r.url = only_here.url AND r.problem IS NULL
    ) AS was_rendered,
    EXISTS (
        SELECT 1 FROM pages_here AS p WHERE p.url = only_here.url AND p.cached_at IS NOT NULL
    ) AS is_cached,
    only_here.related_url IS NULL OR EXISTS (
        SELECT 1
        FROM (
            SELECT url FROM pages_here
            UNION ALL
            SELECT url FROM sitemaps_here
            UNION ALL
            SELECT url FROM robots_here
        ) AS known
        WHERE known.url = only_here.related_url
    ) AS is_related_here,
    EXISTS (SELECT 1 FROM gone_pages AS g WHERE g.url = only_here.url)
    OR EXISTS (SELECT 1 FROM gone_pages AS g WHERE g.url = only_here.related_url) AS is_gone,
    {_POINTS.format(side="here")} AND NOT {_POINTS.format(side="there")} AS is_unrelated_there
FROM only_here
"""
JUDGED = """
CREATE OR REPLACE TABLE only_here AS
SELECT
    {columns},
    only_here.is_gone,
    {is_gone} AND only_here.was_listed AND NOT only_here.is_listed AS was_removed,
    only_here.is_same_check AND NOT only_here.is_cached AND NOT COALESCE(is_medium, TRUE)
    AND (only_here.on_named OR only_here.unknown_there = 0)
    AND (
        ({removed})
        OR (
            (NOT only_here.is_rendered OR only_here.was_rendered)
            AND (
                only_here.url IS NOT NULL
                OR only_here.sitemap_url IS NOT NULL
                OR only_here.unknown_there = 0
            )
            AND (only_here.sitemap_url IS NULL OR of_sitemap.url IS NOT NULL)
            AND (NOT only_here.was_listed OR only_here.is_listed)
            AND (only_here.url IS NULL OR only_here.on_entry OR of_url.url IS NOT NULL)
            AND (
                only_here.related_url IS NULL
                OR of_related.url IS NOT NULL
                OR only_here.is_unrelated_there
            )
            -- Of a target that was not requested, another check tells once it is.
            AND only_here.is_related_here
        )
    ) AS is_known
FROM placed_here AS only_here
LEFT JOIN read_there AS of_url ON only_here.url = of_url.url
LEFT JOIN read_there AS of_sitemap ON only_here.sitemap_url = of_sitemap.url
LEFT JOIN read_there AS of_related ON only_here.related_url = of_related.url
"""
