"""Group findings by cause, so that one fault in a template is one line, not 12,400.

The group depends on the check: findings on pairs of hreflang annotations are grouped by the pair of
locales, redirects by their kind, findings on other pages by host or URL pattern, that of several
languages together, and findings on sitemaps only by the file. Findings of different ``kind`` have
different causes. Those of one diagnosis are one cause, whatever checks they are of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.catalogue.findings import AFFECTED, UNIT
from sitemap_audit.analysis.cause_order import know_clicks, order_causes
from sitemap_audit.analysis.corrections import choose_corrections
from sitemap_audit.analysis.diagnoses import find_diagnoses
from sitemap_audit.analysis.extrapolation import extrapolate
from sitemap_audit.analysis.roots import find_roots
from sitemap_audit.analysis.sql_columns import columns_but, language_in, template
from sitemap_audit.analysis.views import row_of
from sitemap_audit.items import RowOf
from sitemap_audit.parsing.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store

LEAST_OF_HOST = 10
"Minimum number of URLs for a cause of a host: an origin."
SHARE_OF_HOST = 0.5
"Minimum share of the host's listed URLs and those with findings; they have several patterns."
_GROUPINGS = """
CREATE OR REPLACE TABLE groupings (
    "check" VARCHAR, way VARCHAR, is_of_entries BOOLEAN, is_of_renders BOOLEAN,
    finds_unnamed BOOLEAN, keeps_out VARCHAR
)
"""
_OF_ENTRIES = (RowOf.ENTRY, RowOf.PAIR)
"A pair that no page names is an index and an entry of it."

_PATTERNS = """
CREATE OR REPLACE TABLE patterns AS
SELECT url, pattern_of(url) AS pattern
FROM (SELECT DISTINCT url FROM findings WHERE url IS NOT NULL)
"""
_MOST_LANGUAGES = 5
"Languages that are named in the pattern that they share: '/{de,fr}/news/{slug}'."

# Only pairs of URLs that have findings; a big site has far more.
_LOCALES = """
CREATE OR REPLACE TABLE locales AS
WITH named AS (
    SELECT DISTINCT found.url, found.related_url
    FROM findings AS found
    INNER JOIN groupings ON groupings."check" = found."check" AND groupings.way = 'locales'
)

SELECT
    named.url,
    named.related_url AS alternate,
    CONCAT(COALESCE(source.self_code, '?'), ' → ', pair.code) AS locales
FROM named
INNER JOIN hreflang_ends AS source ON named.url = source.url
INNER JOIN hreflang_ends AS target ON named.related_url = target.url
INNER JOIN hreflang_pairs AS pair
    ON source.url_key = pair.url_key AND target.url_key = pair.alternate_key
"""
_NO_LOCALES = """
CREATE OR REPLACE TABLE locales (url VARCHAR, alternate VARCHAR, locales VARCHAR)
"""

_GROUPED = """
CREATE OR REPLACE TABLE grouped AS
SELECT
    {columns},
    patterns.pattern,
    CASE
        WHEN told.subject IS NOT NULL THEN 'diagnosis'
        WHEN locales.locales IS NOT NULL THEN 'locales'
        WHEN found.url IS NULL AND found.sitemap_url IS NULL THEN 'site'
        WHEN groupings.way = 'sitemap' AND found.sitemap_url IS NOT NULL THEN 'sitemap'
        WHEN found.url IS NULL THEN 'sitemap'
        ELSE 'pattern'
    END AS cause_by,
    CASE
        WHEN told.subject IS NOT NULL THEN told.subject
        WHEN locales.locales IS NOT NULL THEN locales.locales
        WHEN groupings.way = 'sitemap' OR found.url IS NULL
            THEN COALESCE(found.sitemap_url, patterns.pattern, 'the site')
        ELSE patterns.pattern
    END AS cause
FROM findings AS found
LEFT JOIN groupings ON found."check" = groupings."check"
LEFT JOIN patterns ON found.url = patterns.url
LEFT JOIN diagnoses AS told ON found.diagnosis_id = told.diagnosis_id
LEFT JOIN locales
    ON groupings.way = 'locales'
    AND found.url = locales.url
    AND found.related_url = locales.alternate
