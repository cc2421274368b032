"""Prepare the spider: from its arguments to an audit that can be crawled."""

from __future__ import annotations

import itertools
import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.utils.misc import load_object
from twisted.logger import globalLogBeginner

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.audit_targets import TargetKind
from sitemap_audit.crawl.crawl import crawl_of
from sitemap_audit.crawl.folder_options import not_read, resolved
from sitemap_audit.crawl.inputs import read_inputs
from sitemap_audit.crawl.loop import CrawlLoop, loop_of
from sitemap_audit.crawl.requirements import (
    check_effects,
    check_requirements,
    check_search_engines,
    given_hosts,
)
from sitemap_audit.crawl.restoring import fill_loop, restore_loop
from sitemap_audit.crawl.resume import resume as resume_audit
from sitemap_audit.crawl.run import AuditRun, create
from sitemap_audit.crawl.user_settings import apply_options, options_in, refusals, unreadable
from sitemap_audit.crawl_settings import (
    ADDRESS_GUARD,
    AUDIT_ADDON,
    AUDIT_FOLDER,
    AUDIT_OPTIONS,
    BUILT_SITE,
)
from sitemap_audit.delivery.delivering import read_delivery
from sitemap_audit.delivery.receivers import refuse_in_command
from sitemap_audit.errors import UsageError
from sitemap_audit.frontier.frontier import Frontier
from sitemap_audit.frontier.linked_pages import LinkLimits
from sitemap_audit.frontier.page_assertions import assertion_tables_of
from sitemap_audit.handlers.address_guard import AddressGuard
from sitemap_audit.handlers.credentials import read_credentials
from sitemap_audit.local_files.built_site import read_built_site
from sitemap_audit.local_files.input_files import STDIN
from sitemap_audit.machine.hangup import end_on_hangup
from sitemap_audit.machine.resources import processors
from sitemap_audit.masking import Secrets, protect_logs, quoted
from sitemap_audit.middlewares.host_throttle import HostThrottle
from sitemap_audit.options import CHANGEABLE, OPTIONS
from sitemap_audit.options.kinds import is_url, split_list
from sitemap_audit.options.option_sources import read_options, unknown_option
from sitemap_audit.parsing.page.page_reader import MAX_HTML
from sitemap_audit.reading.pool import ReaderPool
from sitemap_audit.rendering.installed import install
from sitemap_audit.storage.writer import next_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.crawl.inputs import Inputs
    from sitemap_audit.options import Options

logger = logging.getLogger(__name__)

_LAST = 1_000_000
"Order of the add-on."
_OWN_ARGUMENT = (
    "A subclass of the spider takes an argument of its own as a parameter of its __init__(), or as"
    " a class attribute."
)
MAX_WORKERS = 4
"Default maximum of worker processes; one crawl fetches no faster than these read."


def add_addon(settings: BaseSettings) -> None:
    """Add the add-on of an audit as the last one: it sees what the others have set."""
    settings.set_in_component_priority_dict("ADDONS", load_object(AUDIT_ADDON), _LAST)


def is_audit(crawler: Crawler) -> bool:
    """Return whether a crawler is to audit, or fetches for one of Scrapy's commands.

    ``scrapy shell`` makes the spider without a crawl; ``check``, ``fetch``, ``parse`` and ``view``
    have replaced its ``start()``.
    """
    start = crawler.spidercls.start
    return crawler.crawling and not start.__module__.startswith("scrapy.commands.")


def prepare(crawl: Crawl, arguments: dict[str, Any]) -> CrawlLoop:
    """Set a crawl up for the audit that the arguments of its spider describe; return its loop.

    Raises:
        UsageError: an argument is invalid, or a setting is not allowed.
    """
    crawler = crawl.crawler
    add_addon(crawler.settings)  # again: a runner may have replaced the setting since
    if refused := refusals(crawler.settings):
        raise UsageError(" ".join(refused))
    given = arguments.get("run")
    if isinstance(given, AuditRun):
        crawl.rounds = arguments.get("rounds")
        return _set_up(crawl, given)
    run = _run_from_arguments(crawl, **arguments)
    try:
        return _set_up(crawl, run)
    except UsageError:
        if not run.is_resumed:
            run.discard()
        raise


