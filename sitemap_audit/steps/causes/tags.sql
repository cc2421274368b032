/*
One row per change of a finding, with the tag that it is of.

A tag is known by what stands in it and its line; a hreflang URL stands for all annotations that
name it, and a part of an entry is known by the entry. Not here is what removes a canonical or a
whole annotation: it is one of several that are alike, and the change is of the one that stays. In
a sitemap, an annotation of the finding's own URL is a return link, of the related URL's entry.
*/
WITH changed AS (
    SELECT
        found.number,
        found.fix,
        found."action",
        found."to",
        found."change",
        found.change_url,
        found.place,
        CASE
            WHEN found."action" <> 'add' THEN found."from"
            WHEN found.place IN ('canonical', 'lang') THEN ''
            WHEN found.place = 'hreflang' THEN SPLIT_PART(found."to", ' ', 1)
        END AS content,
        CASE
            WHEN found.place = 'loc'
                THEN COALESCE(
                    found.line,
                    MIN(found.line) OVER (
                        PARTITION BY found.change_url, found.place, found."from"
                    )
                )
            WHEN
                found.place NOT LIKE 'hreflang%'
                AND found.change_url = COALESCE(found.sitemap_url, found.url)
                THEN found.line
        END AS line,
        CASE
            WHEN found.place IN ('lastmod', 'changefreq', 'priority', 'image', 'video', 'news')
                THEN COALESCE(found.url, found.related_url)
            WHEN
                found.place <> 'hreflang'
                OR found.change_url IN (found.url, COALESCE(found.related_url, found.url))
                THEN NULL
            WHEN
                found."to" NOT LIKE 'x-default %'
                AND ENDS_WITH(found."to", CONCAT(' ', found.url))
                THEN COALESCE(found.related_url, found.url)
            ELSE found.url
        END AS entry,
        CASE WHEN found.diagnosis_id IS NULL THEN 2 ELSE 1 END AS certainty,
        CASE WHEN found.place = 'hreflang-url' AND found."to" = found.related_url THEN 2 ELSE 1 END
            AS reach,
        runs.rank
    FROM findings AS found
    INNER JOIN check_runs AS runs ON found."check" = runs."check"
    WHERE
        found.change_url IS NOT NULL
        AND NOT (found."action" = 'remove' AND found.place IN ('canonical', 'hreflang'))
)

SELECT
    number,
    fix,
    "action",
    "to",
    "change",
    certainty,
    CASE "action" WHEN 'remove' THEN 2 ELSE 1 END AS way,
    rank,
    reach,
    CONCAT_WS(
        CHR(10),
        change_url,
        place,
        content,
        CASE WHEN "action" = 'add' THEN 'added' ELSE 'there' END,
        COALESCE(CAST(line AS VARCHAR), ''),
        COALESCE(entry, '')
    ) AS tag
FROM changed
WHERE content IS NOT NULL
