"""Read what search engines say of an audited site, after its crawl."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.site import site_of
from sitemap_audit.machine.clock import clock
from sitemap_audit.run_record import ImportedFile
from sitemap_audit.search_engines import inspecting, performance, submitted
from sitemap_audit.search_engines.properties import read_property
from sitemap_audit.search_engines.search_console import MOST_DAYS, SearchConsole, period
from sitemap_audit.search_engines.storing import search_console, store_failure
from sitemap_audit.steps import step
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_credentials import google_api
from sitemap_audit.web_apis.google_errors import READ
from sitemap_audit.web_apis.json_api import ApiError, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.search_engines.properties import Property
    from sitemap_audit.search_engines.storing import Source

TITLE = "Google Search Console"
_KINDS = (submitted.KIND, performance.KIND, inspecting.KIND)
"What is read, in this order."
_OF_ALL = (Problem.SIGN_IN, Problem.RIGHT, Problem.NOT_FOUND, Problem.NO_RESPONSE, Problem.STOPPED)
"Problems that further requests would have, too."


def read_search_engines(place: AuditPlace, run: RunRecord, options: Options) -> RunRecord:
    """Read what the options name and the audit does not have; return the record with it.

    An API that fails leaves the audit complete: the record has a sentence.

    Raises:
        OSError: the folder cannot be written.
    """
    if options.search_console is None:
        return run
    source = search_console(read_property(options.search_console).name)
    if any(each.file == source.name and not each.not_read for each in run.imports):
        return run
    try:
        reading = read_search_console(place, run, options, options.search_console)
    except UsageError as error:
        for kind in _KINDS if options.inspect else _KINDS[:2]:
            store_failure(place.folder, source, kind, str(error))
        reading = ImportedFile(file=source.name, told=[], not_read=[str(error)], is_of_api=True)
    others = [each for each in run.imports if each.file != source.name]
    return replace(run, imports=[*others, reading])


def without_reading(run: RunRecord, options: Options) -> RunRecord:
    """Return the record without what is to be read again by an option given now."""
    if options.search_console is None:
        return run
    name = search_console(read_property(options.search_console).name).name
    return replace(run, imports=[each for each in run.imports if each.file != name])


def read_search_console(
    place: AuditPlace, run: RunRecord, options: Options, written: str
) -> ImportedFile:
    """Read a property of Search Console into a stored audit, and say what was read.

    Each part that cannot be read is told in one sentence; what was read before stays.

    Args:
        options: those of what is read.
        written: the property.

    Raises:
        UsageError: it is none, it covers no URL of the audit, or there are no credentials.
        OSError: the folder cannot be written.
    """
    check_days(options)
    reader = _Reader(place, run, options, read_property(written))
    reader.read()
    name, told, not_read = reader.source.name, reader.told, reader.not_read
    return ImportedFile(file=name, told=told, not_read=not_read, is_of_api=True)


READERS: Mapping[str, Callable[[AuditPlace, RunRecord, Options, str], ImportedFile]] = {
    "search-console": read_search_console
}
"By what stands before the colon in 'import DIR search-console:PROPERTY'."


def check_days(options: Options) -> None:
    """Check the period of clicks and impressions.

    Raises:
        UsageError: it is longer than what Search Console keeps.
    """
    if options.search_days > MOST_DAYS:
        raise UsageError(
            f"--search-days is {options.search_days}; Search Console keeps {MOST_DAYS} days (16"
            " months, https://support.google.com/webmasters/answer/7576553). Pass fewer."
        )


@dataclass
class _Reader:
    """Reads one property, part by part."""

    place: AuditPlace
    run: RunRecord
    options: Options
    owned: Property
    told: list[str] = field(default_factory=list)
    not_read: list[str] = field(default_factory=list)

    @property
    def source(self) -> Source:
        return search_console(self.owned.name)

    def read(self) -> None:
        """Read sitemaps, performance and, if it is wanted, URL inspections."""
        self._site = site_of(self.place.folder, self.run, None)
        self._check_coverage()
        api = partial(google_api, TITLE, scopes=[READ], file=self.options.google_credentials)
        self._console = SearchConsole(api(base=Endpoint.SEARCH_CONSOLE.url))
        self._inspection_api = api(base=Endpoint.URL_INSPECTION.url)
        parts: list[tuple[str, str, Callable[[], None]]] = [
            (submitted.KIND, "submitted sitemaps", self._read_sitemaps),
            (performance.KIND, "clicks and impressions", self._read_performance),
        ]
        if self.options.inspect:  # last: those with most clicks come first
            parts.append((inspecting.KIND, "URL inspections", self._inspect))
        for number, (kind, title, read) in enumerate(parts):
            try:
                read()
            except ApiError as error:
                left = parts[number:] if error.problem in _OF_ALL else [(kind, title, read)]
                self._note_failure(error, [each[:2] for each in left])
                if error.problem in _OF_ALL:
                    break

    def _check_coverage(self) -> None:
        """Say how many listed URLs the property covers, if these are not all."""
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: the crawl does without it

        folder = self.place.folder
        with DuckDBStore(folder, tables=(), in_memory=True) as store:
            store.attach("stored_entries", "entries", folder, {"url": str})
            pattern = {"pattern": self.owned.pattern}
            ((entries, covered),) = store.rows(step("imports/covered"), pattern)
        if entries and not covered:
            raise UsageError(
                f"Cannot read {self.source.name}: the property has none of the URLs in the"
                f" sitemaps of {self._site.name}. Pass a property of this site; 'sitemap-audit"
                " google sites' lists yours."
            )
        if covered < entries:
            self.told.append(
                f"{self.source.name}: the property has {covered:,} of {entries:,} URLs in"
                " sitemaps. Nothing is known of the others."
            )

    def _read_sitemaps(self) -> None:
        sitemaps = [*self._console.sitemaps(self.owned.name)]
        not_listed = self._console.not_listed
        told = submitted.store_sitemaps(
            self.place.folder, self.source, sitemaps, is_whole=not not_listed
        )
        self.told.append(told)
        if not_listed:
            index, error = next(iter(not_listed.items()))
            others = f" and {len(not_listed) - 1:,} others" if len(not_listed) > 1 else ""
            self.not_read.append(
                f"Cannot read which sitemaps Google has of the index {index}{others}: {error}."
                " Whether other sitemaps are submitted is not checked. Open the index in Search"
                " Console, Sitemaps."
            )

    def _read_performance(self) -> None:
        now = clock.now()
        last_day = self._console.last_final_day(self.owned.name, now)
        days = period(last_day, self.options.search_days, now)
        told, ended = performance.store_performance(
            self.place.folder, self.source, self._site, self._console, days
        )
        self.told += told
        if ended is not None:
            self.not_read.append(
                f"Cannot read all clicks and impressions of {self.owned.name}: {ended}. Those of"
                f" the pages with most clicks are read. {ended.advice}".rstrip()
            )

    def _inspect(self) -> None:
        inspected = inspecting.inspect_urls(
            inspecting.Inspection(self.place, self.options, self._inspection_api, self.owned)
        )
        self.told += inspected.told
        self.not_read += inspected.not_read

    def _note_failure(self, error: ApiError, parts: Sequence[tuple[str, str]]) -> None:
        """Note that parts could not be read."""
        stays = [
            store_failure(self.place.folder, self.source, kind, str(error)) for kind, _ in parts
        ]
        what = ", ".join(title for _, title in parts)
        kept = " What was read before stays." if any(stays) else ""
        self.not_read.append(
            f"Cannot read {what} of {self.owned.name}: {error}.{kept} {error.advice}".rstrip()
        )
