/*
One row per named URL with a response. `next` adds the responses that it leads to by redirects.
*/
SELECT
    responses.url AS beginning,
    responses.url_key,
    responses.redirect_key,
    responses.is_well,
    0 AS step
FROM responses
INNER JOIN named ON responses.url = named.url
