/*
One row per change that is told with another one, with the check of that one.

A page that became noindex is told by the finding that it is; a URL of a sitemap that was removed by
the sitemap. What follows from the root of a finding is told with it.
*/
WITH told AS (
    SELECT
        "check",
        url AS place,
        'url' AS kind
    FROM finding_changes
    WHERE is_known AND told_with IS NULL AND url IS NOT NULL
    UNION ALL
    SELECT
        "check",
        sitemap_url AS place,
        'file' AS kind
    FROM changes
    WHERE url IS NULL AND sitemap_url IS NOT NULL
),

ends AS (
    SELECT
        number,
        "check",
        url AS place,
        'url' AS kind
    FROM changes
    WHERE url IS NOT NULL
    UNION ALL
    SELECT
        number,
        "check",
        sitemap_url AS place,
        'file' AS kind
    FROM changes
    WHERE url IS NOT NULL
),

folded AS (
    SELECT
        ends.number,
        told."check"
    FROM ends
    INNER JOIN change_follows AS follows ON ends."check" = follows."check"
    INNER JOIN told
        ON
            follows.cause = told."check"
            AND ends.kind = told.kind
            AND ends.place = told.place
    UNION ALL
    SELECT
        changes.number,
        found.told_with AS "check"
    FROM changes
    INNER JOIN change_states AS states ON changes."check" = states."check"
    INNER JOIN finding_changes AS found
        ON
            changes.kind = found."check"
            AND states."change" = found."change"
            AND COALESCE(changes.url, '') = COALESCE(found.url, '')
            AND COALESCE(changes.related_url, '') = COALESCE(found.related_url, '')
            AND COALESCE(changes.sitemap_url, '') = COALESCE(found.sitemap_url, '')
            AND (
                (changes.url IS NOT NULL AND changes.sitemap_url IS NOT NULL)
                OR changes.line IS NOT DISTINCT FROM found.line
            )
    WHERE found.is_known AND found.told_with IS NOT NULL
)

SELECT
    number,
    MIN("check") AS told_with
FROM folded
GROUP BY number
