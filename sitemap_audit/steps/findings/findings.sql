/*
One row per finding of `told`, with its change as a sentence; NULL where there is none.

Findings with all keys in common, such as two hreflang codes for one URL, get their own identities:
the first one keeps its own, the second one gets a number.
*/
WITH alike AS (
    SELECT finding_id FROM told
    GROUP BY finding_id
    HAVING COUNT(*) > 1
),

twins AS (
    SELECT
        told.number,
        ROW_NUMBER() OVER (PARTITION BY told.finding_id ORDER BY told.number) AS twin
    FROM told
    INNER JOIN alike ON told.finding_id = alike.finding_id
),

worded AS (
    SELECT
        told."check",
        told.url,
        told.sitemap_url,
        told.related_url,
        told.line,
        told.observed,
        told.expected,
        told.fix,
        told.kind,
        told.change_url,
        told."action",
        told.place,
        told."from",
        told."to",
        told.finding_id,
        told.number,
        COALESCE(words.word, told.place) AS what,
        CONCAT(
            'In ', told.change_url,
            CASE
                WHEN
                    told.change_url = COALESCE(told.sitemap_url, told.url)
                    AND told.line IS NOT NULL
                    THEN CONCAT(', line ', CAST(told.line AS VARCHAR))
                ELSE ''
            END
        ) AS whereabouts
    FROM told
    LEFT JOIN change_places AS words ON told.place = words.place
)

SELECT
    worded."check",
    worded.url,
    worded.sitemap_url,
    worded.related_url,
    worded.line,
    worded.observed,
    worded.expected,
    worded.fix,
    worded.kind,
    worded.change_url,
    worded."action",
    worded.place,
    worded."from",
    worded."to",
    CASE
        WHEN twins.twin > 1
            THEN CONCAT('f', LEFT(MD5(CONCAT(
                worded.finding_id, CHR(10), CAST(twins.twin AS VARCHAR)
            )), 16))
        ELSE worded.finding_id
    END AS finding_id,
    REPLACE(
        REPLACE(
            CASE
                WHEN worded.change_url IS NULL THEN NULL
                WHEN worded."action" = 'replace' AND COALESCE(worded."from", '') = ''
                    THEN CONCAT(worded.whereabouts, ': set ', worded.what, ' to ', worded."to")
                WHEN worded."action" = 'replace'
                    THEN CONCAT(
                        worded.whereabouts, ': replace ', worded.what, ' ', worded."from",
                        ' with ', worded."to"
                    )
                WHEN worded."action" = 'add'
                    THEN CONCAT(worded.whereabouts, ': add ', worded.what, ' ', worded."to")
                WHEN worded."action" = 'move'
                    THEN CONCAT(
                        worded.whereabouts, ': move ', worded."from", ' into the ', worded.place
                    )
                WHEN worded."action" = 'remove' AND worded.place = 'loc'
                    THEN CONCAT(
                        worded.whereabouts, ': remove the entry',
                        COALESCE(' ' || worded."from", '')
                    )
                WHEN
                    worded."action" = 'remove' AND worded."from" IS NULL AND worded.url IS NULL
                    AND worded.place <> 'loc'
                    THEN CONCAT('In ', worded.change_url, ': remove every ', worded.what)
                WHEN worded."action" = 'remove'
                    THEN CONCAT(
                        worded.whereabouts, ': remove ', worded.what,
                        COALESCE(' ' || worded."from", '')
                    )
            END,
            CHR(10), CONCAT(CHR(92), 'n')
        ),
        CHR(13), CONCAT(CHR(92), 'r')
    ) AS "change",
    worded.number
FROM worded
LEFT JOIN twins ON worded.number = twins.number