"""

_LISTED_BY_ORIGIN = """
CREATE OR REPLACE TABLE listed_by_origin AS
SELECT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin, COUNT(*) AS urls
FROM listed
GROUP BY SPLIT_PART(url, '/', 1), SPLIT_PART(url, '/', 3)
"""
_NO_ORIGINS = "CREATE OR REPLACE TABLE listed_by_origin (origin VARCHAR, urls BIGINT)"

# A page that the audit has found indexable is not kept out by what keeps its host out.
_KEPT_OUT = """
CREATE OR REPLACE TABLE kept_out AS
SELECT
    CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin,
    COUNT(*) AS urls,
    SUM(known.clicks) AS clicks
FROM listed
LEFT JOIN known_clicks AS known ON listed.url = known.url
{where}
GROUP BY SPLIT_PART(listed.url, '/', 1), SPLIT_PART(listed.url, '/', 3)
"""
_NOT_INDEXABLE = """
WHERE listed.url_key NOT IN (
    SELECT page.url_key FROM indexability AS page
    WHERE page.is_indexable AND page.url_key IS NOT NULL
)
"""
_NONE_KEPT_OUT = """
CREATE OR REPLACE TABLE kept_out (origin VARCHAR, urls BIGINT, clicks BIGINT)
"""
_UNLISTED = """
CREATE OR REPLACE TABLE unlisted AS
SELECT DISTINCT found.url
FROM findings AS found
LEFT JOIN listed ON found.url = listed.url
WHERE listed.url IS NULL AND found.url IS NOT NULL
"""
_NONE_UNLISTED = "CREATE OR REPLACE TABLE unlisted (url VARCHAR)"

# The languages of one template have one cause.
_TEMPLATES = f"""
CREATE OR REPLACE TABLE templates AS
SELECT
    "check", kind, template,
    CASE
        WHEN COUNT(*) = (SELECT COUNT(DISTINCT {language_in("url")}) FROM listed)
            THEN template
        WHEN COUNT(*) > {_MOST_LANGUAGES}
            THEN REPLACE(template, '{{lang}}', CONCAT('{{', COUNT(*), ' languages}}'))
        ELSE REPLACE(template, '{{lang}}', CONCAT(
            '{{', STRING_AGG(language, ',' ORDER BY language), '}}'
        ))
    END AS cause
FROM (
    SELECT DISTINCT
        "check", kind, {language_in("pattern")} AS language, {template("pattern")} AS template
    FROM grouped
    WHERE cause_by = 'pattern' AND root_id IS NULL
) AS patterns_of
WHERE language IS NOT NULL
GROUP BY "check", kind, template
HAVING COUNT(*) > 1
"""
_OF_TEMPLATES = """
CREATE OR REPLACE TABLE grouped AS
SELECT {columns}, COALESCE(templates.cause, grouped.cause) AS cause
FROM grouped
LEFT JOIN templates
    ON grouped.cause_by = 'pattern'
    AND grouped."check" = templates."check"
    AND grouped.kind IS NOT DISTINCT FROM templates.kind
    AND {template} = templates.template
"""

_FINDINGS = f"""
CREATE OR REPLACE TABLE findings AS
WITH single AS (
    SELECT "check", kind, cause
    FROM grouped
    WHERE cause_by = 'pattern'
    GROUP BY "check", kind, cause
    HAVING COUNT(*) = 1
),

rules AS (
    SELECT grouped."check", grouped.kind
    FROM grouped
    INNER JOIN groupings ON grouped."check" = groupings."check" AND groupings.way = 'rule'
    WHERE grouped.kind IS NOT NULL AND grouped.cause_by = 'pattern'
    GROUP BY grouped."check", grouped.kind
    HAVING COUNT(*) > 1
),

hosts AS (
    SELECT grouped."check", grouped.kind, listed_by_origin.origin
    FROM grouped
    INNER JOIN listed_by_origin
        ON CONCAT(SPLIT_PART(grouped.url, '/', 1), '//', SPLIT_PART(grouped.url, '/', 3))
        = listed_by_origin.origin
    LEFT JOIN unlisted ON grouped.url = unlisted.url
    WHERE grouped.cause_by = 'pattern' AND grouped.root_id IS NULL
    GROUP BY grouped."check", grouped.kind, listed_by_origin.origin
    HAVING
        COUNT(DISTINCT grouped.pattern) > 1
        AND COUNT(DISTINCT grouped.url) >= {LEAST_OF_HOST}
        AND COUNT(DISTINCT grouped.url) >= {SHARE_OF_HOST} * (
            MAX(listed_by_origin.urls)
            + COUNT(DISTINCT unlisted.url)
        )
)

