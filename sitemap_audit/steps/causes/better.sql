/*
One row per finding of a tag of which findings have different changes, with the best of them: one
correction for one tag.

One check says that an entry returns 404 and is to be removed; another one knows the page that was
meant. The correction of a diagnosis is better than that of a check; then it is better to replace
than to remove, as no check replaces by a URL that has a fault; then the change of the more severe
finding is better, and of hreflang one to another page than the one that is written in another form.
*/
WITH disputed AS (
    SELECT tag
    FROM tags
    GROUP BY tag
    HAVING COUNT(DISTINCT CONCAT("action", ' ', COALESCE("to", ''))) > 1
),

ranked AS (
    SELECT
        tags.tag,
        tags.fix,
        tags."action",
        tags."to",
        tags."change",
        ROW_NUMBER() OVER (
            PARTITION BY tags.tag
            ORDER BY tags.certainty, tags.way, tags.rank, tags.reach, tags.number
        ) AS place
    FROM tags
    INNER JOIN disputed ON tags.tag = disputed.tag
)

SELECT
    tags.number,
    ranked.fix,
    ranked."action",
    ranked."to",
    ranked."change"
FROM tags
INNER JOIN ranked ON tags.tag = ranked.tag AND ranked.place = 1
