/*
One row per finding of a chosen check: with its change if it can be made in a sitemap, else with
the reason why not.

`to` is a URL in normal form where `place` is loc, `written` as the finding has it.
*/
WITH refused AS (
    SELECT DISTINCT
        url,
        COALESCE(way = 'leave', FALSE) AS is_login
    FROM fix_findings
    WHERE url IS NOT NULL AND (way = 'leave' OR meant)
),

named AS (
    SELECT
        *,
        CASE
            WHEN place = 'loc' THEN NORMAL("to")
            WHEN place = 'hreflang-url' THEN "to"
            WHEN place = 'hreflang' AND "to" NOT LIKE 'x-default %'
                THEN SUBSTR("to", INSTR("to", ' ') + 1)
        END AS new_url
    FROM fix_findings
    WHERE is_chosen
),

files AS (
    SELECT DISTINCT url FROM fix_files
),

urls_of_sitemaps AS (
    SELECT DISTINCT url FROM sitemaps
)

SELECT
    named.finding_id,
    named.root_id,
    named."check",
    named.way,
    named.of_entry,
    named.of_pair,
    named.meant,
    named.url,
    named.sitemap_url,
    named.related_url,
    named.line,
    named.change_url,
    named."action",
    named.place,
    named."from",
    CASE WHEN named.place = 'loc' THEN named.new_url ELSE named."to" END AS "to",
    named."to" AS written,
    CASE
        WHEN named.adds IS NOT NULL AND named.change_url IS NOT NULL THEN 'add'
        WHEN named.way IN ('split-urls', 'split-bytes') THEN 'whole'
        WHEN named.way = 'escape' AND file.url IS NOT NULL THEN 'whole'
        WHEN login.url IS NOT NULL AND COALESCE(named.place, 'loc') = 'loc' THEN 'login'
        WHEN named.root_id IS NOT NULL AND (named.change_url IS NULL OR named.way = 'entries')
            THEN 'root'
        WHEN named.way = 'entries' THEN 'choice'
        WHEN named.way = 'remove' THEN CASE WHEN meant.url IS NOT NULL THEN 'root' END
        WHEN named.change_url IS NULL AND REGEXP_MATCHES(named.fix, ', or | if |, unless ')
            THEN 'choice'
        WHEN named.change_url IS NULL THEN 'unsaid'
        WHEN file.url IS NULL AND named.change_url LIKE '%/robots.txt' THEN 'robots'
        WHEN named.place IN ('header', 'status', 'redirect') THEN 'server'
        WHEN file.url IS NULL AND sitemap.url IS NULL THEN 'page'
        WHEN file.url IS NULL THEN 'file'
        WHEN
            named.place NOT IN (
                'lastmod',
                'changefreq',
                'priority',
                'hints',
                'loc',
                'hreflang',
                'hreflang-url',
                'hreflang-code'
            )
            THEN 'part'
        WHEN
            named."action" = 'remove'
            AND NOT named.of_entry
            AND (once.url IS NOT NULL OR once_other.url IS NOT NULL)
            THEN 'once'
        WHEN target.url IS NOT NULL THEN 'target'
    END AS why_not
FROM named
LEFT JOIN files AS file ON named.change_url = file.url
LEFT JOIN urls_of_sitemaps AS sitemap ON named.change_url = sitemap.url
LEFT JOIN refused AS login ON named.url = login.url AND login.is_login
LEFT JOIN refused AS meant ON named.url = meant.url AND NOT meant.is_login
LEFT JOIN fix_once AS once ON named.url = once.url
LEFT JOIN fix_once AS once_other ON named.related_url = once_other.url
LEFT JOIN fix_states AS target ON named.new_url = target.url AND NOT target.is_indexable
