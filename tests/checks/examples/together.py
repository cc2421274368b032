"""Run checks on many examples in one store, each example on hosts of its own.

Planning the queries of all views and checks takes longer than running them: on the rows of a
thousand examples nearly as long as on those of one. ``example`` in a host becomes the number of
the example (``https://ex00012.com/``); a finding belongs to the example whose number is in it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from checks.examples.fixtures import ReusedStore, whole_rows
from checks.examples.manual import COLUMNS
from sitemap_audit.analysis.catalogue.checkfile import names_of_parameters
from sitemap_audit.analysis.comparison.compared_tables import STATES
from sitemap_audit.analysis.runner import run_checks, views_of
from sitemap_audit.analysis.views import tables_in
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from checks.examples.fixture_defaults import Rows
    from checks.examples.manual import Example, Row
    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.storage import Store

_IDS = 10_000
"IDs of an example begin at its number times this."
_NUMBER = re.compile(r"(?i)ex(\d{5})")
_FOUND = "SELECT {} FROM findings".format(", ".join(f'"{name}"' for name in ("check", *COLUMNS)))


class Run(NamedTuple):
    """What checks made of an example."""

    error: str | None
    looked_at: int
    unknown: int
    "Of the rows that its check looked at, those that could not be checked."
    found: list[Row]
    "Findings of its check."
    others: list[Row]
    "Findings of the other checks that were run."
    read: dict[str, list[Row]]
    "Rows of other queries, by their names."


_used_store = cache(ReusedStore)


def run_together(
    cases: Sequence[tuple[Check, Example]],
    also: Iterable[Check] = (),
    queries: Mapping[str, str] | None = None,
    *,
    reused: ReusedStore | None = None,
) -> list[Run]:
    """Run the check of each case on its example.

    Args:
        also: checks to run on every example.
        queries: what to read besides, by name.
        reused: the store.
    """
    groups: defaultdict[str, list[_Group]] = defaultdict(list)
    for number, (check, example) in enumerate(cases):
        rows = whole_rows(example)
        audit = (rows["run"], rows.get("previous_run"), STATES in rows, _are_all_read(rows))
        alike = groups[repr(audit)]
        if not any(group.take(number, check, example, rows) for group in alike):
            alike.append(_Group())
            alike[-1].take(number, check, example, rows)
    runs: dict[int, Run] = {}
    for group in chain.from_iterable(groups.values()):
        runs |= group.run(reused or _used_store(), list(also), queries or {})
    return [runs[number] for number in range(len(cases))]


def _are_all_read(rows: Rows) -> bool:
    """Whether every sitemap is read: else nothing is known to be missing from all of them."""
    sitemaps = rows.get("sitemaps", [])
    named = [row["url_key"] for row in rows.get("robots_lines", []) if row["field"] == "sitemap"]
    named += [row["url_key"] for row in rows.get("entries", []) if row["kind"] == "sitemap"]
    is_read = {row["url_key"] for row in sitemaps if row["complete"] and row["found_by"] != "list"}
    return {*named, *(row["url_key"] for row in sitemaps)} - {None} <= is_read


class _Group:
    """Examples that can be in one audit: the same run, and the same parameters of a check."""

    def __init__(self) -> None:
        self._checks: dict[int, Check] = {}
        self._rows: dict[int, Rows] = {}
        self._parameters: dict[str, dict[str, Any]] = {}
        self._keys: dict[int, int] = {}
        "The example of each key of a URL."

    def take(self, number: int, check: Check, example: Example, rows: Rows) -> bool:
        """Add an example if it sets its check's parameters as the others do."""
        own = parameters_of(check, example)
        if self._parameters.setdefault(check.name, own) != own:
            return False
        self._checks[number], self._rows[number] = check, rows
        return True

    def run(
        self, reused: ReusedStore, also: list[Check], queries: Mapping[str, str]
    ) -> dict[int, Run]:
        """Run the checks of the examples, and some more."""
        own = {check.name: check for check in self._checks.values()}
        checks = list({**{check.name: check for check in also}, **own}.values())
        store = reused.take_rows(self._joined())
        reused.prepare(views_of(checks) | tables_in(" ".join(queries.values())))
        run_checks(store, checks, dict(chain(*map(dict.items, self._parameters.values()))))
        errors = dict(store.rows('SELECT "check", error FROM check_runs'))
        found = self._by_example(store, _FOUND)
        read = {name: self._by_example(store, sql) for name, sql in queries.items()}
        looked_at = {name: self._looked_at(store, check) for name, check in own.items()}
        return {
            number: Run(
                errors[check.name],
                *looked_at[check.name].get(number, (0, 0)),
                [row for row in found[number] if row["check"] == check.name],
                [row for row in found[number] if row["check"] != check.name],
                {name: rows[number] for name, rows in read.items()},
            )
            for number, check in self._checks.items()
        }

    def _joined(self) -> Rows:
        """The rows of all examples; every column has a value in each row of a table."""
        joined: Rows = {}
        for number, rows in self._rows.items():
            keys = _moved_keys(rows, number)
            self._keys |= dict.fromkeys(keys.values(), number)
            for table, some in _moved(rows, number, keys).items():
                joined.setdefault(table, []).extend(some)
        for table in joined.keys() & {"run", "previous_run"}:
            joined[table] = joined[table][:1]
        for table, some in joined.items():
            columns = dict.fromkeys(chain(*some))
            joined[table] = [{**columns, **row} for row in some]
        return joined

    def _by_example(self, store: Store, sql: str) -> dict[int, list[Row]]:
        """The rows of a query, as texts with the hosts that the examples wrote."""
        rows: dict[int, list[Row]] = {number: [] for number in self._rows}
        names = [name.strip('"') for name, _ in store.describe(sql)]
        for values in store.rows(sql):
            texts = [None if value is None else str(value) for value in values]
            number = self._number(" ".join(filter(None, texts)))
            if number in rows:
                texts = [text and _back(text, number) for text in texts]
                rows[number].append(dict(zip(names, texts, strict=True)))
        return rows

    def _number(self, text: str, key: int | None = None) -> int | None:
        """The example that a row is of, by a host in it or else the key of a URL."""
        if len(self._rows) == 1:
            return next(iter(self._rows))
        found = _NUMBER.search(text)
        return int(found[1]) if found else self._keys.get(key or 0)

    def _looked_at(self, store: Store, check: Check) -> dict[int, tuple[int, int]]:
        """By example: rows that a check looked at, and those that could not be checked."""
        host = f"regexp_extract(CAST({check.over} AS VARCHAR), '{_NUMBER.pattern}')"
        host = host if len(self._rows) > 1 else "''"
        key = "url_key" if "url_key" in store.columns(check.over) else "NULL"
        sql = f"""
            SELECT {host}, CASE WHEN {host} = '' THEN {key} END,
                COUNT(*), COUNT(*) FILTER (WHERE {check.unknown})
            FROM {check.over} WHERE {check.when} GROUP BY 1, 2
        """
        names = names_of_parameters(f"{check.when} {check.unknown}")
        given = {
            name: self._parameters[check.name].get(f"{check.name}.{name}", check.parameters[name])
            for name in names
        }
        counted: dict[int, tuple[int, int]] = {}
        for text, url_key, looked_at, unknown in store.rows(sql, given):
            if (number := self._number(text, url_key)) is not None:
                before = counted.get(number, (0, 0))
                counted[number] = (before[0] + looked_at, before[1] + unknown)
        return counted


