"""Inspect listed URLs with Google's URL Inspection, within its quota, and store the answers.

A property has 2,000 inspections a day and 600 a minute:
https://developers.google.com/webmaster-tools/limits
Where the quota is used up, Google returns 429 or 403 (quotaExceeded); a run ends there, and the
next one goes on with what was not inspected. A URL whose inspection failed is not checked.
"""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.resources import allowed
from sitemap_audit.plural import counted
from sitemap_audit.search_engines.inspection_choice import choose_urls, chosen_urls, make_candidates
from sitemap_audit.search_engines.kept_inspections import KeptInspections
from sitemap_audit.search_engines.storing import search_console, store_failure, storing
from sitemap_audit.search_engines.url_inspection import inspect
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.writer import SCHEMAS
from sitemap_audit.web_apis.json_api import ApiError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Future
    from datetime import datetime

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.items import InspectedUrl
    from sitemap_audit.options import Options
    from sitemap_audit.search_engines.inspection_choice import ChosenUrl
    from sitemap_audit.search_engines.properties import Property
    from sitemap_audit.search_engines.storing import Source
    from sitemap_audit.web_apis.json_api import Api

PER_MINUTE = 600
"Inspections of a property in a minute."
_AT_ONCE = 4
"Inspections at the same time: as many as the limit allows where each takes 0.4 seconds."
_SAVE_SECONDS = 2.0
"Seconds between two writes of the answers: a killed run loses no more."
_FAILURES = 10
"Failures in a row at which a run ends: the others would fail, too."
_ENDING = (Problem.QUOTA, Problem.SIGN_IN)
"Problems at which a run ends at once."
_TABLE = "inspected_urls"
_KEPT = "kept_inspections"
KIND = "inspection"
"In ``imported_files.kind``."
_QUOTA = "2,000 a day and 600 a minute for a property"


class Inspection(NamedTuple):
    """What to inspect, and for which audit."""

    place: AuditPlace
    options: Options
    api: Api
    "Of Endpoint.URL_INSPECTION."
    owned: Property
    per_minute: float = PER_MINUTE


class Inspected(NamedTuple):
    """What became of it, in sentences."""

    told: list[str]
    not_read: list[str]
    "What could not be inspected, and what to do."


def inspect_urls(inspection: Inspection) -> Inspected:
    """Inspect up to ``inspect`` URLs, and store the answers in the audit.

    Answers of the last ``inspect_days``, to this audit or another one of the site, are used again
    without a request. Older ones of this audit stay where none is newer. No error of the API is
    raised.

    Raises:
        UsageError: the tables of the audit cannot be read.
        OSError: the folder of the audit cannot be written.
    """
    place, options, _, owned, _ = inspection
    source, kept = search_console(owned.name), KeptInspections(place, owned.name)
    since = clock.now() - timedelta(days=options.inspect_days)
    with DuckDBStore(place.folder, memory=allowed(options.memory)) as store:
        store.create(_KEPT, step("inspect/of_audit"), {"file_id": source.file_id(KIND)})
        for table in kept.tables():
            store.append(_KEPT, table)
        make_candidates(store, owned)
        chosen = choose_urls(store, options.inspect, since, options.seed)
        run = _Run(inspection, kept)
        run.inspect(chosen_urls(store))
        store.append(_KEPT, run.answers())
        stored, older = _store(store, place, source, since, run)
    not_read = _not_inspected(owned, run, chosen, older)
    if not_read and not stored:
        store_failure(place.folder, source, KIND, " ".join(not_read))
    told = [f"{counted(len(run.answered), 'URL')} inspected"]
    if again := stored - older - len(run.answered):
        days = counted(options.inspect_days, "day")
        told.append(f"{counted(again, 'answer')} of the last {days} used again")
    if older:
        told.append(f"{counted(older, 'older answer')} of this audit kept")
    return Inspected([f"{source.name}: {'; '.join(told)}.", *kept.told], not_read)


