/*
One row per home page.
*/
SELECT url
FROM pages
WHERE role = 'home'
ORDER BY id
