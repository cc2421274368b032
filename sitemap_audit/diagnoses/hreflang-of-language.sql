/*
---
explains:
  - hreflang/missing-return-link
  - hreflang/no-annotations-on-target
  - hreflang/missing-self
  - hreflang/incomplete-cluster
  - hreflang/missing-x-default
  - hreflang/no-incoming
certainty: likely
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang missing on the pages of a language

## What it finds

At least four of five pages of a language-region code, and at least three, lack the same hreflang
annotations: the return links to the pages of another code, or those of themselves. The statement
has all codes that the fullest annotations that point to these pages have and they lack.

## Why it matters

The pages of a language have one template, or the sitemap generator writes their entries. Corrected
there, every annotation is right.

## How to fix it

Add the codes to the template of the language, or to its entries in the sitemap generator. Use the
same complete set on all pages of a cluster.

## Example

### The German template has only the page itself

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | x-default | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/b | x-default | https://example.com/b |
| https://example.com/c | en | https://example.com/c |
| https://example.com/c | de | https://example.com/de/c |
| https://example.com/c | x-default | https://example.com/c |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/b | de | https://example.com/de/b |
| https://example.com/de/c | de | https://example.com/de/c |

finds:

| subject | statement | correction | where | findings | urls |
|---|---|---|---|---|---|
| https://example.com, pages, de | The de pages of https://example.com lack hreflang en, x-default: 3 URLs | Add hreflang en, x-default to the de template | template | 3 | 3 |

### The generator leaves out the hreflang of Austria

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/at/a |
| https://example.com/at/b |
| https://example.com/at/c |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/at/a |
| https://example.com/at/b |
| https://example.com/at/c |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/a |
| https://example.com/a | de-AT | https://example.com/at/a |
| https://example.com/b | de | https://example.com/b |
| https://example.com/b | de-AT | https://example.com/at/b |
| https://example.com/c | de | https://example.com/c |
| https://example.com/c | de-AT | https://example.com/at/c |

finds:

| subject | statement | correction | where | findings | urls |
|---|---|---|---|---|---|
| https://example.com, sitemaps, de-AT | The de-AT pages of https://example.com lack hreflang de, de-AT: 3 URLs | Add hreflang de, de-AT to the de-AT entries in the sitemap generator | sitemap generator | 6 | 3 |

### Three of four

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/c | en | https://example.com/c |
| https://example.com/c | de | https://example.com/de/c |
| https://example.com/d | en | https://example.com/d |
| https://example.com/d | de | https://example.com/de/d |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/b | de | https://example.com/de/b |
| https://example.com/de/c | de | https://example.com/de/c |
| https://example.com/de/d | de | https://example.com/de/d |
| https://example.com/de/d | en | https://example.com/d |

finds:

nothing
*/
WITH members AS (
    SELECT
        url,
        url_key,
        code,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM cluster_members
    WHERE code IS NOT NULL
),

-- Which page lacks which code; the namer is the page that the return link leads to.
missing AS (
    SELECT
        found.finding_id,
        page.url,
        page.url_key,
        page.origin,
        page.code AS locale,
        namer.code,
        namer.url AS namer,
        namer.url_key AS namer_key
    FROM findings AS found
    INNER JOIN members AS page ON found.related_url = page.url
    INNER JOIN members AS namer ON found.url = namer.url
    WHERE
        found."check" IN ('hreflang/missing-return-link', 'hreflang/no-annotations-on-target')
        AND COALESCE(found.action, 'add') = 'add'
    UNION ALL
    SELECT
        found.finding_id,
        page.url,
        page.url_key,
        page.origin,
        page.code AS locale,
        page.code,
        NULL AS namer,
        NULL AS namer_key
    FROM findings AS found
    INNER JOIN members AS page ON found.url = page.url
    LEFT JOIN hreflang_near_misses AS near
        ON page.url_key = near.url_key AND page.url_key = near.wanted_key
    WHERE found."check" = 'hreflang/missing-self' AND near.url_key IS NULL
),

judged AS (
    SELECT
        page.origin,
        page.code AS locale,
        namer.code,
        COUNT(*) AS pages
    FROM hreflang_pairs AS pair
    INNER JOIN members AS page ON pair.alternate_key = page.url_key
    INNER JOIN members AS namer ON pair.url_key = namer.url_key
    WHERE
        pair.has_return IS NOT NULL
        AND pair.source_fault IS NULL
        AND pair.target_fault IS NULL
        AND pair.code <> 'x-default'
    GROUP BY page.origin, page.code, namer.code
    UNION ALL
    SELECT
        page.origin,
        page.code AS locale,
        page.code,
        COUNT(*) AS pages
    FROM (
        SELECT url_key
        FROM hreflang_sets
        WHERE judged AND fault IS NULL AND links > 0
        UNION ALL
        SELECT bare.alternate_key AS url_key
        FROM bare_alternates AS bare
        INNER JOIN hreflang_pages AS entry ON bare.alternate_key = entry.url_key
        WHERE bare.place = 1
    ) AS sets
    INNER JOIN members AS page ON sets.url_key = page.url_key
    GROUP BY page.origin, page.code
),

shares AS (
    SELECT
        missing.origin,
        missing.locale,
        missing.code
    FROM missing
    INNER JOIN judged
        ON
            missing.origin = judged.origin
            AND missing.locale = judged.locale
            AND missing.code = judged.code
    GROUP BY missing.origin, missing.locale, missing.code
    HAVING
        COUNT(DISTINCT missing.url_key) >= 3
        AND COUNT(*) >= 0.8 * MAX(judged.pages)
),

