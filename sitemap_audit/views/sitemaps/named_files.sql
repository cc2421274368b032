/*
---
row: url
rests_on: others
---
One row per listed URL that is not a page by its name, whatever it returns. `kind`: robots.txt |
sitemap | feed (both: read as one in this audit, or named so) | verification file (of a search
engine or a social network) | file for programs (ads.txt, a web manifest, `/.well-known/`…) | asset
(image, stylesheet, script, font, data). `ending`: file name extension of an asset or feed. For
verification files and assets only the name counts, not the response.
*/
WITH names AS (
    SELECT
        url_key,
        LOWER(REGEXP_REPLACE(SPLIT_PART(url, '?', 1), '^https?://[^/]+', '')) AS path
    FROM listed
),

endings AS (
    SELECT
        url_key,
        path,
        REGEXP_EXTRACT(
            path,
            '/[^/]*([.](jpe?g|png|gif|webp|avif|svg|ico|bmp|css|m?js|json|woff2?|ttf|otf|eot))$',
            1
        ) AS asset,
        REGEXP_EXTRACT(path, '/[^/]*([.](rss|atom))$', 1) AS feed
    FROM names
),

read_files AS (
    SELECT
        url_key,
        MAX(CASE WHEN kind IN ('urlset', 'sitemapindex', 'text') THEN 'sitemap' ELSE 'feed' END)
            AS kind
    FROM sitemaps
    WHERE kind IN ('urlset', 'sitemapindex', 'text', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')
    GROUP BY url_key
),

kinds AS (
    SELECT
        endings.url_key,
        endings.asset,
        endings.feed,
        CASE
            WHEN endings.path = '/robots.txt' THEN 'robots.txt'
            WHEN read_files.kind IS NOT NULL THEN read_files.kind
            WHEN REGEXP_MATCHES(endings.path, '/(wp-)?sitemap[a-z0-9_-]*[.]xml([.]gz)?$')
                THEN 'sitemap'
            WHEN
                REGEXP_MATCHES(
                    endings.path,
                    '^/(google[0-9a-f]{16}|yandex_[0-9a-f]{16}|naver[0-9a-f]{32})[.]html$'
                )
                OR REGEXP_MATCHES(endings.path, '^/pinterest-[0-9a-f]*[0-9][0-9a-f]*[.]html$')
                OR REGEXP_MATCHES(endings.path, '^/baidu_verify_[a-z0-9_-]+[.]html$')
                OR endings.path IN ('/bingsiteauth.xml', '/sogousiteverification.txt')
                THEN 'verification file'
            WHEN
                endings.path LIKE '/.well-known/_%'
                OR endings.path IN (
                    '/ads.txt',
                    '/app-ads.txt',
                    '/browserconfig.xml',
                    '/crossdomain.xml',
                    '/favicon.ico',
                    '/humans.txt',
                    '/llms.txt',
                    '/manifest.json',
                    '/opensearch.xml',
                    '/security.txt',
                    '/sellers.json'
                )
                OR REGEXP_MATCHES(endings.path, '^/[^/]+[.]webmanifest$')
                THEN 'file for programs'
            WHEN endings.feed <> '' THEN 'feed'
            WHEN endings.asset <> '' THEN 'asset'
        END AS kind
    FROM endings
    LEFT JOIN read_files ON endings.url_key = read_files.url_key
)

SELECT
    url_key,
    kind,
    CASE WHEN feed <> '' THEN feed WHEN asset <> '' THEN asset END AS ending
FROM kinds
WHERE kind IS NOT NULL
