/*
One row per page and bot as which it was requested.
*/
SELECT
    url_key,
    bot
FROM bot_answers
WHERE NOT is_own
