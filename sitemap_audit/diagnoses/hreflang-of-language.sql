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
# Hreflang missing on the pages of a language or pattern

## What it finds

At least four of five pages of a language-region code, or of those of a URL pattern, and at least
three, lack the same hreflang annotations: the return links to the pages of another code, or those
of themselves. The statement has all codes that the fullest annotations that point to these pages
have and they lack. Languages that lack the same codes, or those of each other, are one diagnosis,
and so are the patterns of the same languages and codes.

## Why it matters

The pages of a language or pattern have one template, or the sitemap generator writes their entries. Corrected
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

### Two languages of one section

`entries`

| loc |
|---|
| https://example.com/en/news/a |
| https://example.com/en/news/b |
| https://example.com/en/news/c |
| https://example.com/de/news/a |
| https://example.com/de/news/b |
| https://example.com/de/news/c |
| https://example.com/fr/news/a |
| https://example.com/fr/news/b |
| https://example.com/fr/news/c |
| https://example.com/en/tea/a |
| https://example.com/de/tea/a |
| https://example.com/fr/tea/a |

`pages`

| url |
|---|
| https://example.com/de/news/a |
| https://example.com/de/news/b |
| https://example.com/de/news/c |
| https://example.com/fr/news/a |
| https://example.com/fr/news/b |
| https://example.com/fr/news/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/en/news/a | en | https://example.com/en/news/a |
| https://example.com/en/news/a | de | https://example.com/de/news/a |
| https://example.com/en/news/a | fr | https://example.com/fr/news/a |
| https://example.com/en/news/b | en | https://example.com/en/news/b |
| https://example.com/en/news/b | de | https://example.com/de/news/b |
| https://example.com/en/news/b | fr | https://example.com/fr/news/b |
| https://example.com/en/news/c | en | https://example.com/en/news/c |
| https://example.com/en/news/c | de | https://example.com/de/news/c |
| https://example.com/en/news/c | fr | https://example.com/fr/news/c |
| https://example.com/en/tea/a | en | https://example.com/en/tea/a |
| https://example.com/en/tea/a | de | https://example.com/de/tea/a |
| https://example.com/en/tea/a | fr | https://example.com/fr/tea/a |
| https://example.com/de/tea/a | en | https://example.com/en/tea/a |
| https://example.com/de/tea/a | de | https://example.com/de/tea/a |
| https://example.com/de/tea/a | fr | https://example.com/fr/tea/a |
| https://example.com/fr/tea/a | en | https://example.com/en/tea/a |
| https://example.com/fr/tea/a | de | https://example.com/de/tea/a |
| https://example.com/fr/tea/a | fr | https://example.com/fr/tea/a |

finds:

| statement | correction | findings | urls |
|---|---|---|---|
| The de, fr pages of https://example.com/{lang}/news/{slug} have no hreflang (de, en, fr): 6 URLs | Add hreflang de, en, fr to the de, fr templates | 12 | 6 |

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
        member.url,
        member.url_key,
        member.code,
        patterns.origin,
        patterns.pattern,
        patterns.template
    FROM cluster_members AS member
    INNER JOIN page_patterns AS patterns ON member.url_key = patterns.url_key
    WHERE member.code IS NOT NULL
),

namers AS (
    SELECT
        url,
        url_key,
        code
    FROM cluster_members
    WHERE code IS NOT NULL
),

