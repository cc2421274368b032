"""Recognize the files to import before an audit fetches anything."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.exports import read_columns
from sitemap_audit.imports.lists import ListReader
from sitemap_audit.imports.logs.bot_finder import BotFinder
from sitemap_audit.imports.logs.log_reader import LogReader
from sitemap_audit.imports.recognized import recognized
from sitemap_audit.imports.sentences import describe_missing
from sitemap_audit.imports.site import site_of_urls
from sitemap_audit.imports.sitemap_lists import SitemapListReader
from sitemap_audit.parsing.sites import site as registrable_domain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.imports.recognized import Found
    from sitemap_audit.imports.site import Site
    from sitemap_audit.options import Options


def recognize_ahead(options: Options, sites: Sequence[str]) -> list[str]:
    """Recognize the files that an audit is to import, and return what they are in sentences.

    Args:
        sites: URLs of the sites, as far as they are known; sitemaps may list further hosts.

    Raises:
        UsageError: one cannot be used, or is of another site.
    """
    columns, bots = read_columns(options.import_column), BotFinder(options.bot_ranges)
    site = site_of_urls(sites)
    told = []
    for path in options.imports:
        try:
            with recognized(Path(path), columns, None, "--import-column") as found:
                told += [each.sentence for each in found]
                refused = [_refusal(each, site, bots) for each in found if site]
        except OSError as error:
            raise UsageError(f"Cannot import {path}: {error.strerror or error}.") from None
        if refused and all(refused):
            raise UsageError(str(refused[0]))
    return told


def _refusal(found: Found, site: Site, bots: BotFinder) -> str | None:
    """Say why a file cannot be of the audit; None if it has a URL of the site, or may have one.

    It is read until its first URL of the site; a workbook to its end, which is never far.
    """
    reader: LogReader | ListReader | SitemapListReader
    if found.sitemaps is not None:
        reader = SitemapListReader(found.sitemaps, site, 0)
        batches = iter([reader.read(found.source.name)])
    elif found.log is not None:
        reader = LogReader(found.source.stream, found.log, site, bots)
        batches = (bool(counts.num_rows) for counts in reader.counts(lambda: None))
    else:
        assert found.table is not None
        reader = ListReader(found.table, site, 0, None)
        batches = (bool(len(batch)) for batch in reader.batches(lambda: None))
    has_url = any(batches)
    if found.source.is_workbook:
        deque(batches, maxlen=0)  # raises what is wrong with the rest
    if has_url:
        return None
    first = reader.elsewhere.first
    if first and registrable_domain(first) == registrable_domain(f"{site.base}/"):
        return None  # the sitemaps may list this host
    hint = " If the sitemaps list that host, import the file after the audit." if first else ""
    return f"{describe_missing(found, site, reader)} Nothing is fetched.{hint}"
