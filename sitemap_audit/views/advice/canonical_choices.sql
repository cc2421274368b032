/*
---
row: url
rests_on: named
---
One row per page whose effective canonical is another URL, with the better of the two. Advice about
the canonical, the entry and the links follows from it.

`better`: page (the canonical is wrong: it is to be the page's own URL) | canonical (the sitemap and
the links are to have the canonical) | unknown (either may be right: both are named, and nothing is
changed). The first that applies decides, with its `reason`:

1. constant: nearly all listed pages of a URL pattern, or of an origin, have this canonical (nine of
   ten, three at least), and their contents differ. `pattern`: that pattern or origin. Pages with
   the text or title of the canonical, or only other parameters than it, are duplicates instead.
2. The canonical is the page's own URL with a mistake, whatever it returns (`is_misspelled`): port |
   host-dot (a dot at the end of the host) | staging (a staging or development host) | escaped-twice
   (`%2520`) | repeated (the query, a parameter, the URL or the first directory twice) |
   query-before-path | tracking (a tracking parameter or session ID) | entity (`&amp;`) |
   double-slash | index-page | case (upper case). Or it is http for https (scheme).
3. language: the two are in different languages by hreflang.
4. The canonical cannot be indexed: missing (it returns 404 or 410, or its host does not exist) and
   back (it redirects to the page) are the page's; else unknown, with the fault as in indexability,
   chain, loop or not-checked. A loop is the page's if only the page is listed.
5. language, by `lang`, and region: not for the same text. pagination: the page is a further part of
   a list, with another text.
6. The page's URL has a mistake of number 2 and the canonical has not, or the canonical leaves out
   parameters that make no other page (parameters).
7. The two are forms of one URL: parameter (the canonical adds one, `is_misspelled`) |
   trailing-slash | www | host (the path is the same) | several and so on. The form that the site
   uses is the better one: that which alone is listed, if it is the canonical; by hreflang of pages
   and internal links to all URLs of the kind; and if these do not tell, by the other listed pages that have either form as their own canonical, or
   redirect or are canonicalized to the other; one has to have twice as much. A parameter that
   changes nothing in the content is no part of the URL.
8. duplicate: the two have the same content; declared: nothing is known against the canonical.
   Unknown are home (the homepage) and other-content. A page with other content than the homepage
   that another one has hreflang to is right.

`addition`: what the canonical adds to the page's URL (`?variant=1`; `?sid=`, if the values differ),
or another host; NULL if nothing.
*/
WITH contents AS (
    SELECT
        pairs.url_key,
        CASE
            WHEN page.text_hash = target.text_hash THEN 'same'
            WHEN
                page.words >= 100
                AND target.words >= 100
                AND BIT_COUNT(
                    (page.simhash | target.simhash) - (page.simhash & target.simhash)
                ) <= 3
                THEN 'same'
            WHEN page.title = target.title AND page.h1 = target.h1 THEN 'titled'
            WHEN page.text_hash <> target.text_hash OR page.title <> target.title THEN 'other'
        END AS content,
        COALESCE(page.text_hash = target.text_hash OR page.title = target.title, FALSE)
        OR pairs.is_same_path AS is_duplicate
    FROM canonical_forms AS pairs
    INNER JOIN pages AS page ON pairs.url_key = page.url_key
    LEFT JOIN pages AS target ON pairs.canonical_key = target.url_key
),

-- Every listed page, once for its pattern and once for its origin.
shares AS (
    SELECT
        patterns.url_key,
        CONCAT(patterns.origin, patterns.pattern) AS "share",
        patterns.pattern
    FROM page_patterns AS patterns
    INNER JOIN page_states ON patterns.url_key = page_states.url_key
    WHERE patterns.listed AND page_states.annotations_known
    UNION ALL
    SELECT
        patterns.url_key,
        patterns.origin AS "share",
        patterns.origin AS pattern
    FROM page_patterns AS patterns
    INNER JOIN page_states ON patterns.url_key = page_states.url_key
    WHERE patterns.listed AND page_states.annotations_known
),

