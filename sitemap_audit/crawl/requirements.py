"""What must be there before anything is fetched: files, programs, hosts that options name."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sitemap_audit.crawl.folder_options import live_options
from sitemap_audit.crawl.inputs import input_hosts
from sitemap_audit.errors import UsageError
from sitemap_audit.handlers.connect_to import read_connect_overrides
from sitemap_audit.handlers.credentials import read_credentials
from sitemap_audit.handlers.host_map import read_host_map
from sitemap_audit.handlers.signing import check_ready_made, read_signer
from sitemap_audit.options import OPTIONS
from sitemap_audit.rendering.installed import require_browser
from sitemap_audit.report.branding import read_logo
from sitemap_audit.reports.output import check_output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.options import Options


def check_requirements(options: Options) -> None:
    """Check that files and programs named by options exist, before anything is fetched.

    Raises:
        UsageError: the browser, the logo, the file of credentials or the key of ``sign`` is
            missing, the logo, the key or ``map`` is invalid, a signature has expired, the output
            file cannot be written, or options contradict each other.
    """
    if options.crawl and not options.pages:
        other = "--offline without --pages DIR" if options.offline else "--no-pages"
        raise UsageError(
            f"--crawl follows the links of pages, and {other} crawls none. Leave one of them out."
        )
    if options.crawl and options.cluster:
        raise UsageError(
            "--crawl cannot be used with --cluster: the limits of a link crawl are counted in one"
            " process. Leave one of them out."
        )
    _check_pages_from(options)
    require_browser(options)
    check_output(options)
    if options.report_logo:
        read_logo(options.report_logo)
    read_host_map(options)
    for origin, headers in read_credentials(options).headers.items():
        check_ready_made(headers, origin, datetime.now(UTC))
    read_signer(options)


def check_effects(options: Options) -> None:
    """Check that no option is set without the one that it adds to: it would have no effect.

    Args:
        options: of a new audit.

    Raises:
        UsageError: the other one is not set.
    """
    if options.as_sample != OPTIONS["as_sample"].default and not options.as_bots:
        raise UsageError(
            "--as-sample is the number of pages that each bot of --as gets, and --as names no bot."
            " Pass one, such as --as Googlebot, or leave --as-sample out."
        )


def _check_pages_from(options: Options) -> None:
    """Check that pages can be read from the folder of ``--pages``.

    Raises:
        UsageError: they cannot be.
    """
    needed = next(iter(live_options(options)), None)
    if needed is not None and options.pages_from is not None:
        raise UsageError(
            f"{needed} needs the live site, and --pages DIR reads a folder. Leave one of them out."
        )
    if needed is not None and options.offline:
        raise UsageError(
            f"{needed} needs the live site, and --offline requests nothing. Leave one of them out."
        )
    if options.pages_from is None:
        return
    if not options.pages:
        raise UsageError("--pages DIR reads pages, and --no-pages none. Leave one of them out.")


def check_search_engines(options: Options, sites: Sequence[str]) -> None:
    """Check that what is to be read of search engines can be, before anything is fetched.

    Args:
        sites: URLs of the sites, as far as they are known.

    Raises:
        UsageError: an option cannot hold.
    """
    if options.search_console is None and not options.inspect:
        return
    if options.offline:
        flag = "--inspect" if options.inspect else "--search-console"
        raise UsageError(
            f"{flag} requests data of Google, and --offline requests nothing. Leave one of them"
            " out."
        )
    # Late: few audits need it.
    from sitemap_audit.search_engines.ahead_of_crawl import check_search_console

    check_search_console(options, sites)


def given_hosts(run: AuditRun) -> list[str]:
    """Return the hosts that the user typed: those of targets, ``--map`` and ``--connect-to``."""
    overrides = (override.to_host for override in read_connect_overrides(run.options))
    hosts = [*input_hosts(run.targets), *read_host_map(run.options).hosts, *filter(None, overrides)]
    return sorted(set(hosts))
