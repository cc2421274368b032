"""Each diagnosis explains what its examples say, and nothing else."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from checks.examples.fixtures import ReusedStore, whole_rows
from checks.examples.manual import Example, read_examples

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.catalogue.diagnosisfile import Diagnosis, load_diagnoses
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.diagnoses import views_of_diagnoses
from sitemap_audit.analysis.runner import run_checks, views_of

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

CHECKS = {check.name: check for check in load_checks()}
COLUMNS = ("subject", "statement", "correction", "where", "findings", "urls")
EXAMPLES = [
    (diagnosis, example)
    for diagnosis in load_diagnoses()
    for example in read_examples(diagnosis.example, COLUMNS)
]
used_store = cache(ReusedStore)


def diagnosed(diagnosis: Diagnosis, example: Example, ignored: str = "FALSE") -> Store:
    """What the checks that a diagnosis explains find in an example, with causes.

    Args:
        ignored: SQL for the findings that are ignored.
    """
    checks = [CHECKS[name] for name in diagnosis.explains]
    store = used_store().take_rows(whole_rows(example))
    used_store().prepare(views_of(checks) | views_of_diagnoses(checks) | views_of_causes())
    run_checks(store, checks)
    store.execute(f"DELETE FROM findings WHERE {ignored}")
    find_causes(store, checks)
    return store


@pytest.mark.parametrize(
    ("diagnosis", "example"),
    EXAMPLES,
    ids=[f"{diagnosis.name}: {example.title}" for diagnosis, example in EXAMPLES],
)
def test_its_examples_find_what_they_say(diagnosis: Diagnosis, example: Example) -> None:
    store = diagnosed(diagnosis, example)
    names = ", ".join(f'"{name}"' for name in example.columns)
    sql = f"SELECT {names} FROM diagnoses WHERE diagnosis = $name"
    told = [[*map(text, row)] for row in store.rows(sql, {"name": diagnosis.name})]
    assert sorted(told) == sorted([row[name] for name in example.columns] for row in example.finds)
    of_others = """
        SELECT found."check" FROM findings AS found
        INNER JOIN diagnoses ON found.diagnosis_id = diagnoses.diagnosis_id
        WHERE diagnoses.diagnosis = $name
    """
    explained = {name for (name,) in store.rows(of_others, {"name": diagnosis.name})}
    assert explained <= {*diagnosis.explains}


@pytest.mark.parametrize(
    ("title", "ignored", "statement"),
    [
        (
            "The homepage is the canonical of all pages",
            "url LIKE '%/1'",
            "2 of 3 pages of https://example.com have the same canonical https://example.com/",
        ),
        (
            "A parameter is added",
            "url NOT LIKE '%/a'",
            "The canonical adds ?utm_source= on 1 page of https://example.com",
        ),
        (
            "A parameter is added",
            "url IS NOT NULL",
            "The canonical adds ?utm_source= on 3 pages of https://example.com",
        ),
    ],
)
def test_a_statement_counts_what_is_not_ignored(title: str, ignored: str, statement: str) -> None:
    (case,) = (case for case in EXAMPLES if case[1].title == title)
    store = diagnosed(*case, ignored)
    assert [told for (told,) in store.rows("SELECT statement FROM diagnoses")] == [statement]


def text(value: object) -> str | None:
    return None if value is None else str(value)
