"""One correction for one tag: where the changes of findings differ, all get the better one.

One check says that an entry returns 404 and is to be removed; another one knows the page that was
meant. The correction of a diagnosis is better than that of a check; then it is better to replace
than to remove, as no check replaces by a URL that has a fault; then the change of the more severe
finding is better. The others get its change and its ``fix``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.sql_columns import quoted

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

# A tag is known by what stands in it and its line; a hreflang URL stands for all annotations that
# name it, and a part of an entry is known by the entry. Not here is what removes a canonical or a
# whole annotation: it is one of several that are alike, and the change is of the one that stays. In
# a sitemap, an annotation of the finding's own URL is a return link, of the related URL's entry.
_TAGS = """
CREATE OR REPLACE TABLE tags AS
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
            WHEN found.place = 'loc' THEN COALESCE(
                found.line,
                MIN(found.line) OVER (
                    PARTITION BY found.change_url, found.place, found."from"
                )
            )
            WHEN found.place NOT LIKE 'hreflang%'
                AND found.change_url = COALESCE(found.sitemap_url, found.url)
                THEN found.line
        END AS line,
        CASE
            WHEN found.place IN ('lastmod', 'changefreq', 'priority', 'image', 'video', 'news')
                THEN COALESCE(found.url, found.related_url)
            WHEN found.place <> 'hreflang'
                OR found.change_url IN (found.url, COALESCE(found.related_url, found.url))
                THEN NULL
            WHEN found."to" NOT LIKE 'x-default %'
                AND ENDS_WITH(found."to", CONCAT(' ', found.url))
                THEN COALESCE(found.related_url, found.url)
            ELSE found.url
        END AS entry,
        CASE WHEN found.diagnosis_id IS NULL THEN 2 ELSE 1 END AS certainty,
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
"""

_BETTER = """
CREATE OR REPLACE TABLE better AS
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
            ORDER BY tags.certainty, tags.way, tags.rank, tags.number
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
"""

_CORRECTED = ("fix", "action", "to", "change")
_FINDINGS = """
CREATE OR REPLACE TABLE findings AS
SELECT {columns}
FROM findings AS found
LEFT JOIN better ON found.number = better.number
"""
_CHOSEN = 'CASE WHEN better.number IS NULL THEN found."{0}" ELSE better."{0}" END AS "{0}"'


def choose_corrections(store: Store) -> None:
    """Give all findings of one tag the same change, and the ``fix`` that says it."""
    store.execute(_TAGS)
    store.execute(_BETTER)
    columns = [
        _CHOSEN.format(name) if name in _CORRECTED else quoted([name], "found")
        for name in store.columns("findings")
    ]
    store.execute(_FINDINGS.format(columns=", ".join(columns)))
    for table in ("tags", "better"):
        store.execute(f"DROP TABLE {table}")
