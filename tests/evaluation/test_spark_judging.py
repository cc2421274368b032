"""Checks of a stored audit have on Spark the rows that they have on DuckDB."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.selection import choose
from sitemap_audit.evaluation.stores import open_store
from sitemap_audit.options import Options
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import RESULTS

if TYPE_CHECKING:
    from pathlib import Path

SELECT = ("status/not-found", "redirect/listed-url-redirects", "hreflang/missing-self")
"Some checks: each statement takes Spark a tenth of a second, and test_judging.py runs all."

NOT_COMPARED = {"number", "seconds"}
"Spark counts rows from 0, DuckDB from 1; and how long a check took."

Tables = dict[str, list[str]]


@pytest.fixture(scope="module")
def judged(faulty: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Tables, Tables]:
    """What DuckDB and Spark find in an audit and store, the causes included."""
    folder = tmp_path_factory.mktemp("judged") / "audit"
    shutil.copytree(faulty, folder)
    return results(folder, None), results(folder, "local[2]")


def results(folder: Path, cluster: str | None) -> Tables:
    """Judge an audit, and read the tables of results that were stored."""
    checks = choose(Options(select=SELECT))
    with open_store(folder, None, cluster) as store:
        prepare(store, checks)
        run_checks(store, checks)
        find_causes(store, checks)
        for table in RESULTS:
            store.save(table)
    with DuckDBStore(folder, tables=()) as stored:
        for table in RESULTS:
            stored.load(table)
        return {name: rows(stored, name) for name in RESULTS}


def rows(store: DuckDBStore, table: str) -> list[str]:
    """The rows of a table, those with numbers in the order of them, the others in any."""
    names = [name for name in store.columns(table) if name not in NOT_COMPARED]
    columns = ", ".join(f'"{name}"' for name in names)
    if "number" in store.columns(table):
        return [str(row) for row in store.rows(f"SELECT {columns} FROM {table} ORDER BY number")]
    return sorted(str(row) for row in store.rows(f"SELECT {columns} FROM {table}"))


@pytest.mark.parametrize("table", RESULTS)
def test_every_row_is_the_same(judged: tuple[Tables, Tables], table: str) -> None:
    duckdb, spark = (tables[table] for tables in judged)
    assert spark == duckdb != []


def test_each_check_finds_something(judged: tuple[Tables, Tables]) -> None:
    found = "".join(judged[1]["findings"])
    assert [name for name in SELECT if name not in found] == []
