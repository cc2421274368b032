"""Complete the rows of an example and load them into a store.

An example has only the columns that matter in it. The others are derived (keys, normal forms) or
get the default of a file or page without faults. A part adds the fetch that it belongs to: an entry
its sitemap, an annotation its page.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from graphlib import TopologicalSorter
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from rows import record_of

from checks.examples.fixture_defaults import (
    FILL,
    PAGE_PARTS,
    RENDER_PARTS,
    SITE,
    SITEMAP,
    SITEMAP_PARTS,
)
from checks.examples.imported_rows import MORE_COLUMNS, add_files
from checks.examples.manual import ExampleError
from checks.examples.responses import TABLES as RESPONSE_TABLES
from sitemap_audit.analysis.comparison.compared_tables import (
    COMPARED,
    FINDING_CHANGES,
    PREVIOUS_RUN,
    STATES,
    URL_STATES,
    attach_previous,
)
from sitemap_audit.analysis.computed.left_out import make_left_out
from sitemap_audit.analysis.runner import make_local_files, make_run, separate_url_lists
from sitemap_audit.analysis.views import make_view, tables_in, view_queries, view_uses, with_used
from sitemap_audit.items import TABLES, column_names, column_types
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.scope import Selection
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from checks.examples.fixture_defaults import Rows, Values
    from checks.examples.manual import Example
    from checks.examples.response_rows import ParsedResponse
    from checks.examples.responses import Response
    from sitemap_audit.storage import Store

NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
"""Default time of every fetch in an example."""

_RUN: Values = {
    "started_at": NOW,
    "finished_at": NOW,
    "reason": "finished",
    "complete": True,
    "limit_reached": False,
    "max_urls": None,
    "asks_pages": True,
    "token": "Googlebot",
    "crawl": False,
    "crawl_depth": None,
}
_KINDS: dict[str, dict[str, type]] = {
    "run": {
        "started_at": datetime,
        "finished_at": datetime,
        "reason": str,
        "complete": bool,
        "limit_reached": bool,
        "max_urls": int,
        "asks_pages": bool,
        "token": str,
        "crawl": bool,
        "crawl_depth": int,
    },
    "previous_run": {**PREVIOUS_RUN},
    "mapped_origins": {"previous_origin": str, "origin": str},
    "finding_changes": {**FINDING_CHANGES},
    "outlinks": {name: kind for name, (kind, _) in column_types("outlinks").items()}
    | {"url": str, "target": str},
    **{
        table: {name: kind for name, (kind, _) in column_types(table).items()} | more
        for table, more in MORE_COLUMNS.items()
    },
    STATES: {**URL_STATES},
    **{name: {**attached.columns} for name, attached in COMPARED.items()},
}


def make_store(example: Example) -> DuckDBStore:
    """Make a store with the rows of an example, without views.

    Raises:
        ExampleError: a table or column does not exist, or a value has the wrong type.
    """
    store = DuckDBStore(has_few_rows=True)
    attach_previous(store)
    for table, rows in whole_rows(example).items():
        _put(store, table, rows)
    return store


class ReusedStore:
    """One store for many examples, because making a store and its views is slow.

    Only views whose tables have changed are made again. An example of a change may give rows of the
    view ``url_states``, which is made of nearly all others.
    """

    def __init__(self) -> None:
        self.store = self.opened()
        make_left_out(self.store, Selection())
        separate_url_lists(self.store)
        make_local_files(self.store, None)
        self._rows: Rows = {}
        self._made: set[str] = set()
        self._empty: set[str] = set()
        "Of the views that are made, those without rows."

    def opened(self) -> Store:
        """Open the store, with tables of earlier audits."""
        store = DuckDBStore(has_few_rows=True)
        # Rows are few and views many: planning takes longest. Other tests run optimized plans.
        store.execute("PRAGMA disable_optimizer")
        attach_previous(store)
        return store

    def empty(self, table: str) -> None:
        """Delete the rows of a table."""
        self.store.execute(f"DELETE FROM {table}")

    def take(self, example: Example) -> Store:
        """Replace the previous example."""
        return self.take_rows(whole_rows(example))

    def take_rows(self, rows: Rows) -> Store:
        """Replace the rows of the previous example; those of ``run`` are among them."""
        before, self._rows = self._rows, rows
        tables = {*before, *self._rows}
        changed = {name for name in tables if before.get(name) != self._rows.get(name)}
        for table in changed - {STATES}:
            if table != "run":  # always made again
                self.empty(table)
            _put(self.store, table, self._rows.get(table, []))
        if STATES in changed:
            self._take_states()
        if "sitemaps" in changed:
            self.empty("url_lists")
            separate_url_lists(self.store)
            changed.add("url_lists")
        self._made -= {name for name, read in _tables_below().items() if read & changed}
        self._empty &= self._made
        return self.store

    def _take_states(self) -> None:
        """Make the view ``url_states`` of given rows, if any."""
        if STATES in self._rows:
            self.store.execute(
                f"CREATE OR REPLACE TABLE {STATES} AS SELECT * FROM previous_urls WHERE FALSE"
            )
            _put(self.store, STATES, self._rows[STATES])
        self._made -= {name for name in view_uses() if STATES in with_used([name], view_uses())}
        self._empty &= self._made

    def prepare(self, names: Iterable[str]) -> None:
        """Make missing views, and the views that they read."""
        given = {STATES} & self._rows.keys()
        uses = {**view_uses(), **dict.fromkeys(given, frozenset())}
        wanted = with_used(names, uses) - self._made - given
        empty = {name for name in (*TABLES, *COMPARED) if not self._rows.get(name)} | self._empty
        for name in TopologicalSorter(uses).static_order():
            if name in wanted:
                make_view(self.store, name, empty)
        self._made |= wanted
        self._empty = empty & self._made


@cache
def _tables_below() -> dict[str, set[str]]:
    """Return the stored tables that each view reads, directly or indirectly."""
    direct = {name: tables_in(query) for name, query in view_queries().items()}
    return {
        name: set().union(*(direct[each] for each in with_used([name], view_uses())))
        for name in direct
    }


def whole_rows(example: Example) -> Rows:
    """Return the completed rows of an example, by table, including ``run``.

    Raises:
        ExampleError: a table or column does not exist, or a value has the wrong type.
    """
    rows = {
        table: [_converted(table, row) for row in rows] for table, rows in example.given.items()
    }
    run = {**_RUN, **(rows.pop("run", None) or [{}])[0]}
    parts = _add_responses(rows, [_received(*each, run) for each in enumerate(example.responses)])
    _add_owners(rows)
    if COMPARED.keys() & rows.keys():
        rows.setdefault("previous_run", [{}])
        if not {"pages", "entries"} & rows.keys():
            rows.setdefault(STATES, [])
    for table in (name for name in FILL if name in rows):
        for number, row in enumerate(rows[table], start=1):
            FILL[table](row, number, rows)
            _fill_keys(table, row)
    whole = {table: [_whole(table, row) for row in rows[table]] for table in FILL if table in rows}
    for table, more in parts.items():
        whole[table] = [*whole.get(table, []), *more]
    return {"run": [run], **whole}


def _put(store: Store, table: str, rows: list[Values]) -> None:
    if table == "run":
        options = {name: rows[0].get(name) for name in ("max_urls", "crawl", "crawl_depth")}
        make_run(store, record_of({**rows[0], "options": options}))
    else:
        store.insert(table, rows)


def _received(number: int, response: Response, run: Values) -> ParsedResponse:
    from checks.examples.response_rows import (
        ParsedResponse,
    )  # imports the parsers; most examples give rows

    columns = _converted(RESPONSE_TABLES[response.kind], response.columns)
    return ParsedResponse(response, columns, number, run["token"])


def _add_responses(rows: Rows, responses: list[ParsedResponse]) -> Rows:
    """Add the rows of responses to ``rows``; return the rows of their parts."""
    parts: Rows = {}
    for response in responses:
        for table, read in response.rows().items():
            (rows if table == response.table else parts).setdefault(table, []).extend(read)
    for response in responses:
        for table, found in response.found(parts).items():
            parts.setdefault(table, []).extend(found)
    robots = {urls.origin(a.url): a for a in responses if a.table == "robots"}
    for table in ("sitemaps", "pages"):
        for row in rows.get(table, []):
            origin = urls.origin(row.get("url") or SITE)
            if origin in robots and "robots" not in row:
                _add_verdict(table, row, robots[origin])
    return parts


def _add_verdict(table: str, row: Values, response: ParsedResponse) -> None:
    decision = response.verdict(row.get("url") or f"{SITE}/")
    row["robots"] = decision.robots
    if table == "pages":
        row |= {"robots_rule": decision.rule, "robots_line": decision.line}


def _converted(table: str, row: dict[str, str | None]) -> Values:
    if table not in TABLES and table not in _KINDS:
        known = ", ".join([*TABLES, *_KINDS])
        raise ExampleError(
            f"An example gives rows for '{table}'; there is no such table ({known})."
        )
    kinds = _kinds(table)
    for column in row:
        if column not in kinds:
            raise ExampleError(
                f"An example gives '{table}' a column '{column}'; it has {', '.join(kinds)}."
            )
    return {column: _value(table, column, kinds[column], text) for column, text in row.items()}


def _kinds(table: str) -> dict[str, type]:
    """Return the type of each column of a table."""
    if table not in _KINDS:
        hints = get_type_hints(TABLES[table])
        _KINDS[table] = {name: _kind(hints[name]) for name in column_names(TABLES[table])}
    return _KINDS[table]


def _kind(hint: Any) -> type:
    kinds: tuple[type, ...] = get_args(hint) or (hint,)
    return next(kind for kind in kinds if kind is not NoneType)


def _value(table: str, column: str, kind: type, text: str | None) -> Any:
    if text is None:
        return None
    try:
        return _READ[kind](text)
    except (KeyError, ValueError):
        raise ExampleError(
            f"An example gives {table}.{column} the value '{text}', expected {_NAMES[kind]}."
        ) from None


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


_READ: dict[type, Callable[[str], Any]] = {
    str: str,
    int: int,
    float: float,
    bool: {"true": True, "false": False}.__getitem__,
    datetime: _moment,
}
_NAMES = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    datetime: "a moment such as 2026-01-15T12:00:00Z",
}


def _add_owners(rows: Rows) -> None:
    """Add the entries, sitemaps and pages that parts belong to and the example does not give."""
    for table in SITEMAP_PARTS:
        for part in rows.get(table, []):
            part.setdefault("sitemap_url", _only_sitemap(rows))
            part.setdefault("url", f"{SITE}/")
            _add_owner(rows, "entries", {"sitemap_url": part["sitemap_url"], "url": part["url"]})
    for table in ("entries", "sitemap_problems"):
        for part in rows.get(table, []):
            part.setdefault("sitemap_url", _only_sitemap(rows))
            _add_owner(rows, "sitemaps", {"url": part["sitemap_url"]})
    for owner, tables in (("renders", RENDER_PARTS), ("pages", (*PAGE_PARTS, "renders"))):
        for part in [part for table in tables for part in rows.get(table, [])]:
            part.setdefault("url", f"{SITE}/")
            _add_owner(rows, owner, {"url": part["url"]})
    add_files(rows)
    for line in rows.get("robots_lines", []):
        line.setdefault("origin", SITE)
        _add_owner(rows, "robots", {"origin": line["origin"]})


def _only_sitemap(rows: Rows) -> str:
    sitemaps = rows.get("sitemaps", [])
    return sitemaps[0].get("url", SITEMAP) if sitemaps else SITEMAP


def _add_owner(rows: Rows, table: str, owner: Values) -> None:
    if not any(_is_of(row, owner) for row in rows.setdefault(table, [])):
        rows[table].append(dict(owner))


def _is_of(row: Values, owner: Values) -> bool:
    defaults = {"url": row.get("loc", SITEMAP), "sitemap_url": SITEMAP, "origin": SITE}
    return all(row.get(column, defaults[column]) == value for column, value in owner.items())


def _fill_keys(table: str, row: Values) -> None:
    """Fill ``x_key`` and ``x_near_key`` beside every URL: ``x_url``, or else ``x``."""
    for column in _kinds(table):
        for ending, make in (("_near_key", urls.near_key), ("_key", urls.key)):
            if column.endswith(ending):
                name = column.removesuffix(ending)
                name = f"{name}_url" if f"{name}_url" in _kinds(table) else name
                row.setdefault(column, make(row[name]) if row.get(name) else None)


_EMPTY: dict[type, Any] = {str: "", int: 0, float: 0.0, bool: False, datetime: NOW}


def _whole(table: str, row: Values) -> Values:
    """Return the row with a value in every NOT NULL column."""
    missing = {name: empty for name, empty in _required(table).items() if row.get(name) is None}
    return row | missing


@cache
def _required(table: str) -> dict[str, Any]:
    """Return the NOT NULL columns of a table, each with an empty value."""
    stored = COMPARED[table].table if table in COMPARED else table
    if stored not in TABLES:
        return {}
    hints = get_type_hints(TABLES[stored])
    return {
        column: _EMPTY[hints[column]]
        for column in column_names(TABLES[stored])
        if get_origin(hints[column]) is not UnionType
    }
