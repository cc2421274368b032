"""An audit's findings and those of the previous one: what is new, back, resolved, not compared.

Two findings are the same if their ``finding_id`` is. One that only one of the audits has is told as
new or gone where the other audit ran the same check, read what the finding names, and found
nothing. Otherwise it is not compared: the other one did not fetch it, did not list it, or did not
check it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.catalogue.checkfile import PREVIOUS
from sitemap_audit.analysis.catalogue.renamed import CURRENT, make_renamed
from sitemap_audit.analysis.comparison.change_causes import EMPTY
from sitemap_audit.analysis.comparison.compared_tables import (
    EMPTY_FINDING_CHANGES,
    EMPTY_LASTMOD_TRUST,
    LASTMOD_TRUST,
)
from sitemap_audit.analysis.comparison.previous import is_same_link_crawl
from sitemap_audit.errors import UsageError
from sitemap_audit.storage.files import AuditFiles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.analysis.comparison.previous import Previous
    from sitemap_audit.storage import Store

LINKS = "outlinks"
"The table of checks that rest on a link crawl."
IMPORTS = frozenset({"imported_urls", "log_hits"})
"The tables of checks that rest on imports: samples and periods, which no two audits share."
CHANGE_TABLES = ("changes", "change_runs", "change_causes", "resolved_findings", LASTMOD_TRUST)
"Tables of changes, which are saved with the results."


def find_changes(
    store: Store,
    folder: Path,
    previous: Previous | None,
    checks: Sequence[Check],
    run: Mapping[str, Any],
) -> None:
    """Compare the stored findings of an audit with those of the previous one.

    Makes the tables ``finding_changes``: ``change`` (new | back | resolved), the finding, and
    ``is_known``, false if it is not compared; and ``resolved_findings``: the ``finding_id`` of what
    was resolved in this audit or an earlier one and is not back.

    Args:
        store: with the tables of the previous audit attached.
        folder: where the findings and runs of checks of this audit are stored.
        checks: those that it ran.
        run: its record; if it is not complete, no finding is known to be resolved.
    """
    store.execute(EMPTY_FINDING_CHANGES)
    if previous is not None:
        make_renamed(store, checks)
        for name, audit in (("now", folder), ("before", previous.folder)):
            _read_results(store, name, audit)
        _read_checks(store, checks, is_same_link_crawl=is_same_link_crawl(previous.record, run))
        _only_in(store, "now", "before", folder, previous.folder)
        store.execute(_ADD.format(change="new", is_known="is_known"))
        _only_in(store, "before", "now", previous.folder, folder)
        is_known = "is_known" if run["complete"] else "FALSE"
        store.execute(_ADD.format(change="resolved", is_known=is_known))
        store.execute(_BACK)
    store.execute(_RESOLVED)


def load_changes(store: Store) -> None:
    """Load the stored tables of changes; of an audit that has none, make them empty."""
    try:
        for table in CHANGE_TABLES:
            store.load(table)
    except UsageError:
        for statement in (*EMPTY, EMPTY_LASTMOD_TRUST):
            store.execute(statement)


def _read(store: Store, name: str, folder: Path, table: str, columns: str) -> None:
    """Make a view of a stored table, with columns given as in ``url VARCHAR, line BIGINT``.

    A column that was not stored is NULL.
    """
    store.execute(f"CREATE OR REPLACE TABLE {name}_kinds ({columns})")
    empty = f"SELECT * FROM {name}_kinds"
    stored = AuditFiles(folder).select(table)
    if stored is None:
        store.execute(f"CREATE OR REPLACE VIEW {name} AS {empty}")
        return
    names = ", ".join(column.split()[0] for column in columns.split(","))
    store.execute(
        f"CREATE OR REPLACE VIEW {name} AS SELECT {names} FROM ({empty} UNION ALL BY NAME {stored})"
    )


def _read_results(store: Store, name: str, folder: Path) -> None:
    """Make views of an audit's findings, ``all_…`` with the ignored ones, and its runs of checks.

    A finding that is ignored in one of two audits is neither new nor resolved.
    """
    found = """"check" VARCHAR, url VARCHAR, related_url VARCHAR, sitemap_url VARCHAR, line BIGINT,
        observed VARCHAR, finding_id VARCHAR"""
    _read(store, f"stored_found_{name}", folder, "findings", found)
    _read(store, f"stored_ignored_{name}", folder, "ignored_findings", found)
    ran = '"check" VARCHAR, severity VARCHAR, outcome VARCHAR, "unknown" BIGINT,'
    ran += " unknown_reasons VARCHAR, definition VARCHAR"
    _read(store, f"stored_ran_{name}", folder, "check_runs", ran)
    for view in (f"found_{name}", f"ignored_{name}", f"ran_{name}"):
        store.execute(
            f"CREATE OR REPLACE VIEW {view} AS"
            f" SELECT stored.* REPLACE ({CURRENT}) FROM stored_{view} AS stored"
        )
    store.execute(
        f"CREATE OR REPLACE VIEW all_{name} AS FROM found_{name} UNION ALL FROM ignored_{name}"
    )


def _read_checks(store: Store, checks: Sequence[Check], *, is_same_link_crawl: bool) -> None:
    """The tables ``rests``: on what a finding of each check rests; and ``worse_checks``.

    Args:
        is_same_link_crawl: whether both audits know the same links, as far as they can.
    """
    from sitemap_audit.analysis.comparison import definitions  # late: numpy comes with it

    store.execute(
        'CREATE OR REPLACE TABLE rests ("check" VARCHAR, on_named BOOLEAN, on_entry BOOLEAN,'
        " is_rendered BOOLEAN, is_medium BOOLEAN, on_pair BOOLEAN, on_previous BOOLEAN,"
        " is_same_scope BOOLEAN)"
    )
    rows = [
        {
            "check": check.name,
            "on_named": definitions.rests_on_named(check),
            "on_entry": check.over in definitions.ENTRIES and "pages" not in check.needs,
            "is_rendered": "renders" in check.needs,
            "is_medium": "media" in check.needs,
            "on_pair": definitions.rests_on_pair(check),
            "on_previous": PREVIOUS in check.needs,
            "is_same_scope": (is_same_link_crawl or LINKS not in check.needs)
            and IMPORTS.isdisjoint(check.needs),
        }
        for check in checks
    ]
    store.insert("rests", rows)
    store.execute('CREATE OR REPLACE TABLE worse_checks ("check" VARCHAR, worse VARCHAR)')
    worse = [{"check": check.name, "worse": name} for check in checks for name in check.worse]
    store.insert("worse_checks", worse)


def _only_in(store: Store, here: str, there: str, folder: Path, other: Path) -> None:
    """Make the table ``only_here``: faults that only one of two audits has told.

    Args:
        here: the audit that has them, and ``there`` the other: ``now`` or ``before``.
        folder: of the first; ``other`` of the second.
    """
    is_gone = there == "now"
    store.execute(_ONLY.format(here=here, there=there, identity=_IDENTITY, is_gone=is_gone))
    if not store.value("SELECT COUNT(*) FROM only_here WHERE is_same_check"):
        store.execute("ALTER TABLE only_here ADD COLUMN is_known BOOLEAN DEFAULT FALSE")
        return
    for side, audit in (("here", folder), ("there", other)):
        for table, columns in _TABLES.items():
            _read(store, f"{table}_{side}", audit, table, columns)
    removed = _REMOVED if is_gone else "FALSE"
    for statement in _JUDGE:
        store.execute(statement.format(removed=removed))


_TABLES = {
    "pages": "url VARCHAR, url_key BIGINT, redirect_key BIGINT, status BIGINT, error VARCHAR,"
    " challenge VARCHAR, robots VARCHAR, parsed BOOLEAN, content_type VARCHAR,"
    " cached_at TIMESTAMPTZ, fetched_at TIMESTAMPTZ",
    "sitemaps": "url VARCHAR, status BIGINT, error VARCHAR, complete BOOLEAN,"
    " fetched_at TIMESTAMPTZ",
    "robots": "url VARCHAR, status BIGINT, error VARCHAR",
    "entries": "url VARCHAR, sitemap_url VARCHAR",
    "renders": "url VARCHAR, problem VARCHAR",
}
_ADD = """
INSERT INTO finding_changes
SELECT
    '{change}', "check", severity, url, related_url, sitemap_url, line, observed, finding_id,
    {is_known}
