"""Plan the corrections of sitemaps: a table with one row for each change of an entry.

The change of each stored finding decides. Here only follows which entries it is of, which of
several entries of a URL stays, and what hreflang annotations become where a URL has another one.
Pages that no sitemap lists are added if a check reports them as missing and this audit saw them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis.catalogue.checkfile import Fix
from sitemap_audit.analysis.catalogue.findings import CHANGE, TOLD
from sitemap_audit.analysis.comparison.compared_tables import STATES, URL_STATES
from sitemap_audit.analysis.views import make_views, row_of
from sitemap_audit.items import RowOf, column_types
from sitemap_audit.parsing.urls import read_link
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage.duckdb import DuckDBStore

READ = ("entries", "entry_alternates", "pages", "page_alternates", "link_targets")
"Tables that are read where they are stored."
_FINDINGS: Mapping[str, type] = {
    **dict.fromkeys(("finding_id", "root_id", "check", *TOLD, *CHANGE), str),
    "line": int,
}
_RUNS: Mapping[str, type] = {"check": str, "unknown": int, "unknown_reasons": str}
_SITEMAPS: Mapping[str, type] = {"url": str, "status": int}
ENTRIES = (
    *("findings", "files", "once", "told"),
    *("spellings", "locs", "repeated", "kept"),
    "valued",
)
"Which findings are corrected; the entries that go or get another URL; their values."
LINKS = (
    *("links_told", "gone", "changed_links", "after"),
    *("adds", "pairs", "sets", "wanted", "places", "links"),
)
"hreflang annotations that change, and the sets that follow; those that are missing then."
MISSING = (
    *("candidates", "confirmed", "placed", "not_added"),
    *("annotated", "dated", "added"),
)
"Pages to add, and to which file; their annotations and dates."


class Edit(NamedTuple):
    """A change of an entry."""

    position: int
    line: int | None
    action: str
    """add, remove (the entry) | loc | lastmod | changefreq | priority | link (every such one) |
    link-again (all such ones but the first) | add-link"""
    old: str | None
    "What stands there, as written; of a link: the code, a space, the URL."
    new: str | None
    "What shall stand there; None: nothing. Of a link: the code, a space, the URL."
    check: str
    loc: str | None
    "The entry's <loc>, as stored."


class Missing(NamedTuple):
    """A page to add to a sitemap."""

    url: str
    check: str
    lastmod: str | None
    "As written on the page; None if it is not known, or the file has no lastmod."
    links: tuple[tuple[str, str], ...]
    "hreflang annotations: code and URL."


def make_plan(
    store: DuckDBStore,
    folder: Path,
    earlier: Path | None,
    checks: Sequence[Check],
    chosen: set[str],
    most_entries: int,
    *,
    adds_missing: bool,
) -> None:
    """Make ``fix_files``, one row for each sitemap, ``fix_edits``, ``fix_added``, ``fix_told``.

    Args:
        store: with the table ``sitemaps``.
        earlier: folder of the audit before, which confirms what was not found.
        checks: all checks.
        chosen: names of those to correct.
        most_entries: of a file: one that has as many gets pages last.
        adds_missing: whether to add pages that no sitemap lists.
    """
    _attach(store, folder, earlier)
    make_checks(store, checks, chosen)
    make_steps(store, (*ENTRIES, *LINKS))
    make_missing(store, most_entries, adds_missing=adds_missing)
    make_steps(store, ("located", "edits"))


def make_steps(
    store: DuckDBStore,
    names: Sequence[str],
    parameters: Mapping[str, Mapping[str, object]] | None = None,
) -> None:
    """Make the table ``fix_NAME`` of each step, in this order.

    Args:
        parameters: of those steps that have some.
    """
    with store.function("normal", _normal):
        for name in names:
            store.create(f"fix_{name}", step(f"fix/{name}"), (parameters or {}).get(name))


def make_checks(store: DuckDBStore, checks: Sequence[Check], chosen: set[str]) -> None:
    """Make ``fix_checks``."""
    store.execute(step("fix/checks"))
    rows = (
        {
            "name": check.name,
            "is_chosen": check.name in chosen,
            "way": check.fix,
            "adds": check.adds,
            "of_entry": check.over == "entries" and check.fix is not Fix.KEEP_ONE_IN_FILE,
            "of_pair": row_of(check.over) is RowOf.PAIR,
            "meant": check.explains_url,
        }
        for check in checks
    )
    store.insert("fix_checks", rows)


def make_missing(store: DuckDBStore, most_entries: int, *, adds_missing: bool) -> None:
    """Make ``fix_added`` and ``fix_not_added``."""
    placed, candidates = {"most_entries": most_entries}, {"adds_missing": adds_missing}
    make_steps(store, MISSING, {"placed": placed, "candidates": candidates})


def edits_of(store: DuckDBStore, sitemap_id: int, kind: str) -> Iterator[Edit]:
    """Iterate over the changes of a file's entries of a kind, in their order."""
    rows = store.stream(step("fixed_files/edits_of_file"), {"id": sitemap_id, "kind": kind})
    return (Edit(*row) for row in rows)


def missing_of(store: DuckDBStore, sitemap_id: int) -> Iterator[Missing]:
    """Iterate over the pages to add to a file, in URL order."""
    rows = store.stream(step("fixed_files/added_to_file"), {"id": sitemap_id})
    for url, check, lastmod, links in rows:
        pairs = (line.split(" ", 1) for line in (links or "").splitlines())
        yield Missing(url, check, lastmod, tuple((code, href) for code, href in pairs))


def _attach(store: DuckDBStore, folder: Path, earlier: Path | None) -> None:
    for table in READ:
        columns = {name: kind for name, (kind, _) in column_types(table).items()}
        store.drop(table)
        store.attach(table, table, folder.absolute(), columns)
    store.attach("fix_stored", "findings", folder.absolute(), _FINDINGS)
    store.attach("fix_runs", "check_runs", folder.absolute(), _RUNS)
    store.attach("fix_states", STATES, folder.absolute(), URL_STATES)
    before = earlier and earlier.absolute()
    store.attach("fix_earlier_states", STATES, before, URL_STATES)
    store.attach("fix_earlier_sitemaps", "sitemaps", before, _SITEMAPS)
    make_views(store, ["sitemap_purposes"])


def _normal(url: str) -> str:
    return read_link(url).url or url
