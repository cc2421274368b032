/*
One row per cause of a check, with its first finding by file and line, and one per diagnosis.

`urls`: what is affected, each once. `host_urls`: of what keeps hosts out of the index, their listed
URLs but those that the audit has found indexable. `folded`: the findings that are consequences of
its own, in no cause themselves. `step`: the change to make, where it is the same for all its
findings. `is_unnamed`: all its findings are in sitemaps that nothing names. `entries`: those of the
sitemap, where the findings are of entries. `likely`: the pages of the pattern, if only a sample of
them was looked at and all of the sample have the fault. `issue`: as in causes/affected.
*/
WITH explained AS (
    SELECT
        found.diagnosis_id,
        found."check",
        COUNT(*) AS findings,
        MIN(run.rank) AS rank
    FROM findings AS found
    INNER JOIN check_runs AS run ON found."check" = run."check"
    WHERE found.diagnosis_id IS NOT NULL AND found.root_id IS NULL
    GROUP BY found.diagnosis_id, found."check"
),

-- The check that a diagnosis is told with: of the worst ones the one that finds most.
leads AS (
    SELECT
        diagnosis_id,
        "check",
        ROW_NUMBER() OVER (
            PARTITION BY diagnosis_id ORDER BY rank ASC, findings DESC, "check" ASC
        ) AS choice
    FROM explained
),

-- `added`: the change where an hreflang annotation is missing.
counted AS (
    SELECT
        COALESCE(leads."check", found."check") AS "check",
        CASE WHEN leads."check" IS NULL THEN found.kind END AS kind,
        found.diagnosis_id,
        found.cause_by,
        found.cause,
        found.number,
        found.pattern,
        found.url,
        found.sitemap_url,
        found.line,
        found.related_url,
        found.observed,
        found.fix,
        consequences.findings AS consequences,
        unnamed.url IS NOT NULL AND NOT COALESCE(roles.finds_unnamed, FALSE) AS is_unnamed,
        CASE
            WHEN found."action" = 'add' AND found.place = 'hreflang'
                THEN CONCAT(
                    'Add hreflang=', SPLIT_PART(found."to", ' ', 1), ' to the ',
                    CASE
                        WHEN
                            found.cause_by = 'locales'
                            AND found.change_url = found.related_url
                            THEN SPLIT_PART(found.cause, ' → ', 2) || ' '
                        ELSE ''
                    END,
                    CASE
                        WHEN
                            found.change_url = found.related_url
                            OR found.change_url = found.url
                            THEN 'template'
                        ELSE 'entries of the sitemap'
                    END
                )
        END AS added
    FROM findings AS found
    LEFT JOIN consequences ON found.finding_id = consequences.root_id
    LEFT JOIN unnamed_sitemaps AS unnamed ON found.sitemap_url = unnamed.url
    LEFT JOIN check_roles AS roles ON found."check" = roles."check"
    LEFT JOIN leads ON found.diagnosis_id = leads.diagnosis_id AND leads.choice = 1
    WHERE found.root_id IS NULL
),

groups AS (
    SELECT
        "check",
        kind,
        diagnosis_id,
        cause_by,
        cause,
        COALESCE(diagnosis_id, CONCAT("check", CHR(10), COALESCE(kind, ''))) AS issue,
        COUNT(*) AS findings,
        CAST(SUM(COALESCE(consequences, 0)) AS BIGINT) AS folded,
        COUNT(url) + COUNT(line) > 0 AS has_places,
        BOOL_AND(is_unnamed) AS is_unnamed,
        CASE WHEN cause_by = 'pattern' THEN 1 ELSE COUNT(DISTINCT pattern) END AS patterns,
        CASE WHEN cause_by = 'pattern' THEN cause ELSE MIN(pattern) END AS pattern,
        FIRST_NUMBER(number, sitemap_url, line, url, related_url, observed) AS example,
        CASE WHEN COUNT(fix) = COUNT(*) AND MIN(fix) = MAX(fix) THEN MIN(fix) END AS same_fix,
        CASE
            WHEN COUNT(added) = COUNT(*) AND MIN(added) = MAX(added) THEN MIN(added)
        END AS added
    FROM counted
    GROUP BY "check", kind, diagnosis_id, cause_by, cause
),

sizes AS (
    SELECT
        issue,
        cause_by,
        cause,
        COUNT(*) AS urls
    FROM affected
    GROUP BY issue, cause_by, cause
),

