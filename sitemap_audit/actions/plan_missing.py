"""Plan which pages that no sitemap lists are added, and to which file (``--add-missing``).

A page is added if a check reports it as missing and this audit saw it: fetched now, 200, indexable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.actions import checks as corrected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.storage.duckdb import DuckDBStore

_PARENT = "REGEXP_EXTRACT({}, '^https?://[^?]*/')"
_DIRECTORY = "REGEXP_EXTRACT({}, '^https?://[^/]+/([a-z]{{2}}([-_][A-Za-z]{{2}})?/)?([^/?]+/)?')"
_LANGUAGE = "REGEXP_EXTRACT({}, '^https?://[^/]+/([a-z]{{2}}([-_][A-Za-z]{{2}})?/)?')"
_ORIGIN = "REGEXP_EXTRACT({}, '^https?://[^/]+/')"
_PREFIXES = (_PARENT, _DIRECTORY, _LANGUAGE, _ORIGIN)
"""Beginnings of a URL, the longest first: a page goes to the file with most pages of its own
folder, else of its directory, else of its language, else of its origin."""
WHY_NOT = {
    "not-confirmed": "not fetched with status 200 in this audit, or not indexable any more",
    "login": "a login",
    "url-trap": "in a possible URL trap",
    "listed-variant": "a sitemap lists another variant of the URL",
    "variants": "several unlisted variants of one URL",
    "copies": "several unlisted URLs with the same text",
    "no-sitemap": "no XML or text sitemap lists pages of its origin",
}
"Why a missing page is not added, by reason."


class Missing(NamedTuple):
    """A page to add to a sitemap."""

    url: str
    check: str
    lastmod: str | None
    "As written on the page; None if it is not known, or the file has no lastmod."
    links: tuple[tuple[str, str], ...]
    "hreflang annotations: code and URL."


def missing_of(store: DuckDBStore, sitemap_id: int) -> Iterator[Missing]:
    """Iterate over the pages to add to a file, in URL order."""
    rows = store.stream(
        'SELECT url, "check", lastmod, links FROM fix_added WHERE sitemap_id = $id ORDER BY url',
        {"id": sitemap_id},
    )
    for url, check, lastmod, links in rows:
        pairs = (line.split(" ", 1) for line in (links or "").splitlines())
        yield Missing(url, check, lastmod, tuple((code, href) for code, href in pairs))


def in_list(names: Iterable[str]) -> str:
    """Return names as a list of SQL, after IN; there may be none."""
    return "(" + ", ".join(f"'{name}'" for name in [*names, ""]) + ")"


def missing_statements(checks: set[str], most_entries: int) -> Iterator[str]:
    """Yield the statements that make ``fix_added`` and ``fix_not_added``, after ``fix_locs``.

    Args:
        checks: names of the checks to correct; those of :data:`corrected.ADDED` count.
        most_entries: of a file: one that has as many is chosen last.
    """
    added = [name for name in corrected.ADDED if name in checks]
    if not added:
        yield "CREATE TABLE fix_not_added (url VARCHAR, why_not VARCHAR)"
        yield """
CREATE TABLE fix_added (
    sitemap_id BIGINT, url VARCHAR, "check" VARCHAR, lastmod VARCHAR, links VARCHAR
)"""
        return
    ranks = " ".join(f"WHEN '{name}' THEN {rank}" for rank, name in enumerate(added))
    yield f"""
CREATE TABLE fix_candidates AS
WITH told AS (
    SELECT "to" AS url, "check", CASE "check" {ranks} END AS rank
    FROM fix_findings
    WHERE "check" IN {in_list(added)} AND action = 'add' AND place = 'loc' AND "to" IS NOT NULL
)

SELECT url, "check" FROM told
WHERE url NOT IN (SELECT normal(loc."to") FROM fix_locs AS loc WHERE loc.action = 'replace')
QUALIFY ROW_NUMBER() OVER (PARTITION BY url ORDER BY rank) = 1"""
    yield f"""
CREATE TABLE fix_confirmed AS
WITH near AS (
    SELECT url_near_key FROM fix_states WHERE sitemap_url IS NOT NULL
),

refused AS (
    SELECT url FROM fix_findings WHERE "check" IN {in_list(corrected.REFUSALS)}
),

trapped AS (
    SELECT target.url FROM link_targets AS target
    WHERE target.trap_pattern IN (
        SELECT trap.trap_pattern FROM link_targets AS trap WHERE trap.trap IS NOT NULL
    )
),

