/*
One row with the product token of the bot, if the audit requests no pages.
*/
SELECT token
FROM run
WHERE NOT asks_pages