def _store(
    store: DuckDBStore, place: AuditPlace, source: Source, since: datetime, run: _Run
) -> tuple[int, int]:
    """Store the latest answer of each listed URL in the audit.

    Returns:
        Their number, and of them that of answers from before ``since``.
    """
    limits = {"since": since, "file_id": source.file_id(KIND)}
    store.create("used_inspections", step("inspect/used_inspections"), limits)
    ((stored, recent, first, last),) = store.rows(step("inspect/inspected_days"), {"since": since})
    if stored:
        with storing(place.folder, source, KIND) as reading:
            reading.write(_TABLE, store.record_batches(step("inspect/stored_inspections")))
            reading.rows, reading.stored = stored + len(run.failed), stored
            reading.first_day, reading.last_day = first, last
            reading.finish()
    return stored, stored - recent


def _not_inspected(owned: Property, run: _Run, chosen: int, older: int) -> list[str]:
    """Say what was chosen and could not be inspected, why, and what to do.

    Args:
        older: number of answers of earlier readings that the audit keeps.
    """
    told, of = [], f"of {counted(chosen, 'URL')} of {owned.name}"
    if run.failed:
        first = run.failed[0]
        those = "Those of them without an older answer" if older else "They"
        why = f"Cannot inspect {len(run.failed):,} {of}: {first}. {those} are not checked."
        told.append(f"{why} {first.advice}".rstrip())
    if (error := run.ended_by) is not None:
        left = f"{chosen - len(run.answered) - len(run.failed):,} {of}"
        if error.problem is Problem.QUOTA:
            why = f"Cannot inspect {left}: the quota is used up ({_QUOTA}). Try again tomorrow."
        elif error.problem is Problem.SIGN_IN:
            why = f"Cannot inspect {left}: {error}. {error.advice}".rstrip()
        else:
            why = f"Did not inspect {left}, after {_FAILURES} failures in a row."
        told.append(f"{why} The next audit with --inspect goes on there.")
    return told


class _Run:
    """Inspects URLs in order, as many at the same time as the limit of a minute allows."""

    def __init__(self, inspection: Inspection, kept: KeptInspections) -> None:
        self._inspection, self._kept = inspection, kept
        self.answered: list[InspectedUrl] = []
        self.failed: list[ApiError] = []
        "An error for each URL whose inspection failed."
        self.ended_by: ApiError | None = None
        "Why it ended before all URLs were inspected."
        self._in_row = 0
        "Failures since the last answer."
        self._next_at = self._saved_at = time.monotonic()

    def inspect(self, urls: Iterable[ChosenUrl]) -> None:
        """Inspect URLs until all are, the quota is used up, or many fail."""
        running: set[Future[InspectedUrl]] = set()
        try:
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                for url in urls:
                    running = self._take(running, _AT_ONCE - 1)
                    if self.ended_by is not None:
                        break
                    self._wait_for_turn()
                    running.add(pool.submit(self._inspect, url))
                self._take(running, 0)
        finally:
            self._kept.write(self.answers())

    def answers(self) -> pa.Table:
        """Return the answers as rows of ``inspected_urls``."""
        return pa.Table.from_pylist([asdict(each) for each in self.answered], SCHEMAS[_TABLE])

    def _inspect(self, url: ChosenUrl) -> InspectedUrl:
        name = self._inspection.owned.name
        return inspect(self._inspection.api, name, url.url, url.requested)

    def _wait_for_turn(self) -> None:
        """Wait until the limit of a minute allows the next request."""
        time.sleep(max(0.0, self._next_at - time.monotonic()))
        self._next_at = max(self._next_at, time.monotonic()) + 60 / self._inspection.per_minute

    def _take(self, running: set[Future[InspectedUrl]], most: int) -> set[Future[InspectedUrl]]:
        """Take results until ``most`` inspections at most are running; return these."""
        while len(running) > most:
            done, running = wait(running, _SAVE_SECONDS, FIRST_COMPLETED)
            for future in done:
                self._take_one(future)
            if time.monotonic() - self._saved_at >= _SAVE_SECONDS:
                self._kept.write(self.answers())
                self._saved_at = time.monotonic()
        return running

    def _take_one(self, future: Future[InspectedUrl]) -> None:
        try:
            self.answered.append(future.result())
        except ApiError as error:
            self._in_row += error.problem is not Problem.REFUSED  # that is of the URL alone
            if error.problem in _ENDING:
                self.ended_by = self.ended_by or error
                return
            self.failed.append(error)
            if self._in_row >= _FAILURES:
                self.ended_by = self.ended_by or error
        else:
            self._in_row = 0