totals AS (
    SELECT
        "share",
        COUNT(*) AS urls
    FROM shares
    GROUP BY "share"
),

constants AS (
    SELECT
        shares."share",
        pairs.canonical_key,
        MIN(shares.pattern) AS pattern
    FROM shares
    INNER JOIN totals ON shares."share" = totals."share"
    INNER JOIN canonical_forms AS pairs ON shares.url_key = pairs.url_key
    INNER JOIN contents ON shares.url_key = contents.url_key
    INNER JOIN pages ON shares.url_key = pages.url_key
    LEFT JOIN shares AS target
        ON pairs.canonical_key = target.url_key AND shares."share" = target."share"
    WHERE NOT contents.is_duplicate AND COALESCE(contents.content, 'other') = 'other'
    GROUP BY shares."share", pairs.canonical_key
    HAVING
        COUNT(*) >= 3
        AND COUNT(*) * 10 >= (MAX(totals.urls) - COUNT(DISTINCT target.url_key)) * 9
        AND COUNT(DISTINCT COALESCE(pages.text_hash, pages.title)) * 10 >= COUNT(*) * 9
        AND COUNT(DISTINCT pairs.bare) * 10 >= COUNT(*) * 9
),

constant AS (
    SELECT
        shares.url_key,
        MAX(constants.pattern) AS pattern
    FROM shares
    INNER JOIN canonical_forms AS pairs ON shares.url_key = pairs.url_key
    INNER JOIN contents ON shares.url_key = contents.url_key
    INNER JOIN constants
        ON shares."share" = constants."share" AND pairs.canonical_key = constants.canonical_key
    WHERE NOT contents.is_duplicate AND COALESCE(contents.content, 'other') = 'other'
    GROUP BY shares.url_key
),

-- The kinds of pairs of which the site uses one form or the other.
turns AS (
    SELECT
        pairs.url_key,
        pairs.canonical_key,
        pairs.form,
        CASE
            WHEN pairs.origin <> pairs.other_origin
                THEN CONCAT(pairs.origin, ' ', pairs.other_origin)
            WHEN pairs.form = 'trailing-slash'
                THEN CONCAT(pairs.origin, CASE WHEN pairs.bare LIKE '%/' THEN ' /' ELSE ' ' END)
            ELSE CONCAT(pairs.origin, ' ', pairs.form)
        END AS turn,
        CASE
            WHEN pairs.origin <> pairs.other_origin THEN pairs.origin
            WHEN pairs.form = 'trailing-slash'
                THEN CONCAT(pairs.origin, CASE WHEN pairs.bare LIKE '%/' THEN ' /' ELSE ' ' END)
        END AS "style",
        CASE
            WHEN pairs.origin <> pairs.other_origin THEN pairs.other_origin
            WHEN pairs.form = 'trailing-slash'
                THEN CONCAT(pairs.origin, CASE WHEN pairs.bare LIKE '%/' THEN ' ' ELSE ' /' END)
        END AS other_style
    FROM canonical_forms AS pairs
    WHERE pairs.form IS NOT NULL
),

ends AS (
    SELECT url_key FROM turns
    UNION
    SELECT canonical_key FROM turns
),

named AS (
    SELECT
        link.alternate_key AS url_key,
        COUNT(*) AS links
    FROM hreflang_links AS link
    INNER JOIN ends ON link.alternate_key = ends.url_key
    WHERE link.source <> 'sitemap'
    GROUP BY link.alternate_key
),

uses AS (
    SELECT
        ends.url_key,
        COALESCE(named.links, 0) + COALESCE(page_depths.inlinks, 0) AS links
    FROM ends
    LEFT JOIN named ON ends.url_key = named.url_key
    LEFT JOIN page_depths ON ends.url_key = page_depths.url_key
),

