/*
One row per home page and per internal URL that a link, or a redirect of a linked URL, leads to.
Without rows: no link was stored.

`depth`: clicks from a home page; NULL if none leads there, or more than MOST_CLICKS.
`referrer_key`: the page that links to it on the shortest way (of several, the least key), else one
that links to it; NULL if none does. `inlinks`: pages that link to it, or to a URL that redirects to
it.
*/
CREATE OR REPLACE TABLE page_depths
(url_key BIGINT, depth BIGINT, referrer_key BIGINT, inlinks BIGINT)