seen AS (
    SELECT
        candidate.url, candidate."check", state.url_near_key, state.page_id,
        CASE
            WHEN pages.words >= 20 AND candidate."check" NOT LIKE 'hreflang/%'
                THEN pages.text_hash
        END AS text_hash,
        CASE
            WHEN state.page_id IS NULL OR state.status <> 200 OR state.error IS NOT NULL
                OR NOT COALESCE(state.is_indexable, FALSE) OR COALESCE(state.is_cached, FALSE)
                OR state.sitemap_url IS NOT NULL
                THEN 'not-confirmed'
            WHEN candidate.url IN (SELECT refused.url FROM refused WHERE refused.url IS NOT NULL)
                THEN 'login'
            WHEN candidate.url IN (SELECT trapped.url FROM trapped) THEN 'url-trap'
            WHEN state.url_near_key IN (SELECT near.url_near_key FROM near) THEN 'listed-variant'
        END AS why_not
    FROM fix_candidates AS candidate
    LEFT JOIN fix_states AS state ON candidate.url = state.url
    LEFT JOIN pages ON state.page_id = pages.id
)

SELECT
    url, "check", page_id,
    COALESCE(
        why_not,
        CASE
            WHEN COUNT(*) OVER (PARTITION BY url_near_key) > 1 THEN 'variants'
            WHEN text_hash IS NOT NULL
                AND COUNT(*) OVER (PARTITION BY SPLIT_PART(url, '/', 3), text_hash) > 1
                THEN 'copies'
        END
    ) AS why_not
FROM seen"""
    yield """
CREATE TABLE fix_prefixes (level INTEGER, prefix VARCHAR, sitemap_id BIGINT, pages BIGINT)"""
    for level, prefix in enumerate(_PREFIXES):
        yield f"""
INSERT INTO fix_prefixes
SELECT {level}, {prefix.format("entries.url")}, entries.sitemap_id, COUNT(*)
FROM entries
INNER JOIN fix_files AS file ON entries.sitemap_id = file.id AND file.kind <> 'sitemapindex'
INNER JOIN sitemap_purposes AS purposes
    ON entries.sitemap_url = purposes.sitemap_url AND purposes.purpose = 'pages'
WHERE entries.kind = 'url' AND {prefix.format("entries.url")} IN (
    SELECT {prefix.format("page.url")} FROM fix_confirmed AS page WHERE page.why_not IS NULL
)
GROUP BY {prefix.format("entries.url")}, entries.sitemap_id"""
    places = "\n    UNION ALL\n".join(
        f'    SELECT url, "check", page_id, {level} AS level, {prefix.format("url")} AS prefix\n'
        "    FROM fix_confirmed WHERE why_not IS NULL"
        for level, prefix in enumerate(_PREFIXES)
    )
    yield f"""
CREATE TABLE fix_placed AS
WITH places AS (
{places}
)

SELECT places.url, places."check", places.page_id, known.sitemap_id
FROM places
INNER JOIN fix_prefixes AS known ON places.level = known.level AND places.prefix = known.prefix
INNER JOIN fix_files AS file ON known.sitemap_id = file.id
QUALIFY ROW_NUMBER() OVER (
    PARTITION BY places.url
    ORDER BY
        places.level, file.entries >= {most_entries}, known.pages DESC, file.kind = 'text', file.url
) = 1"""
    yield """
CREATE TABLE fix_not_added AS
SELECT url, why_not FROM fix_confirmed WHERE why_not IS NOT NULL
UNION ALL
SELECT url, 'no-sitemap' FROM fix_confirmed
WHERE why_not IS NULL AND url NOT IN (SELECT placed.url FROM fix_placed AS placed)"""
    yield from _link_statements()
    yield from _date_statements()
    yield """
CREATE TABLE fix_added AS
SELECT
    placed.sitemap_id, placed.url, placed."check",
    CASE WHEN style.has_lastmod THEN dated.lastmod END AS lastmod,
    CASE WHEN style.has_links THEN linked.links END AS links