-- How often a form is the one that a listed page has as its own.
styled AS (
    SELECT
        CONCAT(SPLIT_PART(page.url, '/', 1), '//', SPLIT_PART(page.url, '/', 3)) AS origin,
        CASE WHEN SPLIT_PART(page.url, '?', 1) LIKE '%/' THEN ' /' ELSE ' ' END AS ending,
        REGEXP_MATCHES(page.url, '^https?://[^/]+/([?]|$)|[.][a-z0-9]+([?]|$)') AS has_no_ending
    FROM effective_canonicals AS effective
    INNER JOIN page_states AS page ON effective.url_key = page.url_key AND page.listed
    WHERE effective.canonical_key = effective.url_key
),

styles AS (
    SELECT
        CONCAT(origin, ending) AS "style",
        COUNT(*) AS urls
    FROM styled
    WHERE NOT has_no_ending
    GROUP BY CONCAT(origin, ending)
    UNION ALL
    SELECT
        origin AS "style",
        COUNT(*) AS urls
    FROM styled
    GROUP BY origin
),

redirected AS (
    SELECT
        CASE
            WHEN
                SPLIT_PART(url, '/', 1) = SPLIT_PART(final_url, '/', 1)
                AND SPLIT_PART(url, '/', 3) = SPLIT_PART(final_url, '/', 3)
                THEN CONCAT(
                    SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3),
                    CASE WHEN LENGTH(final_url) > LENGTH(url) THEN ' ' ELSE ' /' END
                )
            ELSE CONCAT(
                SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), ' ',
                SPLIT_PART(final_url, '/', 1), '//', SPLIT_PART(final_url, '/', 3)
            )
        END AS turn,
        COUNT(*) AS urls
    FROM redirect_chains
    WHERE
        listed
        AND outcome = 'ok'
        AND RTRIM(REGEXP_REPLACE(url, '^https?://[^/]+', ''), '/')
        = RTRIM(REGEXP_REPLACE(final_url, '^https?://[^/]+', ''), '/')
    GROUP BY turn
),

votes AS (
    SELECT
        turns.turn,
        CAST(SUM(COALESCE(own.links, 0)) AS BIGINT) AS links,
        CAST(SUM(COALESCE(other.links, 0)) AS BIGINT) AS other_links,
        COALESCE(MAX(own_style.urls), 0) AS urls,
        COUNT(*) + COALESCE(MAX(other_style.urls), 0) + COALESCE(MAX(redirected.urls), 0)
            AS other_urls
    FROM turns
    LEFT JOIN uses AS own ON turns.url_key = own.url_key
    LEFT JOIN uses AS other ON turns.canonical_key = other.url_key
    LEFT JOIN styles AS own_style ON turns."style" = own_style."style"
    LEFT JOIN styles AS other_style ON turns.other_style = other_style."style"
    LEFT JOIN redirected ON turns.turn = redirected.turn
    GROUP BY turns.turn
),

used AS (
    SELECT
        turns.url_key,
        CASE
            WHEN votes.links > 0 AND votes.links >= 2 * votes.other_links THEN 'page'
            WHEN votes.other_links > 0 AND votes.other_links >= 2 * votes.links THEN 'canonical'
            WHEN turns.form IN ('parameter', 'several') AND turns."style" IS NULL THEN NULL
            WHEN votes.urls >= 2 * votes.other_urls THEN 'page'
            WHEN votes.other_urls >= 2 * votes.urls THEN 'canonical'
        END AS better
    FROM turns
    INNER JOIN votes ON turns.turn = votes.turn
),

translations AS (
    SELECT
        pairs.url_key,
        SPLIT_PART(own.code, '-', 1) <> SPLIT_PART(other.code, '-', 1) AS is_other
    FROM canonical_forms AS pairs
    INNER JOIN cluster_members AS own ON pairs.url_key = own.url_key
    INNER JOIN cluster_members AS other
        ON pairs.canonical_key = other.url_key AND own.cluster_key = other.cluster_key
    WHERE own.code <> other.code
),

