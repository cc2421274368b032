/*
Those of them whose length is nearest to that of the URL.
*/
SELECT url
FROM near_urls
ORDER BY ABS(LENGTH(url) - $length), url
LIMIT $most
