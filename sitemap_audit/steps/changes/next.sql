/*
One row per named URL and response that a redirect leads to from those some redirects away.
*/
WITH ends AS (
    SELECT
        beginning,
        redirect_key,
        step
    FROM trail
    WHERE step = $step
)

SELECT DISTINCT
    ends.beginning,
    following.url_key,
    following.redirect_key,
    following.is_well,
    ends.step + 1 AS step
FROM ends
INNER JOIN responses AS following ON ends.redirect_key = following.url_key
LEFT JOIN trail AS known
    ON ends.beginning = known.beginning AND following.url_key = known.url_key
WHERE known.url_key IS NULL