def parameters_of(check: Check, example: Example) -> dict[str, int | float | str | bool]:
    """The parameters that an example sets."""
    return {
        f"{check.name}.{name}": type(check.parameters[name])(text)
        for name, text in example.parameters.items()
        if text
    }


def _there(text: str, number: int) -> str:
    return re.sub("(?i)(ex)ample", lambda found: f"{found[1]}{number:05}", text)


def _back(text: str, number: int) -> str:
    def before(found: re.Match[str]) -> str:
        return f"{found[1]}{'AMPLE' if found[1].isupper() else 'ample'}"

    return re.sub(f"(?i)(ex){number:05}", before, text)


def _moved_keys(rows: Rows, number: int) -> dict[int, int]:
    """The keys of the URLs in rows, and what they are on other hosts."""
    values = chain.from_iterable(row.values() for some in rows.values() for row in some)
    texts = {value for value in values if isinstance(value, str)}
    return {
        make(text): make(_there(text, number))
        for text in texts
        for make in (urls.key, urls.near_key)
    }


def _moved(rows: Rows, number: int, keys: Mapping[int, int]) -> Rows:
    """Move the rows of an example to hosts, keys and IDs of its own."""

    def moved(column: str, value: Any) -> Any:
        if isinstance(value, str):
            return _there(value, number)
        if value is not None and column.endswith("_key"):
            return keys.get(value, value)
        if value is not None and (column == "id" or column.endswith("_id")):
            return value + number * _IDS
        return value

    return {
        table: [{name: moved(name, value) for name, value in row.items()} for row in some]
        for table, some in rows.items()
    }
