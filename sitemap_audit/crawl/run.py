"""The run of an audit: its folder, options, targets and end; the first part of run.json."""

from __future__ import annotations

import logging
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

from sitemap_audit import __version__
from sitemap_audit.analysis.comparison.previous import date_since
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.copies import keep
from sitemap_audit.local_files.input_files import paths_in_repository
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.masking import Secrets
from sitemap_audit.parsing.scope import read_selection
from sitemap_audit.run_record import FINISHED, Requests, RunRecord
from sitemap_audit.storage.audit_files import refuse_folder
from sitemap_audit.storage.audits import file_name
from sitemap_audit.storage.run_file import write_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from sitemap_audit.audit_targets import Target
    from sitemap_audit.crawl.slice import Slice
    from sitemap_audit.local_files.built_site import BuiltSite
    from sitemap_audit.local_files.input_files import LocalFile
    from sitemap_audit.options import Options
    from sitemap_audit.parsing.scope import Selection
    from sitemap_audit.run_record import ImportedFile

logger = logging.getLogger(__name__)

RUNNING = "running"
STOPPED = ("shutdown", "cancelled")
"Scrapy's close reasons of a crawl that was stopped."


class Conclusion(NamedTuple):
    """What there is to tell when the checks have run."""

    summary: RenderableType
    "For the terminal."
    imported: Sequence[str] = ()
    "Sentences on the files that this run imported."
    undelivered: Sequence[str] = ()
    "Sentences on reports and notices that could not be delivered."


class AuditRun:
    """An audit that is being crawled; its record is the first part of run.json."""

    def __init__(
        self,
        place: AuditPlace,
        options: Options,
        targets: Sequence[Target],
        *,
        job: str | None = None,
        before: RunRecord | None = None,
        built: BuiltSite | None = None,
    ) -> None:
        """Lock the folder of an audit.

        Args:
            job: the job's name in a scheduler such as Scrapyd.
            before: the record of an audit that is resumed.
            built: the folder that pages are read from; None if they are those of the live site.

        Raises:
            UsageError: another process writes to the folder.
            OSError: the folder cannot be written.
        """
        self.place, self.folder = place, place.folder
        self._lock = take_lock(self.folder)
        self.job, self.options, self.targets = job, options, list(targets)
        self.before, self.built = before, built
        self.id: str | None = before.id if before else uuid4().hex
        "Identifies the parts of this audit."
        self.running_since = clock.now()
        self.started_at = before.started_at if before else self.running_since
        self._began = time.monotonic()
        self.slice: Slice | None = None
        "The slice of an audit that this process fetches; None if it is a whole audit."
        self.done_before: dict[str, int] = {}
        "Number of sitemaps and pages that earlier runs have fetched."
        self.seconds_before = 0.0
        "Duration of the earlier runs of this audit."
        self.reason = RUNNING
        self.faults: list[str] = []
        "Sentences on why the audit is incomplete."
        self.since = before.since if before else None
        """Date of the option ``since`` in ISO 8601; None if it is not set, or is ``last`` and there
        is no earlier audit."""
        self.hidden = Secrets()
        "Secrets to mask in the record."
        self.warnings = [*before.told] if before else []
        "Sentences on how targets are audited otherwise than given, such as with another scheme."
        self.unfollowed: list[str] = []
        "Sentences on the internal links that were not followed."
        self.discard_if_unreachable = False
        "Whether to delete the folder if no site can be reached."
        self.is_discarded = False
        self.new_parents: list[Path] = []
        "Parent folders created for it, the innermost first."
        self.recognized: list[str] = []
        "Sentences on the files to import."
        self.imports: Sequence[ImportedFile] = ()
        "The files that an earlier run imported, with sentences on each."
        self.limit_reached = False
        "Whether ``max_urls`` left listed pages out."
        self.crawl_max_reached = False
        "Whether ``crawl_max`` left pages of the link crawl out."
        self.traffic = Requests()
        self.record: RunRecord | None = None
        "The record in run.json, once the crawl has ended."
        self.notified: str | None = None
        "When notices of this audit were sent."
        self.local_files = dict(before.local_files) if before else {}
        "By URL: the path of a local sitemap or robots.txt, in its repository."
        self.conclusion: Conclusion | None = None
        "Set once the checks have run."
        self.spool = self.folder / ".spool"
        "Folder of response bodies that are received as files."
        self.spool.mkdir(exist_ok=True)

    def begin(self) -> None:
        """Write run.json: the audit is running, and so incomplete.

        Raises:
            OSError: the folder cannot be written.
        """
        write_run(self.folder, self.as_record())

    def end(self, reason: str) -> RunRecord:
        """Record the close reason and delete temporary files; return the record."""
        self.reason = reason
        if reason != FINISHED:
            self.faults.insert(0, _REASON_TEXTS.get(reason, f"The crawl was stopped: {reason}."))
        shutil.rmtree(self.spool, ignore_errors=True)
        self.record = self.as_record()
        return self.record

    def add_warning(self, sentence: str) -> None:
        """Log and store a sentence on how a target is audited."""
        logger.warning(sentence)
        self.warnings.append(sentence)

    def replace_target(self, given: Target, found: Target) -> None:
        """Audit another target: the site of a page, or the same site with the other scheme."""
        targets = (found if each == given else each for each in self.targets)
        self.targets = list(dict.fromkeys(targets))

    def restrict(self, by: str) -> None:
        """Tell, once, that something other than an option leaves pages out."""
        sentence = f"Restricted by {by}: other pages were not crawled and are not checked."
        if sentence not in self.warnings:
            self.add_warning(sentence)

    def add_fault(self, sentence: str) -> None:
        """Add a sentence on why the audit is incomplete, once."""
        if sentence not in self.faults:
            self.faults.append(sentence)

    def discard(self) -> None:
        """Delete the folder, and the parents created for it."""
        self.release()
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):
            for folder in self.new_parents:
                folder.rmdir()

    def release(self) -> None:
        """Release the lock of the folder."""
        os.close(self._lock)

    @property
    def is_resumed(self) -> bool:
        """Whether an earlier run has begun the audit."""
        return self.before is not None

    @property
    def selection(self) -> Selection:
        """Which of the listed pages are fetched."""
        return read_selection(self.options.record, self.since)

    @property
    def notes(self) -> list[str]:
        """Sentences on how the targets were interpreted, and on links that were not followed."""
        is_restricted = not self.selection.scope.is_everything
        explanations = (target.explanation(is_restricted=is_restricted) for target in self.targets)
        return [*self.warnings, *filter(None, explanations), *self.unfollowed]

    @property
    def told_ahead(self) -> list[str]:
        """Sentences to tell before the crawl. Those on the folder of pages are in the summary."""
        of_folder = self.built.remarks if self.built else ()
        return [*(each for each in self.notes if each not in of_folder), *self.recognized]

    def as_record(self) -> RunRecord:
        """Return the record of the run: the first part of run.json."""
        ended = self.reason != RUNNING
        faults = (
            list(map(self.hidden.hide, self.faults)) if ended else ["The audit has not finished."]
        )
        return RunRecord(
            version=__version__,
            job=self.job,
            id=self.id,
            sites=[target.site for target in self.targets],
            targets=self.targets,
            local_files=self.local_files,
            built=self.built.record if self.built else None,
            pages_given=[each.page for each in self.targets if each.page is not None],
            notes=self.notes,
            told=list(map(self.hidden.hide, self.warnings)),
            token=self.options.robots_token,
            started_at=self.started_at.replace(microsecond=0),
            finished_at=clock.now().replace(microsecond=0) if ended else None,
            running_since=None if ended else self.running_since,
            seconds_worked=round(self.seconds_before + time.monotonic() - self._began, 1),
            reason=self.reason,
            complete=self.reason == FINISHED and not self.faults,
            incomplete_because=faults,
            notified=self.notified,
            imports=self.imports,
            limit_reached=self.limit_reached,
            crawl_max_reached=self.crawl_max_reached,
            asks_pages=self.options.pages,
            traffic=self.traffic,
            since=self.since,
            options=self.options.record,
        )


