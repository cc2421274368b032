"""What every check must pass, for nothing: its examples, its fit to the schema, its form."""

from __future__ import annotations

import csv
import re
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from checks.examples.fixtures import ReusedStore
from checks.examples.manual import COLUMNS, Example, Row, read_examples
from sitemap_audit.analysis.catalogue.catalogue import Check, load_checks
from sitemap_audit.analysis.readmes import of_checks, of_views
from sitemap_audit.analysis.runner import prepare, run_checks, views_of
from sitemap_audit.items import TABLES
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_audit.storage import Store

CHECKS = load_checks()
CASES = Path(__file__).parent / "cases"
"""More cases of a check than its manual has room for, in the same form.

A case's ``finds:`` may leave columns out; those that it names must be as it says.
"""


def examples(check: Check) -> tuple[Example, ...]:
    """Those of the check's manual, then those of its file of cases."""
    file = CASES / f"{check.name}.md"
    more = read_examples(file.read_text(encoding="utf-8")) if file.exists() else ()
    return (*of_manual(check), *more)


def of_manual(check: Check) -> tuple[Example, ...]:
    return _read(check.example)


_read = cache(read_examples)


WITHOUT_CASES = {"rendering"}
"""Subjects whose checks have examples alone: they are tried on real pages in tests/rendering."""

PAIRS = [(check, example) for check in CHECKS for example in examples(check)]
every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)


@pytest.fixture(scope="module")
def empty_runs(request: pytest.FixtureRequest) -> dict[str, tuple[Any, ...]]:
    """Of each check that is tested: its outcome on empty tables, rows looked at, unknown, error."""
    asked = {
        item.callspec.id
        for item in request.session.items
        if isinstance(item, pytest.Function) and "empty_runs" in item.fixturenames
    }
    checks = [check for check in CHECKS if check.name in asked]
    with DuckDBStore() as store:
        prepare(store, checks)
        run_checks(store, checks)
        assert findings(store) == []
        runs = store.rows('SELECT "check", outcome, looked_at, "unknown", error FROM check_runs')
    return {run[0]: run[1:] for run in runs}


def findings(store: Store) -> list[Row]:
    columns = ", ".join(f'"{column}"' for column in COLUMNS)
    rows = store.rows(f"SELECT {columns} FROM findings")
    texts = [[None if value is None else str(value) for value in row] for row in rows]
    return [dict(zip(COLUMNS, row, strict=True)) for row in texts]


def in_order(rows: list[Row], columns: tuple[str, ...]) -> list[list[str | None]]:
    """The rows' values in some columns, in the order of these."""
    values = [[row[column] for column in columns] for row in rows]
    return sorted(values, key=lambda row: [value or "" for value in row])


class Run(NamedTuple):
    """What a check made of an example."""

    outcome: str
    looked_at: int
    unknown: int
    error: str | None
    findings: list[Row]


used_store = cache(ReusedStore)
"""One store for all examples, one after the other."""


@cache
def run_example(number: int) -> Run:
    """Run the check of ``PAIRS[number]``, once however many tests ask."""
    return run_on(used_store(), *PAIRS[number])


def run_on(reused: ReusedStore, check: Check, example: Example) -> Run:
    """Run a check on an example."""
    store = reused.take(example)
    reused.prepare(views_of([check]))
    run_checks(store, [check], parameters_of(check, example))
    ((outcome, looked_at, unknown, error),) = store.rows(
        'SELECT outcome, looked_at, "unknown", error FROM check_runs'
    )
    return Run(outcome, looked_at, unknown, error, findings(store))


@pytest.mark.parametrize(
    "number", range(len(PAIRS)), ids=[f"{check.name}: {example.title}" for check, example in PAIRS]
)
def test_an_example_finds_what_it_says(number: int) -> None:
    check, example = PAIRS[number]
    run = run_example(number)
    assert run.error is None
    columns = COLUMNS if example in of_manual(check) else example.columns
    assert in_order(run.findings, columns) == in_order(example.finds, columns)
    assert (run.outcome == "failed") == bool(example.finds)
    assert run.looked_at > 0 or not example.finds, "it found something where it looked at nothing"


