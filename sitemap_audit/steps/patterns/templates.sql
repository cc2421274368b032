/*
The same rows, with `template`: the pattern with {lang} for its language, `/{lang}/news/{slug}`.
*/
WITH spoken AS (
    SELECT
        url_key,
        pattern,
        NULLIF(
            REGEXP_EXTRACT(
                pattern,
                '^(https?://[^/]+)?/([A-Za-z]{2}([-_]([A-Za-z]{2}|[A-Za-z]{4}|[0-9]{3}))?)(/|$)',
                2
            ),
            ''
        ) AS language,
        origin,
        listed
    FROM page_patterns
)

SELECT
    url_key,
    pattern,
    CASE
        WHEN language IS NOT NULL
            THEN CONCAT('/{lang}', SUBSTR(pattern, LENGTH(language) + 2))
        ELSE pattern
    END AS template,
    origin,
    listed
FROM spoken