_REASON_TEXTS = {
    "shutdown": "The audit was stopped before the crawl was finished.",
    "cancelled": "The audit was stopped before the crawl was finished.",
    "start_error": "An internal error ended the crawl. See audit.log.",
}


def create(
    options: Options,
    targets: Sequence[Target],
    *,
    files: Sequence[LocalFile] = (),
    built: BuiltSite | None = None,
    job: str | None = None,
    output: AuditPlace | None = None,
) -> AuditRun:
    """Create an audit in a new folder below ``options.output``.

    Args:
        output: copies of what is there, if it is on a store.
        built: the folder that pages are read from; None if they are those of the live site.
        files: local files of the targets and of the sitemaps that they list.
        job: name of the job in a scheduler; the folder's name ends with it.

    Raises:
        UsageError: the folder cannot be created or written.
    """
    names = (urlsplit(target.site).netloc or Path(target.site).stem for target in targets)
    hosts = list(dict.fromkeys(names))
    name = file_name(hosts[0]) + (f"+{len(hosts) - 1}" if len(hosts) > 1 else "")
    started = clock.now().strftime("%Y-%m-%dT%H-%M-%SZ")
    if job:
        started += f"_{file_name(job)}"
    run = None
    try:
        output = output or AuditPlace(Path(options.output))
        above = output.folder / name
        refuse_folder(above / started)
        made = [folder for folder in (above, *above.parents) if not folder.exists()]
        place = output.at(_new_folder(above, started))
        run = AuditRun(place, options, targets, job=job, built=built)
        run.new_parents = made
        run.since = date_since(run.place, run.as_record())
        keep(_read_files(run, files), run.folder)
        run.local_files = paths_in_repository(files)
        run.warnings += built.remarks if built else []
        run.begin()
    except OSError as error:
        if run is not None:
            run.discard()
        why = error.strerror or error
        raise UsageError(
            f"Cannot write to {options.output}: {why}. Choose another folder with -o."
        ) from None
    return run


def _read_files(run: AuditRun, files: Sequence[LocalFile]) -> Iterator[LocalFile]:
    """Yield the files that an audit reads: a robots.txt only if it crawls no page of the site."""
    for file in files:
        if not (file.is_robots and run.options.pages and run.built is None):
            yield file


def _new_folder(parent: Path, name: str) -> Path:
    parent.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            number += 1
        else:
            return folder
