/*
---
severity: warning
keeps_out: pages
cause: returns 200 with the text of an error page
confidence: medium
basis: documented
engines: [google, bing]
known_as:
  Google Search Console: ["Page indexing: Soft 404", "Submitted URL seems to be a Soft 404"]
  Screaming Frog: ["Content: Soft 404 Pages"]
  Sitebulb: ["Indexability: Possible soft 404"]
needs: [entries, pages]
over: listed_pages
tag: title
when: "state IN ('ok', 'unknown')"
unknown: >-
  NOT annotations_known OR host IN (SELECT shells.host FROM not_found_answers AS shells WHERE
  shells.is_shell)
parameters:
  max_words: 100
  max_words_of_status: 300
  min_same: 3
  phrases: '(page|file|site|product|article|post)( you[^.!?]{1,40})? (was |is )?(not found|could(n.t| not) be found|can(.t|not) be found)|can(.t|not) find (the|that|this|your) page|page (does not|doesn.t|no longer) exists?|page (is not|isn.t|is no longer) available|(error|fehler|erreur|errore|erro|fout|ошибка) 404|404 (error|not found)|^404( [-–|:].*)?$|seite (wurde )?(leider )?(nicht gefunden|existiert nicht|nicht vorhanden)|seite konnte (leider )?nicht gefunden werden|page (introuvable|non trouvée|inexistante|n.existe (pas|plus))|página (no (encontrada|existe)|não (foi )?encontrada|não existe)|no se (encontró|ha encontrado) la página|pagina (non (trovata|esiste)|niet gevonden|bestaat niet|nu (a fost găsită|există))|(sidan|siden) (hittades inte|kunde inte hittas|finns inte|(ble|blev) ikke (funnet|fundet)|ikke (funnet|fundet)|(findes|finnes) ikke)|sivua ei (löytynyt|löydy)|strona nie (została znaleziona|znaleziona|istnieje)|nie znaleziono strony|stránka (nebyla nalezena|nenalezena|neexistuje|sa nenašla)|oldal nem található|stranica nije pronađena|σελίδα δεν βρέθηκε|страница не (найдена|существует)|сторінку не знайдено|страницата не е намерена|sayfa bulunamadı|halaman tidak ditemukan|không tìm thấy trang|ไม่พบหน้า|(הדף|העמוד) לא נמצא|الصفحة غير موجودة|لم يتم العثور على الصفحة|ページ[がは](見つかり|存在し)ません|(页面|頁面|网页|網頁)(不存在|未找到|找不到)|找不到(页面|頁面|网页|網頁)|페이지를 찾을 수 없'
  bare_phrases: '^(?:(?:sorry|oops|ups)[^\pL\d]+)?(?:(?:http|status(?: code)?|code) 404|410 gone|(?:the )?(?:resource|object|item|content|url)(?: you are looking for)? (?:was |is )?(?:not found|can(?:not|.t) be found|could not be found)|not found|nothing (?:was )?found|no results(?: were)? found|nicht gefunden|nichts gefunden|introuvable|non trouvée?|no encontrad[oa]|não encontrad[oa]|non trovat[oa]|niet gevonden|не найдено|ничего не найдено|nie znaleziono|見つかりません(?:でした)?|未找到)[.!…]*( [-–—|·»] [^-–—|·»]{1,40})?$'
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Soft 404 in sitemap

## What it finds

A listed URL that returns 200 although the page does not exist. The audit detects it in two ways:

* Its main text is the same, or nearly the same, as the text that the host returns with status 200
  for a URL that cannot exist. The audit requests one such URL on each host.
* Its title or first heading says "not found", and there is a second sign: at most 100 (`max_words`)
  words of main text, the main text of the URL that cannot exist, `noindex`, a title or heading with
  no other words (but the name of the site), a path such as `/404.html`, or the same title on 3
  (`min_same`) or more listed pages (pages of a series and translations do not count). A title such
  as "404 Not Found" or "Not found" may be that of an article: on pages with more than 300
  (`max_words_of_status`) words its lack of other words is no sign.

Words alone are not reported, because articles about error pages contain them too. If most pages of
a host have the text of the URL that cannot exist, they are not checked: JavaScript fills in their
content (`site/missing-pages-return-200` reports the host).

## Why it matters

Google and Bing treat such a page as a soft 404 and do not index it. They crawl it longer than a
page that returns 404, which wastes crawl budget.

## How to fix it

Return 404 or 410 for pages that do not exist (in the router or the template of the application),
and exclude them in the sitemap generator. If the page exists, give it its own title and content.

## Example

### Same text as a URL that cannot exist

`entries`

| loc | line |
|---|---|
| https://example.com/sold-out | 3 |
| https://example.com/tea | 4 |

`pages`

| url | role | title | text_hash | words |
|---|---|---|---|---|
| https://example.com/sold-out | listed | Our shop | a1 | 30 |
| https://example.com/tea | listed | Tea | b2 | 30 |
| https://example.com/no-such-page | probe | Our shop | a1 | 30 |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/sold-out | https://example.com/sitemap.xml | | 3 | Same text as https://example.com/no-such-page, which does not exist | 404 or 410 | Return 404; if the page exists, add its own content |

### "Not found" in title or heading, and a second sign

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/route-404 |
| https://example.com/guide |

`pages`

| url | title | h1 | words | noindex |
|---|---|---|---|---|
| https://example.com/a | Page not found - Shop | Oh | 12 | |
| https://example.com/b | Shop | Seite nicht gefunden | 400 | true |
| https://example.com/route-404 | Route 404 through the hills | Route 404 | 90 | |
| https://example.com/guide | 404 Not Found: how to build a good error page | Error pages | 900 | |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Title: Page not found - Shop; 12 words | 404 or 410 | Return 404; if the page exists, correct its title and heading |
| https://example.com/b | https://example.com/sitemap.xml | Heading: Seite nicht gefunden; noindex | 404 or 410 | Return 404; if the page exists, correct its title and heading |

### Not checked: content filled in by JavaScript; a host that returns 404 correctly

`entries`

| loc |
|---|
| https://app.example/a |
| https://app.example/b |
| https://example.com/a |

`pages`

| url | role | status | text_hash | words |
|---|---|---|---|---|
| https://app.example/a | listed | 200 | a1 | 12 |
| https://app.example/b | listed | 200 | a1 | 12 |
| https://app.example/no-such-page | probe | 200 | a1 | 12 |
| https://example.com/a | listed | 200 | b2 | 12 |
| https://example.com/no-such-page | probe | 404 | b2 | 12 |

finds:

nothing
*/
WITH written AS (
    SELECT
        id,
        'Title' AS place,
        title AS text
    FROM pages
    WHERE
        parsed
        AND (
            REGEXP_EXTRACT(LOWER(title), $phrases) <> ''
            OR REGEXP_EXTRACT(LOWER(title), $bare_phrases) <> ''
        )
    UNION ALL
    SELECT
        id,
        'Heading' AS place,
        h1 AS text
    FROM pages
    WHERE
        parsed
        AND (
            REGEXP_EXTRACT(LOWER(h1), $phrases) <> ''
            OR REGEXP_EXTRACT(LOWER(h1), $bare_phrases) <> ''
        )
),