FROM only_here"""
_BACK = """
UPDATE finding_changes SET change = 'back'
WHERE change = 'new' AND is_known AND finding_id IN (SELECT finding_id FROM previous_resolved)"""
_RESOLVED = """
CREATE OR REPLACE TABLE resolved_findings AS
SELECT finding_id FROM finding_changes
WHERE change = 'resolved' AND is_known AND finding_id IS NOT NULL
UNION
SELECT finding_id FROM previous_resolved
WHERE finding_id NOT IN (SELECT now.finding_id FROM findings AS now)"""
_IDENTITY = """CONCAT_WS(CHR(10), COALESCE(url, ''), COALESCE(related_url, ''),
    COALESCE(sitemap_url, ''),
    CASE WHEN url IS NULL OR sitemap_url IS NULL THEN CAST(line AS VARCHAR) END)"""
"As that of findings.IDENTITY, of a check; findings of earlier versions had none stored."
_ONLY = """
CREATE OR REPLACE TABLE only_here AS
SELECT DISTINCT ON ("check", subject)
    only_one."check", only_one.subject, found.url, found.related_url, found.sitemap_url,
    found.line, found.observed, found.finding_id, ran.severity,
    -- URLs of a trap were not checked; that of the finding is none.
    CASE WHEN REGEXP_MATCHES(other.unknown_reasons, '^url-trap [0-9]+$') THEN 0
        ELSE other."unknown"
    END AS unknown_there,
    COALESCE(
        ran.definition = other.definition AND other.outcome <> 'error' AND ran.outcome <> 'error'
        AND rests.is_same_scope
        -- It found what happened between two audits: the next one does not tell whether it lasts.
        AND NOT (
            COALESCE(rests.on_previous, FALSE)
            AND ({is_gone} OR other.outcome = 'not applicable')
        ),
        FALSE
    ) AS is_same_check,
    rests.on_named, rests.on_entry, rests.is_rendered, rests.is_medium
