/*
---
explains:
  - redirect/listed-url-redirects
  - canonical/canonicalized
  - entry/loc-http-on-https-site
  - entry/loc-wrong-www
  - hreflang/alternate-not-in-sitemap
  - links/canonical-not-in-sitemap
  - links/other-variant
certainty: certain
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://developers.google.com/search/docs/crawling-indexing/canonicalization
since: 0.1.0
---
# Sitemap lists another form of the URLs

## What it finds

The sitemaps of a host, or one file, list URLs in one form, and the site redirects or canonicalizes
them to the other: with or without trailing slash, `www.` or index page, with `http` instead of
`https`. The other URL is indexable. It is so for at least five URLs, and for 80 % of those that
have one of the two forms and are indexable, redirect or are canonicalized; if for fewer, each URL
has its own findings only.

## Why it matters

Search engines get a redirect or another canonical for each listed URL, and crawl the site twice.
One setting of the sitemap generator decides the form of all of them.

## How to fix it

Set the other form in the sitemap generator, in the base URL or the permalink settings of the CMS.
The entries of hreflang have to have the same form.

## Example

### No trailing slash

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |
| https://example.com/e |
| https://example.com/f.pdf |

`pages`

| url | status | redirect_url |
|---|---|---|
| https://example.com/ | 200 | |
| https://example.com/a | 301 | https://example.com/a/ |
| https://example.com/b | 301 | https://example.com/b/ |
| https://example.com/c | 301 | https://example.com/c/ |
| https://example.com/d | 301 | https://example.com/d/ |
| https://example.com/e | 200 | |
| https://example.com/f.pdf | 200 | |
| https://example.com/a/ | 200 | |
| https://example.com/b/ | 200 | |
| https://example.com/c/ | 200 | |
| https://example.com/d/ | 200 | |
| https://example.com/e/ | 200 | |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/e | https://example.com/e/ |

finds:

| subject | statement | correction | where | findings |
|---|---|---|---|---|
| https://example.com/sitemap.xml, trailing slash | https://example.com/sitemap.xml lists URLs without trailing slash; the site uses them with it: 5 URLs | In the sitemap generator, list URLs with trailing slash | sitemap generator | 5 |

### http without www in two sitemaps, and the site uses https with www

`entries`

| sitemap_url | loc |
|---|---|
| https://www.example.com/a.xml | http://example.com/1 |
| https://www.example.com/a.xml | http://example.com/2 |
| https://www.example.com/a.xml | http://example.com/3 |
| https://www.example.com/b.xml | http://example.com/4 |
| https://www.example.com/b.xml | http://example.com/5 |

`pages`

| url | status | redirect_url |
|---|---|---|
| http://example.com/1 | 301 | https://www.example.com/1 |
| http://example.com/2 | 301 | https://www.example.com/2 |
| http://example.com/3 | 301 | https://www.example.com/3 |
| http://example.com/4 | 301 | https://www.example.com/4 |
| http://example.com/5 | 301 | https://www.example.com/5 |
| https://www.example.com/1 | 200 | |
| https://www.example.com/2 | 200 | |
| https://www.example.com/3 | 200 | |
| https://www.example.com/4 | 200 | |
| https://www.example.com/5 | 200 | |

finds:

| subject | statement | correction | where | findings | urls |
|---|---|---|---|---|---|
| example.com, http, www | Sitemaps of example.com list URLs with http and without www; the site uses them with https and with www: 5 URLs | In the sitemap generator, list URLs with https and with www | sitemap generator | 15 | 5 |

### Canonicals to the URLs with a slash, which hreflang has too

`entries`

| loc |
|---|
| https://example.com/de |
| https://example.com/en |
| https://example.com/fr |
| https://example.com/it |
| https://example.com/es |

`pages`

| url | role |
|---|---|
| https://example.com/de | listed |
| https://example.com/en | listed |
| https://example.com/fr | listed |
| https://example.com/it | listed |
| https://example.com/es | listed |
| https://example.com/de/ | canonical |
| https://example.com/en/ | canonical |
| https://example.com/fr/ | canonical |
| https://example.com/it/ | canonical |
| https://example.com/es/ | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/de | https://example.com/de/ |
| https://example.com/en | https://example.com/en/ |
| https://example.com/fr | https://example.com/fr/ |
| https://example.com/it | https://example.com/it/ |
| https://example.com/es | https://example.com/es/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/de | de | https://example.com/de/ |
| https://example.com/de | en | https://example.com/en/ |
| https://example.com/de/ | de | https://example.com/de/ |
| https://example.com/de/ | en | https://example.com/en/ |
| https://example.com/en/ | de | https://example.com/de/ |
| https://example.com/en/ | en | https://example.com/en/ |

finds:

| statement | correction | findings |
|---|---|---|
| https://example.com/sitemap.xml lists URLs without trailing slash; the site uses them with it: 5 URLs | In the sitemap generator, list URLs with trailing slash | 7 |

### Half of the URLs with a slash, half without

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |
| https://example.com/e |
| https://example.com/f/ |
| https://example.com/g/ |
| https://example.com/h/ |

`pages`

| url | status | redirect_url |
|---|---|---|
| https://example.com/a | 301 | https://example.com/a/ |
| https://example.com/b | 301 | https://example.com/b/ |
| https://example.com/c | 301 | https://example.com/c/ |
| https://example.com/d | 301 | https://example.com/d/ |
| https://example.com/e | 301 | https://example.com/e/ |
| https://example.com/a/ | 200 | |
| https://example.com/b/ | 200 | |
| https://example.com/c/ | 200 | |
| https://example.com/d/ | 200 | |
| https://example.com/e/ | 200 | |
| https://example.com/f/ | 200 | |
| https://example.com/g/ | 200 | |
| https://example.com/h/ | 200 | |

finds:

nothing

### The other form returns 404

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |
| https://example.com/e |

`pages`

| url | status | redirect_url |
|---|---|---|
| https://example.com/a | 301 | https://example.com/a/ |
| https://example.com/b | 301 | https://example.com/b/ |
| https://example.com/c | 301 | https://example.com/c/ |
| https://example.com/d | 301 | https://example.com/d/ |
| https://example.com/e | 301 | https://example.com/e/ |
| https://example.com/a/ | 404 | |
| https://example.com/b/ | 404 | |
| https://example.com/c/ | 404 | |
| https://example.com/d/ | 404 | |
| https://example.com/e/ | 404 | |

finds:

nothing

### Redirects to something else

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |
| https://example.com/e |

`pages`

| url | status | redirect_url |
|---|---|---|
| https://example.com/a | 301 | https://example.com/new/a/ |
| https://example.com/b | 301 | https://example.com/new/b/ |
| https://example.com/c | 301 | https://example.com/new/c/ |
| https://example.com/d | 301 | https://example.com/new/d/ |
| https://example.com/e | 301 | https://example.com/new/e/ |
| https://example.com/new/a/ | 200 | |
| https://example.com/new/b/ | 200 | |
| https://example.com/new/c/ | 200 | |
| https://example.com/new/d/ | 200 | |
| https://example.com/new/e/ | 200 | |

finds:

nothing

### Index pages, and canonicals that add one

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/sitemap.xml | https://example.com/a/index.html |
| https://example.com/sitemap.xml | https://example.com/b/index.html |
| https://example.com/sitemap.xml | https://example.com/c/index.html |
| https://example.com/sitemap.xml | https://example.com/d/index.html |
| https://example.com/sitemap.xml | https://example.com/e/index.html |
| https://example.com/sitemap.xml | https://example.com/product |
| https://www.example.org/sitemap.xml | https://www.example.org/a/ |
| https://www.example.org/sitemap.xml | https://www.example.org/b/ |
| https://www.example.org/sitemap.xml | https://www.example.org/c/ |
| https://www.example.org/sitemap.xml | https://www.example.org/d/ |
| https://www.example.org/sitemap.xml | https://www.example.org/e/ |

`pages`

| url | status |
|---|---|
| https://example.com/a/ | 200 |
| https://example.com/b/ | 200 |
| https://example.com/c/ | 200 |
| https://example.com/d/ | 200 |
| https://example.com/e/ | 200 |
| https://example.com/a/index.html | 200 |
| https://example.com/b/index.html | 200 |
| https://example.com/c/index.html | 200 |
| https://example.com/d/index.html | 200 |
| https://example.com/e/index.html | 200 |
| https://example.com/product | 200 |
| https://www.example.org/a/ | 200 |
| https://www.example.org/b/ | 200 |
| https://www.example.org/c/ | 200 |
| https://www.example.org/d/ | 200 |
| https://www.example.org/e/ | 200 |
| https://www.example.org/a/index.html | 200 |
| https://www.example.org/b/index.html | 200 |
| https://www.example.org/c/index.html | 200 |
| https://www.example.org/d/index.html | 200 |
| https://www.example.org/e/index.html | 200 |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a/index.html | https://example.com/a/ |
| https://example.com/b/index.html | https://example.com/b/ |
| https://example.com/c/index.html | https://example.com/c/ |
| https://example.com/d/index.html | https://example.com/d/ |
| https://example.com/e/index.html | https://example.com/e/ |
| https://www.example.org/a/ | https://www.example.org/a/index.html |
| https://www.example.org/b/ | https://www.example.org/b/index.html |
| https://www.example.org/c/ | https://www.example.org/c/index.html |
| https://www.example.org/d/ | https://www.example.org/d/index.html |
| https://www.example.org/e/ | https://www.example.org/e/index.html |

finds:

| subject | statement | findings |
|---|---|---|
| https://example.com/sitemap.xml, index page | https://example.com/sitemap.xml lists URLs with index page; the site uses them without it: 5 URLs | 5 |
*/
WITH moves AS (
    SELECT
        url_key,
        final_key AS target_key,
        FALSE AS is_canonical
    FROM listed_redirects
    WHERE outcome = 'ok'
    UNION ALL
    SELECT
        url_key,
        canonical_key AS target_key,
        TRUE AS is_canonical
    FROM canonical_targets
    WHERE listed AND page_fault = 'canonicalised' AND fault IS NULL
),

