"""Explain findings of several checks by one statement: a template, a generator or a server.

A diagnosis is a query over ``findings`` and the views, with a row for each finding that it explains
(``sitemap_audit/diagnoses``). A finding keeps its row and gets the id of its diagnosis, and the
correction of the diagnosis where that replaces its own. Where two explain a finding, the one that
explains more findings does. What a statement counts is counted here, of the findings that it has at
last: none that is ignored, of a check that is not selected, or of another diagnosis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.diagnosisfile import load_diagnoses
from sitemap_audit.analysis.catalogue.findings import ABOUT, ADVICE, CHANGE_IN_WORDS
from sitemap_audit.analysis.sql_columns import quoted
from sitemap_audit.analysis.views import tables_in, view_queries
from sitemap_audit.items import TABLES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.analysis.catalogue.diagnosisfile import Diagnosis
    from sitemap_audit.storage import Store

_ADVICE = ", ".join(f'"{name}" {kind}' for name, kind in ADVICE.items())
_DIAGNOSED = f"""
CREATE OR REPLACE TABLE diagnosed (
    diagnosis VARCHAR, certainty VARCHAR, has_advice BOOLEAN, finding_id VARCHAR, subject VARCHAR,
    url VARCHAR, total BIGINT, statement VARCHAR, correction VARCHAR, "where" VARCHAR, {_ADVICE}
)
"""

_CHOSEN = f"""
CREATE OR REPLACE TABLE chosen_diagnoses AS
WITH sizes AS (
    SELECT diagnosis, subject, COUNT(*) AS findings
    FROM diagnosed
    GROUP BY diagnosis, subject
),

placed AS (
    SELECT
        diagnosed.finding_id,
        CONCAT('d', LEFT(
            MD5(CONCAT(diagnosed.diagnosis, CHR(10), diagnosed.subject)), 16
        )) AS diagnosis_id,
        diagnosed.diagnosis, diagnosed.certainty, diagnosed."where", diagnosed.subject,
        diagnosed.url, diagnosed.total, diagnosed.statement, diagnosed.correction,
        diagnosed.has_advice,
        {quoted(ADVICE, "diagnosed")},
        ROW_NUMBER() OVER (
            PARTITION BY diagnosed.finding_id
            ORDER BY sizes.findings DESC, diagnosed.diagnosis, diagnosed.subject,
                diagnosed.fix, diagnosed."to"
        ) AS choice
    FROM diagnosed
    INNER JOIN sizes
        ON diagnosed.diagnosis = sizes.diagnosis AND diagnosed.subject = sizes.subject
)

SELECT
    finding_id, diagnosis_id, diagnosis, certainty, "where", subject, url, total, statement,
    correction, has_advice, {quoted(ADVICE)}
FROM placed
WHERE choice = 1
"""

_COUNTED = """REPLACE(REPLACE(REPLACE({0},
    '{{URLs}}', CONCAT(FORMAT_NUMBER(urls, 0), CASE WHEN urls = 1 THEN ' URL' ELSE ' URLs' END)),
    '{{pages}}', CONCAT(FORMAT_NUMBER(urls, 0), CASE WHEN urls = 1 THEN ' page' ELSE ' pages' END)),
    '{{share}}', CASE
        WHEN urls < total
            THEN CONCAT(FORMAT_NUMBER(urls, 0), ' of ', FORMAT_NUMBER(total, 0))
        ELSE CONCAT('All ', FORMAT_NUMBER(urls, 0))
    END
)"""
_DIAGNOSES = f"""
CREATE OR REPLACE TABLE diagnoses AS
SELECT
    diagnosis_id, diagnosis, subject, {_COUNTED.format("statement")} AS statement, correction,
    certainty, "where", findings, urls, example
FROM (
    SELECT
        chosen.diagnosis_id,
        MIN(chosen.diagnosis) AS diagnosis,
        MIN(chosen.subject) AS subject,
        MIN(chosen.statement) AS statement,
        MIN(chosen.correction) AS correction,
        MIN(chosen.certainty) AS certainty,
        MIN(chosen."where") AS "where",
        MIN(chosen.total) AS total,
        COUNT(*) AS findings,
        COALESCE(
            NULLIF(COUNT(DISTINCT CASE
                WHEN NOT found.is_of_file THEN COALESCE(chosen.url, found.about)
            END), 0),
            MAX(chosen.total),
            COUNT(DISTINCT found.about)
        ) AS urls,
        MIN(chosen.url) AS example
    FROM chosen_diagnoses AS chosen
    INNER JOIN (
        SELECT finding_id, url IS NULL AS is_of_file, {ABOUT.format("findings")} AS about
        FROM findings
    ) AS found
        ON chosen.finding_id = found.finding_id
    GROUP BY chosen.diagnosis_id
) AS told
"""

_FINDINGS = f"""
CREATE OR REPLACE TABLE findings AS
SELECT
    {{others}}, diagnosis_id, {quoted(ADVICE)},
    CASE WHEN has_advice THEN {CHANGE_IN_WORDS} ELSE "change" END AS "change"
FROM (
    SELECT
        {{others_found}}, chosen.diagnosis_id, chosen.has_advice, found."change",
        {{advice}}
    FROM findings AS found
    LEFT JOIN chosen_diagnoses AS chosen ON found.finding_id = chosen.finding_id
) AS told
"""
_OWN_OR_CHOSEN = 'CASE WHEN chosen.has_advice THEN chosen."{0}" ELSE found."{0}" END AS "{0}"'


def views_of_diagnoses(checks: Iterable[Check]) -> set[str]:
    """Return the views and tables that diagnoses of the findings of checks read."""
    names = {check.name for check in checks}
    return {table for each in load_diagnoses() if names & {*each.explains} for table in _read(each)}


def find_diagnoses(store: Store) -> None:
    """Give each finding its ``diagnosis_id``, and make the table ``diagnoses``.

    A diagnosis is left out where a view that it reads has not been made.
    """
    store.execute(_DIAGNOSED)
    found = {name for (name,) in store.rows('SELECT DISTINCT "check" FROM findings')}
    for diagnosis in load_diagnoses():
        if found & {*diagnosis.explains} and all(map(store.columns, _read(diagnosis))):
            store.insert_query("diagnosed", _rows_of(store, diagnosis))
    store.execute(_CHOSEN)
    store.execute(_DIAGNOSES)
    made = ("diagnosis_id", "change", *ADVICE)
    others = [name for name in store.columns("findings") if name not in made]
    store.execute(
        _FINDINGS.format(
            others=quoted(others),
            others_found=quoted(others, "found"),
            advice=", ".join(map(_OWN_OR_CHOSEN.format, ADVICE)),
        )
    )
    for table in ("diagnosed", "chosen_diagnoses"):
        store.execute(f"DROP TABLE {table}")


def _read(diagnosis: Diagnosis) -> Collection[str]:
    """Return the tables and views that a diagnosis reads, but for the findings."""
    return tables_in(diagnosis.sql) & {*view_queries(), *TABLES}


def _rows_of(store: Store, diagnosis: Diagnosis) -> str:
    """Return the query of a diagnosis, with what its header says."""
    has_advice = any(name.strip('"') in ADVICE for name, _ in store.describe(diagnosis.sql))
    return f"""
        SELECT
            '{diagnosis.name}' AS diagnosis, '{diagnosis.certainty}' AS certainty,
            {str(has_advice).upper()} AS has_advice, made.*
        FROM (\n{diagnosis.sql}\n) AS made
    """
