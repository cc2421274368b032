"""Define the columns, order and identity of findings."""

from __future__ import annotations

TOLD = {
    "url": "VARCHAR",
    "sitemap_url": "VARCHAR",
    "related_url": "VARCHAR",
    "line": "BIGINT",
    "observed": "VARCHAR",
    "expected": "VARCHAR",
    "fix": "VARCHAR",
    "kind": "VARCHAR",
}
"""What people are told of a finding."""

CHANGE = {
    "change_url": "VARCHAR",
    "action": "VARCHAR",
    "place": "VARCHAR",
    "from": "VARCHAR",
    "to": "VARCHAR",
}
"""What to change, for programs: in the page, sitemap or robots.txt ``change_url`` an ACTION at a
PLACE in it. ``from`` is what stands there, as written; ``to`` is what shall stand there. All are
NULL where a row does not say which file or page to change, or how."""

ACTIONS = ("add", "remove", "replace", "move")
"""``add`` and ``replace`` need ``to``. ``move`` needs ``from``: it goes to the place. ``remove``
takes one away, the last where ``from`` stands there several times; without ``from`` it takes away
what stands in the line, or, where the finding names no URL, all of the kind in the file."""

PLACES = {
    "loc": "loc",
    "lastmod": "lastmod",
    "changefreq": "changefreq",
    "priority": "priority",
    "hints": "changefreq and priority",
    "hreflang": "hreflang annotation",
    "hreflang-url": "hreflang URL",
    "hreflang-code": "hreflang code",
    "canonical": "canonical",
    "amphtml": "amphtml link",
    "alternate": "alternate link",
    "lang": "html lang",
    "robots": "robots directive",
    "meta": "meta element",
    "head": "element in the head",
    "body": "element in the body",
    "link": "link to",
    "image": "image",
    "video": "video",
    "news": "news",
    "namespace": "namespace",
    "xml": "XML",
    "encoding": "encoding",
    "header": "response header",
    "redirect": "redirect target",
    "status": "status code",
    "sitemap": "Sitemap line",
    "rule": "line",
}
"""The places, by name, each with its word in a sentence.

In a sitemap: ``loc`` (``remove`` is the whole entry), ``lastmod``, ``changefreq``, ``priority``,
both of these (``hints``), the elements ``image``, ``video`` and ``news`` of an entry (``element:
text``), a ``namespace``, any other ``xml`` (an element by its tag), the ``encoding``. In a page or
a sitemap: ``hreflang``, a whole annotation (its code, a space, its URL); ``hreflang-url``, the URL
of every annotation that names it; ``hreflang-code``, the code of every annotation that has it. In a
page: ``canonical``, ``lang`` (of <html>), ``robots`` (a directive of the meta robots or the
X-Robots-Tag), ``meta``, ``head`` and ``body`` (an element as written), ``link`` (the URL of every
``<a href>`` to it). Of a URL's response:
``header`` (``Name: value``), ``redirect`` (the Location), ``status``. In a robots.txt: ``sitemap``
(the URL of a Sitemap line) and ``rule`` (any other line, of a text sitemap too).
"""

_COLUMNS = {"check": "VARCHAR", **TOLD, **CHANGE}
_ORDER = (
    *("check", "url", "sitemap_url", "line", "related_url"),
    *("observed", "expected", "fix", "kind", *CHANGE),
)

_COLUMN_LIST = ", ".join(f'"{name}" {kind}' for name, kind in _COLUMNS.items())
CREATE = f"({_COLUMN_LIST}, original_name VARCHAR)"
"""The columns that a query may give, and the names of its check, as CREATE TABLE takes them."""

ORDER = ", ".join(f'"{name}" NULLS FIRST' for name in _ORDER)
"""The same findings come in the same order, whatever found them first."""

IDENTITY = """LEFT(MD5(CONCAT(
    original_name, CHR(10), COALESCE(url, ''), CHR(10), COALESCE(related_url, ''), CHR(10),
    COALESCE(sitemap_url, ''), CHR(10),
    CASE
        WHEN line IS NOT NULL AND (url IS NULL OR sitemap_url IS NULL)
            THEN CAST(line AS VARCHAR)
        ELSE ''
    END
)), 16)"""
"""The identity of a finding, as SQL: 16 hexadecimal digits of its check and its subject's keys.

Of the check, the name that it had first: a finding stays the same one when its check is renamed.

The line is a key only where it is the subject: in a robots.txt, or in a sitemap where no entry's
URL is named. An entry stays the same one where lines are added above it.
"""

_WORDS = " ".join(f"WHEN '{place}' THEN '{word}'" for place, word in PLACES.items())
_IS_EVERY = """action = 'remove' AND "from" IS NULL AND url IS NULL AND place <> 'loc'"""
_WHERE = f"""CONCAT(
    'In ', change_url,
    CASE
        WHEN {_IS_EVERY} THEN ''
        WHEN change_url = COALESCE(sitemap_url, url) AND line IS NOT NULL
            THEN CONCAT(', line ', CAST(line AS VARCHAR))
        ELSE ''
    END
)"""
_WHAT = f"CASE place {_WORDS} ELSE place END"

