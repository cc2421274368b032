/*
One row per URL that has hreflang annotations, from all sources together.

`links`: distinct annotations in effect (0 where all are void). `self_code`: the first code, but
x-default, under which it names itself. `first_language` and `last_language` are the same where
there is only one. `void_self`, `void_default`: an annotation without effect was, or may have been,
the one to itself, the x-default. `fault`: of the page, as in indexability. `form`: how it writes
its annotations, with {code} and {url} in their places.
*/
WITH valid AS (
    SELECT
        url_key,
        COUNT(*) AS links,
        BOOL_OR(alternate_key = url_key) AS has_self,
        BOOL_OR(code = 'x-default') AS has_default,
        MIN(CASE WHEN alternate_key = url_key AND code <> 'x-default' THEN code END) AS self_code,
        MIN(CASE WHEN alternate_key = url_key THEN language END) AS self_language,
        MAX(CASE WHEN alternate_key = url_key THEN language END) AS last_self_language,
        MIN(language) AS first_language,
        MAX(language) AS last_language,
        BOOL_OR(source = 'html') AS in_html,
        BOOL_OR(source = 'header') AS in_header,
        BOOL_OR(source = 'sitemap') AS in_sitemap
    FROM hreflang_links
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

sets AS (
    SELECT
        COALESCE(valid.url_key, void.url_key) AS url_key,
        COALESCE(valid.links, 0) AS links,
        COALESCE(valid.has_self, FALSE) AS has_self,
        COALESCE(valid.has_default, FALSE) AS has_default,
        valid.self_code,
        valid.self_language,
        valid.last_self_language,
        valid.first_language,
        valid.last_language,
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
    listed.url_key IS NOT NULL AS listed,
    listed.sitemap_url,
    listed.line,
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
    sets.self_code,
    sets.self_language,
    sets.last_self_language,
    sets.first_language,
    sets.last_language,
    sets.in_html,
    sets.in_header,
    sets.in_sitemap,
    CASE
        WHEN sets.in_html THEN '<link rel="alternate" hreflang="{code}" href="{url}">'
        WHEN sets.in_sitemap THEN '<xhtml:link rel="alternate" hreflang="{code}" href="{url}"/>'
        WHEN sets.in_header THEN 'Link: <{url}>; rel="alternate"; hreflang="{code}"'
    END AS form,
    sets.has_unreadable,
    sets.void_self,
    sets.void_default
FROM sets
INNER JOIN hreflang_urls AS named ON sets.url_key = named.url_key
LEFT JOIN listed ON sets.url_key = listed.url_key
LEFT JOIN indexability AS page ON sets.url_key = page.url_key
