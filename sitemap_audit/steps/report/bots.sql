/*
One row per bot, with what it may fetch.
*/
SELECT
    number,
    token,
    product,
    owner,
    purpose,
    documentation,
    SUM(allowed) AS allowed,
    SUM(blocked) AS blocked,
    SUM(not_checked) AS not_checked,
    COUNT(*) FILTER (WHERE blocked > 0) AS rules
FROM bot_access
GROUP BY number, token, product, owner, purpose, documentation
ORDER BY number
