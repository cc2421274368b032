/*
---
row: url
rests_on: named
unread: annotations
---
One row per URL that has hreflang annotations, from all sources together.

`links`: distinct effective annotations; 0 if none has an effect. `self_code`: the first code in
order of language of its self-referencing annotation, without x-default. `first_language` and
`last_language`: the same if there is only one. `void_self`, `void_default`: a self-referencing
annotation or x-default exists, or may exist, without effect. `judged`, `sitemap_url`, `line` and
`via`: as in hreflang_pages. `fault`: of the page, as in indexability. `form`: how its annotations
are written, with the placeholders {code} and {url}, or {href} for a URL escaped as in HTML, and
`place_url`: the page or sitemap where they stand in this form; of several sources, the first of
HTML, header and sitemap.
*/
WITH named AS (
    SELECT
        link.url_key,
        link.source,
        link.alternate_key = link.url_key AS is_self,
        codes.number
    FROM hreflang_links AS link
    INNER JOIN hreflang_codes AS codes ON link.code = codes.code
),

valid AS (
    SELECT
        url_key,
        COUNT(*) AS links,
        BOOL_OR(is_self) AS has_self,
        BOOL_OR(number IS NULL) AS has_default,
        MIN(CASE WHEN is_self THEN number END) AS self_number,
        MAX(CASE WHEN is_self THEN number END) AS last_self_number,
        MIN(number) AS first_number,
        MAX(number) AS last_number,
        BOOL_OR(source = 'html') AS in_html,
        BOOL_OR(source = 'header') AS in_header,
        BOOL_OR(source = 'sitemap') AS in_sitemap
    FROM named
    GROUP BY url_key
),

void AS (
    SELECT
        url_key,
        BOOL_OR(alternate_key IS NULL) AS has_unreadable,
        BOOL_OR(alternate_key IS NULL OR alternate_key = url_key) AS void_self,
        BOOL_OR(is_default) AS void_default
    FROM hreflang_void_links
    GROUP BY url_key
),

several AS (
    SELECT
        link.url_key,
        CASE
            WHEN BOOL_OR(link.sitemap_url = listed.sitemap_url) THEN MIN(listed.sitemap_url)
            ELSE MIN(link.sitemap_url)
        END AS annotated_in
    FROM entry_alternates AS link
    INNER JOIN listed ON link.url_key = listed.url_key
    WHERE
        listed.sitemaps > 1
        AND link.code IS NOT NULL
        AND link.code_problem IS NULL
        AND link.alternate_key IS NOT NULL
    GROUP BY link.url_key
),

sets AS (
    SELECT
        COALESCE(valid.url_key, void.url_key) AS url_key,
        COALESCE(valid.links, 0) AS links,
        COALESCE(valid.has_self, FALSE) AS has_self,
        COALESCE(valid.has_default, FALSE) AS has_default,
        valid.self_number,
        valid.last_self_number,
        valid.first_number,
        valid.last_number,
        COALESCE(valid.in_html, FALSE) AS in_html,
        COALESCE(valid.in_header, FALSE) AS in_header,
        COALESCE(valid.in_sitemap, FALSE) AS in_sitemap,
        COALESCE(void.has_unreadable, FALSE) AS has_unreadable,
        COALESCE(void.void_self, FALSE) AS void_self,
        COALESCE(void.void_default, FALSE) AS void_default
    FROM valid
    FULL JOIN void ON valid.url_key = void.url_key
)

SELECT
    named.url,
    sets.url_key,
    listed.url_key IS NOT NULL AS judged,
    listed.sitemap_url,
    listed.line,
    COALESCE(listed.via, '') AS via,
    page.fault,
    COALESCE(page.state, 'unknown') AS state,
    COALESCE(page.annotations_known, FALSE) AS annotations_known,
    COALESCE(page.entry_known, FALSE) AS entry_known,
    page.canonical,
    page.lang,
    page.lang_problem,
    COALESCE(page.parsed, FALSE) AS parsed,
    sets.links,
    sets.has_self,
    sets.has_default,
    self_code.code AS self_code,
    self_code.language AS self_language,
    last_self_code.language AS last_self_language,
    first_code.language AS first_language,
    last_code.language AS last_language,
    sets.in_html,
    sets.in_header,
    sets.in_sitemap,
    CASE
        WHEN sets.in_html THEN '<link rel="alternate" hreflang="{code}" href="{href}">'
        WHEN sets.in_header THEN 'Link: <{url}>; rel="alternate"; hreflang="{code}"'
        WHEN sets.in_sitemap THEN '<xhtml:link rel="alternate" hreflang="{code}" href="{href}"/>'
    END AS form,
    CASE
        WHEN sets.in_html OR sets.in_header THEN named.url
        WHEN sets.in_sitemap THEN COALESCE(several.annotated_in, listed.sitemap_url)
    END AS place_url,
    sets.has_unreadable,
    sets.void_self,
    sets.void_default
FROM sets
INNER JOIN hreflang_urls AS named ON sets.url_key = named.url_key
LEFT JOIN hreflang_pages AS listed ON sets.url_key = listed.url_key
LEFT JOIN several ON sets.url_key = several.url_key
LEFT JOIN indexability AS page ON sets.url_key = page.url_key
LEFT JOIN hreflang_codes AS self_code ON sets.self_number = self_code.number
LEFT JOIN hreflang_codes AS last_self_code ON sets.last_self_number = last_self_code.number
LEFT JOIN hreflang_codes AS first_code ON sets.first_number = first_code.number
LEFT JOIN hreflang_codes AS last_code ON sets.last_number = last_code.number
