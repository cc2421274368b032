/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google]
aliases: [hreflang-url-pattern-mismatch]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
when: "fault IS NULL AND code IS NOT NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang code and address say different languages

## What it finds

A page whose address begins with a language of its cluster (`/de/`, `de.example.com`) and whose
hreflang code is another language. Addresses that name the code's language or region as well are in
order.

## Why it matters

Either the code or the address is wrong; mostly a template has mixed up two versions.

## How to fix it

See which language the page is in, and correct the code or the link.

## Example

### French at a German address

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

| url | observed | expected |
|---|---|---|
| https://example.com/de/a | fr | de, by its address |

### A country and a language in the address; a region; a word of two letters that is no language here

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
WITH addresses AS (
    SELECT
        member.cluster_key,
        member.url_key,
        member.url,
        member.code,
        SPLIT_PART(member.code, '-', 1) AS language,
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
        CASE WHEN LENGTH(folder) = 2 THEN folder ELSE subdomain END AS named
    FROM addresses
    WHERE
        (LENGTH(folder) = 2 OR LENGTH(subdomain) = 2)
        AND language NOT IN (folder, second_folder, subdomain)
        AND LOWER(code) NOT LIKE CONCAT('%-', folder)
        AND LOWER(code) NOT LIKE CONCAT('%-', subdomain)
),

languages AS (
    SELECT DISTINCT
        cluster_key,
        language
    FROM addresses
)

SELECT
    doubtful.url,
    doubtful.code AS observed,
    CONCAT(doubtful.named, ', by its address') AS expected
FROM doubtful
INNER JOIN languages
    ON doubtful.cluster_key = languages.cluster_key AND doubtful.named = languages.language