-- Words that may be about something else, the status code with what stands around it, and the
-- phrase are taken out in turn.
without_code AS (
    SELECT
        id,
        place,
        text,
        REGEXP_REPLACE(
            REGEXP_REPLACE(LOWER(text), $bare_phrases, '\1'),
            '^[^\pL\d]*((http|status|error|fehler|erreur|code)[^\pL\d]+)*404[^\pL]*'
            || '((error|not found)[^\pL]*$)?',
            ''
        ) AS words
    FROM written
),

-- With what may be the name of the site, and without it.
named_or_not AS (
    SELECT
        id,
        place,
        words,
        words AS rest
    FROM without_code
    UNION
    SELECT
        id,
        place,
        words,
        REGEXP_REPLACE(words, ' [-–—|·»] [^-–—|·»]{1,40}$', '') AS rest
    FROM without_code
),

bare_or_named AS (
    SELECT
        id,
        place,
        words,
        rest
    FROM named_or_not
    WHERE
        REGEXP_REPLACE(
            REGEXP_REPLACE(rest, $phrases, '', 'g'),
            '\b(oops|ups|sorry|http|status|error|fehler|erreur|code|the|this|that|die|diese|cette'
            || '|esta|questa|deze)\b|[^\pL]',
            '',
            'g'
        ) = ''
),

bare AS (
    SELECT
        id,
        place,
        words
    FROM bare_or_named
    WHERE words = rest
),

in_both AS (
    SELECT id
    FROM bare_or_named
    GROUP BY id
    HAVING COUNT(DISTINCT place) = 2
),

-- What stands before or behind a separator in a title; the name of the site does on many pages.
parts AS (
    SELECT
        id,
        SPLIT_PART(url, '/', 3) AS host,
        REGEXP_REPLACE(LOWER(title), ' [-–—|·»:] .*$', '') AS part
    FROM pages
    WHERE parsed AND title <> ''
    UNION ALL
    SELECT
        id,
        SPLIT_PART(url, '/', 3) AS host,
        REGEXP_REPLACE(LOWER(title), '^.* [-–—|·»:] ', '') AS part
    FROM pages
    WHERE parsed AND title <> ''
),

site_parts AS (
    SELECT DISTINCT
        parts.host,
        parts.part
    FROM parts
    LEFT JOIN written ON parts.id = written.id AND written.place = 'Title'
    WHERE written.id IS NULL
),

named AS (
    SELECT DISTINCT parts.id
    FROM parts
    INNER JOIN written ON parts.id = written.id AND written.place = 'Title'
    INNER JOIN site_parts ON parts.host = site_parts.host AND parts.part = site_parts.part
),

texts AS (
    SELECT
        id,
        words,
        text_hash,
        simhash,
        phrases_key,
        noindex,
        alternates,
        words <= $max_words AS is_short,
        words <= $max_words_of_status AS is_no_article
    FROM pages
    WHERE parsed
),

