"""Rewrite the sitemaps of an audit one after the other, and write changes.csv."""

from __future__ import annotations

import csv
import difflib
import io
from collections import Counter, defaultdict
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.actions.checks import corrected_as
from sitemap_audit.actions.left_findings import REASONS, account, remarks
from sitemap_audit.actions.plan import edits_of, missing_of
from sitemap_audit.actions.rewriting import Children, form_of, rewrite
from sitemap_audit.actions.sitemap_files import (
    Folder,
    Limits,
    SitemapWriter,
    Source,
    created,
    part_url,
)
from sitemap_audit.analysis.catalogue.checkfile import Fix
from sitemap_audit.items import SitemapKind
from sitemap_audit.masking import without_userinfo
from sitemap_audit.plural import counted
from sitemap_audit.report.escaping import begins_like_formula, for_screen
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from sitemap_audit.actions.plan import Edit
    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.storage.duckdb import DuckDBStore

CHANGES = "changes.csv"
_COLUMNS = ("sitemap_url", "line", "entry", "done", "from", "to", "check", "reason")
_INDEX = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n'
    b'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
)
_DONE = {
    "add": ("", "entry added"),
    "remove": ("entry removed", "entry removed"),
    "loc": ("loc removed", "loc replaced"),
    "lastmod": ("lastmod removed", "lastmod replaced"),
    "changefreq": ("changefreq removed", "changefreq replaced"),
    "priority": ("priority removed", "priority replaced"),
    "link": ("hreflang removed", "hreflang replaced"),
    "link-again": ("hreflang removed", ""),
    "add-link": ("", "hreflang added"),
    "escape": ("unescaped & replaced", "unescaped & replaced"),
    "split": ("", "split"),
}
"By action: what was done without and with a new value."
_RENAMED = "file renamed"
_LEFT = "left"
"What is done about a finding that is not corrected."


class Fixing(NamedTuple):
    """What to do."""

    place: AuditPlace
    "The audit."
    output: Path | None = None
    only: str | None = None
    "Names of checks, separated by commas; None for all."
    is_forced: bool = False
    is_dry: bool = False
    "Print the differences, and write nothing."
    adds_missing: bool = False
    "Add pages that no sitemap lists."
    limits: Limits = Limits()


