/*
The bots of a log, with their requests, those that are verified, and those that are not by the bot.
*/
SELECT
    bot,
    SUM(hits) AS hits,
    SUM(CASE WHEN verified = 'yes' THEN hits ELSE 0 END) AS verified,
    SUM(CASE WHEN verified = 'no' AND NOT $is_doubtful THEN hits ELSE 0 END) AS others
FROM counts
WHERE bot IS NOT NULL
GROUP BY bot
ORDER BY SUM(hits) DESC, bot