FROM (
    SELECT "check", {identity} AS subject FROM found_{here}
    EXCEPT
    SELECT "check", {identity} AS subject FROM all_{there}
) AS only_one
JOIN (SELECT *, {identity} AS subject FROM found_{here}) AS found USING ("check", subject)
JOIN ran_{here} AS ran USING ("check")
LEFT JOIN ran_{there} AS other USING ("check")
LEFT JOIN rests USING ("check")
-- The other audit told the same fault with another sitemap or another URL beside it, or as worse.
WHERE NOT EXISTS (
    SELECT 1 FROM all_{there} AS alike
    WHERE alike."check" = only_one."check" AND alike.url = found.url
        AND (alike.related_url = found.related_url OR NOT COALESCE(rests.on_pair, FALSE))
) AND NOT EXISTS (
    SELECT 1 FROM all_{there} AS alike JOIN worse_checks ON alike."check" = worse_checks.worse
    WHERE worse_checks."check" = only_one."check"
        AND COALESCE(alike.url, alike.sitemap_url) = COALESCE(found.url, found.sitemap_url)
)"""
_WELL = """error IS NULL AND status IS NOT NULL
    AND status NOT IN (401, 403, 406, 407, 408, 425, 429, 503)"""
"""The site itself responded; what a bot protection says is no fact about a page."""
_REMOVED = """was_listed AND sitemap_url IN (SELECT url FROM read_there)
    AND NOT is_listed"""
"""An entry that its sitemap, read to the end, does not list any more has no fault any more."""
_JUDGE = (
    # The URLs that are named, and where they lead to.
    """CREATE OR REPLACE TABLE named AS
    SELECT url FROM only_here WHERE url IS NOT NULL
    UNION SELECT related_url FROM only_here WHERE related_url IS NOT NULL""",
    f"""CREATE OR REPLACE TABLE responses AS
    SELECT url, url_key, redirect_key,
        cached_at IS NULL AND challenge IS NULL AND robots IS NOT NULL AND {_WELL}
        AND (parsed OR status NOT BETWEEN 200 AND 299
            OR COALESCE(content_type, '') NOT IN ('text/html', 'application/xhtml+xml'))
        AS is_well
    FROM pages_there
    WHERE url IN (SELECT url FROM named) OR redirect_key IS NOT NULL
        OR url_key IN (SELECT redirect_key FROM pages_there WHERE redirect_key IS NOT NULL)
    QUALIFY ROW_NUMBER() OVER (PARTITION BY url_key ORDER BY fetched_at DESC) = 1""",
    """CREATE OR REPLACE TABLE read_there AS
    WITH RECURSIVE trail AS (
        SELECT url AS start, url_key, redirect_key, is_well FROM responses
        WHERE url IN (SELECT url FROM named)
        UNION
        SELECT trail.start, next.url_key, next.redirect_key, next.is_well
        FROM trail JOIN responses AS next ON trail.redirect_key = next.url_key
    )
    SELECT start AS url FROM trail
    GROUP BY start
    HAVING BOOL_AND(COALESCE(is_well, FALSE)) AND COUNT(*) FILTER (WHERE redirect_key IS NULL) > 0
    UNION
    SELECT url FROM sitemaps_there
    GROUP BY url
    HAVING ARG_MAX(error IS NULL AND complete AND status BETWEEN 200 AND 299, fetched_at)
    UNION
    SELECT url FROM robots_there WHERE """
    + _WELL,
    """CREATE OR REPLACE TABLE only_here AS
    SELECT only_here.*,
        EXISTS (SELECT 1 FROM entries_here AS e
            WHERE e.url = only_here.url AND e.sitemap_url = only_here.sitemap_url) AS was_listed,
        EXISTS (SELECT 1 FROM entries_there AS e
            WHERE e.url = only_here.url AND e.sitemap_url = only_here.sitemap_url) AS is_listed,
        EXISTS (SELECT 1 FROM renders_there AS r
            WHERE r.url = only_here.url AND r.problem IS NULL) AS was_rendered,
        EXISTS (SELECT 1 FROM pages_here AS p
            WHERE p.url = only_here.url AND p.cached_at IS NOT NULL) AS is_cached,
        related_url IS NULL
            OR EXISTS (SELECT 1 FROM pages_here AS p WHERE p.url = only_here.related_url)
            OR EXISTS (SELECT 1 FROM sitemaps_here AS s WHERE s.url = only_here.related_url)
            OR EXISTS (SELECT 1 FROM robots_here AS r WHERE r.url = only_here.related_url)
            AS is_related_here
    FROM only_here""",
    """CREATE OR REPLACE TABLE only_here AS
    SELECT *,
        is_same_check AND NOT is_cached AND NOT COALESCE(is_medium, TRUE)
        AND (on_named OR unknown_there = 0)
        AND (
            ({removed})
            OR (
                (NOT is_rendered OR was_rendered)
                AND (url IS NOT NULL OR sitemap_url IS NOT NULL OR unknown_there = 0)
                AND (sitemap_url IS NULL OR sitemap_url IN (SELECT url FROM read_there))
                AND (NOT was_listed OR is_listed)
                AND (url IS NULL OR on_entry OR url IN (SELECT url FROM read_there))
                AND (related_url IS NULL OR related_url IN (SELECT url FROM read_there))
                -- Of a target that was not requested, another check tells once it is.
                AND is_related_here
            )
        ) AS is_known
    FROM only_here""",
)