def _set_up(crawl: Crawl, run: AuditRun) -> CrawlLoop:
    end_on_hangup()
    options = crawl.options = run.options
    crawl.run = run
    settings = crawl.crawler.settings
    crawl.unused_settings = unreadable(settings)
    _configure_components(settings, run)
    crawl.unused_settings += install(options, settings)
    credentials = read_credentials(options)
    crawl.secrets, crawl.hidden = credentials.secrets, credentials.recognisable
    run.hidden = Secrets(crawl.hidden)
    protect_logs(crawl.secrets)
    for sentence in run.warnings:
        logger.warning(sentence)
    crawl.ids = itertools.count(run.slice.first if run.slice else next_first(run.folder))
    crawl.assertion_tables = _assertion_tables(options)
    crawl.scope = run.selection.scope
    crawl.reader = ReaderPool(workers(options))
    if crawl.filters_pages:
        run.restrict(f"sitemap_filter() of {type(crawl.callbacks).__name__}")
    frontier = Frontier(
        run.folder / ".frontier.sqlite",
        max_urls=options.max_urls,
        follow=options.follow and run.slice is None,
        pages=options.pages,
        scope=crawl.scope,
        sitemaps=run.selection.sitemaps,
        waits_for_sitemaps=run.slice is None
        and (crawl.rounds is not None or run.selection.needs_all_sitemaps or crawl.filters_pages),
        links=LinkLimits(options.crawl_max, options.crawl_depth) if options.crawl else None,
    )
    share = run.slice.share if run.slice else 1
    served = run.built.host if run.built else None
    loop = CrawlLoop(crawl, frontier, HostThrottle(options, share=share, served=served))
    crawl.is_audit = True
    if run.is_resumed:
        restore_loop(loop, crawl)
    if run.slice is not None:
        fill_loop(loop, crawl, run.slice)
    return loop


def workers(options: Options) -> int:
    """Return the number of worker processes that read pages and sitemaps."""
    if options.workers is not None:
        return options.workers
    return max(1, min(processors() - 1, MAX_WORKERS))  # the crawl's own process takes one


def begin_audit(
    options: Options, inputs: Inputs, *, job: str | None = None, output: AuditPlace | None = None
) -> AuditRun:
    """Create an audit in a new folder, after checking its options.

    Args:
        output: see :func:`sitemap_audit.crawl.run.create`.

    Raises:
        UsageError: an option is invalid, or the folder cannot be created.
    """
    # Late: deploying need not read the checks.
    from sitemap_audit.analysis.comparison.previous import pinned_audit
    from sitemap_audit.analysis.gate import read_budget, read_ignores
    from sitemap_audit.analysis.selection import choose

    choose(options)  # fail on a misspelt check now, not after the crawl
    read_budget(options)
    read_ignores(options)
    if options.baseline:
        pinned_audit(options.baseline)
    read_delivery(options)
    check_effects(options)
    given, options = options, resolved(options, inputs)
    check_requirements(options)
    sites = [each.url for each in inputs.targets if each.kind is not TargetKind.LIST]
    check_search_engines(options, sites)
    recognized = _recognize_imports(options, sites)
    built = read_built_site(options, inputs.files, inputs.folders, inputs.targets)
    run = create(options, inputs.targets, files=inputs.files, built=built, job=job, output=output)
    run.recognized = recognized
    run.warnings += not_read(given, options, inputs)
    return run


def _recognize_imports(options: Options, sites: Sequence[str]) -> list[str]:
    """Recognize the files to import, and return what they are in sentences."""
    if not (options.imports or options.import_column or options.bot_ranges):
        return []
    from sitemap_audit.imports.ahead import recognize_ahead  # late: numpy comes with it

    return recognize_ahead(options, sites)


def _run_from_arguments(
    crawl: Crawl,
    /,
    *,
    site: Any = None,
    config: str | None = None,
    resume: str | None = None,
    _job: str | None = None,
    **given: Any,
) -> AuditRun:
    """Create or resume the audit that spider arguments describe; Scrapyd passes ``_job``."""
    for name in given:
        if name not in OPTIONS:
            known = ("site", "config", "resume", *OPTIONS)
            raise UsageError(f"{unknown_option(name, known)} {_OWN_ARGUMENT}")
    crawler = crawl.crawler
    refuse_in_command(given.get("notify"))
    command_options = options_in(crawler.settings, "cmdline")
    if resume:
        return _resume_run(
            Path(resume),
            _job,
            {"site": site, "config": config, **given},
            command_options,
            _options_in_settings(crawler.settings),
        )
    options, sites = read_options(
        _options_in_settings(crawler.settings) | command_options | given,
        Path(config) if config else None,
        usual=options_in(crawler.settings),
    )
    if is_url(options.output):
        raise UsageError(
            f"A spider that Scrapy runs stores audits in a local folder, and output is"
            f" {quoted(options.output)}. Run 'sitemap-audit SITE --output URL', or --publish them."
        )
    if options.cluster:
        raise UsageError(
            "A spider that Scrapy runs cannot use a cluster. Run 'sitemap-audit SITE --cluster"
            " MASTER', or leave cluster out."
        )
    site = site or getattr(crawl.callbacks, "site", None)
    written = split_list("site", site) if site else sites
    if STDIN in written:
        raise UsageError(
            "Cannot read the site '-': a spider has no standard input. Pass the path of the list,"
            " such as site=./urls.txt."
        )
    return begin_audit(options, read_inputs(written, options), job=_job)


