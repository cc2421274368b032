"""Open a stored audit to resume it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from sitemap_audit.crawl.folder_options import without_auto
from sitemap_audit.crawl.requirements import check_requirements, check_search_engines
from sitemap_audit.crawl.run import AuditRun
from sitemap_audit.delivery.delivering import read_delivery
from sitemap_audit.errors import AlreadyCompleteError, AuditError, UsageError
from sitemap_audit.items import TABLES
from sitemap_audit.local_files.built_site import BuiltSite
from sitemap_audit.masking import quoted
from sitemap_audit.options import CHANGEABLE
from sitemap_audit.options.option_sources import not_applied, read_again, told_not_applied
from sitemap_audit.storage.parts import PartList
from sitemap_audit.storage.run_file import read_run
from sitemap_audit.storage.slices import recover
from sitemap_audit.storage.temporary_copies import explained

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord


def resume(
    place: AuditPlace,
    given: Mapping[str, Any] | None = None,
    config: Path | None = None,
    *,
    usual: Mapping[str, Any] | None = None,
    job: str | None = None,
) -> AuditRun:
    """Open a stored audit to resume it.

    Args:
        given: changed options by name, of those in CHANGEABLE or from Scrapy's settings.
        config: TOML file of options.
        usual: see :func:`read_again`.
        job: name of this run in a scheduler.

    Raises:
        AlreadyCompleteError: the audit is complete, and its data is there.
        UsageError: no audit in the folder, the folder cannot be written, an option is invalid, or
            rendering has no browser.
    """
    record = read_run(place.folder)
    if record.complete and not PartList(place.folder).damages(record, TABLES):
        raise AlreadyCompleteError(
            f"The audit in {place} is complete: there is nothing to resume. Audit the site again"
            " for new data."
        )
    options = without_auto(read_again(record.options, given or {}, config, usual=usual))
    lacking = not_applied(record, options, CHANGEABLE)
    if "connect_to" in lacking:
        raise UsageError(
            f"Cannot resume the audit in {place}: it connected to another server (--connect-to),"
            " which is not taken from a stored audit. Pass --connect-to again."
        )
    if "sign" in lacking:
        raise UsageError(
            f"Cannot resume the audit in {place}: its requests were signed (--sign), and the key is"
            " not taken from a stored audit. Pass --sign and --sign-agent again."
        )
    built = _built_site(place, options, record)
    check_requirements(options)
    check_search_engines(options, [] if record.is_of_list else record.sites)
    read_delivery(options)  # fail now, not after the crawl
    try:
        run = AuditRun(place, options, record.targets, job=job, before=record, built=built)
    except OSError as error:
        raise write_error(place, error) from None
    try:
        _recover(place)
    except OSError as error:
        run.release()
        raise write_error(place, error) from None
    except AuditError:
        run.release()
        raise
    if sentence := told_not_applied(lacking):
        run.warnings.append(sentence)
    if not (given or {}).get("notify"):
        run.notified = record.notified  # no second notice unless it is asked for
    return run


def _built_site(place: AuditPlace, options: Options, record: RunRecord) -> BuiltSite | None:
    """Return the folder that the pages of a stored audit were read from, as it was then.

    Raises:
        UsageError: it is not given again, another one is given, or it has changed.
    """
    folder, given = record.options.get("pages_from"), options.pages_from
    if record.built is None:
        if given is None:
            return None
        raise UsageError(
            f"Cannot resume the audit in {place}: its pages are those of the live site. Leave"
            " --pages out, or audit the folder from the beginning."
        )
    if given is None or str(given) != folder:
        raise UsageError(
            f"Cannot resume the audit in {place}: its pages were read from a folder (--pages),"
            f" which is not taken from a stored audit. Pass --pages {quoted(folder)} again."
        )
    built = BuiltSite(given, record.built.base, options.hosting)
    if built.record != record.built:
        raise UsageError(
            f"Cannot resume the audit in {place}: {quoted(folder)}, or who serves it, has changed"
            " since it began. Audit the folder from the beginning."
        )
    return built


def _recover(place: AuditPlace) -> None:
    """Take what tasks of a cluster had written into an audit.

    Raises:
        OSError: the folder cannot be written.
        AuditError: a crawler does not stop, or the store does not respond.
    """
    with explained(place.url) if place.url is not None else nullcontext():
        recover(place)


def write_error(place: AuditPlace, error: Exception) -> UsageError:
    return UsageError(
        f"Cannot write to {place}: {error}. Free some disk space and resume it again."
    )
