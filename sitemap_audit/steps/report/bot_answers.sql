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
            WHEN outcome = 'differs' AND differs_in_status THEN CAST(status AS VARCHAR)
            WHEN outcome = 'differs' AND differs_in_robots AND noindex THEN 'noindex'
            WHEN outcome = 'differs' AND differs_in_robots THEN 'no noindex'
            WHEN outcome = 'differs' AND differs_in_type THEN 'another Content-Type'
            WHEN outcome = 'differs' AND differs_in_canonical THEN 'another canonical'
            WHEN outcome = 'differs' AND differs_in_body THEN 'another body'
            WHEN outcome = 'differs' THEN 'less than half of the main text'
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