-- The namer is the page that the missing return link leads to.
missing AS (
    SELECT
        found.finding_id,
        page.url,
        page.url_key,
        page.origin,
        page.pattern,
        page.template,
        page.code AS locale,
        namer.code,
        namer.url AS namer,
        namer.url_key AS namer_key
    FROM findings AS found
    INNER JOIN members AS page ON found.related_url = page.url
    INNER JOIN namers AS namer ON found.url = namer.url
    WHERE
        found."check" IN ('hreflang/missing-return-link', 'hreflang/no-annotations-on-target')
        AND COALESCE(found.action, 'add') = 'add'
    UNION ALL
    SELECT
        found.finding_id,
        page.url,
        page.url_key,
        page.origin,
        page.pattern,
        page.template,
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
        page.pattern,
        namer.code,
        COUNT(*) AS pages
    FROM hreflang_pairs AS pair
    INNER JOIN members AS page ON pair.alternate_key = page.url_key
    INNER JOIN namers AS namer ON pair.url_key = namer.url_key
    WHERE
        pair.has_return IS NOT NULL
        AND pair.source_fault IS NULL
        AND pair.target_fault IS NULL
        AND pair.code <> 'x-default'
    GROUP BY page.origin, page.code, page.pattern, namer.code
    UNION ALL
    SELECT
        page.origin,
        page.code AS locale,
        page.pattern,
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
    GROUP BY page.origin, page.code, page.pattern
),

-- Of all pages, or of a pattern. Spark computes what is named here as often as it is read: each is
-- read as seldom as can be.
totals AS (
    SELECT
        judged.origin,
        judged.locale,
        CASE WHEN whole.is_language THEN '' ELSE judged.pattern END AS pattern,
        judged.code,
        SUM(judged.pages) AS pages
    FROM judged
    CROSS JOIN (VALUES (TRUE), (FALSE)) AS whole (is_language)
    GROUP BY
        judged.origin,
        judged.locale,
        judged.code,
        CASE WHEN whole.is_language THEN '' ELSE judged.pattern END
),

lacking AS (
    SELECT
        missing.origin,
        missing.locale,
        CASE WHEN whole.is_language THEN '' ELSE missing.pattern END AS pattern,
        missing.code,
        COUNT(*) AS faults,
        COUNT(DISTINCT missing.url_key) AS pages
    FROM missing
    CROSS JOIN (VALUES (TRUE), (FALSE)) AS whole (is_language)
    GROUP BY
        missing.origin,
        missing.locale,
        missing.code,
        CASE WHEN whole.is_language THEN '' ELSE missing.pattern END
),

shares AS (
    SELECT
        lacking.origin,
        lacking.locale,
        lacking.pattern,
        lacking.code
    FROM lacking
    INNER JOIN totals
        ON
            lacking.origin = totals.origin
            AND lacking.locale = totals.locale
            AND lacking.pattern = totals.pattern
            AND lacking.code = totals.code
    WHERE lacking.pages >= 3 AND lacking.faults >= 0.8 * totals.pages
),

-- Those of all pages of a language come first.
usual AS (
    SELECT
        finding_id,
        url,
        url_key,
        origin,
        locale,
        pattern,
        CASE WHEN pattern = '' THEN '' ELSE template END AS template,
        code,
        namer,
        namer_key
    FROM (
        SELECT
            missing.finding_id,
            missing.url,
            missing.url_key,
            missing.origin,
            missing.locale,
            shares.pattern,
            missing.template,
            missing.code,
            missing.namer,
            missing.namer_key,
            MIN(shares.pattern) OVER (
                PARTITION BY missing.origin, missing.locale, missing.code, missing.pattern
            ) AS first_pattern
        FROM missing
        INNER JOIN shares
            ON
                missing.origin = shares.origin
                AND missing.locale = shares.locale
                AND missing.code = shares.code
                AND shares.pattern IN ('', missing.pattern)
    ) AS shared
    WHERE pattern = first_pattern
),

-- The fullest annotations that point to the page say what else it lacks.
ranked AS (
    SELECT
        usual.url_key,
        usual.origin,
        usual.locale,
        usual.pattern,
        usual.template,
        usual.namer_key,
        namer.place_url = namer.url AS is_on_page,
        ROW_NUMBER() OVER (
            PARTITION BY usual.url_key, usual.pattern
            ORDER BY namer.links DESC, usual.namer_key ASC
        ) AS place
    FROM usual
    LEFT JOIN hreflang_sets AS namer ON usual.namer_key = namer.url_key
),

places AS (
    SELECT
        ranked.origin,
        ranked.locale,
        ranked.pattern,
        ranked.template,
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
    GROUP BY ranked.origin, ranked.locale, ranked.pattern, ranked.template
),

