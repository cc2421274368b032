"""Run the checks of a stored audit and write its reports, after the crawl or again later."""

from __future__ import annotations

import logging
from contextlib import suppress
from copy import deepcopy
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from filelock import Timeout

from sitemap_audit import reporting
from sitemap_audit.analysis import findings, runner
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.change_causes import group_changes
from sitemap_audit.analysis.changes import (
    CHANGE_TABLES,
    find_changes,
    load_changes,
    read_comparison,
)
from sitemap_audit.analysis.compared_tables import LASTMOD_TRUST, STATES
from sitemap_audit.analysis.gate import (
    EMPTY_IGNORED,
    IGNORED,
    ignore_findings,
    read_budget,
    read_ignores,
)
from sitemap_audit.analysis.previous import compared_audits, history
from sitemap_audit.analysis.renamed import rename_results
from sitemap_audit.analysis.selection import choose, count_known, selected_earlier
from sitemap_audit.errors import AuditError, UsageError, error_message
from sitemap_audit.evaluation import incomplete
from sitemap_audit.evaluation.comparing import compared_audit, compared_store
from sitemap_audit.machine.resources import allowed
from sitemap_audit.redaction import Redaction
from sitemap_audit.reporting import terminal, words
from sitemap_audit.reporting.branding import read_brand
from sitemap_audit.reporting.changes import NO_EARLIER_AUDIT, read_changes
from sitemap_audit.reporting.figures import read_figures
from sitemap_audit.reporting.formats import OutputFileError, write_format
from sitemap_audit.reporting.html.portfolio import INDEX, write_index
from sitemap_audit.reporting.terminal_changes import ChangesSummary
from sitemap_audit.storage.duckdb import MEMORY_ERRORS, WRITE_ERRORS, DuckDBStore
from sitemap_audit.storage.parts import RESULTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from rich.console import RenderableType

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.analysis.previous import Compared, Previous
    from sitemap_audit.options import Options

logger = logging.getLogger(__name__)

_TRUNCATED = {
    "time": "timed out before its end",
    "long-entry": "has an entry, a tag or a DOCTYPE over the limit (1 MiB, 50,000 tags); it was"
    " left out",
}
"What to say, after its URL, of a sitemap that was not read whole, by ``stopped_by``."
REPORT_MEMORY = 600_000_000
"Bytes that ``report`` uses if they suffice and --memory does not say otherwise: it sorts on disk."
_VIEWS = ("hosts", *reporting.VIEWS)
"Views to create even if no check reads them."


def analyse(
    folder: Path, run: dict[str, Any], options: Options, into: Path | None = None
) -> RenderableType:
    """Run the checks over the audit stored in ``folder``, write its reports, return the summary.

    Args:
        into: another folder, for the reports of a part of the checks; the audit's own reports,
            run.json and findings do not change.

    Raises:
        UsageError: the options name a check or a parameter that does not exist.
        WRITE_ERRORS: the folder cannot be written.
        MEMORY_ERRORS: the memory limit is exceeded.
    """
    run["checks_known"] = count_known(options)
    run["not_compared"] = None if options.compare else "Not compared: --no-compare."
    incomplete.mark_started(folder, run, into or folder)
    kept = deepcopy(run)
    try:
        previous = compared_audit(folder, run, options)
    except UsageError as error:  # the baseline; it could be read before the crawl
        why = f"Not compared with the baseline. {error}"
        return _without_comparison(folder, run, options, into, why)
    compared = previous and compared_audits(previous, folder, run)
    try:
        return _analyse(folder, run, options, into, compared)
    except Exception:  # of the kinds that reading a lost file raises
        if compared is None or not (lost := compared.lost):
            raise
    run.clear()
    run.update(kept)
    return _without_comparison(folder, run, options, into, f"Not compared: {lost}.")


def _without_comparison(
    folder: Path, run: dict[str, Any], options: Options, into: Path | None, why: str
) -> RenderableType:
    """Do the same without an earlier audit, because one cannot be read any more."""
    logger.warning("%s", why)
    run["not_compared"] = why
    return _analyse(folder, run, options, into, None)


