"""Write corrected sitemaps of a stored audit."""

from __future__ import annotations

import errno
import shutil
import signal
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.actions import checks as corrected
from sitemap_audit.actions.fixer import CHANGES, Fixer, Fixing
from sitemap_audit.actions.plan import make_plan
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.comparison.previous import previous_audit
from sitemap_audit.errors import AuditError, UsageError, error_message
from sitemap_audit.items import TABLES
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.plural import counted
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import MEMORY_ERRORS, WRITE_ERRORS, DuckDBStore
from sitemap_audit.storage.parts import RESULTS, describe_damage
from sitemap_audit.storage.received import FOLDER
from sitemap_audit.storage.run_file import read_run, stored_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from sitemap_audit.run_record import RunRecord

__all__ = ["Fixing", "fix"]

DEFAULT = "fixed"
"Folder of the corrected sitemaps, in that of the audit."
READ = ("sitemaps", "imported_files")
"Tables that are loaded; the plan reads others where they are stored."
MEMORY = 250_000_000
"Bytes of this process, however many entries there are; DuckDB writes the rest to disk."
MOST_CHANGED = 0.2
"Share of the entries of a file that are removed, or of all that are added, without --force."


def fix(wanted: Fixing, show: Callable[[str], None]) -> None:
    """Write corrected sitemaps and changes.csv, or show the differences.

    Args:
        show: called with each line for the user.

    Raises:
        UsageError: the audit cannot be used, the folder exists, or too much would be removed.
        AuditError: stored data is lost or damaged.
        OSError: a file cannot be read or written.
    """
    checks = corrected.chosen(wanted.only, load_checks(), adds_missing=wanted.adds_missing)
    folder = wanted.place.folder
    read_run(folder)
    output = wanted.output or folder / DEFAULT
    if not wanted.is_dry and output.exists():
        raise UsageError(f"{output} exists. Remove it, or choose another folder with --output.")
    take_lock(folder)
    run = stored_run(folder)
    _refuse(folder, run)
    try:
        with _planned(wanted, run, checks) as store:
            _fix(wanted, store, run, output, show)
    except OSError:
        raise
    except MEMORY_ERRORS:
        raise AuditError(
            f"Cannot fix the sitemaps of {folder}: it needs more memory than this machine has."
        ) from None
    except WRITE_ERRORS as error:
        raise AuditError(
            f"Cannot write to {folder}: {error_message(error)}. Make room there."
        ) from None


@contextmanager
def _planned(wanted: Fixing, run: RunRecord, checks: set[str]) -> Iterator[DuckDBStore]:
    """Open the audit with the plan of the changes; with more memory where little does not do."""
    folder = wanted.place.folder
    before = previous_audit(wanted.place, run)
    previous = before and before.folder
    others = [previous] if previous else []
    for memory in (MEMORY, None):
        with DuckDBStore(folder, memory=memory, tables=READ, others=others) as store:
            try:
                make_plan(
                    *(store, folder, previous, load_checks(), checks, wanted.limits.entries),
                    adds_missing=wanted.adds_missing,
                )
            except MEMORY_ERRORS:
                if memory is None:
                    raise
            else:
                yield store
                return


def _fix(
    wanted: Fixing,
    store: DuckDBStore,
    run: RunRecord,
    output: Path,
    show: Callable[[str], None],
) -> None:
    _refuse_missing(store, wanted.place.folder)
    if wanted.adds_missing:
        _refuse_without_links(store, wanted.place.folder, run)
    too_many = [] if wanted.is_forced else [*_too_many(store)]
    if wanted.is_dry:
        Fixer(wanted, store, None, show).run()
        for sentence in too_many:
            show(sentence)
        return
    if too_many:
        raise UsageError(" ".join(too_many))
    with _unfinished(output) as unfinished:
        Fixer(wanted, store, unfinished, show).run()
    show(f"Written to {wanted.place.at(output)}, with {CHANGES}.")


@contextmanager
def _unfinished(output: Path) -> Iterator[Path]:
    """Make a folder that is renamed at the end, and removed if it does not come to that."""
    unfinished = output.absolute().with_name(f".{output.name}.unfinished")
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: FrameType | None) -> None:
        shutil.rmtree(unfinished, ignore_errors=True)
        if callable(before):
            before(number, frame)

    shutil.rmtree(unfinished, ignore_errors=True)  # of a process that was killed
    signal.signal(signal.SIGINT, stop)
    try:
        unfinished.mkdir(parents=True)
        yield unfinished
        unfinished.replace(output)
    except OSError as error:
        if not Path(error.filename or "").is_relative_to(unfinished):
            raise
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        choose = "Make room there, or choose" if is_full else "Choose"
        raise AuditError(
            f"Cannot write to {output}: {error.strerror}. {choose} another folder with --output."
        ) from None
    finally:
        signal.signal(signal.SIGINT, before)
        shutil.rmtree(unfinished, ignore_errors=True)


def _refuse(folder: Path, run: RunRecord) -> None:
    if not run.complete:
        because = " ".join(map(str, run.incomplete_because))
        raise UsageError(
            f"Cannot fix the sitemaps of {folder}: the audit is not complete. {because} Continue"
            f" it by 'sitemap-audit resume {folder}'."
        )
    if lost := describe_damage(folder, run, (*TABLES, *RESULTS)):
        raise AuditError(
            f"Cannot fix the sitemaps of {folder}: {lost}. Restore it from a copy, or audit again."
        )


def _refuse_without_links(store: DuckDBStore, folder: Path, run: RunRecord) -> None:
    """Refuse to add pages to the sitemaps of an audit that knows the listed ones only."""
    has_links = bool(run.options.get("crawl"))
    if not has_links and not store.count("imported_files"):
        raise UsageError(
            f"Cannot add missing pages to the sitemaps of {folder}: the audit has no link crawl and"
            " no imported lists. Audit again with --crawl, or import lists of other products with"
            f" 'sitemap-audit import {folder} FILE'."
        )


def _refuse_missing(store: DuckDBStore, folder: Path) -> None:
    """Refuse an audit that has no sitemaps as received."""
    hashes = [name for (name,) in store.rows(step("fixed_files/received"))]
    if not hashes:
        raise UsageError(
            f"Cannot fix the sitemaps of {folder}: the audit has read no sitemap. Audit a site that"
            " has one."
        )
    missing = [name for name in hashes if not (folder / FOLDER / f"{name}.gz").exists()]
    if missing:
        raise UsageError(
            f"Cannot fix the sitemaps of {folder}: {folder / FOLDER / missing[0]}.gz is missing."
            " Restore it from a copy, or audit again."
        )


def _too_many(store: DuckDBStore) -> Iterator[str]:
    """Say that a large share of a file is to go, or of all to come, usually by a fault."""
    rows = store.rows(step("fixed_files/most_removed"), {"share": MOST_CHANGED})
    see = f"more than {MOST_CHANGED:.0%}. See them with --dry-run, and pass --force to"
    for url, removed, entries, files in rows:
        others = "" if files == 1 else f" ({counted(files - 1, 'more such file')})"
        yield (
            f"{removed:,} of {entries:,} entries of {url} would be removed{others}: {see} remove"
            " them."
        )
    added = store.count("fix_added")
    entries = store.value(step("fixed_files/entries"))
    if added > MOST_CHANGED * entries:
        yield f"{counted(added, 'page')} would be added to {entries:,} entries: {see} add them."