named AS (
    SELECT
        url_key,
        origin,
        locale,
        pattern,
        code
    FROM usual
    UNION
    SELECT
        ranked.url_key,
        ranked.origin,
        ranked.locale,
        ranked.pattern,
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
        places.origin,
        places.place,
        places.template,
        places.locale,
        places.pattern,
        named.code,
        BOOL_OR(places.is_annotated) AS is_annotated
    FROM named
    INNER JOIN places
        ON
            named.origin = places.origin
            AND named.locale = places.locale
            AND named.pattern = places.pattern
    GROUP BY
        places.origin, places.place, places.template, places.locale, places.pattern, named.code
    HAVING COUNT(DISTINCT named.url_key) >= 0.8 * MAX(places.urls)
),

sets AS (
    SELECT
        origin,
        place,
        template,
        locale,
        pattern,
        BOOL_OR(is_annotated) AS is_annotated,
        STRING_AGG(code, ', ' ORDER BY code) AS codes
    FROM codes
    GROUP BY origin, place, template, locale, pattern
),

own_too AS (
    SELECT DISTINCT
        codes.origin,
        codes.locale,
        codes.pattern,
        CASE WHEN own.is_own THEN codes.locale ELSE codes.code END AS code
    FROM codes
    CROSS JOIN (VALUES (TRUE), (FALSE)) AS own (is_own)
),

closures AS (
    SELECT
        origin,
        locale,
        pattern,
        STRING_AGG(code, ', ' ORDER BY code) AS codes
    FROM own_too
    GROUP BY origin, locale, pattern
),

-- Languages that lack the same codes, or those of each other, have one template.
closed AS (
    SELECT
        sets.origin,
        sets.place,
        sets.template,
        sets.locale,
        sets.pattern,
        sets.is_annotated,
        CASE
            WHEN
                COUNT(*) OVER (
                    PARTITION BY sets.origin, sets.place, sets.template, sets.codes
                ) > 1
                THEN sets.codes
            ELSE closure.codes
        END AS lacks
    FROM sets
    INNER JOIN closures AS closure
        ON
            sets.origin = closure.origin
            AND sets.locale = closure.locale
            AND sets.pattern = closure.pattern
),

speakers AS (
    SELECT
        origin,
        place,
        template,
        lacks,
        BOOL_OR(is_annotated) AS is_annotated,
        COUNT(*) AS locales,
        MIN(pattern) AS pattern,
        STRING_AGG(locale, ', ' ORDER BY locale) AS named
    FROM (
        SELECT
            origin,
            place,
            template,
            lacks,
            locale,
            BOOL_OR(is_annotated) AS is_annotated,
            MIN(pattern) AS pattern
        FROM closed
        GROUP BY origin, place, template, lacks, locale
    ) AS each_one
    GROUP BY origin, place, template, lacks
),

lacked AS (
    SELECT
        origin,
        place,
        template,
        lacks,
        COUNT(*) AS number,
        STRING_AGG(code, ', ' ORDER BY code) AS codes
    FROM (
        SELECT DISTINCT
            closed.origin,
            closed.place,
            closed.template,
            closed.lacks,
            codes.code
        FROM closed
        INNER JOIN codes
            ON
                closed.origin = codes.origin
                AND closed.locale = codes.locale
                AND closed.pattern = codes.pattern
    ) AS each_one
    GROUP BY origin, place, template, lacks
),

-- Spark cannot count two distinct columns that STRING_AGG sorts at once.
spoken AS (
    SELECT
        speakers.origin,
        speakers.place,
        speakers.template,
        speakers.lacks,
        speakers.is_annotated,
        speakers.locales,
        speakers.pattern,
        speakers.named,
        lacked.codes,
        lacked.number
    FROM speakers
    INNER JOIN lacked
        ON
            speakers.origin = lacked.origin
            AND speakers.place = lacked.place
            AND speakers.lacks = lacked.lacks
            AND speakers.template IS NOT DISTINCT FROM lacked.template
),

