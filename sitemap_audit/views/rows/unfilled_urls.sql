/*
---
row: url
rests_on: named
---
One row per requested URL that returned 400, 404 or 410 and has a segment that a template or script
left over (`placeholder`): `undefined`, `null`, `NaN` or a name in braces.
*/
SELECT
    url,
    REPLACE(REPLACE(
        REGEXP_EXTRACT(
            url, '^https?://[^/?]+/([^?]*/)?((?i)undefined|null|nan|%7B[a-z_.]+%7D)(/|[?]|$)', 2
        ),
        '%7B', '{'
    ), '%7D', '}') AS placeholder
FROM pages
WHERE
    status IN (400, 404, 410)
    AND REGEXP_MATCHES(
        url, '^https?://[^/?]+/([^?]*/)?((?i)undefined|null|nan|%7B[a-z_.]+%7D)(/|[?]|$)'
    )
