/*
One row per bot of `--as`, outcome, and what came back: the pages, and one of them.
*/
WITH told AS (
    SELECT
        bot,
        outcome,
        url,
        CASE
            WHEN outcome IN ('refused', 'refuses-bot') AND challenge IS NOT NULL THEN 'a challenge'
            WHEN outcome IN ('refused', 'refuses-bot') THEN CAST(status AS VARCHAR)
            WHEN difference = 'status' THEN CAST(status AS VARCHAR)
            WHEN difference = 'robots' AND noindex THEN 'noindex'
            WHEN difference = 'robots' THEN 'no noindex'
            WHEN difference = 'type' THEN 'another Content-Type'
            WHEN difference = 'canonical' THEN 'another canonical'
            WHEN difference = 'body' THEN 'another body'
            WHEN difference = 'text' THEN 'less than half of the main text'
            WHEN LENGTH(other_preferences) > 100 AND outcome = 'same'
                THEN CONCAT(SUBSTR(other_preferences, 1, 99), '…')
            WHEN outcome = 'same' THEN other_preferences
        END AS response
    FROM bot_answers_compared
)

SELECT
    bot,
    outcome,
    response,
    COUNT(*) AS pages,
    MIN(url) AS example
FROM told
GROUP BY bot, outcome, response
ORDER BY bot ASC, COUNT(*) DESC, outcome, response ASC
