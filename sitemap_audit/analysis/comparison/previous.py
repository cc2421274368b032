"""The audit before: the last complete one of the same sites, asked for in the same way."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from datetime import UTC, datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.comparison.compared_tables import RESOLVED, STATES
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.items import TABLES
from sitemap_audit.options import OPTIONS
from sitemap_audit.options.kinds import LAST
from sitemap_audit.run_record import EarlierAudit
from sitemap_audit.storage.audit_files import AuditFiles
from sitemap_audit.storage.copies import bring, bring_records
from sitemap_audit.storage.left_parts import left_parts
from sitemap_audit.storage.parts import RESULTS, describe_damage
from sitemap_audit.storage.run_file import RUN_FILE, read_run
from sitemap_audit.targets import TargetKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord

logger = logging.getLogger(__name__)

_READ = (*TABLES, *RESULTS, STATES, RESOLVED)
"Tables that are read of an audit that one is compared with."
_HISTORY = 30
"Audits of a history."
_SAME = (
    *("include", "exclude", "sitemap", "robots_token", "user_agent", "obey_robots"),
    *("max_page_bytes", "map", "connect_to", "render"),
)
"Options by which another part of a site is audited, for another bot, or in another way."
_PARTS = ("pages", "follow")
"Switches without which a part of an audit is left out."
_SELECTION = ("select", "ignore", "engines", "pedantic", "checks")
"Options that select checks."
_VERSION = re.compile(r"(?<=sitemap-audit/)[\w.+-]+")


class Previous(NamedTuple):
    """The audit before one."""

    folder: Path
    record: RunRecord
    "Its run.json."


class Compared(NamedTuple):
    """The audits that one is compared with."""

    previous: Previous
    earlier: Previous | None
    "The one before the previous audit."
    between: Previous | None
    """The last complete audit since the previous one, of the same sites and scope: it confirms that
    URLs were removed. None if the previous audit is the last one."""

    @property
    def gone(self) -> str:
        """Which of them does not exist any more, without a period; '' if all do."""
        folders = [audit.folder for audit in self if audit is not None]
        return next((f"{each} is gone" for each in folders if not (each / RUN_FILE).exists()), "")

    @property
    def lost(self) -> str:
        """Why one of them cannot be read any more, without a period; '' if all can."""
        if gone := self.gone:
            return gone
        for audit in filter(None, self):
            if damage := describe_damage(audit.folder, audit.record, _READ):
                return f"{audit.folder}: {damage}"
        return ""


def compared_audits(previous: Previous, folder: Path, run: RunRecord) -> Compared:
    """Find the audits that confirm what has changed since the previous one.

    Args:
        folder: of the audit to compare, with its run record.
    """
    last = previous_audit(folder, run)
    is_between = (
        last is not None
        and last.folder.resolve() != previous.folder.resolve()
        and _is_earlier(previous.record, last.record)
        and _is_same(previous.record, last.record)
    )
    earlier = previous_audit(previous.folder, previous.record)
    return Compared(previous, earlier, last if is_between else None)


def previous_audit(folder: Path, run: RunRecord) -> Previous | None:
    """The audit before that of ``folder``, in the same output folder; None where there is none."""
    return next(earlier_audits(folder, run), None)


def earlier_audits(folder: Path, run: RunRecord) -> Iterator[Previous]:
    """Yield the audits that one can be compared with, the last one first.

    They are complete, judged and whole, began earlier, and have the same sites (or the same list),
    the same scope, and the same bot. None was restricted by ``since``. One that ran selected
    checks, or left out pages, is compared only with one that does the same.
    """
    return (each for each in _complete_audits(folder, run) if not each.record.since)


def date_since(folder: Path, run: RunRecord) -> str | None:
    """Return the date that the option ``since`` stands for, in ISO 8601 with its time zone.

    ``last`` is the start of the last audit as in :func:`earlier_audits`, or of one that had the
    option ``last`` too. None if there is no such audit, or the option is not set.
    """
    given = run.options.get("since")
    if given == LAST:
        dates = (
            audit.record.started_at.isoformat()
            for audit in _complete_audits(folder, run)
            if audit.record.options.get("since") in (None, LAST)
        )
        given = next(dates, None)
    if not given:
        return None
    date = datetime.fromisoformat(given)
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).isoformat()


def _complete_audits(folder: Path, run: RunRecord) -> Iterator[Previous]:
    """Yield the complete audits of the same sites and scope, the last one first."""
    bring_records(folder.absolute().parent)
    candidates = (each for each in folder.absolute().parent.iterdir() if each.name != folder.name)
    for each in sorted(candidates, reverse=True):
        try:
            record = read_run(each)
        except UsageError:
            continue
        is_like = _is_same(record, run) and _has_parts_of(record, run)
        if not (record.complete and _is_earlier(record, run) and is_like):
            continue
        bring(each, leaves_parts=bool(left_parts(folder)))
        if _is_judged(each):
            if not describe_damage(each, record, _READ):
                yield Previous(each, record)
            else:
                logger.warning("%s is not compared with: some of its data is lost", each)


def history(folder: Path, run: RunRecord) -> list[EarlierAudit]:
    """Return the last 30 audits before that of ``folder`` of the same sites, the earliest first.

    Those of another scope or other checks, and those that are not complete, are among them, and
    say so; those that were not judged are not.
    """
    audits = []
    try:
        bring_records(folder.absolute().parent)
    except AuditError as error:
        logger.warning("No history of earlier audits: %s", error)
    for each in folder.absolute().parent.iterdir():
        with suppress(UsageError):
            record = read_run(each)
            if _is_earlier(record, run) and _is_same(record, run) and record.figures:
                audits.append(
                    EarlierAudit(
                        sites=record.sites,
                        started_at=record.started_at,
                        finished_at=record.finished_at,
                        complete=record.complete,
                        figures=record.figures,
                        selected=record.selected,
                        limit_reached=record.limit_reached,
                        checks_known=record.checks_known,
                    )
                )
    return sorted(audits, key=lambda audit: audit.started_at)[-_HISTORY:]


def pinned_audit(folder: Path) -> Previous:
    """Return the audit in a folder, to compare with.

    Raises:
        UsageError: there is none, or it is not complete, not checked or not whole.
    """
    record = read_run(folder)
    if not record.complete:
        raise UsageError(
            f"Cannot compare with {folder}: the audit is not complete. Continue it by"
            f" 'sitemap-audit resume {folder}', or choose another one."
        )
    if not _is_judged(folder):
        raise UsageError(
            f"Cannot compare with {folder}: its checks have not run. Run 'sitemap-audit check"
            f" {folder}' first."
        )
    if lost := describe_damage(folder, record, _READ):
        raise UsageError(f"Cannot compare with {folder}: {lost}. Restore it from a copy.")
    return Previous(folder, record)


def _is_judged(folder: Path) -> bool:
    return bool(AuditFiles(folder).parts("check_runs"))


def _is_earlier(record: RunRecord, run: RunRecord) -> bool:
    return record.started_at < run.started_at


def _is_same(record: RunRecord, run: RunRecord) -> bool:
    is_same_site = [*record.sites] == [*run.sites] or _sites(record) == _sites(run)
    is_same_scope = all(_value(record, name) == _value(run, name) for name in _SAME)
    return is_same_site and is_same_scope and _lists(record) == _lists(run)


def _sites(run: RunRecord) -> set[str]:
    """The sites of an audit; a local folder is one, whatever sitemaps it holds."""
    folders = [each.local_folder for each in run.targets]
    of_folders = {f"{folder} at {run.options.get('base')}" for folder in folders if folder}
    sites = zip_longest(run.sites, folders)
    return of_folders | {site for site, folder in sites if folder is None}


def differences(record: RunRecord, run: RunRecord) -> list[str]:
    """Name the options by which two audits have another scope, as flags."""
    names = [name for name in _SAME if _value(record, name) != _value(run, name)]
    parts, others = _parts(record), _parts(run)
    if parts["select"] != others["select"]:
        names += [name for name in _SELECTION if _value(record, name) != _value(run, name)]
    names += [name for name in parts if name != "select" and parts[name] != others[name]]
    if _sample(record) != _sample(run):
        names.append("sample")
    if (record.since or None) != (run.since or None):
        names.append("since")
    return [f"--{name.replace('_', '-')}" for name in names]


def _value(run: RunRecord, name: str) -> Any:
    """The value of an option, in an order of its own; the program's version does not count."""
    value = run.options.get(name, OPTIONS[name].default)
    if isinstance(value, str):
        return _VERSION.sub("", value)
    return sorted(value) if isinstance(value, list | tuple) else value


