"""Define the columns, order and identity of findings."""

from __future__ import annotations

from sitemap_audit.analysis.sql_columns import origin_of
from sitemap_audit.severity import Severity

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

ADVICE = {"fix": "VARCHAR", **CHANGE}
"""What to do, in words and for programs."""

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

QUERIED = {**TOLD, **CHANGE}
"The columns that a check's query may give, with their types."
_ORDER = (
    *("check", "url", "sitemap_url", "line", "related_url"),
    *("observed", "expected", "fix", "kind", *CHANGE),
)

_QUERIED = ", ".join(f'"{name}" {kind}' for name, kind in QUERIED.items())
CREATE = f'("check" VARCHAR, {_QUERIED})'
"""The name of a check, and the columns that its query may give, as CREATE TABLE takes them."""

ORDER = ", ".join(f'"{name}" NULLS FIRST' for name in _ORDER)
"""The same findings come in the same order, whatever found them first."""

_ID = "CONCAT('f', LEFT(MD5({}), 16))"
"A letter and digits: a spreadsheet reads 16 digits, or 1e18194864116128, as a number."
IDENTITY = _ID.format("""CONCAT(
    "check", CHR(10), COALESCE(url, ''), CHR(10), COALESCE(related_url, ''), CHR(10),
    COALESCE(sitemap_url, ''), CHR(10),
    CASE
        WHEN line IS NOT NULL AND (url IS NULL OR sitemap_url IS NULL)
            THEN CAST(line AS VARCHAR)
        ELSE ''
    END
)""")
"""The identity of a finding, as SQL: f and 16 hexadecimal digits, of its check and its subject.

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
    for name in QUERIED
)


def _on_one_line(text: str) -> str:
    r"""Return SQL for a text with its line breaks as ``\n`` and ``\r``; Spark reads '\n' as one."""
    for number, letter in ((10, "n"), (13, "r")):
        text = f"REPLACE({text}, CHR({number}), CONCAT(CHR(92), '{letter}'))"
    return text


CHANGE_IN_WORDS = _on_one_line(SENTENCE)
"""The same on one line, as the findings have it."""

_SHOWN = ", ".join(
    f'{_on_one_line(name)} AS "{name}"' if name in ("observed", "expected", "fix") else f'"{name}"'
    for name in QUERIED
)

STORED = f"""
SELECT "check", {_SHOWN}, {IDENTITY} AS finding_id, {CHANGE_IN_WORDS} AS "change"
FROM (SELECT "check", {_STORED} FROM found) AS told
"""
"""The findings, from those found: a change that does not say where is none."""

COLUMNS = f'"check" VARCHAR, {_QUERIED}, finding_id VARCHAR, "change" VARCHAR, number BIGINT'
"""The columns of the table of findings, as CREATE TABLE takes them; ``number`` is their order."""

_RANKS = " ".join(f"WHEN '{each}' THEN {each.rank}" for each in Severity)
RANK = f"CASE {{0}} {_RANKS} END"
"""The rank of a severity, as SQL, where it is not that of a check in ``check_runs``."""

ABOUT = "COALESCE({0}.url, {0}.sitemap_url, {0}.related_url, '')"
"""What a finding or a change is about, as SQL: the page, or else the file; '' of the site."""

AFFECTED = f"CASE {{0}}.unit WHEN 'host' THEN {origin_of(ABOUT)} ELSE {ABOUT} END"
"""What it affects and is counted by, as SQL of a row with its ``unit``: that, or its host."""

UNIT = """CASE
    WHEN {1}.unit IS NOT NULL THEN {1}.unit
    WHEN {0}.url IS NULL AND {0}.sitemap_url IS NOT NULL THEN 'sitemap'
    WHEN {0}.url LIKE '%/robots.txt' THEN 'robots.txt file'
    ELSE 'URL'
END"""
"""What that is: URL | host | sitemap | robots.txt file, as SQL, of the row ``{0}`` of a check that
has the row ``{1}`` of ``check_runs``.

The tables of findings and changes have it as ``unit``: all reports count by it."""


def told_apart(table: str, *, has_lists: bool) -> str:
    """Return the statement that gives findings with all keys in common their own identities.

    Such are two hreflang codes for one URL: the first one keeps its identity, the second one gets a
    number. The texts of findings in a URL list are corrected, too.

    Args:
        table: with the findings as :data:`STORED`, and their ``number``.
        has_lists: whether there is the table ``url_lists``.
    """
    fix, joined = "found.fix", ""
    if has_lists:
        fix = """CASE
            WHEN lists.url IS NOT NULL
                THEN REPLACE(found.fix, 'from the sitemap', 'from the list')
            ELSE found.fix
        END"""
        joined = " LEFT JOIN (SELECT DISTINCT url FROM url_lists) AS lists"
        joined += " ON found.sitemap_url = lists.url"
    told = {name: f'found."{name}"' for name in QUERIED} | {"fix": fix}
    other = _ID.format("CONCAT(found.finding_id, CHR(10), CAST(places.place AS VARCHAR))")
    columns = ", ".join(f'{value} AS "{name}"' for name, value in told.items())
    return f"""
        CREATE OR REPLACE TABLE {table} AS
        WITH alike AS (
            SELECT finding_id FROM {table} GROUP BY finding_id HAVING COUNT(*) > 1
        ),

        places AS (
            SELECT
                twin.number,
                ROW_NUMBER() OVER (PARTITION BY twin.finding_id ORDER BY twin.number) AS place
            FROM {table} AS twin
            INNER JOIN alike ON twin.finding_id = alike.finding_id
        )

        SELECT
            found."check", {columns},
            CASE
                WHEN places.place > 1
                    THEN {other}
                ELSE found.finding_id
            END AS finding_id,
            found."change", found.number
        FROM {table} AS found
        LEFT JOIN places ON found.number = places.number
        {joined}
    """