annotated AS (
    SELECT DISTINCT pairs.url_key
    FROM canonical_forms AS pairs
    INNER JOIN hreflang_links AS link ON pairs.url_key = link.alternate_key
    WHERE link.url_key <> pairs.url_key AND link.code <> 'x-default'
),

facts AS (
    SELECT
        pairs.url_key,
        pairs.canonical_key,
        pairs.origin,
        pairs.canonical,
        pairs.added,
        pairs.mistake,
        pairs.own_mistake,
        pairs.form,
        constant.pattern,
        CASE
            WHEN NOT pairs.listed AND target.listed THEN 'canonical'
            ELSE used.better
        END AS used,
        contents.content,
        variants.kind AS list_kind,
        COALESCE(variants.kind = 'pagination', FALSE)
        AND (
            pairs.has_less
            OR RTRIM(variants.base_url, '/') = RTRIM(pairs.canonical, '/')
            OR REGEXP_MATCHES(pairs.canonical, '^https?://[^/]+/$')
        ) AS is_part,
        pairs.has_less,
        COALESCE(translations.is_other, FALSE) AS is_translation,
        COALESCE(contents.content, '') <> 'same'
        AND COALESCE(language.language <> other_language.language, FALSE) AS has_other_language,
        translations.url_key IS NOT NULL
        OR (
            language.code LIKE '%-%'
            AND other_language.code LIKE '%-%'
            AND language.code <> other_language.code
        ) AS is_version,
        REGEXP_MATCHES(pairs.canonical, '^https?://[^/]+/$')
        AND REGEXP_MATCHES(pairs.url, '^https?://[^/]+/[^?]') AS is_to_home,
        annotated.url_key IS NOT NULL AS is_annotated,
        CASE
            WHEN target.is_indexable THEN NULL
            WHEN
                (target.fault = 'client-error' AND target.status IN (404, 410))
                OR (target.fault = 'no-response' AND target.error IN ('dns', 'no-address'))
                THEN 'missing'
            WHEN COALESCE(chain.final_key, target_page.refresh_key) = pairs.url_key THEN 'back'
            WHEN target.fault = 'canonicalised' AND target.canonical_key = pairs.url_key
                THEN 'loop'
            WHEN target.fault = 'canonicalised' THEN 'chain'
            ELSE COALESCE(target.fault, 'not-checked')
        END AS fault,
        pairs.listed,
        COALESCE(target.listed, FALSE) AS target_listed
    FROM canonical_forms AS pairs
    INNER JOIN contents ON pairs.url_key = contents.url_key
    LEFT JOIN constant ON pairs.url_key = constant.url_key
    LEFT JOIN used ON pairs.url_key = used.url_key
    LEFT JOIN list_variants AS variants ON pairs.url_key = variants.url_key
    LEFT JOIN translations ON pairs.url_key = translations.url_key
    LEFT JOIN annotated ON pairs.url_key = annotated.url_key
    LEFT JOIN page_languages AS language ON pairs.url_key = language.url_key
    LEFT JOIN page_languages AS other_language
        ON pairs.canonical_key = other_language.url_key
    LEFT JOIN indexability AS target ON pairs.canonical_key = target.url_key
    LEFT JOIN page_states AS target_page ON pairs.canonical_key = target_page.url_key
    LEFT JOIN redirect_chains AS chain
        ON pairs.canonical_key = chain.url_key AND chain.outcome = 'ok'
),

reasons AS (
    SELECT
        facts.url_key,
        CASE
            WHEN facts.pattern IS NOT NULL THEN 'constant'
            WHEN facts.mistake IS NOT NULL THEN facts.mistake
            WHEN facts.is_translation THEN 'language'
            WHEN facts.fault IS NOT NULL THEN facts.fault
            WHEN facts.has_other_language THEN 'language'
            WHEN facts.is_part THEN 'pagination'
            WHEN facts.own_mistake IS NOT NULL THEN facts.own_mistake
            WHEN facts.has_less THEN 'parameters'
            WHEN facts.form IS NOT NULL THEN facts.form
            WHEN facts.is_version THEN 'region'
            WHEN facts.content IN ('same', 'titled') THEN 'duplicate'
            WHEN facts.is_to_home THEN 'home'
            WHEN facts.content = 'other' THEN 'other-content'
            ELSE 'declared'
        END AS reason
    FROM facts
),

