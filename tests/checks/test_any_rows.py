"""No view and no check ends in an error, whatever the tables hold.

The rows come from the examples of all checks, put together at random: cells are emptied or
exchanged for another value of their type, so that what is joined, cast and compared has each kind
of gap that an audit can have.
"""

from __future__ import annotations

import math
from collections import defaultdict
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.examples.all_checks import CHECKS, examples
from checks.examples.fixtures import whole_rows
from sitemap_audit.analysis.catalogue.checkfile import names_of_parameters
from sitemap_audit.analysis.comparison.compared_tables import COMPARED, attach_previous
from sitemap_audit.analysis.runner import make_run, prepare, run_checks
from sitemap_audit.items import TABLES, column_types
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sitemap_audit.analysis.catalogue.checkfile import Check

    Rows = Mapping[str, list[dict[str, Any]]]

ODD: dict[type, list[Any]] = {
    str: ["", " ", "x", "%", "%zz", "'", "0", "-1", "9" * 30, "NaN", "2026-13-45", "en", "EN_us",
          "https://", "https://example.com/", "HTTPS://EXAMPLE.COM/%c3%BC?b&a#c", "a" * 3000,
          "ü😀"],
    int: [0, 1, -1, 200, 404, 2**31, 2**40],  # lines, bytes, seconds
    float: [0.0, -1.0, 1e308, math.inf, math.nan],
    bool: [True, False],
    datetime: [
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(1970, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, 23, 59, tzinfo=UTC),
    ],
}  # fmt: skip
"Values that a column of the type may hold and no example has."


KINDS: dict[str, dict[str, type]] = {
    **{table: {name: kind for name, (kind, _) in column_types(table).items()} for table in TABLES},
    **{table: {**attached.columns} for table, attached in COMPARED.items()},
}
"The types of the columns of each table, those of the audit before as well."


UNIQUE = {
    "robots": ("id", "origin"),
    "sitemaps": ("id", "url_key"),
    "pages": ("id", "url_key"),
    "renders": ("id",),
    "redirect_loops": ("url_key",),
}
"By table: the columns of which a store has each value once."


@cache
def known() -> dict[str, list[dict[str, Any]]]:
    """The rows of each table in the examples of all checks, without what a row leaves out."""
    rows: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for example in chain.from_iterable(map(examples, CHECKS)):
        for table, some in whole_rows(example).items():
            rows[table] += some
    return rows


def any_rows(chance: Random) -> Rows:
    """Up to 24 rows of each table, up to eight cells of each exchanged."""
    return {table: one_a_key(table, list(any_rows_of(table, chance))) for table in KINDS}


def any_rows_of(table: str, chance: Random) -> Iterator[dict[str, Any]]:
    kinds = KINDS[table]
    rows = known()[table] or [empty(table)]
    for _ in range(chance.randrange(25)):
        columns = chance.sample(list(kinds), min(len(kinds), chance.randrange(9)))
        others = {column: chance.choice(rows).get(column) for column in columns}
        yield {
            **chance.choice(rows),
            **{
                name: chance.choice([None, other, *ODD[kinds[name]]])
                for name, other in others.items()
            },
        }


def one_a_key(table: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a store keeps: a robots.txt, a sitemap and a page count once."""
    for key in UNIQUE.get(table, ()):
        rows = list({row.get(key): row for row in rows}.values())
    return rows


def store_of(rows: Rows, run: Mapping[str, Any] | None = None) -> DuckDBStore:
    store = DuckDBStore(has_few_rows=True)
    attach_previous(store)
    for table, some in rows.items():
        store.insert(table, some)
    make_run(store, None)
    if run:
        store.execute("DELETE FROM run")
        store.insert("run", [run])
    return store


def errors(store: DuckDBStore) -> list[str]:
    """Make every view and run every query, those of checks that apply to no row as well."""
    prepare(store)
    run_checks(store, CHECKS)
    ended = store.rows('SELECT "check", looked_at, error FROM check_runs')
    not_run = {check for check, looked_at, _ in ended if not looked_at}
    for check in CHECKS:
        if check.name in not_run:
            store.rows(f"SELECT COUNT(*) FROM ({check.sql}\n) AS found", used(check))
    return [f"{check}: {error}" for check, _, error in ended if error]


def used(check: Check) -> dict[str, Any]:
    return {name: check.parameters[name] for name in names_of_parameters(check.sql)}


def empty(table: str) -> dict[str, Any]:
    return dict.fromkeys(KINDS[table])


def test_checks_are_silent_on_empty_tables() -> None:
    with store_of({}) as store:
        assert errors(store) == []
        ended = store.rows('SELECT DISTINCT outcome, found, looked_at, "unknown" FROM check_runs')
        assert ended == [("not applicable", 0, 0, 0)]


def test_tables_without_a_value() -> None:
    with store_of({table: [empty(table)] * 2 for table in KINDS}) as store:
        assert errors(store) == []


@pytest.mark.thorough
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_tables_of_random_rows(seed: int) -> None:
    chance = Random(seed)
    with store_of(any_rows(chance), known()["run"][0]) as store:
        store.insert("previous_run", known()["previous_run"][:1])
        assert errors(store) == []