def parameters_of(check: Check, example: Example) -> dict[str, int | float | str | bool]:
    """The parameters that an example sets."""
    return {
        f"{check.name}.{name}": type(check.parameters[name])(text)
        for name, text in example.parameters.items()
        if text
    }


@every_check
def test_one_example_at_least_finds_something(check: Check) -> None:
    assert any(example.finds for example in of_manual(check))


@pytest.mark.parametrize(
    "check", [c for c in CHECKS if c.subject not in WITHOUT_CASES], ids=lambda check: check.name
)
def test_two_examples_fail_and_one_leaves_something_sound_alone(check: Check) -> None:
    own = [number for number, (owner, _) in enumerate(PAIRS) if owner is check]
    assert sum(bool(PAIRS[number][1].finds) for number in own) >= 2
    runs = map(run_example, own)
    assert any(run.looked_at - run.unknown > len(run.findings) for run in runs)


def test_every_file_of_cases_is_a_checks() -> None:
    files_of_cases = {str(path.relative_to(CASES)) for path in CASES.rglob("*.*")}
    assert files_of_cases <= {f"{check.name}.md" for check in CHECKS}


@every_check
def test_it_fits_the_schema_and_is_silent_on_empty_tables(
    check: Check, empty_runs: dict[str, tuple[Any, ...]]
) -> None:
    assert empty_runs[check.name] == ("not applicable", 0, 0, None)


@every_check
def test_it_names_the_stored_tables_that_it_reads(check: Check) -> None:
    code = without_text(f"{check.sql} {check.over} {check.when} {check.unknown}")
    read = set(re.findall(r"(?i)\b(?:from|join)\s+([a-z_]+)", code)) & set(TABLES)
    assert read <= set(check.needs)


def without_text(sql: str) -> str:
    return re.sub(r"'[^']*'|--[^\n]*", "''", sql)


@every_check
def test_its_manual_is_complete_and_wrapped(check: Check) -> None:
    for section in (check.what_it_finds, check.why_it_matters, check.how_to_fix_it):
        assert section[0].isupper() or not section[0].isalpha()
        assert section[-1] in ".:`|)"
    assert not check.title.endswith(".")


@pytest.mark.parametrize(
    ("folder", "write"), [("checks", lambda: of_checks(CHECKS)), ("views", of_views)]
)
def test_the_readme_is_up_to_date(folder: str, write: Callable[[], str]) -> None:
    written = files("sitemap_audit").joinpath(folder, "README.md").read_text(encoding="utf-8")
    assert written == write(), "python -m sitemap_audit.analysis.readmes writes it anew"


def test_no_name_or_alias_is_used_twice() -> None:
    words = list(chain.from_iterable({check.name, *check.aliases} for check in CHECKS))
    assert sorted(words) == sorted(set(words))


def test_the_names_in_other_tools_are_those_of_parity_csv() -> None:
    by_alias = {word: check.name for check in CHECKS for word in (check.name, *check.aliases)}
    with Path(__file__).with_name("parity.csv").open(encoding="utf-8", newline="") as file:
        expected = {
            (by_alias[alias], row["product"], row["issue"])
            for row in csv.DictReader(file)
            for alias in row["aliases"].split()
        }
    assert expected == {
        (check.name, tool, issue)
        for check in CHECKS
        for tool, issues in check.known_as.items()
        for issue in issues
    }


def test_the_cause_is_a_clause_of_a_page_an_entry_or_a_file_or_of_a_host() -> None:
    for check in CHECKS:
        verb = check.cause.partition(" ")[0]
        assert "{host}" in check.cause or re.fullmatch(r"cannot|is|[a-z]+[^s]s", verb), check.name
        fields = set(re.findall(r"{(\w+)}", check.cause))
        assert fields <= {"host", "locales", "back"}, check.name
        assert bool(fields & {"locales", "back"}) == (check.over == "hreflang_pairs"), check.name
