/*
One row per bot as which it was requested.
*/
SELECT
    bot,
    status,
    error,
    challenge,
    redirect_url,
    noindex,
    canonical,
    words,
    bot_named
FROM stored_bot_answers
WHERE url_key = $key AND NOT is_own
ORDER BY bot