usual AS (
    SELECT
        missing.finding_id,
        missing.url,
        missing.url_key,
        missing.origin,
        missing.locale,
        missing.code,
        missing.namer,
        missing.namer_key
    FROM missing
    INNER JOIN shares
        ON
            missing.origin = shares.origin
            AND missing.locale = shares.locale
            AND missing.code = shares.code
),

-- The fullest annotations that point to the page say what else it lacks.
ranked AS (
    SELECT
        usual.url_key,
        usual.origin,
        usual.locale,
        usual.namer_key,
        namer.place_url = namer.url AS is_on_page,
        ROW_NUMBER() OVER (
            PARTITION BY usual.url_key ORDER BY namer.links DESC, usual.namer_key ASC
        ) AS place
    FROM usual
    LEFT JOIN hreflang_sets AS namer ON usual.namer_key = namer.url_key
),

places AS (
    SELECT
        ranked.origin,
        ranked.locale,
        COUNT(*) AS urls,
        BOOL_OR(COALESCE(own.links, 0) > 0) AS is_annotated,
        CASE
            WHEN BOOL_AND(NOT COALESCE(own.place_url = own.url, ranked.is_on_page, TRUE))
                THEN 'sitemaps'
            ELSE 'pages'
        END AS place
    FROM ranked
    LEFT JOIN hreflang_sets AS own ON ranked.url_key = own.url_key
    WHERE ranked.place = 1
    GROUP BY ranked.origin, ranked.locale
),

named AS (
    SELECT
        url_key,
        origin,
        locale,
        code
    FROM usual
    UNION
    SELECT
        ranked.url_key,
        ranked.origin,
        ranked.locale,
        link.code
    FROM ranked
    INNER JOIN hreflang_links AS link ON ranked.namer_key = link.url_key
    INNER JOIN hreflang_ends AS target
        ON link.alternate_key = target.url_key AND target.fault IS NULL
    LEFT JOIN hreflang_links AS own
        ON ranked.url_key = own.url_key AND link.code = own.code
    WHERE ranked.place = 1 AND own.url_key IS NULL
),

codes AS (
    SELECT
        named.origin,
        named.locale,
        named.code
    FROM named
    INNER JOIN places ON named.origin = places.origin AND named.locale = places.locale
    GROUP BY named.origin, named.locale, named.code
    HAVING COUNT(DISTINCT named.url_key) >= 0.8 * MAX(places.urls)
),

sets AS (
    SELECT
        origin,
        locale,
        COUNT(*) AS number,
        STRING_AGG(code, ', ' ORDER BY code) AS codes
    FROM codes
    GROUP BY origin, locale
),

-- Languages that lack the same codes have one template.
told AS (
    SELECT
        places.origin,
        places.place,
        sets.codes,
        MIN(sets.number) AS number,
        BOOL_OR(places.is_annotated) AS is_annotated,
        SUM(places.urls) AS urls,
        COUNT(*) AS locales,
        STRING_AGG(places.locale, ', ' ORDER BY places.locale) AS named
    FROM places
    INNER JOIN sets ON places.origin = sets.origin AND places.locale = sets.locale
    GROUP BY places.origin, places.place, sets.codes
),

others AS (
    SELECT
        found.finding_id,
        page.url,
        page.origin,
        page.code AS locale
    FROM findings AS found
    INNER JOIN members AS page ON found.url = page.url
    INNER JOIN codes ON page.origin = codes.origin AND page.code = codes.locale
    WHERE
        found."check" IN ('hreflang/incomplete-cluster', 'hreflang/missing-x-default')
        AND codes.code
        = CASE found."check"
            WHEN 'hreflang/missing-x-default' THEN 'x-default'
            ELSE SPLIT_PART(found."to", ' ', 1)
        END
    UNION ALL
    SELECT
        found.finding_id,
        MIN(usual.url) AS url,
        MIN(usual.origin) AS origin,
        MIN(usual.locale) AS locale
    FROM findings AS found
    INNER JOIN usual ON found.url = usual.namer
    WHERE found."check" = 'hreflang/no-incoming'
    GROUP BY found.finding_id
)

SELECT
    explained.finding_id,
    explained.url,
    CONCAT(told.origin, ', ', told.place, ', ', told.named) AS subject,
    CONCAT(
        'The ', told.named, ' pages of ', told.origin,
        CASE
            WHEN NOT told.is_annotated AND told.place = 'pages' THEN ' have no hreflang'
            WHEN told.number > 12
                THEN CONCAT(' lack ', FORMAT_NUMBER(told.number, 0), ' hreflang codes')
            ELSE CONCAT(' lack hreflang ', told.codes)
        END,
        ': ', FORMAT_NUMBER(told.urls, 0), ' URLs'
    ) AS statement,
    CONCAT(
        'Add hreflang ', told.codes, ' to the ', told.named,
        CASE
            WHEN told.place = 'sitemaps' THEN ' entries in the sitemap generator'
            WHEN told.locales > 1 THEN ' templates'
            ELSE ' template'
        END
    ) AS correction,
    CASE told.place WHEN 'sitemaps' THEN 'sitemap generator' ELSE 'template' END AS "where"
FROM (
    SELECT
        finding_id,
        url,
        origin,
        locale
    FROM usual
    UNION ALL
    SELECT
        finding_id,
        url,
        origin,
        locale
    FROM others
) AS explained
INNER JOIN places ON explained.origin = places.origin AND explained.locale = places.locale
INNER JOIN sets ON explained.origin = sets.origin AND explained.locale = sets.locale
INNER JOIN told
    ON
        places.origin = told.origin
        AND places.place = told.place
        AND sets.codes = told.codes