SELECT
    {{columns}},
    grouped.pattern,
    CASE
        WHEN rules."check" IS NOT NULL THEN 'rule'
        WHEN hosts.origin IS NOT NULL THEN 'host'
        WHEN single.cause IS NOT NULL THEN 'urls'
        ELSE grouped.cause_by
    END AS cause_by,
    CASE
        WHEN rules."check" IS NOT NULL THEN grouped.kind
        WHEN hosts.origin IS NOT NULL THEN hosts.origin
        WHEN single.cause IS NOT NULL THEN 'URLs that share no pattern'
        ELSE grouped.cause
    END AS cause,
    {UNIT.format("grouped", "run")} AS unit
FROM grouped
LEFT JOIN check_runs AS run ON grouped."check" = run."check"
LEFT JOIN rules
    ON grouped.cause_by = 'pattern'
    AND grouped."check" = rules."check"
    AND grouped.kind = rules.kind
LEFT JOIN hosts
    ON grouped.cause_by = 'pattern'
    AND grouped."check" = hosts."check"
    AND grouped.kind IS NOT DISTINCT FROM hosts.kind
    AND CONCAT(SPLIT_PART(grouped.url, '/', 1), '//', SPLIT_PART(grouped.url, '/', 3))
    = hosts.origin
LEFT JOIN single
    ON grouped.cause_by = 'pattern'
    AND grouped."check" = single."check"
    AND grouped.kind IS NOT DISTINCT FROM single.kind
    AND grouped.cause = single.cause
"""

_ADDED = """CASE WHEN action = 'add' AND place = 'hreflang' THEN CONCAT(
    'Add hreflang=', SPLIT_PART("to", ' ', 1), ' to the ',
    CASE
        WHEN found.cause_by = 'locales' AND change_url = found.related_url
            THEN SPLIT_PART(found.cause, ' → ', 2) || ' '
        ELSE ''
    END,
    CASE WHEN change_url = found.related_url OR change_url = found.url
        THEN 'template' ELSE 'entries of the sitemap'
    END
) END"""
"The change where an hreflang annotation is missing: 'Add hreflang=de to the fr template'."
_TOPS = """
CREATE OR REPLACE TABLE tops AS
SELECT finding_id, root_id FROM findings WHERE root_id IS NOT NULL
"""
_UP = """
CREATE OR REPLACE TABLE tops AS
SELECT lower.finding_id, COALESCE(upper.root_id, lower.root_id) AS root_id
FROM tops AS lower
LEFT JOIN tops AS upper ON lower.root_id = upper.finding_id
"""
_IS_AT_TOP = """
SELECT COUNT(*) = 0
FROM tops AS lower
INNER JOIN tops AS upper ON lower.root_id = upper.finding_id
"""
_CAUSES = f"""
CREATE OR REPLACE TABLE grouped_causes AS
WITH consequences AS (
    SELECT root_id, COUNT(*) AS findings FROM tops GROUP BY root_id
),

explained AS (
    SELECT
        found.diagnosis_id,
        found."check",
        COUNT(*) AS findings,
        MIN(run.rank) AS rank
    FROM findings AS found
    INNER JOIN check_runs AS run ON found."check" = run."check"
    WHERE found.diagnosis_id IS NOT NULL AND found.root_id IS NULL
    GROUP BY found.diagnosis_id, found."check"
),

-- The check that a diagnosis is told with: of the worst ones the one that finds most.
leads AS (
    SELECT
        diagnosis_id,
        "check",
        ROW_NUMBER() OVER (
            PARTITION BY diagnosis_id ORDER BY rank, findings DESC, "check"
        ) AS choice
    FROM explained
),

