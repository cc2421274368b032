/*
---
severity: notice
cause: has an hreflang code that does not match the language in the URL
confidence: medium
basis: advisory
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
tag: hreflang
when: "fault IS NULL AND code IS NOT NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang code does not match language in URL

## What it finds

The URL of a page starts with a language of its hreflang cluster (`/de/` or `de.example.com`), but
the hreflang code of the page is another language. URLs that also contain the language or the region
of the code are not reported. Nor are clusters with a country in a URL: beside `/us/` or `/at/`,
`/uk/` is the United Kingdom and not Ukrainian, `/ca/` Canada and not Catalan.

## Why it matters

Either the code or the URL is wrong. Often a template has swapped two alternates. Google does not
read the language from the URL. If the code is wrong, Google shows the page to users of another
language.

## How to fix it

Correct the hreflang code or the URL in the template, CMS plugin (WPML, Polylang) or sitemap
generator, after a check of the language that the page is written in.

## Example

### French code for a URL in /de/

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/en/a | en | https://example.com/en/a |
| https://example.com/en/a | fr | https://example.com/de/a |
| https://example.com/en/a | de | https://example.com/de/b |
| https://example.com/de/a | en | https://example.com/en/a |
| https://example.com/de/a | fr | https://example.com/de/a |
| https://example.com/de/a | de | https://example.com/de/b |
| https://example.com/de/b | en | https://example.com/en/a |
| https://example.com/de/b | fr | https://example.com/de/a |
| https://example.com/de/b | de | https://example.com/de/b |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/de/a | fr | de (language in the URL) | Correct the hreflang code or the URL |

### Country and language in the URL, region in the URL, two-letter folder that is no language

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/de/en/a | en-DE | https://example.com/de/en/a |
| https://example.com/de/en/a | de-DE | https://example.com/de/de/a |
| https://example.com/de/en/a | nl-BE | https://example.com/be/a |
| https://example.com/de/en/a | fr | https://example.com/ch/fr/a |
| https://example.com/de/en/a | it | https://example.com/tv/a |
| https://example.com/de/de/a | en-DE | https://example.com/de/en/a |
| https://example.com/de/de/a | de-DE | https://example.com/de/de/a |
| https://example.com/de/de/a | nl-BE | https://example.com/be/a |
| https://example.com/de/de/a | fr | https://example.com/ch/fr/a |
| https://example.com/de/de/a | it | https://example.com/tv/a |
| https://example.com/be/a | en-DE | https://example.com/de/en/a |
| https://example.com/be/a | de-DE | https://example.com/de/de/a |
| https://example.com/be/a | nl-BE | https://example.com/be/a |
| https://example.com/be/a | fr | https://example.com/ch/fr/a |
| https://example.com/be/a | it | https://example.com/tv/a |
| https://example.com/ch/fr/a | en-DE | https://example.com/de/en/a |
| https://example.com/ch/fr/a | de-DE | https://example.com/de/de/a |
| https://example.com/ch/fr/a | nl-BE | https://example.com/be/a |
| https://example.com/ch/fr/a | fr | https://example.com/ch/fr/a |
| https://example.com/ch/fr/a | it | https://example.com/tv/a |
| https://example.com/tv/a | en-DE | https://example.com/de/en/a |
| https://example.com/tv/a | de-DE | https://example.com/de/de/a |
| https://example.com/tv/a | nl-BE | https://example.com/be/a |
| https://example.com/tv/a | fr | https://example.com/ch/fr/a |
| https://example.com/tv/a | it | https://example.com/tv/a |

finds:

nothing
*/
WITH urls AS (
    SELECT
        member.cluster_key,
        member.url_key,
        member.url,
        member.code,
        SPLIT_PART(member.code, '-', 1) AS language,
        CASE
            WHEN LOWER(member.code) LIKE '%-gb' THEN CONCAT(LOWER(member.code), '-uk')
            ELSE LOWER(member.code)
        END AS regions,
        LOWER(SPLIT_PART(member.url, '/', 4)) AS folder,
        LOWER(SPLIT_PART(member.url, '/', 5)) AS second_folder,
        LOWER(SPLIT_PART(SPLIT_PART(member.url, '/', 3), '.', 1)) AS subdomain
    FROM cluster_members AS member
    WHERE member.fault IS NULL AND member.code IS NOT NULL
),

doubtful AS (
    SELECT
        cluster_key,
        url,
        code,
        regions LIKE CONCAT('%-', folder)
        OR regions LIKE CONCAT('%-', folder, '-%')
        OR regions LIKE CONCAT('%-', subdomain)
        OR regions LIKE CONCAT('%-', subdomain, '-%')
        OR (language = 'en' AND 'uk' IN (folder, subdomain)) AS is_country,
        CASE WHEN LENGTH(folder) = 2 THEN folder ELSE subdomain END AS named
    FROM urls
    WHERE
        (LENGTH(folder) = 2 OR LENGTH(subdomain) = 2)
        AND language NOT IN (folder, second_folder, subdomain)
),

languages AS (
    SELECT DISTINCT
        cluster_key,
        language
    FROM urls
),

-- Where one of them is the country of its code, or no language at all, all may be countries.
of_countries AS (
    SELECT DISTINCT doubtful.cluster_key
    FROM doubtful
    LEFT JOIN languages
        ON doubtful.cluster_key = languages.cluster_key AND doubtful.named = languages.language
    WHERE doubtful.is_country OR languages.language IS NULL
)

SELECT
    doubtful.url,
    doubtful.code AS observed,
    CONCAT(doubtful.named, ' (language in the URL)') AS expected,
    'Correct the hreflang code or the URL' AS fix
FROM doubtful
INNER JOIN languages
    ON doubtful.cluster_key = languages.cluster_key AND doubtful.named = languages.language
LEFT JOIN of_countries ON doubtful.cluster_key = of_countries.cluster_key
WHERE of_countries.cluster_key IS NULL