SENTENCE = f"""CASE
    WHEN change_url IS NULL THEN NULL
    WHEN action = 'replace' AND COALESCE("from", '') = ''
        THEN CONCAT({_WHERE}, ': set ', {_WHAT}, ' to ', "to")
    WHEN action = 'replace'
        THEN CONCAT({_WHERE}, ': replace ', {_WHAT}, ' ', "from", ' with ', "to")
    WHEN action = 'add' THEN CONCAT({_WHERE}, ': add ', {_WHAT}, ' ', "to")
    WHEN action = 'move' THEN CONCAT({_WHERE}, ': move ', "from", ' into the ', place)
    WHEN action = 'remove' AND place = 'loc'
        THEN CONCAT({_WHERE}, ': remove the entry', COALESCE(' ' || "from", ''))
    WHEN {_IS_EVERY} THEN CONCAT({_WHERE}, ': remove every ', {_WHAT})
    WHEN action = 'remove' THEN CONCAT({_WHERE}, ': remove ', {_WHAT}, COALESCE(' ' || "from", ''))
END"""
"""The structured change as a sentence, as SQL; NULL where there is none."""

_STORED = ", ".join(
    f'CASE WHEN change_url IS NOT NULL THEN "{name}" END AS "{name}"'
    if name in CHANGE and name != "change_url"
    else f'"{name}"'
    for name in _COLUMNS
)

STORED = f"""SELECT * EXCLUDE (original_name), {IDENTITY} AS finding_id, {SENTENCE} AS "change"
FROM (SELECT {_STORED}, original_name FROM found) AS told ORDER BY {ORDER}"""
"""The table of findings, from those found: a change that does not say where is none."""

NUMBERED = f"""UPDATE {{findings}}
SET finding_id = LEFT(MD5(CONCAT(finding_id, CHR(10), alike.number)), 16)
FROM (
    SELECT rowid AS id, ROW_NUMBER() OVER (PARTITION BY finding_id ORDER BY {ORDER}) AS number
    FROM {{findings}}
    WHERE finding_id IN (SELECT finding_id FROM {{findings}} GROUP BY 1 HAVING COUNT(*) > 1)
) AS alike
WHERE {{findings}}.rowid = alike.id AND alike.number > 1"""
"""What tells findings apart that have all keys in common, such as two hreflang codes for one URL:
the first one keeps its identity, the second one gets a number."""

COLUMNS = f'{_COLUMN_LIST}, finding_id VARCHAR, "change" VARCHAR'
"""The columns of the table of findings, as CREATE TABLE takes them."""

AFFECTED = "COALESCE(url, sitemap_url, related_url, '')"
"""The URL that a finding affects, as SQL: the page, or else the file."""

COMPLETED = (
    *(
        f'ALTER TABLE findings ADD COLUMN IF NOT EXISTS "{name}" VARCHAR'
        for name in (*CHANGE, "change")
    ),
    "ALTER TABLE findings ADD COLUMN IF NOT EXISTS root_id VARCHAR",
    "ALTER TABLE causes ADD COLUMN IF NOT EXISTS is_unnamed BOOLEAN",
    "ALTER TABLE causes ADD COLUMN IF NOT EXISTS folded BIGINT DEFAULT 0",
    "ALTER TABLE causes ADD COLUMN IF NOT EXISTS urls BIGINT",
    "ALTER TABLE causes ALTER COLUMN urls TYPE BIGINT",  # sums were stored as DOUBLE
    "ALTER TABLE causes ALTER COLUMN folded TYPE BIGINT",
    "ALTER TABLE causes ADD COLUMN IF NOT EXISTS place VARCHAR",
    "ALTER TABLE causes ADD COLUMN IF NOT EXISTS step VARCHAR",
    f"""UPDATE causes
    SET urls = (
        SELECT COUNT(DISTINCT {AFFECTED})
        FROM findings AS found
        WHERE found."check" = causes."check" AND found.kind IS NOT DISTINCT FROM causes.kind
            AND found.cause_by = causes.cause_by AND found.cause = causes.cause
    )
    WHERE urls IS NULL""",
)
"""What gives findings that an earlier version has stored the columns that came later."""

OF_UNNAMED = """sitemap_url IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed)
AND "check" NOT IN ('sitemap/undeclared', 'robots/no-sitemap-line')"""
"""Of findings: those in a sitemap that nothing names, but for the ones that say just this."""

NOTED = f"""UPDATE findings
SET observed = CONCAT_WS('; ', observed, 'in a sitemap that no robots.txt, index or page names')
WHERE {OF_UNNAMED}"""
"""What says it in the texts of such findings."""

IN_LISTS = """UPDATE {findings}
SET fix = REPLACE(fix, 'from the sitemap', 'from the list')
WHERE sitemap_url IN (SELECT lists.url FROM url_lists AS lists)"""
"""What corrects the fix of findings in a list of URLs that was passed instead of a sitemap."""
