/*
One row per page that fails. It is not submitted: it may work again unchanged.
*/
SELECT url_key FROM url_states
WHERE
    state IN ('server-error', 'no-response')
    OR (state = 'client-error' AND status NOT IN (404, 410))
