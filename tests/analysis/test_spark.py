"""Views and checks stay in the SQL that DuckDB and Spark share.

sqlglot translates each; what it cannot translate, or what the two engines do differently, is
refused.
"""

from __future__ import annotations

import pytest
from sql_subset import faults

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.catalogue.diagnosisfile import load_diagnoses
from sitemap_audit.analysis.views import written_views

FEW_ROWS = {
    "hreflang_codes": {"a join without an equality"},
    "media_states": {"a join without an equality"},
}
"Views that compare languages, and hosts of media with audited sites."


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("SELECT LIST(url) AS urls FROM pages", "a list"),
        ("SELECT LIST_CONTAINS(urls, 'a') AS has FROM pages", "a list"),
        ("SELECT * FROM pages", "SELECT *"),
        ("SELECT url FROM pages QUALIFY ROW_NUMBER() OVER (PARTITION BY url) = 1", "QUALIFY"),
        ("SELECT SUM(1) OVER () AS n FROM pages", "a window without PARTITION BY"),
        ("WITH a AS MATERIALIZED (SELECT 1 AS b) SELECT b FROM a", "MATERIALIZED"),
        ("SELECT url FROM pages ORDER BY ALL", "BY ALL"),
        ("SELECT url FROM pages; DROP TABLE pages", "cannot be translated (Not one statement.)"),
        ("UPDATE pages SET url = ''", "cannot be translated (UPDATE is no statement for Spark.)"),
        ("DROP TABLE pages", "cannot be translated (DROP is no statement for Spark.)"),
        ("DELETE FROM pages", "cannot be translated (DELETE is no statement for Spark.)"),
        (
            "ALTER TABLE pages ADD COLUMN more BIGINT",
            "cannot be translated (ALTER is no statement for Spark.)",
        ),
        ("SELECT url FROM pages UNION ALL BY NAME SELECT url FROM entries", "BY NAME"),
        (
            "INSERT INTO pages SELECT url FROM entries",
            "cannot be translated (INSERT is no statement for Spark.)",
        ),
        ("SELECT url FROM pages ORDER BY rowid", "rowid"),
        (
            "SELECT a.id AS i FROM pages AS a LEFT JOIN pages AS b ON b.id > a.id",
            "a join without an equality",
        ),
        (
            "SELECT a.id AS i FROM pages AS a JOIN pages AS b ON b.id = b.url_key OR b.id = a.id",
            "a join without an equality",
        ),
        (
            "SELECT id FROM pages WHERE EXISTS (SELECT 1 FROM robots WHERE robots.id > pages.id)",
            "EXISTS without an equality",
        ),
    ],
)
def test_what_is_outside_of_the_subset_is_refused(query: str, fault: str) -> None:
    assert fault in set(faults(query))


def test_views_translate_to_spark() -> None:
    found = {name: {*faults(view.sql)} for name, view in written_views().items()}
    assert {name: each for name, each in found.items() if each} == FEW_ROWS


def test_checks_translate_to_spark() -> None:
    found = {check.name: {*faults(check.sql)} for check in load_checks()}
    assert {name: each for name, each in found.items() if each} == {}


def test_diagnoses_translate_to_spark() -> None:
    found = {diagnosis.name: {*faults(diagnosis.sql)} for diagnosis in load_diagnoses()}
    assert {name: each for name, each in found.items() if each} == {}


def test_the_conditions_of_checks_translate_to_spark() -> None:
    counted = {
        f"SELECT COUNT(*) FILTER (WHERE {check.unknown}) AS n FROM {check.over} WHERE {check.when}"
        for check in load_checks()
    }
    found = {query: {*faults(query)} for query in counted}
    assert {query: each for query, each in found.items() if each} == {}
