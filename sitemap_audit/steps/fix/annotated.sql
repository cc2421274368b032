/*
One row per hreflang annotation that an added page gets: its own, else by the entries that annotate
it.

An entry annotates it with a code; it gets this code for itself, and the entry's URL with the code
that this one has for itself: so every link is returned.
*/
WITH of_page AS (
    SELECT DISTINCT
        placed.url,
        link.code,
        link.alternate
    FROM fix_placed AS placed
    INNER JOIN page_alternates AS link ON placed.page_id = link.page_id
    LEFT JOIN fix_states AS target ON link.alternate = target.url
    WHERE
        link.source IN ('html', 'header')
        AND link.in_head
        AND link.code IS NOT NULL
        AND link.code_problem IS NULL
        AND link.alternate IS NOT NULL
        AND COALESCE(target.is_indexable, TRUE)
),

named AS (
    SELECT DISTINCT
        link.alternate AS url,
        link.url AS namer,
        link.code
    FROM entry_alternates AS link
    WHERE
        link.alternate IN (SELECT placed.url FROM fix_placed AS placed)
        AND link.url <> link.alternate
        AND link.code IS NOT NULL
        AND link.code_problem IS NULL
),

own AS (
    SELECT
        link.url,
        MIN(link.code) AS code
    FROM entry_alternates AS link
    INNER JOIN fix_states AS state ON link.url = state.url
    WHERE
        link.url = link.alternate
        AND link.code <> 'x-default'
        AND link.code_problem IS NULL
        AND state.is_indexable
        AND link.url IN (SELECT named.namer FROM named)
    GROUP BY link.url
    HAVING COUNT(DISTINCT link.code) = 1
),

returned AS (
    SELECT
        named.url,
        named.code,
        own.code AS other_code,
        own.url AS other
    FROM named
    INNER JOIN own ON named.namer = own.url
    WHERE named.url NOT IN (SELECT known.url FROM of_page AS known)
),

agreed AS (
    SELECT url FROM returned
    WHERE code <> 'x-default'
    GROUP BY url
    HAVING COUNT(DISTINCT code) = 1
),

defaults AS (
    SELECT
        named.url,
        MIN(link.alternate) AS alternate
    FROM named
    INNER JOIN entry_alternates AS link
        ON named.namer = link.url AND link.code = 'x-default'
    GROUP BY named.url
    HAVING COUNT(DISTINCT link.alternate) = 1
),

every_link AS (
    SELECT
        url,
        code,
        url AS alternate
    FROM returned
    UNION
    SELECT
        url,
        other_code,
        other
    FROM returned
    UNION
    SELECT
        url,
        'x-default' AS code,
        alternate
    FROM defaults
)

SELECT
    url,
    code,
    alternate
FROM of_page
UNION ALL
SELECT
    link.url,
    link.code,
    link.alternate
FROM every_link AS link
WHERE link.url IN (SELECT agreed.url FROM agreed)
