"""Decide what the options leave open of a local folder: ``--pages auto``, ``--offline``."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting.built_files import is_published
from sitemap_audit.local_files.input_files import folder_url
from sitemap_audit.masking import visible
from sitemap_audit.options.kinds import AUTO
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.crawl.inputs import Inputs
    from sitemap_audit.options import Options

_HTML = re.compile(r"\.html?$", re.IGNORECASE)
_PROOF = re.compile(r"google[0-9a-f]{16}\.html|yandex_[0-9a-f]{16}\.html")
"""Files that prove who owns a site, and are no pages of it:
https://support.google.com/webmasters/answer/9008080#html_verification,
https://yandex.com/support/webmaster/en/service/rights."""


def resolved(options: Options, inputs: Inputs) -> Options:
    """Return the options with the folder that ``--pages auto`` stands for.

    ``auto`` is the audited folder, if it is the only input and holds pages, and no option needs the
    live site; else it is the live site. Offline no page of that is crawled.

    Raises:
        UsageError: the audit is offline, and one of its inputs is neither a local file nor of the
            site that the folder stands for.
    """
    if options.pages_from == AUTO:
        options = replace(options, pages_from=_folder_of_pages(options, inputs))
    if options.offline:
        _refuse_remote(options, inputs)
        options = replace(options, pages=options.pages and options.pages_from is not None)
    return options


def _refuse_remote(options: Options, inputs: Inputs) -> None:
    """Check that each target is a local file, or of the site that a folder stands for.

    Raises:
        UsageError: one is not.
    """
    local = {file.url for file in inputs.files if file.list_of is None}
    served = None
    if options.pages_from is not None:
        base = folder_url(options.base)
        if base is None:
            return  # another sentence says that --base is needed
        served = urls.origin(base)
    for each in inputs.targets:
        if each.url not in local and urls.origin(each.url) != served:
            raise UsageError(
                f"--offline requests nothing, and {each.written} is no folder and no sitemap on"
                " this machine. Leave one of them out."
            )


def not_read(given: Options, options: Options, inputs: Inputs) -> list[str]:
    """Return a sentence on each audited folder whose pages or robots.txt are not read.

    Args:
        given: the options as the user gave them.
        options: the same, resolved.
    """
    if not given.pages or options.pages_from is not None:
        return []
    sentences = []
    for folder in inputs.folders:
        robots = folder / "robots.txt"
        name = visible(quote(str(folder)))
        is_of_site = live_options(options) or options.connect_to
        if not is_of_site and holds_pages(folder):
            live = "" if options.offline else ": robots.txt and pages are those of the live site"
            sentences.append(
                f"{name} holds HTML that is not read{live}. To audit the folder before it is"
                f" deployed, pass --pages {name}."
            )
        elif options.pages and any(each.is_robots and each.path == robots for each in inputs.files):
            sentences.append(
                f"{visible(str(robots))} is not read: pages are crawled by the robots.txt of the"
                " live site. --no-pages reads it."
            )
    return sentences


def without_auto(options: Options) -> Options:
    """Return the options of an audit that is resumed: ``auto`` has no folder to stand for."""
    return replace(options, pages_from=None) if options.pages_from == AUTO else options


def live_options(options: Options) -> list[str]:
    """Return the flags that need the live site, or another one that stands for it."""
    flags = {
        "--map": bool(options.map),
        "--cluster": options.cluster is not None,
        "--render": options.render != "never",
        "--as": bool(options.bots),
    }
    return [flag for flag, is_set in flags.items() if is_set]


def _folder_of_pages(options: Options, inputs: Inputs) -> Path | None:
    if live_options(options) or options.connect_to or not options.pages:
        return None
    if len(inputs.folders) != 1:
        return None
    (folder,) = inputs.folders
    is_alone = all(each.local_folder is not None for each in inputs.targets)
    return folder.absolute() if is_alone and holds_pages(folder) else None


def holds_pages(folder: Path) -> bool:
    """Return whether a folder has HTML files other than those that prove who owns the site.

    What is in folders whose names begin with a dot is not published: an earlier audit may be.
    """
    for _, folders, names in os.walk(folder):
        folders[:] = filter(is_published, folders)
        if any(_HTML.search(name) and not _PROOF.fullmatch(name) for name in names):
            return True
    return False
