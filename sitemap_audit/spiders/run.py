"""The run of an audit: its folder, its options and targets, and how it ended."""

from __future__ import annotations

import logging
import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from sitemap_audit import __version__
from sitemap_audit.errors import UsageError
from sitemap_audit.local_files import keep
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.machine.resources import no_handle_message
from sitemap_audit.masking import Secrets
from sitemap_audit.storage.files import refuse_folder
from sitemap_audit.storage.run_record import FINISHED, write_run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from sitemap_audit.local_files import LocalFile
    from sitemap_audit.options import Options
    from sitemap_audit.spiders.inputs import Target

logger = logging.getLogger(__name__)

RUNNING = "running"
STOPPED = ("shutdown", "cancelled")
"Reasons of Scrapy's for the end of a crawl that was stopped."


class AuditRun:
    """One audit while it is made: what becomes the first part of run.json."""

    def __init__(
        self, folder: Path, options: Options, targets: Sequence[Target], *, job: str | None = None
    ) -> None:
        """Take a folder for an audit; ``job`` is what a scheduler, such as Scrapyd, calls it.

        Raises:
            UsageError: another process writes there.
            OSError: the folder cannot be written.
        """
        self.folder = folder
        self._lock = take_lock(folder)
        self.job, self.options, self.targets = job, options, list(targets)
        self.id: str | None = uuid4().hex
        "What its parts are known by; None of an audit from before there was one."
        self.started_at = self.running_since = clock.now()
        self._began = time.monotonic()
        self.is_resumed = False
        self.before: dict[str, Any] = {}
        "What run.json said when an audit is taken up again."
        self.private_addresses: dict[str, Any] = {}
        """By host that was given: the private IP addresses that are its own, as AddressGuard keeps
        them; empty where nothing has been learned."""
        self.done_before: dict[str, int] = {}
        "Sitemaps and pages that earlier runs have fetched."
        self.worked_before = 0.0
        "Seconds that earlier runs of this audit took."
        self.reason = RUNNING
        self.faults: list[str] = []
        "Sentences: why the audit is not complete."
        self.hidden = Secrets()
        "What no sentence of its record may say."
        self.told: list[str] = []
        "Sentences: what of the sites that were given is audited by another scheme."
        self.leaves_nothing = False
        "Where no site can be reached, the folder goes: nobody waits for its record."
        self.is_discarded = False
        self.made: list[Path] = []
        "Folders above it that were made for it, the innermost first."
        self.limit_reached = False
        "``max_urls`` left listed pages out."
        self.traffic: dict[str, Any] = {}
        self.record: dict[str, Any] | None = None
        "What run.json says, once the crawl has ended."
        self.undelivered: list[str] = []
        "Sentences: which reports and notices did not arrive where they were to go."
        self.summary: RenderableType | None = None
        "What a person wants to know, once the checks have run."
        self.spool = folder / ".spool"
        "Folder of bodies that come in as files."
        self.spool.mkdir(exist_ok=True)

    def begin(self) -> None:
        """Leave word that the audit runs: until it has ended well, it is not complete.

        Raises:
            OSError: the folder cannot be written.
        """
        write_run(self.folder, self.as_record())

    def end(self, reason: str) -> dict[str, Any]:
        """Note how the crawl ended, and leave nothing but the stored audit behind."""
        self.reason = reason
        if reason != FINISHED:
            self.faults.insert(0, _WHY.get(reason, f"The crawl was stopped: {reason}."))
        shutil.rmtree(self.spool, ignore_errors=True)
        self.record = self.as_record()
        return self.record

    def tell(self, sentence: str) -> None:
        """Say how what was given is audited."""
        logger.warning(sentence)
        self.told.append(sentence)

    def add_fault(self, sentence: str) -> None:
        """Say why the audit is not complete; twice is once."""
        if sentence not in self.faults:
            self.faults.append(sentence)

    def discard(self) -> None:
        """Take the folder away, and those that were made for it."""
        self.release()
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):
            for folder in self.made:
                folder.rmdir()

    def release(self) -> None:
        """Let others into the folder."""
        os.close(self._lock)

    @property
    def notes(self) -> list[str]:
        """Sentences: how what was given was understood."""
        is_restricted = bool(self.options.include or self.options.exclude)
        told = (target.told(is_restricted=is_restricted) for target in self.targets)
        return [*self.told, *(sentence for sentence in told if sentence)]

    def as_record(self) -> dict[str, Any]:
        """The record of the run, as run.json begins with it."""
        ended = self.reason != RUNNING
        faults = (
            list(map(self.hidden.hide, self.faults)) if ended else ["The audit has not finished."]
        )
        return {
            "version": __version__,
            "job": self.job,
            "id": self.id,
            "sites": [target.site for target in self.targets],
            "targets": [target._asdict() for target in self.targets],
            "pages_given": [each.page for each in self.targets if each.page is not None],
            "notes": self.notes,
            "told": list(map(self.hidden.hide, self.told)),
            "private_addresses": self.private_addresses,
            "token": self.options.robots_token,
            "started_at": self.started_at.isoformat(timespec="seconds"),
            "finished_at": clock.now().isoformat(timespec="seconds") if ended else None,
            "running_since": None if ended else self.running_since.isoformat(),
            "seconds_worked": round(self.worked_before + time.monotonic() - self._began, 1),
            "reason": self.reason,
            "complete": self.reason == FINISHED and not self.faults,
            "incomplete_because": faults,
            "limit_reached": self.limit_reached,
            "asks_pages": self.options.pages,
            "traffic": self.traffic,
            "options": self.options.record,
        }


_WHY = {
    "shutdown": "The audit was stopped before the crawl was finished.",
    "cancelled": "The audit was stopped before the crawl was finished.",
    "start_error": "An internal error ended the crawl. See audit.log.",
}


def cannot_continue(error: Exception) -> str:
    """Why a crawl ends that has no room or no file handle left, as Scrapy's close reason."""
    return no_handle_message(error) or f"cannot write: {error}"


def create(
    options: Options,
    targets: Sequence[Target],
    *,
    files: Sequence[LocalFile] = (),
    job: str | None = None,
) -> AuditRun:
    """Begin an audit in a folder of its own below ``options.output``.

    Args:
        files: those that stand for some of the targets, or for what these list.
        job: what a scheduler calls it; the folder's name ends with it.

    Raises:
        UsageError: the folder cannot be made, or hold an audit.
    """
    names = (urlsplit(target.site).netloc or Path(target.site).stem for target in targets)
    hosts = list(dict.fromkeys(names))
    name = _file_name(hosts[0]) + (f"+{len(hosts) - 1}" if len(hosts) > 1 else "")
    started = clock.now().strftime("%Y-%m-%dT%H-%M-%SZ")
    if job:
        started += f"_{_file_name(job)}"
    run = None
    try:
        above = options.output / name
        refuse_folder(above / started)
        made = [folder for folder in (above, *above.parents) if not folder.exists()]
        run = AuditRun(_new_folder(above, started), options, targets, job=job)
        run.made = made
        keep(files, run.folder)
        run.begin()
    except OSError as error:
        if run is not None:
            run.discard()
        why = error.strerror or error
        raise UsageError(
            f"Cannot write to {options.output}: {why}. Choose another folder with -o."
        ) from None
    return run


def _file_name(text: str) -> str:
    return re.sub(r"[^\w.-]", "_", text)[:100].strip(".")


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
