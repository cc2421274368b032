/*
---
severity: error
cause: has the hreflang of another page
confidence: medium
basis: inferred
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL AND links > 0"
unknown: "state = 'unknown' OR NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.2.0
---
# Hreflang of another page

## What it finds

A listed page has no hreflang annotation of itself, but one for its own language-region code to
another page. No page points hreflang to it. Its code is that of its `lang` attribute; pages whose
text is in another language are left out, and so are those that annotate a page with the same `lang`
for another language. Homepages, on which visitors may choose the language, are left out, too. The
other page is indexable. URLs that differ only in `http`, `www`, case or a trailing slash are
reported by `hreflang/missing-self`.

## Why it matters

Google asks each page to list itself, and ignores annotations without return links, so these have no
effect. They are those of the other page: a template or plugin writes the hreflang of the homepage
on all pages, or that of the first page of a list on all its pages. Return links would not correct
it, because the other pages would then have two URLs for one language.

## How to fix it

Write the hreflang of the page itself in the template or plugin: its own URL for its own code, and
its own alternates for the other codes. If the page is not translated, remove its hreflang. If it is
a version of the other page for another region, annotate it on all pages of the cluster with the
code of that region; if visitors choose the language on it, as `x-default`.

## Example

### A post has the hreflang of the homepage

`entries`

| loc |
|---|
| https://example.com/post |

`pages`

| url | lang |
|---|---|
| https://example.com/ | en |
| https://example.com/de/ | de |
| https://example.com/post | en |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | en | https://example.com/ |
| https://example.com/ | de | https://example.com/de/ |
| https://example.com/de/ | en | https://example.com/ |
| https://example.com/de/ | de | https://example.com/de/ |
| https://example.com/post | en | https://example.com/ |
| https://example.com/post | de | https://example.com/de/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/post | https://example.com/sitemap.xml | https://example.com/ | en: https://example.com/ | en: https://example.com/post | Point hreflang en to https://example.com/post, and each other code to the alternate of this page; without alternates, remove its hreflang |

### The second page of a list has the hreflang of the first, with regions

`entries`

| loc |
|---|
| https://example.com/list?page=2 |

`pages`

| url | lang |
|---|---|
| https://example.com/list | en-GB |
| https://example.com/list?page=2 | en-GB |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/list | en-GB | https://example.com/list |
| https://example.com/list?page=2 | en-gb | https://example.com/list |
| https://example.com/list?page=2 | en-US | https://example.com/us/list |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/list?page=2 | https://example.com/sitemap.xml | https://example.com/list | en-GB: https://example.com/list | en-GB: https://example.com/list?page=2 | Point hreflang en-GB to https://example.com/list?page=2, and each other code to the alternate of this page; without alternates, remove its hreflang |

### A language that the others lack, lang that is not that of the text, a page that others annotate

`entries`

| loc |
|---|
| https://example.com/fr/ |
| https://example.com/de/post |
| https://example.com/it/a |
| https://example.com/tea |

`pages`

| url | lang | detected_language |
|---|---|---|
| https://example.com/ | en | |
| https://example.com/de/ | de | |
| https://example.com/fr/ | fr | |
| https://example.com/de/post | en | de |
| https://example.com/it/a | en | |
| https://example.com/it/b | en | |
| https://example.com/en/b | en | |
| https://example.com/tea | en | |
| https://example.com/de/tea | de | |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | en | https://example.com/ |
| https://example.com/ | de | https://example.com/de/ |
| https://example.com/de/ | en | https://example.com/ |
| https://example.com/de/ | de | https://example.com/de/ |
| https://example.com/fr/ | en | https://example.com/ |
| https://example.com/fr/ | de | https://example.com/de/ |
| https://example.com/de/post | en | https://example.com/ |
| https://example.com/de/post | de | https://example.com/de/ |
| https://example.com/it/a | it | https://example.com/it/b |
| https://example.com/it/a | en | https://example.com/en/b |
| https://example.com/tea | en | https://example.com/ |
| https://example.com/tea | de | https://example.com/de/tea |
| https://example.com/de/tea | de | https://example.com/de/tea |
| https://example.com/de/tea | en | https://example.com/tea |

finds:

nothing

### A trailing slash, and an alternate that redirects

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | location | lang |
|---|---|---|---|
| https://example.com/a | 200 | | en |
| https://example.com/a/ | 200 | | en |
| https://example.com/b | 200 | | en |
| https://example.com/old-b | 301 | /b | |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a/ |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/b | en | https://example.com/old-b |
| https://example.com/b | de | https://example.com/de/b |

finds:

nothing

### A homepage on which visitors choose the language

`entries`

| loc |
|---|
| https://example.com/ |

`pages`

| url | lang |
|---|---|
| https://example.com/ | en |
| https://example.com/en/ | en |
| https://example.com/de/ | de |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | en | https://example.com/en/ |
| https://example.com/ | de | https://example.com/de/ |

finds:

nothing
*/
WITH own AS (
    SELECT
        page.url,
        page.url_key,
        page.sitemap_url,
        page.line,
        page.via,
        spoken.code
    FROM hreflang_sets AS page
    INNER JOIN page_languages AS spoken ON page.url_key = spoken.url_key
    INNER JOIN listed_pages AS listed ON page.url_key = listed.url_key
    INNER JOIN pages ON listed.page_id = pages.id
    LEFT JOIN hreflang_near_misses AS near
        ON page.url_key = near.url_key AND page.url_key = near.wanted_key
    WHERE
        page.judged
        AND page.fault IS NULL
        AND page.state = 'ok'
        AND page.annotations_known
        AND NOT page.has_self
        AND NOT page.void_self
        AND pages.detected_language IS NULL
        AND near.url_key IS NULL
        AND NOT REGEXP_MATCHES(page.url, '^https?://[^/]+/$')
        AND NOT EXISTS (
            SELECT 1
            FROM hreflang_links AS link
            INNER JOIN indexability AS target ON link.alternate_key = target.url_key
            WHERE
                page.url_key = link.url_key
                AND link.language <> spoken.language
                AND SPLIT_PART(LOWER(TRIM(target.lang)), '-', 1) = SPLIT_PART(spoken.code, '-', 1)
        )
),

elsewhere AS (
    SELECT
        own.url_key,
        link.code,
        MIN(target.url) AS alternate
    FROM own
    INNER JOIN hreflang_links AS link
        ON own.url_key = link.url_key AND own.code = LOWER(link.code)
    INNER JOIN indexability AS target ON link.alternate_key = target.url_key
    WHERE target.state = 'ok' AND target.fault IS NULL
    GROUP BY own.url_key, link.code
)

SELECT
    own.url,
    own.sitemap_url,
    elsewhere.alternate AS related_url,
    own.line,
    CONCAT(elsewhere.code, ': ', elsewhere.alternate, own.via) AS observed,
    CONCAT(elsewhere.code, ': ', own.url) AS expected,
    CONCAT(
        'Point hreflang ', elsewhere.code, ' to ', own.url,
        ', and each other code to the alternate of this page;',
        ' without alternates, remove its hreflang'
    ) AS fix
FROM own
INNER JOIN elsewhere ON own.url_key = elsewhere.url_key
WHERE
    NOT EXISTS (
        SELECT 1
        FROM hreflang_links AS link
        WHERE own.url_key = link.alternate_key
    )