class Fixer:
    """Rewrites the sitemaps of an audit one after the other."""

    def __init__(
        self,
        wanted: Fixing,
        store: DuckDBStore,
        output: Path | None,
        show: Callable[[str], None],
    ) -> None:
        self._wanted, self._store = wanted, store
        self._output, self._show = output, show
        self._folder = Folder(output, {CHANGES})
        self._children = Children({}, set())
        self._done: Counter[str] = Counter()
        self._source: Source | None = None
        self._changed: set[str] = set()
        "URLs of files."
        self._whole: set[str] = set()
        "URLs of files that were escaped or split."
        self._failed: list[int] = []
        "IDs of files that cannot be changed."
        self._undone: list[tuple[int, int]] = []
        "Files and positions of entries that are not as the audit has stored them."
        self._pending: dict[int, set[Edit]] = defaultdict(set)
        "Changes of the current file that are not made yet, by position."
        self._csv: Any = None
        self._known = {url for (url,) in store.rows(step("fixed_files/known_urls"))}
        self._listed = {url for (url,) in store.rows(step("fixed_files/listed_sitemaps"))}
        self._added: dict[int, int] = dict(store.rows(step("fixed_files/added_by_file")))
        "Number of pages that are added, by file."
        self._faults = {*store.rows(step("fixed_files/faults"))}
        "URLs of files that are to be escaped or split, with which of it."

    def run(self) -> None:
        """Rewrite all, those that list others last."""
        rows = self._store.rows(step("fixed_files/files"))
        with ExitStack() as stack:
            path = self._output and self._output / CHANGES
            file = stack.enter_context(created(path, is_gzip=False))
            text = io.TextIOWrapper(file, "utf-8", "backslashreplace", newline="")
            self._csv = csv.writer(stack.enter_context(text))
            self._csv.writerow(_COLUMNS)
            for row in rows:
                self._fix(Source(*row))
            self._report_renamed()
            account(self._store, self._failed, self._undone, self._whole)
            self._report_left()
        self._summarize(len(rows))

    def _fix(self, source: Source) -> None:
        self._source = source
        is_index = source.kind == SitemapKind.INDEX
        edits = edits_of(self._store, source.id, "sitemap" if is_index else "url")
        first = next(edits, None)
        added = self._added.get(source.id, 0)
        is_malformed = (source.url, Fix.ESCAPE) in self._faults
        may_split = not is_index and (
            added > 0
            or (source.url, Fix.SPLIT_URLS) in self._faults
            or (source.url, Fix.SPLIT_BYTES) in self._faults
        )
        is_affected = source.children > 0 and bool(self._children)
        if first is None and not (may_split or is_malformed or is_affected):
            self._copy(source)
            return
        folder = self._wanted.place.folder
        limits = self._wanted.limits if may_split else None
        form = form_of(source, folder, may_escape=is_malformed)
        if form.why_not:
            self._show(f"{source.url} stays as it is: {form.why_not}.")
            self._failed.append(source.id)
            self._copy(source)
            return
        if form.is_escaped:
            self._whole.add(source.url)
            check = corrected_as(Fix.ESCAPE)
            self._note(None, source.url, "escape", "&", "&amp;", check)
        writer = SitemapWriter(self._folder, source, limits, self._mark(source))
        all_edits = self._expected(edits if first is None else chain([first], edits))
        missing = missing_of(self._store, source.id)
        parts = rewrite(
            *(source, folder, form, all_edits, writer, self._report, self._children, missing)
        )
        self._undone += [(source.id, position) for position, left in self._pending.items() if left]
        if len(parts) > 1:
            self._index(source, parts, source.entries + added)
        elif not is_index and source.entries and not writer.entries:
            self._emptied(source)

    def _expected(self, edits: Iterator[Edit]) -> Iterator[Edit]:
        self._pending.clear()
        for edit in edits:
            self._pending[edit.position].add(edit)
            yield edit

    def _mark(self, source: Source) -> str:
        """Return what stands before the number of a part, so that no other sitemap has its URL."""
        mark = "-"
        most = 2 + source.entries // max(1, self._wanted.limits.entries)
        while any(
            part_url(source.url, number, mark) in self._known for number in range(1, most + 100)
        ):
            mark = f"-part{mark}"
        return mark

    def _copy(self, source: Source) -> None:
        with self._folder.created(source.url, is_gzip=source.is_gzip) as file:
            for chunk in source.body(self._wanted.place.folder):
                file.write(chunk)

    def _index(self, source: Source, parts: list[str], entries: int) -> None:
        """Have the parts of a sitemap listed: in its index, or in one that takes its place."""
        self._whole.add(source.url)
        has_many = entries > self._wanted.limits.entries
        check = corrected_as(Fix.SPLIT_URLS if has_many else Fix.SPLIT_BYTES)
        for part in parts:
            self._note(None, source.url, "split", source.url, part, check)
        if source.url in self._listed:
            self._children.parts[source.url] = parts
            return
        with self._folder.created(source.url, is_gzip=source.is_gzip) as file:
            file.write(_INDEX)
            for part in parts:
                loc = part.replace("&", "&amp;")
                file.write(f"\n<sitemap><loc>{loc}</loc></sitemap>".encode())
            file.write(b"\n</sitemapindex>\n")

    def _emptied(self, source: Source) -> None:
        """Leave out a file without entries that an index lists: it will not be listed there."""
        if source.url in self._listed:
            self._children.emptied.add(source.url)
            self._folder.remove(source.url)
            self._show(f"{source.url} has no entry left: it is removed from its index.")
        else:
            self._show(f"{source.url} has no entry left.")

    def _report(self, before: bytes, after: bytes, done: Sequence[Edit]) -> None:
        """Write the changes of an entry to changes.csv, and show them if nothing is written."""
        for edit in done:
            self._note(edit.line, edit.loc, edit.action, edit.old, edit.new, edit.check)
            left = self._pending.pop(edit.position, set()) - {edit}
            if left and edit.action != "remove":
                self._pending[edit.position] = left
        if self._wanted.is_dry:
            checks = ", ".join(dict.fromkeys(edit.check for edit in done))
            line = f"line {done[0].line}" if done[0].line else "entry"
            line = "new entry" if done[0].action == "add" else line
            self._show(f"@@ {line}: {checks} @@")
            for text in _differences(before, after):
                self._show(text)

    def _report_renamed(self) -> None:
        """Write the files that could not get the name in their URL to changes.csv."""
        renamed = [*self._folder.renamed()]
        for url, expected, place in renamed:
            self._write_row(url, None, None, _RENAMED, expected, place, None)
        if renamed:
            number = len(renamed)
            what = "1 file does" if number == 1 else f"{number:,} files do"
            self._show(
                f"{what} not have the path of the URL, which is too long, taken or not allowed as a"
                f" file name: {renamed[0].place}{', …' if number > 1 else ''}. {CHANGES} has each"
                " with its URL."
            )

    def _note(
        self,
        line: int | None,
        loc: str | None,
        action: str,
        old: str | None,
        new: str | None,
        check: str,
    ) -> None:
        assert self._source is not None
        if self._source.url not in self._changed:
            self._changed.add(self._source.url)
            if self._wanted.is_dry:
                self._show(f"--- {self._source.url}\n+++ {self._folder.place(self._source.url)}")
        what = _DONE[action][new is not None]
        self._done[what] += 1
        old = None if action == "remove" else old
        self._write_row(self._source.url, line, loc and loc.strip(), what, old, new, check)

    def _report_left(self) -> None:
        """Write the findings that are not corrected to changes.csv."""
        for place, line, url, *told, reason in self._store.stream(step("fixed_files/left")):
            self._write_row(place, line, url, _LEFT, *told, REASONS[reason])

    def _write_row(self, *values: object) -> None:
        cells = [_cell(value) for value in values]
        self._csv.writerow(cells + [None] * (len(_COLUMNS) - len(cells)))

    def _summarize(self, files: int) -> None:
        done = ", ".join(f"{what}: {count:,}" for what, count in sorted(self._done.items()))
        changed = f"{counted(files, 'file')}, {len(self._changed):,} changed"
        self._show(f"{changed}; {done}." if done else f"{changed}.")
        for line in remarks(self._store, adds_missing=self._wanted.adds_missing):
            self._show(line)


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    text = without_userinfo(value)
    return f"'{text}" if begins_like_formula(text) else text


def _differences(before: bytes, after: bytes) -> Iterator[str]:
    old, new = ([*data.decode("utf-8", "replace").splitlines()] for data in (before, after))
    lines = difflib.unified_diff(old, new, n=len(old) + len(new), lineterm="")
    for number, line in enumerate(lines):
        if number > 2:  # after the header
            yield for_screen(without_userinfo(line, is_url=True))
