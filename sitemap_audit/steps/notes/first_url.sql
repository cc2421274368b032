/*
The first listed URL, as an example.
*/
SELECT MIN(url) AS url
FROM listed