groups AS (
    SELECT
        COALESCE(leads."check", found."check") AS "check",
        CASE WHEN leads."check" IS NULL THEN found.kind END AS kind,
        found.diagnosis_id,
        found.cause_by,
        found.cause,
        COUNT(*) AS findings,
        COUNT(DISTINCT {AFFECTED.format("found")}) AS urls,
        CAST(SUM(COALESCE(consequences.findings, 0)) AS BIGINT) AS folded,
        COUNT(found.url) + COUNT(found.line) > 0 AS has_places,
        BOOL_AND(
            unnamed.url IS NOT NULL
            AND NOT COALESCE(facts.finds_unnamed, FALSE)
        ) AS is_unnamed,
        CASE WHEN found.cause_by = 'pattern' THEN 1 ELSE COUNT(DISTINCT found.pattern) END
            AS patterns,
        CASE WHEN found.cause_by = 'pattern' THEN found.cause ELSE MIN(found.pattern) END
            AS pattern,
        FIRST_NUMBER(
            found.number,
            found.sitemap_url, found.line, found.url, found.related_url, found.observed
        ) AS example,
        CASE WHEN COUNT(found.fix) = COUNT(*) AND MIN(found.fix) = MAX(found.fix)
            THEN MIN(found.fix)
        END AS same_fix,
        CASE WHEN COUNT({_ADDED}) = COUNT(*) AND MIN({_ADDED}) = MAX({_ADDED})
            THEN MIN({_ADDED})
        END AS added
    FROM findings AS found
    LEFT JOIN consequences ON found.finding_id = consequences.root_id
    LEFT JOIN unnamed_sitemaps AS unnamed ON found.sitemap_url = unnamed.url
    LEFT JOIN groupings AS facts ON found."check" = facts."check"
    LEFT JOIN leads ON found.diagnosis_id = leads.diagnosis_id AND leads.choice = 1
    WHERE found.root_id IS NULL
    GROUP BY
        COALESCE(leads."check", found."check"),
        CASE WHEN leads."check" IS NULL THEN found.kind END,
        found.diagnosis_id, found.cause_by, found.cause
),

-- The listed URLs of an origin that is kept out of the index.
hosts AS (
    SELECT
        blocked."check", blocked.kind, blocked.cause,
        CAST(SUM(kept_out.urls) AS BIGINT) AS urls,
        CAST(SUM(kept_out.clicks) AS BIGINT) AS clicks
    FROM (
        SELECT DISTINCT
            "check", kind, cause,
            CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
        FROM findings
        WHERE root_id IS NULL AND diagnosis_id IS NULL
    ) AS blocked
    INNER JOIN groupings
        ON blocked."check" = groupings."check" AND groupings.keeps_out = 'host'
    INNER JOIN kept_out ON blocked.origin = kept_out.origin
    GROUP BY blocked."check", blocked.kind, blocked.cause
),

files AS (
    SELECT url, MAX(entries + children) AS entries FROM sitemaps GROUP BY url
)

SELECT
    groups."check",
    run.severity,
    groupings.keeps_out,
    groups.kind,
    groups.cause_by,
    groups.cause,
    groups.findings,
    COALESCE(told.urls, groups.urls) AS urls,
    CASE WHEN told.urls > groups.findings THEN 'URL' ELSE first.unit END AS unit,
    told.urls AS urls_told,
    hosts.urls AS host_urls,
    hosts.clicks AS clicks_of_host,
    groups.folded,
    CASE
        WHEN groups.cause_by = 'sitemap' AND groupings.is_of_entries AND groups.has_places
            THEN files.entries
    END AS entries,
    groups.patterns,
    groups.pattern,
    COALESCE(told.example, first.url) AS url,
    CASE WHEN COALESCE(told.example = first.url, TRUE) THEN first.sitemap_url END AS sitemap_url,
    CASE WHEN COALESCE(told.example = first.url, TRUE) THEN first.line END AS line,
    first.related_url,
    first.observed,
    first.expected,
    first.fix,
    first.place,
    CASE
        WHEN told.correction IS NOT NULL THEN told.correction
        WHEN groups.findings > 1 THEN COALESCE(groups.added, groups.same_fix)
        ELSE groups.same_fix
    END AS step,
    groups.is_unnamed,
    groups.diagnosis_id,
    told.diagnosis,
    told.statement,
    told.certainty,
    told."where",
    likely.pages AS likely
FROM groups
INNER JOIN findings AS first ON groups.example = first.number
INNER JOIN check_runs AS run ON groups."check" = run."check"
LEFT JOIN groupings ON groups."check" = groupings."check"
LEFT JOIN files ON groups.cause = files.url
LEFT JOIN diagnoses AS told ON groups.diagnosis_id = told.diagnosis_id
LEFT JOIN (
    SELECT found."check", found.kind, found.cause, CAST(SUM(likely.pages) AS BIGINT) AS pages
    FROM (
        SELECT DISTINCT "check", kind, cause, pattern
        FROM findings
        WHERE cause_by IN ('pattern', 'rule') AND root_id IS NULL AND diagnosis_id IS NULL
    ) AS found
    INNER JOIN likely
        ON found."check" = likely."check"
        AND found.kind IS NOT DISTINCT FROM likely.kind
        AND found.pattern = likely.pattern
    GROUP BY found."check", found.kind, found.cause
) AS likely
    ON groups.diagnosis_id IS NULL
    AND groups.cause_by IN ('pattern', 'rule')
    AND groups.patterns = 1
    AND groups."check" = likely."check"
    AND groups.kind IS NOT DISTINCT FROM likely.kind
    AND groups.cause = likely.cause