def _analyse(
    folder: Path,
    run: dict[str, Any],
    options: Options,
    into: Path | None,
    compared: Compared | None,
) -> RenderableType:
    chosen = choose(options)
    checks = [check for check in chosen if not check.is_of_changes]
    of_changes = [check for check in chosen if check.is_of_changes]
    previous = compared and compared.previous
    with compared_store(folder, allowed(options.memory), compared) as store:
        runner.prepare(store, chosen, also=(*_VIEWS, STATES, LASTMOD_TRUST))
        _note_bot_protection(store, run)
        _note_unavailable_hosts(store, run)
        _note_truncated_sitemaps(store, run)
        _note_invalid_lines(store, run)
        runner.run_checks(store, checks)
        _refuse_lost(store, compared, runner.FINDINGS)
        _note_failed_checks(store, run, folder)
        run["ignored"] = ignore_findings(store, read_ignores(options), checks, _day(run))
        find_causes(store, checks)
        if into is None:
            for table in (*RESULTS, STATES, IGNORED):
                store.save(table)
            find_changes(store, folder, previous, checks, is_complete=run["complete"])
        runner.run_checks(store, of_changes, into=runner.CHANGES)
        _refuse_lost(store, compared, runner.CHANGES)
        group_changes(store)
        if into is None:
            for table in CHANGE_TABLES:
                store.save(table)
        run.update(_changes(store, chosen, run, previous, is_part=into is not None))
        return _report(store, chosen, run, options, into or folder, is_part=into is not None)


def _refuse_lost(store: DuckDBStore, compared: Compared | None, results: runner.Results) -> None:
    """Refuse to go on if an earlier audit is gone, or checks failed because it cannot be read.

    Raises:
        UsageError: it is, or they did.
    """
    if compared is None:
        return
    failed = f"SELECT COUNT(*) FROM {results.runs} WHERE outcome = '{runner.Outcome.ERROR}'"
    if lost := compared.lost if store.value(failed) else compared.gone:
        raise UsageError(f"Cannot compare: {lost}. Restore it from a copy.")


def _day(run: Mapping[str, Any]) -> date:
    """Return the day on which the audit began, UTC."""
    return datetime.fromisoformat(run["started_at"]).astimezone(UTC).date()


def report(folder: Path, run: dict[str, Any], options: Options) -> RenderableType:
    """Write the reports again from the stored findings, and return the summary.

    With a format, only that is written.

    Raises:
        AuditError: the folder cannot be written, or the memory limit is exceeded.
    """
    memory = allowed(options.memory)
    try:
        if options.memory is None and memory > REPORT_MEMORY:
            with suppress(*MEMORY_ERRORS):
                return _report_again(folder, run, options, REPORT_MEMORY)
        return _report_again(folder, run, options, memory)
    except MEMORY_ERRORS:
        raise AuditError("The reports need more memory than --memory gives them.") from None
    except WRITE_ERRORS as error:
        raise AuditError(f"{write_failure(folder, error)}.") from None


def compare(
    folder: Path,
    run: dict[str, Any],
    options: Options,
    previous: Previous,
    into: Path,
    origins: Mapping[str, str],
) -> RenderableType:
    """Compare a stored audit with any other one, write the reports, and return the summary.

    Args:
        previous: the audit to compare with.
        into: folder for the reports; those of the audit do not change.
        origins: see :func:`attach_previous`.

    Raises:
        UsageError: the other audit cannot be read any more.
        AuditError: the folder cannot be written.
    """
    compared = compared_audits(previous, folder, run)
    try:
        with compared_store(folder, allowed(options.memory), compared, origins) as store:
            return _compare(store, folder, run, options, compared, into)
    except Exception as error:
        if lost := compared.lost:
            raise UsageError(f"Cannot compare: {lost}. Restore it from a copy.") from None
        if isinstance(error, WRITE_ERRORS):
            raise AuditError(f"{write_failure(folder, error)}.") from None
        raise


def _compare(
    store: DuckDBStore,
    folder: Path,
    run: dict[str, Any],
    options: Options,
    compared: Compared,
    into: Path,
) -> RenderableType:
    previous = compared.previous
    of_changes = [check for check in choose(options) if check.is_of_changes]
    runner.prepare(store, of_changes, also=(*_VIEWS, STATES, LASTMOD_TRUST))
    checks = _load_results(store, options)
    find_changes(store, folder, previous, checks, is_complete=run["complete"])
    runner.run_checks(store, of_changes, into=runner.CHANGES)
    _refuse_lost(store, compared, runner.CHANGES)
    group_changes(store)
    chosen = [*checks, *of_changes]
    run.update(_changes(store, chosen, run, previous, is_part=False))
    _report(store, chosen, run, options, into, is_part=True)
    changes = read_changes(store, chosen, run)
    assert changes is not None
    run["figures"] = read_figures(store)._asdict()
    return ChangesSummary(run=run, changes=changes, folder=into)


