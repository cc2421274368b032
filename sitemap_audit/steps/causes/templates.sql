/*
One row per pattern of a template whose languages have one cause: '/{de,fr}/news/{slug}'.

More than 5 languages are not named, and all languages of the site are {lang}.
*/
WITH of_patterns AS (
    SELECT
        located."check",
        located.kind,
        patterns.pattern,
        NULLIF(REGEXP_EXTRACT(
            patterns.pattern,
            '^(https?://[^/]+)?/([A-Za-z]{2}([-_]([A-Za-z]{2}|[A-Za-z]{4}|[0-9]{3}))?)(/|$)',
            2
        ), '') AS language,
        BOOL_OR(located.is_counted) AS is_counted,
        MAX(located.languages) AS languages
    FROM located
    INNER JOIN patterns ON located.url = patterns.url
    WHERE located.cause_by = 'pattern' AND located.languages IS NOT NULL
    GROUP BY located."check", located.kind, patterns.pattern
),

of_languages AS (
    SELECT
        "check",
        kind,
        pattern,
        language,
        is_counted,
        languages,
        CONCAT('/{lang}', SUBSTR(pattern, LENGTH(language) + 2)) AS template
    FROM of_patterns
    WHERE language IS NOT NULL
),

shared AS (
    SELECT
        "check",
        kind,
        template,
        CASE
            WHEN COUNT(*) = MAX(languages) THEN template
            WHEN COUNT(*) > 5
                THEN REPLACE(template, '{lang}', CONCAT('{', COUNT(*), ' languages}'))
            ELSE REPLACE(
                template,
                '{lang}',
                CONCAT('{', STRING_AGG(language, ',' ORDER BY language), '}')
            )
        END AS cause
    FROM of_languages
    WHERE is_counted
    GROUP BY "check", kind, template
    HAVING COUNT(*) > 1
)

SELECT
    one."check",
    one.kind,
    one.pattern,
    shared.cause
FROM of_languages AS one
INNER JOIN shared
    ON
        one."check" = shared."check"
        AND one.kind IS NOT DISTINCT FROM shared.kind
        AND one.template = shared.template