LEFT JOIN hosts
    ON groups.diagnosis_id IS NULL
    AND groups."check" = hosts."check"
    AND groups.kind IS NOT DISTINCT FROM hosts.kind
    AND groups.cause = hosts.cause
"""


def find_causes(store: Store, checks: Sequence[Check]) -> None:
    """Set the pattern and cause of every finding, and make the table ``causes``.

    Columns that findings gain: ``unit``, what they affect; ``pattern`` of their URL, ``cause_by``
    (diagnosis | sitemap | pattern | rule | host | locales | urls | site) and ``cause``: what the
    diagnosis is of, the URL of a sitemap, a pattern, the kind of a redirect, an origin, 'de → fr',
    'the site'. What shares
    its pattern with no other finding of the check is put together as ``urls``. ``causes`` has a row
    for each cause of a check, with its first finding by file and line, and one for each diagnosis.
    ``urls``: what is affected, each once. ``host_urls``: of what keeps hosts out of the index,
    their listed URLs but those that the audit has found indexable. ``folded`` are
    the findings that are consequences of its own, directly or by another one, and in no cause
    themselves. ``step`` is the change to make where it is the same for all its findings.
    ``is_unnamed``: all its findings are in sitemaps that nothing names. Its ``entries`` are those
    of the sitemap, where the findings are of entries. ``likely``: the pages of the pattern, if only
    a sample of them was looked at and all of the sample have the fault.
    """
    find_diagnoses(store)
    find_roots(store, checks)
    choose_corrections(store)
    know_clicks(store)
    store.execute(_GROUPINGS)
    store.insert("groupings", [_grouping(check) for check in checks])
    with store.function("pattern_of", pattern):
        store.execute(_PATTERNS)
    store.execute(_LOCALES if store.columns("hreflang_pairs") else _NO_LOCALES)
    if not store.columns("unnamed_sitemaps"):
        store.execute("CREATE TABLE unnamed_sitemaps (url VARCHAR)")
    store.execute(_LISTED_BY_ORIGIN if store.columns("listed") else _NO_ORIGINS)
    where = _NOT_INDEXABLE if store.columns("indexability") else ""
    store.execute(_KEPT_OUT.format(where=where) if store.columns("listed") else _NONE_KEPT_OUT)
    store.execute(_UNLISTED if store.columns("listed") else _NONE_UNLISTED)
    made = ("pattern", "cause_by", "cause", "unit")
    columns = columns_but(store, "findings", made, "found")
    store.execute(_GROUPED.format(columns=columns))
    if store.columns("listed"):
        store.execute(_TEMPLATES)
        columns = columns_but(store, "grouped", ("cause",), "grouped")
        store.execute(_OF_TEMPLATES.format(columns=columns, template=template("grouped.pattern")))
    store.execute(_FINDINGS.format(columns=columns_but(store, "grouped", made, "grouped")))
    store.execute(_TOPS)
    while not store.value(_IS_AT_TOP):
        store.execute(_UP)
    extrapolate(store)
    store.execute(_CAUSES)
    order_causes(store)
    for table in (
        "tops",
        "groupings",
        "patterns",
        "locales",
        "known_clicks",
        "listed_by_origin",
        "kept_out",
        "unlisted",
        "grouped",
        "templates",
        "likely",
    ):
        store.execute(f"DROP TABLE IF EXISTS {table}")


def _grouping(check: Check) -> dict[str, Any]:
    is_of_entries = row_of(check.over) in _OF_ENTRIES
    return {
        "check": check.name,
        "way": _grouped_by(check),
        "is_of_entries": is_of_entries,
        "is_of_renders": check.subject == "rendering",
        "finds_unnamed": check.finds_unnamed,
        "keeps_out": check.keeps_out,
    }


def _grouped_by(check: Check) -> str:
    if "pages" not in check.needs:
        return "sitemap"
    if row_of(check.over) is RowOf.PAIR:
        return "locales"
    return "rule" if check.subject == "redirect" else "pattern"