living AS (
    SELECT
        listed.url,
        listed.url_key,
        listed.sitemap_url,
        LEFT(listed.url, 6) = 'https:' AS is_secure,
        REGEXP_REPLACE(SPLIT_PART(listed.url, '/', 3), '^www[.]', '') AS host,
        LEFT(SPLIT_PART(listed.url, '/', 3), 4) = 'www.' AS has_www,
        REGEXP_REPLACE(SPLIT_PART(listed.url, '?', 1), '^https?://[^/]*', '') AS path,
        SUBSTR(listed.url, LENGTH(SPLIT_PART(listed.url, '?', 1)) + 1) AS query
    FROM listed
    INNER JOIN indexability AS page ON listed.url_key = page.url_key
    WHERE page.is_indexable OR page.fault IN ('redirect', 'canonicalised')
),

targets AS (
    SELECT
        url,
        url_key,
        LEFT(url, 6) = 'https:' AS is_secure,
        REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '^www[.]', '') AS host,
        LEFT(SPLIT_PART(url, '/', 3), 4) = 'www.' AS has_www,
        REGEXP_REPLACE(SPLIT_PART(url, '?', 1), '^https?://[^/]*', '') AS path,
        SUBSTR(url, LENGTH(SPLIT_PART(url, '?', 1)) + 1) AS query
    FROM indexability
    WHERE is_indexable
),

