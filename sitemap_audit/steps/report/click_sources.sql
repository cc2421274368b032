/*
The lists that clicks come from; several ones of a URL are in one text.
*/
SELECT DISTINCT clicks_source FROM search_urls
WHERE clicks > 0 AND clicks_source <> ''
ORDER BY clicks_source