def _options_in_settings(settings: BaseSettings) -> dict[str, Any]:
    """Return the options in the setting SITEMAP_AUDIT.

    Raises:
        UsageError: the setting is not a dictionary.
    """
    try:
        return settings.getdict("SITEMAP_AUDIT")
    except (TypeError, ValueError):
        raise UsageError(
            f"The setting SITEMAP_AUDIT is {quoted(settings.get('SITEMAP_AUDIT'))}; it must be a"
            ' dictionary of options, such as {"max_urls": 100}.'
        ) from None


def _resume_run(
    folder: Path,
    job: str | None,
    others: dict[str, Any],
    command_options: dict[str, Any],
    usual: dict[str, Any],
) -> AuditRun:
    given = {name: value for name, value in others.items() if value}
    if said := sorted(given.keys() - {*CHANGEABLE}):
        raise UsageError(
            f"Cannot change {', '.join(said)} of a stored audit: a resumed audit keeps its options."
            " Leave them out."
        )
    return resume_audit(AuditPlace(folder), command_options | given, usual=usual, job=job)


def _configure_components(settings: BaseSettings, run: AuditRun) -> None:
    """Set Scrapy settings for middlewares, handlers and pipelines."""
    options = run.options
    settings.set(AUDIT_OPTIONS, options, priority="spider")
    if 0 < settings.getint("DOWNLOAD_MAXSIZE") < MAX_HTML:
        settings.set("DOWNLOAD_MAXSIZE", MAX_HTML, priority="addon")
    settings.set(AUDIT_FOLDER, str(run.folder), priority="spider")
    is_new = not run.is_resumed and run.slice is None
    guard = AddressGuard(given_hosts(run), allow_private=options.allow_private, is_new=is_new)
    settings.set(ADDRESS_GUARD, guard, priority="spider")
    settings.set(BUILT_SITE, run.built, priority="spider")
    apply_options(settings, options)


def _assertion_tables(options: Options) -> frozenset[str]:
    from sitemap_audit.analysis.selection import choose

    return assertion_tables_of(choose(options)) if options.pages else frozenset()


class _WithoutUsageErrors(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        # Twisted's heading is a record of its own, before that of whatever error.
        is_heading = record.getMessage().startswith("Unhandled error in Deferred")
        return not (is_heading or isinstance(error, UsageError))


def not_prepared(spider: Spider) -> UsageError:
    """Return the error for a spider whose ``from_crawler()`` has prepared no audit."""
    return UsageError(
        f"from_crawler() of {type(spider).__name__} has not called super().from_crawler(), which"
        " prepares the audit. Call it, and return the spider that it returns."
    )


def require_prepared(crawler: Crawler) -> None:
    """Check that the ``from_crawler()`` of a subclass has prepared the audit.

    Raises:
        UsageError: it has not.
    """
    if crawl_of(crawler) is not None and loop_of(crawler) is None and is_audit(crawler):
        assert crawler.spider is not None
        error = not_prepared(crawler.spider)
        log_once(crawler.spider, error)
        raise error


def log_once(spider: Spider, error: UsageError) -> None:
    """Log an error of the user as a sentence, and without a traceback when it is raised."""
    spider.logger.error(error)
    _hide_usage_errors()


@cache
def _hide_usage_errors() -> None:
    """Keep asyncio and Twisted from logging a UsageError: it is logged as a sentence already.

    They log an exception of a crawl that nobody has awaited, with a traceback.
    """
    for name in ("asyncio", "twisted"):
        logging.getLogger(name).addFilter(_WithoutUsageErrors())
    # Until its logging begins, Twisted prints it to standard error, too.
    globalLogBeginner.beginLoggingTo([], discardBuffer=True, redirectStandardIO=False)