shaped AS (
    SELECT
        living.url,
        target.url AS target,
        living.sitemap_url,
        living.host,
        moves.is_canonical,
        living.is_secure,
        living.has_www,
        target.is_secure AS to_secure,
        target.has_www AS to_www,
        REGEXP_REPLACE(living.path, '/(index|default)[.][a-z]+$', '/') AS folder,
        REGEXP_REPLACE(target.path, '/(index|default)[.][a-z]+$', '/') AS to_folder,
        REGEXP_MATCHES(living.path, '/(index|default)[.][a-z]+$') AS has_index,
        REGEXP_MATCHES(target.path, '/(index|default)[.][a-z]+$') AS to_index
    FROM living
    INNER JOIN moves ON living.url_key = moves.url_key
    INNER JOIN targets AS target ON moves.target_key = target.url_key
    WHERE
        -- A CASE: an equality of hosts would join each page of a host with each other one first.
        CASE
            WHEN living.host <> target.host OR living.query <> target.query THEN FALSE
            ELSE target.is_secure OR NOT living.is_secure
        END
),

formed AS (
    SELECT
        url,
        target,
        sitemap_url,
        host,
        CONCAT_WS(
            ', ',
            CASE WHEN is_secure <> to_secure THEN 'http' END,
            CASE WHEN has_www <> to_www THEN 'www' END,
            CASE WHEN has_index <> to_index THEN 'index page' END,
            CASE WHEN folder <> to_folder THEN 'trailing slash' END
        ) AS form,
        CONCAT_WS(
            ' and ',
            CASE WHEN is_secure <> to_secure THEN 'with http' END,
            CASE
                WHEN has_www <> to_www
                    THEN CONCAT(CASE WHEN has_www THEN 'with' ELSE 'without' END, ' www')
            END,
            CASE
                WHEN has_index <> to_index
                    THEN CONCAT(CASE WHEN has_index THEN 'with' ELSE 'without' END, ' index page')
            END,
            CASE
                WHEN folder <> to_folder
                    THEN CONCAT(
                        CASE WHEN RIGHT(folder, 1) = '/' THEN 'with' ELSE 'without' END,
                        ' trailing slash'
                    )
            END
        ) AS listed_as
    FROM shaped
    WHERE
        RTRIM(folder, '/') = RTRIM(to_folder, '/')
        AND NOT (is_canonical AND to_index AND NOT has_index)
),

