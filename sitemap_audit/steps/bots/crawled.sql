/*
One row per listed URL of an origin that no rule blocks.
*/
SELECT matched.url
FROM bot_matches AS matched
LEFT JOIN bot_blocking ON matched.number = bot_blocking.number
WHERE bot_blocking.number IS NULL OR matched.path = CONCAT('/robots.txt', CHR(3))