decided AS (
    SELECT
        facts.url_key,
        facts.canonical_key,
        facts.origin,
        facts.pattern,
        reasons.reason,
        CASE
            WHEN reasons.reason IN ('constant', 'language', 'missing', 'back') THEN 'page'
            WHEN facts.mistake IS NOT NULL THEN 'page'
            WHEN reasons.reason = 'loop'
                THEN
                    CASE
                        WHEN facts.listed AND NOT facts.target_listed THEN 'page'
                        WHEN facts.target_listed AND NOT facts.listed THEN 'canonical'
                        ELSE 'unknown'
                    END
            WHEN facts.fault IS NOT NULL THEN 'unknown'
            WHEN reasons.reason = 'region' AND facts.content IN ('same', 'titled') THEN 'unknown'
            WHEN reasons.reason = 'region' THEN 'page'
            WHEN reasons.reason = 'pagination'
                THEN
                    CASE facts.content
                        WHEN 'same' THEN 'canonical'
                        WHEN 'other' THEN 'page'
                        WHEN 'titled' THEN 'page'
                        ELSE 'unknown'
                    END
            WHEN facts.own_mistake IS NOT NULL THEN 'canonical'
            WHEN reasons.reason = 'parameters'
                THEN
                    CASE
                        WHEN facts.list_kind IS NULL AND facts.content = 'other' THEN 'unknown'
                        ELSE 'canonical'
                    END
            WHEN reasons.reason = 'parameter'
                THEN
                    CASE
                        WHEN facts.used IS NOT NULL THEN facts.used
                        WHEN facts.content = 'other' THEN 'unknown'
                        ELSE 'page'
                    END
            WHEN facts.form IS NOT NULL THEN COALESCE(facts.used, 'unknown')
            WHEN reasons.reason IN ('duplicate', 'declared') THEN 'canonical'
            WHEN reasons.reason = 'home' AND facts.content = 'other' AND facts.is_annotated
                THEN 'page'
            ELSE 'unknown'
        END AS better,
        CASE
            WHEN facts.added IS NOT NULL THEN facts.added
            WHEN facts.mistake = 'port'
                THEN REGEXP_EXTRACT(SPLIT_PART(facts.canonical, '/', 3), ':[0-9]+$')
            WHEN facts.mistake IN ('staging', 'host-dot') OR facts.form IN ('www', 'host')
                THEN SPLIT_PART(facts.canonical, '/', 3)
            WHEN facts.mistake = 'entity' THEN '&amp;'
            WHEN facts.mistake = 'double-slash' THEN '//'
            WHEN facts.mistake = 'index-page'
                THEN REGEXP_EXTRACT(facts.canonical, '/([^/?]*)([?]|$)', 1)
        END AS addition
    FROM facts
    INNER JOIN reasons ON facts.url_key = reasons.url_key
)

SELECT
    url_key,
    canonical_key,
    better,
    reason,
    CASE
        WHEN
            addition LIKE '%=%'
            AND MIN(addition) OVER (
                PARTITION BY origin, reason, REGEXP_REPLACE(addition, '=[^&]*', '=', 'g')
            ) <> MAX(addition) OVER (
                PARTITION BY origin, reason, REGEXP_REPLACE(addition, '=[^&]*', '=', 'g')
            )
            THEN REGEXP_REPLACE(addition, '=[^&]*', '=', 'g')
        ELSE addition
    END AS addition,
    pattern,
    better = 'page'
    AND reason IN (
        'port', 'host-dot', 'staging', 'escaped-twice', 'repeated', 'query-before-path', 'tracking',
        'entity', 'double-slash', 'index-page', 'case', 'parameter'
    ) AS is_misspelled
FROM decided