numbered AS (
    SELECT
        origin,
        place,
        template,
        lacks,
        is_annotated,
        locales,
        named,
        codes,
        number,
        CASE WHEN locales = 1 THEN pattern ELSE template END AS pattern,
        ROW_NUMBER() OVER (PARTITION BY origin, place, named, codes ORDER BY template) AS position
    FROM spoken
),

-- Patterns of the same languages and codes have one, too.
told AS (
    SELECT
        origin,
        place,
        named,
        codes,
        BOOL_OR(is_annotated) AS is_annotated,
        MIN(locales) AS locales,
        MIN(number) AS number,
        COUNT(*) AS patterns,
        MIN(pattern) AS pattern,
        STRING_AGG(CASE WHEN position <= 3 THEN pattern END, ', ' ORDER BY position) AS shown
    FROM numbered
    GROUP BY origin, place, named, codes
),

parts AS (
    SELECT
        numbered.origin,
        numbered.place,
        numbered.named,
        numbered.codes,
        closed.locale,
        closed.pattern
    FROM numbered
    INNER JOIN closed
        ON
            numbered.origin = closed.origin
            AND numbered.place = closed.place
            AND numbered.template = closed.template
            AND numbered.lacks = closed.lacks
),

explained AS (
    SELECT
        finding_id,
        url,
        origin,
        locale,
        pattern
    FROM usual
    UNION
    SELECT
        found.finding_id,
        page.url,
        page.origin,
        page.code AS locale,
        codes.pattern
    FROM findings AS found
    INNER JOIN members AS page ON found.url = page.url
    INNER JOIN codes
        ON
            page.origin = codes.origin
            AND page.code = codes.locale
            AND codes.pattern IN ('', page.pattern)
    WHERE
        found."check" IN ('hreflang/incomplete-cluster', 'hreflang/missing-x-default')
        AND codes.code
        = CASE found."check"
            WHEN 'hreflang/missing-x-default' THEN 'x-default'
            ELSE SPLIT_PART(found."to", ' ', 1)
        END
    UNION
    SELECT
        found.finding_id,
        usual.url,
        usual.origin,
        usual.locale,
        usual.pattern
    FROM findings AS found
    INNER JOIN usual ON found.url = usual.namer
    WHERE found."check" = 'hreflang/no-incoming'
)

SELECT
    explained.finding_id,
    MIN(explained.url) AS url,
    CONCAT_WS(', ', told.origin, told.place, told.named, NULLIF(told.shown, '')) AS subject,
    MIN(CONCAT(
        'The ', told.named, ' pages of ', told.origin,
        CASE
            WHEN told.patterns = 1 THEN told.pattern
            WHEN told.patterns > 3
                THEN CONCAT(
                    ' (', told.shown, ' and ', FORMAT_NUMBER(told.patterns - 3, 0),
                    ' more patterns)'
                )
            ELSE CONCAT(' (', told.shown, ')')
        END,
        CASE
            WHEN told.number > 12
                THEN CONCAT(' lack ', FORMAT_NUMBER(told.number, 0), ' hreflang codes')
            WHEN told.is_annotated OR told.place = 'sitemaps'
                THEN CONCAT(' lack hreflang ', told.codes)
            ELSE CONCAT(' have no hreflang (', told.codes, ')')
        END,
        ': {URLs}'
    )) AS statement,
    MIN(CONCAT(
        'Add hreflang ', told.codes, ' to the ', told.named,
        CASE
            WHEN told.place = 'sitemaps' THEN ' entries in the sitemap generator'
            WHEN told.locales > 1 THEN ' templates'
            ELSE ' template'
        END
    )) AS correction,
    CASE WHEN MIN(told.place) = 'sitemaps' THEN 'sitemap generator' ELSE 'template' END AS "where"
FROM explained
INNER JOIN parts
    ON
        explained.origin = parts.origin
        AND explained.locale = parts.locale
        AND explained.pattern = parts.pattern
INNER JOIN told
    ON
        parts.origin = told.origin
        AND parts.place = told.place
        AND parts.named = told.named
        AND parts.codes = told.codes
GROUP BY
    explained.finding_id, told.origin, told.place, told.named, told.shown, told.codes
