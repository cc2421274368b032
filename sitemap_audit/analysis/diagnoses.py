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
from sitemap_audit.analysis.catalogue.findings import CHANGE, tell_findings
from sitemap_audit.analysis.views import tables_in, view_queries
from sitemap_audit.items import TABLES
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.analysis.catalogue.diagnosisfile import Diagnosis
    from sitemap_audit.storage import Store


def views_of_diagnoses(checks: Iterable[Check]) -> set[str]:
    """Return the views and tables that diagnoses of the findings of checks read."""
    names = {check.name for check in checks}
    return {table for each in load_diagnoses() if names & {*each.explains} for table in _read(each)}


def find_diagnoses(store: Store) -> None:
    """Make the tables ``diagnoses``, ``chosen_diagnoses`` of the findings, and ``advised`` ones.

    A diagnosis is left out where a view that it reads has not been made.
    """
    store.execute(step("causes/no_diagnosed"))
    found = {name for (name,) in store.rows(step("causes/checks_with_findings"))}
    for diagnosis in load_diagnoses():
        if found & {*diagnosis.explains} and all(map(store.columns, _read(diagnosis))):
            columns = {name.strip('"') for name, _ in store.describe(diagnosis.sql)}
            header = {"diagnosis": diagnosis.name, "certainty": str(diagnosis.certainty)}
            has_advice = bool(columns & {"fix", *CHANGE})
            values = header | {"has_advice": has_advice}
            store.insert_query("diagnosed", diagnosis.sql, values=values)
    for table in ("chosen_diagnoses", "diagnoses"):
        store.create(table, step(f"causes/{table}"))
    store.create("told", step("causes/advised"))
    tell_findings(store, "advised")
    store.drop("diagnosed")


def _read(diagnosis: Diagnosis) -> Collection[str]:
    """Return the tables and views that a diagnosis reads, but for the findings."""
    return {*view_queries(), *TABLES} & tables_in(diagnosis.sql)