def write_failure(folder: Path, error: BaseException) -> str:
    """Return a sentence, without its period, on why an audit cannot be written."""
    if isinstance(error, OutputFileError):
        return str(error)
    return f"The audit cannot be written to {folder}: {error_message(error)}. Make room there"


def _report_again(
    folder: Path, run: dict[str, Any], options: Options, memory: int
) -> RenderableType:
    with DuckDBStore(folder, memory=memory) as store:
        checks = load_reported(store, options)
        return _report(store, checks, run, options, folder, is_format=options.format is not None)


def load_reported(store: DuckDBStore, options: Options) -> list[Check]:
    """Make the views and load the results that reports read; return the checks that ran."""
    runner.prepare(store, (), also=_VIEWS)
    checks = _load_results(store, options)
    load_changes(store)
    ran = {name for (name,) in store.rows('SELECT "check" FROM change_runs')}
    return checks + selected_earlier(options, ran)


def _load_results(store: DuckDBStore, options: Options) -> list[Check]:
    """Load the stored findings under the current names of the checks; return these."""
    for table in RESULTS:
        store.load(table)
    for statement in findings.COMPLETED:
        store.execute(statement)
    try:
        store.load(IGNORED)
    except UsageError:  # an audit of an earlier version
        store.execute(EMPTY_IGNORED)
    ran = {name for (name,) in store.rows('SELECT "check" FROM check_runs')}
    checks = selected_earlier(options, ran)
    rename_results(store, checks)
    return checks


def _report(
    store: DuckDBStore,
    checks: list[Check],
    run: dict[str, Any],
    options: Options,
    folder: Path,
    *,
    is_part: bool = False,
    is_format: bool = False,
) -> RenderableType:
    """Write the reports, and the format of the options; return the summary.

    Args:
        is_part: see :func:`reporting.write_reports`.
        is_format: write only the format.
    """
    _note_cached_pages(store, run)
    run["over_budget"] = _over_budget(store, checks, options)
    redaction = Redaction() if options.redact_parameters else None
    if redaction:
        redaction.store(store)
    shown = redaction.record(run) if redaction else run
    if not is_format:
        brand = read_brand(options.report_title, options.report_logo)
        reporting.write_reports(
            store, checks, run, folder, is_part=is_part, brand=brand, redaction=redaction
        )
    if options.format:
        write_format(store, checks, shown, options, folder)
    if not (is_part or is_format) and folder.absolute().parent.parent == options.output.absolute():
        try:
            write_index(options.output)
        except Timeout:
            logger.warning("%s is not written: another audit writes it", options.output / INDEX)
    return terminal.summary(store, checks, shown, folder)


def _over_budget(store: DuckDBStore, checks: Sequence[Check], options: Options) -> list[str]:
    """Return a sentence for each limit of the budget that is exceeded."""
    if (budget := read_budget(options)) is None:
        return []
    found = dict(
        store.rows(
            'SELECT "check", found FROM check_runs'
            ' UNION ALL SELECT "check", COUNT(*) FROM changes GROUP BY "check"'
        )
    )
    return budget.exceeded(found, read_figures(store)._asdict(), checks)


def _changes(
    store: DuckDBStore,
    checks: Sequence[Check],
    run: Mapping[str, Any],
    previous: Previous | None,
    *,
    is_part: bool,
) -> dict[str, Any]:
    """Return the previous audit and the changes since, as run.json has them."""
    if is_part or store.folder is None:
        return {"previous": None, "changes": None, "history": []}
    comparison = read_comparison(store, previous, is_complete=run["complete"])
    told = {"previous": previous and previous.facts(run), "history": history(store.folder, run)}
    changes = read_changes(store, checks, {**run, **told}, rows=0)
    sentence = changes.sentence if changes else run.get("not_compared") or NO_EARLIER_AUDIT
    return {**told, "changes": {**comparison.facts, "sentence": sentence}}