def _sample(run: RunRecord) -> tuple[Any, Any] | None:
    """The sample of the whole site: that of ``since`` does not count."""
    options = run.options
    has_sample = options.get("sample") and not options.get("since")
    return (options["sample"], options.get("seed")) if has_sample else None


def _parts(run: RunRecord) -> dict[str, Any]:
    """By option: what an audit leaves out because of it; None if nothing."""
    return {
        "max_urls": run.options.get("max_urls") if run.limit_reached else None,
        "select": None if run.checks_known is None else _selection(run),
        **{name: None if _value(run, name) else False for name in _PARTS},
    }


def _selection(run: RunRecord) -> list[Any]:
    return [_value(run, name) for name in _SELECTION]


def _has_parts_of(record: RunRecord, run: RunRecord) -> bool:
    """Whether an audit left out nothing but what the later one leaves out by the same options."""
    # Before the end of the later one its options say what it will leave out.
    wanted = _parts(run) | {"max_urls": run.options.get("max_urls"), "select": _selection(run)}
    return _sample(record) == _sample(run) and all(
        part in (None, wanted[name]) for name, part in _parts(record).items()
    )


def is_same_link_crawl(record: RunRecord, run: RunRecord) -> bool:
    """Whether two audits followed links in the same way, and neither reached ``crawl_max``."""
    ways = [
        (bool(each.options.get("crawl")), each.options.get("crawl_depth")) for each in (record, run)
    ]
    return ways[0] == ways[1] and not any(each.crawl_max_reached for each in (record, run))


def _lists(run: RunRecord) -> list[str]:
    """The lists of URLs that were given."""
    return [each.written for each in run.targets if each.kind is TargetKind.LIST]