blocked AS (
    SELECT DISTINCT
        found."check",
        found.kind,
        found.cause,
        CONCAT(SPLIT_PART(found.url, '/', 1), '//', SPLIT_PART(found.url, '/', 3)) AS origin
    FROM findings AS found
    INNER JOIN check_roles AS roles
        ON found."check" = roles."check" AND roles.keeps_out = 'host'
    WHERE found.root_id IS NULL AND found.diagnosis_id IS NULL
),

-- The listed URLs of an origin that is kept out of the index.
hosts AS (
    SELECT
        blocked."check",
        blocked.kind,
        blocked.cause,
        CAST(SUM(origins.kept_out) AS BIGINT) AS urls,
        CAST(SUM(origins.clicks) AS BIGINT) AS clicks
    FROM blocked
    INNER JOIN listed_by_origin AS origins
        ON blocked.origin = origins.origin AND origins.kept_out > 0
    GROUP BY blocked."check", blocked.kind, blocked.cause
),

files AS (
    SELECT
        url,
        MAX(entries + children) AS entries
    FROM sitemaps
    GROUP BY url
),

of_patterns AS (
    SELECT DISTINCT
        "check",
        kind,
        cause,
        pattern
    FROM findings
    WHERE cause_by IN ('pattern', 'rule') AND root_id IS NULL AND diagnosis_id IS NULL
),

likely_pages AS (
    SELECT
        found."check",
        found.kind,
        found.cause,
        CAST(SUM(likely.pages) AS BIGINT) AS pages
    FROM of_patterns AS found
    INNER JOIN likely
        ON
            found."check" = likely."check"
            AND found.kind IS NOT DISTINCT FROM likely.kind
            AND found.pattern = likely.pattern
    GROUP BY found."check", found.kind, found.cause
)

SELECT
    groups."check",
    run.severity,
    roles.keeps_out,
    groups.kind,
    groups.cause_by,
    groups.cause,
    groups.findings,
    COALESCE(told.urls, sizes.urls) AS urls,
    CASE WHEN told.urls > groups.findings THEN 'URL' ELSE first.unit END AS unit,
    told.urls AS urls_told,
    hosts.urls AS host_urls,
    hosts.clicks AS clicks_of_host,
    groups.folded,
    -- A pair that no page names is an index and an entry of it.
    CASE
        WHEN
            groups.cause_by = 'sitemap'
            AND roles.row_of IN ('entry', 'pair')
            AND groups.has_places
            THEN files.entries
    END AS entries,
    groups.patterns,
    groups.pattern,
    COALESCE(told.example, first.url) AS url,
    CASE WHEN COALESCE(told.example = first.url, TRUE) THEN first.sitemap_url END AS sitemap_url,
    CASE WHEN COALESCE(told.example = first.url, TRUE) THEN first.line END AS line,
    first.related_url,
    first.observed,
    first.expected,
    first.fix,
    first.place,
    CASE
        WHEN COALESCE(told.example = first.url, TRUE)
            THEN first.file || COALESCE(':' || CAST(first.file_line AS VARCHAR), '')
    END AS file_place,
    CASE
        WHEN told.correction IS NOT NULL THEN told.correction
        WHEN groups.findings > 1 THEN COALESCE(groups.added, groups.same_fix)
        ELSE groups.same_fix
    END AS step,
    groups.is_unnamed,
    groups.diagnosis_id,
    told.diagnosis,
    told.statement,
    told.certainty,
    told."where",
    likely_pages.pages AS likely,
    groups.issue
FROM groups
INNER JOIN sizes
    ON
        groups.issue = sizes.issue
        AND groups.cause_by = sizes.cause_by
        AND groups.cause = sizes.cause
INNER JOIN findings AS first ON groups.example = first.number
INNER JOIN check_runs AS run ON groups."check" = run."check"
LEFT JOIN check_roles AS roles ON groups."check" = roles."check"
LEFT JOIN files ON groups.cause = files.url
LEFT JOIN diagnoses AS told ON groups.diagnosis_id = told.diagnosis_id
LEFT JOIN likely_pages
    ON
        groups.diagnosis_id IS NULL
        AND groups.cause_by IN ('pattern', 'rule')
        AND groups.patterns = 1
        AND groups."check" = likely_pages."check"
        AND groups.kind IS NOT DISTINCT FROM likely_pages.kind
        AND groups.cause = likely_pages.cause
LEFT JOIN hosts
    ON
        groups.diagnosis_id IS NULL
        AND groups."check" = hosts."check"
        AND groups.kind IS NOT DISTINCT FROM hosts.kind
        AND groups.cause = hosts.cause