def _note_cached_pages(store: DuckDBStore, run: dict[str, Any]) -> None:
    """Note how many pages come from Scrapy's HTTP cache, and their dates."""
    ((pages, first, last),) = store.rows(
        "SELECT COUNT(*), MIN(cached_at), MAX(cached_at) FROM pages WHERE cached_at IS NOT NULL"
    )
    if pages:
        days = list(dict.fromkeys(f"{moment.astimezone(UTC):%Y-%m-%d}" for moment in (first, last)))
        sentence = f"{words.count(pages, 'page')} from the cache of {' to '.join(days)}."
        moments = {"first": first.isoformat(), "last": last.isoformat()}
        run["cached"] = {"pages": pages, **moments, "sentence": sentence}


def _note_truncated_sitemaps(store: DuckDBStore, run: dict[str, Any]) -> None:
    """Mark the audit incomplete if a sitemap was too slow or too large to read whole."""
    left_out = store.rows(
        "SELECT url, stopped_by FROM sitemaps WHERE stopped_by IN ('time', 'long-entry')"
        " ORDER BY url"
    )
    _add_reasons(store, run, [f"{url} {_TRUNCATED[stopped_by]}." for url, stopped_by in left_out])


def _note_bot_protection(store: DuckDBStore, run: dict[str, Any]) -> None:
    """Mark the audit incomplete if a site's bot protection blocked its pages."""
    blocked = store.rows(
        "SELECT host, blocked, pages FROM hosts WHERE has_bot_protection ORDER BY host"
    )
    sentences = [
        f"{host} refused {refused:,} of {pages:,} pages (bot protection): they are not checked."
        for host, refused, pages in blocked
        if _is_audited(run, host)
    ]
    _add_reasons(store, run, sentences)


def _is_audited(run: Mapping[str, Any], host: str) -> bool:
    """Whether a host (with port) belongs to an audited site; with a URL list, every host does."""
    has_list = any(target["kind"] == "list" for target in run.get("targets") or ())
    return has_list or host in {urlsplit(site).netloc for site in run["sites"]}


def _note_invalid_lines(store: DuckDBStore, run: dict[str, Any]) -> None:
    """Note how many lines of a URL list are not URLs; comments do not count."""
    names = {t["url"]: t["written"] for t in run.get("targets") or () if t["kind"] == "list"}
    if not names:
        return
    lines = store.rows(_INVALID_LINES, {"lists": list(names)})
    sentences = [
        f"{words.count(count, 'line')} of {names[url]} {'is' if count == 1 else 'are'} not a URL,"
        f" the first is line {line}: {text}."
        for url, count, line, text in lines
    ]
    run["notes"] = list(dict.fromkeys([*run.get("notes", ()), *sentences]))


_INVALID_LINES = """
SELECT sitemap_url, COUNT(*), MIN(line), MIN_BY(excerpt, line)
FROM sitemap_problems
WHERE code = 'text-line' AND sitemap_url IN (SELECT UNNEST($lists))
    AND COALESCE(excerpt, '') NOT LIKE '#%'
GROUP BY sitemap_url
ORDER BY sitemap_url
"""


def _note_unavailable_hosts(store: DuckDBStore, run: dict[str, Any]) -> None:
    """Mark the audit incomplete if a host returned only 503 and 429."""
    hosts = store.rows(
        "SELECT host, listed_urls FROM hosts WHERE unavailable AND NOT given_up ORDER BY host"
    )
    sentences = [
        f"{host} returned 503 to all of {listed:,} listed URLs: they are not checked."
        for host, listed in hosts
        if _is_audited(run, host)
    ]
    _add_reasons(store, run, sentences)


def _note_failed_checks(store: DuckDBStore, run: dict[str, Any], folder: Path) -> None:
    """Mark the audit incomplete if a check ended with an error."""
    failed = 'SELECT "check" FROM check_runs WHERE outcome = $outcome ORDER BY "check"'
    names = [name for (name,) in store.rows(failed, {"outcome": runner.Outcome.ERROR})]
    if names:
        checks = words.count(len(names), "check")
        sentence = f"{checks} could not run: {', '.join(names)}. {incomplete.remedy(folder)}"
        run.update(incomplete.with_reason(run, sentence))


def _add_reasons(store: DuckDBStore, run: dict[str, Any], sentences: list[str]) -> None:
    """Mark the audit incomplete, for these reasons; does nothing if there are none."""
    if not sentences:
        return
    run["complete"] = False
    run["incomplete_because"] = list(dict.fromkeys([*run["incomplete_because"], *sentences]))
    runner.make_run(store, run)