-- A form is one of a host, or else of one file.
units AS (
    SELECT
        host AS unit,
        form,
        listed_as,
        COUNT(DISTINCT url) AS urls,
        COUNT(DISTINCT sitemap_url) AS files
    FROM formed
    WHERE form <> ''
    GROUP BY host, form, listed_as
    UNION ALL
    SELECT
        sitemap_url AS unit,
        form,
        listed_as,
        COUNT(DISTINCT url) AS urls,
        1 AS files
    FROM formed
    WHERE form <> ''
    GROUP BY sitemap_url, form, listed_as
),

places AS (
    SELECT
        host AS unit,
        url,
        path
    FROM living
    UNION ALL
    SELECT
        sitemap_url AS unit,
        url,
        path
    FROM living
),

-- The home page has always a slash, a file never; only a folder can have an index page.
shares AS (
    SELECT
        units.unit,
        units.form,
        units.listed_as,
        units.files
    FROM units
    INNER JOIN places ON units.unit = places.unit
    LEFT JOIN formed ON places.url = formed.url AND units.listed_as = formed.listed_as
    WHERE
        formed.url IS NOT NULL
        OR units.form NOT IN ('trailing slash', 'index page')
        OR (
            units.form = 'trailing slash'
            AND places.path NOT IN ('', '/')
            AND NOT REGEXP_MATCHES(places.path, '[.][A-Za-z0-9]+$')
        )
        OR (
            units.form = 'index page'
            AND REGEXP_MATCHES(places.path, '.(/|/(index|default)[.][a-z]+)$')
        )
    GROUP BY
        units.unit, units.form, units.listed_as, units.urls, units.files
    HAVING units.urls >= 5 AND units.urls >= 0.8 * COUNT(DISTINCT places.url)
),

explained AS (
    SELECT
        formed.url,
        formed.target,
        formed.form,
        formed.listed_as,
        REPLACE(
            REPLACE(
                REPLACE(REPLACE(formed.listed_as, 'without ', 'with~'), 'with ', 'without '),
                '~', ' '
            ),
            'without http', 'with https'
        ) AS used_as,
        COALESCE(of_file.unit, of_host.unit) AS unit,
        of_file.unit IS NOT NULL AS is_of_file
    FROM formed
    LEFT JOIN shares AS of_host
        ON formed.host = of_host.unit AND formed.listed_as = of_host.listed_as
    LEFT JOIN shares AS of_file
        ON
            formed.sitemap_url = of_file.unit
            AND formed.listed_as = of_file.listed_as
            AND COALESCE(of_host.files, 1) = 1
    WHERE of_host.unit IS NOT NULL OR of_file.unit IS NOT NULL
),

ends AS (
    SELECT
        url AS listed_url,
        url,
        FALSE AS is_target
    FROM explained
    UNION ALL
    SELECT
        url AS listed_url,
        target AS url,
        TRUE AS is_target
    FROM explained
)

-- A finding about the other form counts as the listed URL.
SELECT
    found.finding_id,
    ends.listed_url AS url,
    CONCAT(explained.unit, ', ', explained.form) AS subject,
    CONCAT(
        CASE WHEN explained.is_of_file THEN '' ELSE 'Sitemaps of ' END,
        explained.unit,
        CASE WHEN explained.is_of_file THEN ' lists URLs ' ELSE ' list URLs ' END,
        explained.listed_as,
        '; the site uses them ',
        CASE
            WHEN explained.used_as = CONCAT('with ', explained.form) THEN 'with it'
            WHEN explained.used_as = CONCAT('without ', explained.form) THEN 'without it'
            ELSE explained.used_as
        END,
        ': {URLs}'
    ) AS statement,
    CONCAT('In the sitemap generator, list URLs ', explained.used_as) AS correction,
    'sitemap generator' AS "where"
FROM findings AS found
INNER JOIN ends ON found.url = ends.url
INNER JOIN explained ON ends.listed_url = explained.url
WHERE
    CASE found."check"
        WHEN 'redirect/listed-url-redirects' THEN NOT ends.is_target
        WHEN 'canonical/canonicalized' THEN NOT ends.is_target
        WHEN 'entry/loc-http-on-https-site'
            THEN NOT ends.is_target AND explained.used_as LIKE 'with https%'
        WHEN 'entry/loc-wrong-www' THEN NOT ends.is_target AND explained.used_as LIKE '%www%'
        WHEN 'hreflang/alternate-not-in-sitemap' THEN ends.is_target
        WHEN 'links/canonical-not-in-sitemap' THEN ends.is_target
        WHEN 'links/other-variant' THEN ends.is_target
        ELSE FALSE
    END
