/*
---
row: pair
rests_on: named
---
One row per pair of hreflang_pairs whose alternate has another canonical, redirects or has a meta
refresh. `wanted`: the final URL. `remedy`: name (indexable and in the same language: the URL to
annotate) | mend (the canonical is wrong: canonical_choices) | other (the page itself, another alternate, in another language, or a homepage) | void
(not indexable, or no page) | unsaid (its language is not known) | unknown (not fetched, or
either URL may be the better one).

The language is that of its self-referencing hreflang code or `lang`; if both have a region, the
regions must be the same. URLs that differ only by a common slip (slash, protocol, www, case) count
as one page. x-default may point to any language.
*/
WITH leads AS (
    SELECT
        pair.url_key,
        pair.alternate_key,
        pair.code,
        pair.first_language,
        target.url_near_key,
        REGEXP_EXTRACT(
            target.url, '^https?://[^/]+/([a-z][a-z]([-_][A-Za-z]+)?/?)?$'
        ) <> '' AS is_home,
        CASE pair.target_fault
            WHEN 'canonicalised' THEN target.canonical_key
            WHEN 'redirect' THEN chain.final_key
            ELSE refresh.refresh_key
        END AS wanted_key,
        chain.outcome,
        choice.better
    FROM hreflang_pairs AS pair
    INNER JOIN indexability AS target ON pair.alternate_key = target.url_key
    LEFT JOIN redirect_chains AS chain ON pair.alternate_key = chain.url_key
    LEFT JOIN page_states AS refresh ON pair.alternate_key = refresh.url_key
    LEFT JOIN canonical_choices AS choice
        ON
            CASE WHEN pair.target_fault = 'canonicalised' THEN pair.alternate_key END
            = choice.url_key
    WHERE
        pair.source_fault IS NULL
        AND pair.target_fault IN ('canonicalised', 'redirect', 'refresh')
),

taken AS (
    SELECT DISTINCT
        leads.url_key,
        leads.alternate_key
    FROM leads
    INNER JOIN hreflang_links AS link
        ON leads.url_key = link.url_key AND leads.wanted_key = link.alternate_key
    WHERE link.language <> leads.first_language
)

SELECT
    leads.url_key,
    leads.alternate_key,
    wanted.served_url AS wanted,
    CASE
        WHEN leads.better = 'page' THEN 'mend'
        WHEN leads.better = 'unknown' AND wanted.is_indexable THEN 'unknown'
        WHEN leads.outcome IN ('broken', 'loop', 'too-long', 'invalid') THEN 'void'
        WHEN wanted.is_indexable IS NULL THEN 'unknown'
        WHEN NOT wanted.is_indexable THEN 'void'
        WHEN leads.code = 'x-default' THEN 'name'
        WHEN
            NOT leads.is_home
            AND REGEXP_EXTRACT(wanted.url, '^https?://[^/]+/([a-z][a-z]([-_][A-Za-z]+)?/?)?$') <> ''
            THEN 'other'
        WHEN leads.wanted_key = leads.url_key OR taken.url_key IS NOT NULL THEN 'other'
        WHEN said.language IS NULL AND wanted.url_near_key = leads.url_near_key THEN 'name'
        WHEN said.language IS NULL THEN 'unsaid'
        WHEN said.language <> leads.first_language THEN 'other'
        WHEN
            said.code = LOWER(leads.code)
            OR said.code NOT LIKE '%-%'
            OR leads.code NOT LIKE '%-%'
            THEN 'name'
        ELSE 'other'
    END AS remedy
FROM leads
LEFT JOIN indexability AS wanted ON leads.wanted_key = wanted.url_key
LEFT JOIN page_languages AS said ON leads.wanted_key = said.url_key
LEFT JOIN taken ON leads.url_key = taken.url_key AND leads.alternate_key = taken.alternate_key
