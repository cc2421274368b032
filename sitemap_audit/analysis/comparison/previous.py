"""The audit before: the last complete one of the same sites, asked for in the same way."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from datetime import UTC, datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.comparison.compared_tables import RESOLVED, STATES
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.audit_targets import TargetKind
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.items import TABLES
from sitemap_audit.options import OPTIONS
from sitemap_audit.options.kinds import LAST
from sitemap_audit.run_record import EarlierAudit
from sitemap_audit.storage.audit_files import shared_parts
from sitemap_audit.storage.left_parts import left_parts
from sitemap_audit.storage.parts import RESULTS, PartList
from sitemap_audit.storage.run_file import RUN_FILE, read_run
from sitemap_audit.storage.temporary_copies import bring, bring_records

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
    *("map", "connect_to", "pages_from", "hosting", "render"),
)
"Options by which another part of a site is audited, for another bot, or in another way."
_PARTS = ("pages", "follow")
"Switches without which a part of an audit is left out."
_SELECTION = ("select", "ignore", "engines", "pedantic", "checks")
"Options that select checks."
_VERSION = re.compile(r"(?<=sitemap-audit/)[\w.+-]+")


class Previous(NamedTuple):
    """The audit before one."""

    place: AuditPlace
    record: RunRecord
    "Its run.json."

    @property
    def folder(self) -> Path:
        """Where its tables are read."""
        return self.place.folder

    def damage(self) -> str:
        """Describe what is lost of the tables that a comparison reads; '' if nothing is."""
        parts = PartList(self.folder, left_parts(self.place))
        return parts.describe(parts.damages(self.record, _READ))


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
        places = [audit.place for audit in self if audit is not None]
        gone = (each for each in places if not (each.folder / RUN_FILE).exists())
        return next((f"{each} is gone" for each in gone), "")

    @property
    def lost(self) -> str:
        """Why one of them cannot be read any more, without a period; '' if all can."""
        if gone := self.gone:
            return gone
        for audit in filter(None, self):
            if damage := audit.damage():
                return f"{audit.place}: {damage}"
        return ""


def compared_audits(previous: Previous, place: AuditPlace, run: RunRecord) -> Compared:
    """Find the audits that confirm what has changed since the previous one.

    Args:
        place: of the audit to compare, with its run record.
    """
    last = previous_audit(place, run)
    is_between = (
        last is not None
        and last.folder.resolve() != previous.folder.resolve()
        and _is_earlier(previous.record, last.record)
        and _is_same(previous.record, last.record)
    )
    earlier = previous_audit(previous.place, previous.record)
    return Compared(previous, earlier, last if is_between else None)


def previous_audit(place: AuditPlace, run: RunRecord) -> Previous | None:
    """The audit before one, in the same output folder; None where there is none."""
    return next(earlier_audits(place, run), None)


def earlier_audits(place: AuditPlace, run: RunRecord) -> Iterator[Previous]:
    """Yield the audits that one can be compared with, the last one first.

    They are complete, judged and whole, began earlier, and have the same sites (or the same list),
    the same scope, and the same bot. None was restricted by ``since``. One that ran selected
    checks, or left out pages, is compared only with one that does the same.
    """
    return (each for each in _complete_audits(place, run) if not each.record.since)


def date_since(place: AuditPlace, run: RunRecord) -> str | None:
    """Return the date that the option ``since`` stands for, in ISO 8601 with its time zone.

    ``last`` is the start of the last audit as in :func:`earlier_audits`, or of one that had the
    option ``last`` too. None if there is no such audit, or the option is not set.
    """
    given = run.options.get("since")
    if given == LAST:
        dates = (
            audit.record.started_at.isoformat()
            for audit in _complete_audits(place, run)
            if audit.record.options.get("since") in (None, LAST)
        )
        given = next(dates, None)
    if not given:
        return None
    date = datetime.fromisoformat(given)
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).isoformat()


def _complete_audits(place: AuditPlace, run: RunRecord) -> Iterator[Previous]:
    """Yield the complete audits of the same sites and scope, the last one first."""
    site = place.parent
    bring_records(site)
    candidates = (path for path in site.folder.iterdir() if path.name != place.folder.name)
    for each in map(site.at, sorted(candidates, reverse=True)):
        try:
            record = read_run(each.folder)
        except UsageError:
            continue
        is_like = _is_same(record, run) and _has_parts_of(record, run)
        if not (record.complete and _is_earlier(record, run) and is_like):
            continue
        bring(each, leaves_parts=bool(left_parts(place)))
        if _is_judged(each):
            audit = Previous(each, record)
            if not audit.damage():
                yield audit
            else:
                logger.warning("%s is not compared with: some of its data is lost", each)


def history(place: AuditPlace, run: RunRecord) -> list[EarlierAudit]:
    """Return the last 30 audits before one of the same sites, the earliest first.

    Those of another scope or other checks, and those that are not complete, are among them, and
    say so; those that were not judged are not.
    """
    audits = []
    try:
        bring_records(place.parent)
    except AuditError as error:
        logger.warning("No history of earlier audits: %s", error)
    for each in place.parent.folder.iterdir():
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
    audit = Previous(AuditPlace(folder), record)
    if not _is_judged(audit.place):
        raise UsageError(
            f"Cannot compare with {folder}: its checks have not run. Run 'sitemap-audit check"
            f" {folder}' first."
        )
    if lost := audit.damage():
        raise UsageError(f"Cannot compare with {folder}: {lost}. Restore it from a copy.")
    return audit


def _is_judged(place: AuditPlace) -> bool:
    return bool(shared_parts(place, "check_runs"))


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
    if "pages_from" in names:  # the live site has no host to compare
        names.remove("hosting")
    parts, others = _parts(record), _parts(run)
    if parts["select"] != others["select"]:
        names += [name for name in _SELECTION if _value(record, name) != _value(run, name)]
    names += [name for name in parts if name != "select" and parts[name] != others[name]]
    if _sample(record) != _sample(run):
        names.append("sample")
    if (record.since or None) != (run.since or None):
        names.append("since")
    return [f"--{OPTIONS[name].flag_name}" for name in names]


def _value(run: RunRecord, name: str) -> Any:
    """The value of an option, in an order of its own; the program's version does not count.

    Nor does where a folder of built pages is, as another machine may have built the site; and its
    host is the one that served it, named or recognized.
    """
    if name == "pages_from":
        return run.built is not None
    if name == "hosting":
        return run.built.host if run.built is not None else None
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