sayings AS (
    SELECT
        texts.id,
        COALESCE('Title: ' || title.text, 'Heading: ' || heading.text) AS says,
        CASE
            WHEN bare_title.words <> '' OR (bare_title.id IS NOT NULL AND texts.is_no_article)
                THEN 'no other words in the title'
            WHEN title.id IS NOT NULL AND named.id IS NULL AND NOT texts.is_no_article THEN NULL
            WHEN bare_heading.words <> '' OR (bare_heading.id IS NOT NULL AND texts.is_no_article)
                THEN 'no other words in the heading'
            WHEN texts.is_no_article AND in_both.id IS NOT NULL
                THEN CONCAT('heading: ', heading.text)
        END AS bare_place
    FROM texts
    LEFT JOIN written AS title ON texts.id = title.id AND title.place = 'Title'
    LEFT JOIN written AS heading ON texts.id = heading.id AND heading.place = 'Heading'
    LEFT JOIN bare AS bare_title ON texts.id = bare_title.id AND bare_title.place = 'Title'
    LEFT JOIN bare AS bare_heading ON texts.id = bare_heading.id AND bare_heading.place = 'Heading'
    LEFT JOIN named ON texts.id = named.id
    LEFT JOIN in_both ON texts.id = in_both.id
),

error_path AS (
    SELECT
        '((error|page|seite)[-_]?)?(404|(not|nicht)[-_]?(found|gefunden))([-_]?(error|page))?'
            AS name
),

answers AS (
    SELECT
        listed_pages.url,
        listed_pages.sitemap_url,
        listed_pages.line,
        listed_pages.host,
        texts.words,
        texts.noindex,
        texts.alternates,
        texts.is_short,
        sayings.says,
        COALESCE(
            sayings.bare_place,
            CASE
                WHEN
                    REGEXP_MATCHES(
                        SPLIT_PART(LOWER(listed_pages.url), '?', 1),
                        '^https?://[^/]+(/[a-z]{2}([-_][a-z]{2})?)?/' || error_path.name || '/?$'
                        || '|/' || error_path.name || '[.](html?|php|aspx?)$'
                    )
                    THEN 'the path of an error page'
            END
        ) AS own_sign,
        REGEXP_REPLACE(
            SPLIT_PART(LOWER(listed_pages.url), '?', 1),
            '/(page|seite|p)?[/-]?[0-9]{1,3}/?$',
            ''
        ) AS series,
        host_answer.url AS missing_url,
        COALESCE(host_answer.status = 200 AND NOT host_answer.is_shell, FALSE) AS tells_all,
        COALESCE(
            (host_answer.text_hash = texts.text_hash AND texts.words >= 10)
            OR (
                BIT_COUNT(
                    (host_answer.simhash | texts.simhash)
                    - (host_answer.simhash & texts.simhash)
                ) <= 3
                AND COALESCE(
                    BIT_COUNT(
                        (host_answer.phrases_key | texts.phrases_key)
                        - (host_answer.phrases_key & texts.phrases_key)
                    ),
                    0
                ) <= 20
                AND texts.words >= 30
            ),
            FALSE
        ) AS is_like_missing
    FROM listed_pages
    INNER JOIN texts ON listed_pages.page_id = texts.id
    INNER JOIN sayings ON texts.id = sayings.id
    CROSS JOIN error_path
    LEFT JOIN not_found_answers AS host_answer ON listed_pages.host = host_answer.host
    WHERE listed_pages.state = 'ok'
),

repeated AS (
    SELECT
        host,
        says,
        COUNT(DISTINCT series) AS pages
    FROM answers
    WHERE says IS NOT NULL AND alternates = 0
    GROUP BY host, says
    HAVING COUNT(DISTINCT series) >= $min_same
),

signs AS (
    SELECT
        answers.url,
        answers.sitemap_url,
        answers.line,
        answers.says,
        answers.missing_url,
        answers.tells_all AND answers.is_like_missing AS is_twin,
        CASE
            WHEN answers.is_like_missing THEN CONCAT('same text as ', answers.missing_url)
            WHEN answers.is_short
                THEN CONCAT(answers.words, CASE answers.words WHEN 1 THEN ' word' ELSE ' words' END)
            WHEN answers.noindex THEN 'noindex'
            WHEN answers.alternates = 0 AND repeated.pages IS NOT NULL
                THEN CONCAT('repeated on ', repeated.pages, ' pages')
            ELSE answers.own_sign
        END AS second_sign
    FROM answers
    LEFT JOIN repeated ON answers.host = repeated.host AND answers.says = repeated.says
)

SELECT
    url,
    sitemap_url,
    line,
    CASE
        WHEN says IS NOT NULL AND second_sign IS NOT NULL THEN CONCAT(says, '; ', second_sign)
        ELSE CONCAT('Same text as ', missing_url, ', which does not exist')
    END AS observed,
    '404 or 410' AS expected,
    CASE
        WHEN says IS NULL THEN 'Return 404; if the page exists, add its own content'
        ELSE 'Return 404; if the page exists, correct its title and heading'
    END AS fix
FROM signs
WHERE is_twin OR (says IS NOT NULL AND second_sign IS NOT NULL)