FROM fix_placed AS placed
INNER JOIN (
    SELECT sitemap_id, COUNT(lastmod) > 0 AS has_lastmod, SUM(alternates) > 0 AS has_links
    FROM entries
    WHERE kind = 'url' AND sitemap_id IN (SELECT chosen.sitemap_id FROM fix_placed AS chosen)
    GROUP BY sitemap_id
) AS style ON placed.sitemap_id = style.sitemap_id
LEFT JOIN fix_dated AS dated ON placed.page_id = dated.page_id
LEFT JOIN (
    SELECT url, STRING_AGG(CONCAT(code, ' ', alternate), '\n' ORDER BY code, alternate) AS links
    FROM fix_annotated
    GROUP BY url
) AS linked ON placed.url = linked.url"""


def _link_statements() -> Iterator[str]:
    """Yield those of hreflang: the page's own, else those of the entries that annotate it.

    An entry annotates it with a code; it gets this code for itself, and the entry's URL with the
    code that this one has for itself: so every link is returned.
    """
    yield """
CREATE TABLE fix_annotated AS
SELECT DISTINCT placed.url, link.code, link.alternate
FROM fix_placed AS placed
INNER JOIN page_alternates AS link ON placed.page_id = link.page_id
LEFT JOIN fix_states AS target ON link.alternate = target.url
WHERE link.source IN ('html', 'header') AND link.in_head AND link.code IS NOT NULL
    AND link.code_problem IS NULL AND link.alternate IS NOT NULL
    AND COALESCE(target.is_indexable, TRUE)"""
    yield """
INSERT INTO fix_annotated
WITH named AS (
    SELECT DISTINCT link.alternate AS url, link.url AS namer, link.code
    FROM entry_alternates AS link
    WHERE link.alternate IN (SELECT placed.url FROM fix_placed AS placed)
        AND link.url <> link.alternate AND link.code IS NOT NULL AND link.code_problem IS NULL
),

own AS (
    SELECT link.url, MIN(link.code) AS code
    FROM entry_alternates AS link
    INNER JOIN fix_states AS state ON link.url = state.url
    WHERE link.url = link.alternate AND link.code <> 'x-default' AND link.code_problem IS NULL
        AND state.is_indexable AND link.url IN (SELECT named.namer FROM named)
    GROUP BY link.url
    HAVING COUNT(DISTINCT link.code) = 1
),

returned AS (
    SELECT named.url, named.code, own.code AS other_code, own.url AS other
    FROM named
    INNER JOIN own ON named.namer = own.url
    WHERE named.url NOT IN (SELECT known.url FROM fix_annotated AS known)
),

agreed AS (
    SELECT url FROM returned
    WHERE code <> 'x-default'
    GROUP BY url
    HAVING COUNT(DISTINCT code) = 1
),

defaults AS (
    SELECT named.url, MIN(link.alternate) AS alternate
    FROM named
    INNER JOIN entry_alternates AS link ON named.namer = link.url AND link.code = 'x-default'
    GROUP BY named.url
    HAVING COUNT(DISTINCT link.alternate) = 1
),

every_link AS (
    SELECT url, code, url AS alternate FROM returned
    UNION
    SELECT url, other_code, other FROM returned
    UNION
    SELECT url, 'x-default' AS code, alternate FROM defaults
)

SELECT link.url, link.code, link.alternate
FROM every_link AS link
WHERE link.url IN (SELECT agreed.url FROM agreed)"""


def _date_statements() -> Iterator[str]:
    """Yield those of lastmod: the page's own date of its last change.

    Not one that is made with each response, or that most pages of the host have.
    """
    yield """
CREATE TABLE fix_dated AS
WITH days AS (
    SELECT
        SPLIT_PART(url, '/', 3) AS host, CAST(modified_at AS DATE) AS day, COUNT(*) AS pages,
        SUM(COUNT(*)) OVER (PARTITION BY SPLIT_PART(url, '/', 3)) AS dated
    FROM pages
    WHERE modified_at IS NOT NULL
    GROUP BY SPLIT_PART(url, '/', 3), CAST(modified_at AS DATE)
)

SELECT pages.id AS page_id, pages.modified AS lastmod
FROM pages
INNER JOIN days
    ON SPLIT_PART(pages.url, '/', 3) = days.host AND CAST(pages.modified_at AS DATE) = days.day
WHERE pages.modified_problem IS NULL AND pages.modified_precision NOT IN ('year', 'month')
    AND CAST(pages.modified_at AS DATE) < CAST(COALESCE(pages.sent_at, pages.fetched_at) AS DATE)
    AND NOT (days.pages > 1 AND days.pages * 2 > days.dated)
    AND pages.id IN (SELECT placed.page_id FROM fix_placed AS placed)"""
