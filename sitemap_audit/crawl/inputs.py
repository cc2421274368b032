"""Targets of an audit: sites, sitemaps, lists of URLs; from URLs and local files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.audit_targets import Target, TargetKind
from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.input_files import (
    LocalFile,
    is_local,
    path_in_repository,
    read_local,
)
from sitemap_audit.masking import quoted
from sitemap_audit.options.kinds import AUTO
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemap_audit.options import Options


def site_of(page: str, written: str) -> Target:
    """Make the target for the site of a page."""
    return Target(f"{urls.origin(page)}/", TargetKind.SITE, written, page)


def read_targets(written: Iterable[str]) -> list[Target]:
    """Make targets from URLs as users type them: ``example.com`` is ``https://example.com/``.

    Raises:
        UsageError: one of them is not an http(s) URL, or there is none.
    """
    targets = [_read_target(text) for text in written]
    if not targets:
        raise UsageError("No site given. Pass a URL, such as https://www.example.com.")
    return list(dict.fromkeys(targets))


def input_hosts(targets: Iterable[Target]) -> set[str]:
    """Return the hosts that the user passed, not those that targets redirect to."""
    return {
        urls.host((each if each.kind is TargetKind.LIST else _read_target(each.written)).url)
        for each in targets
    }


class Inputs(NamedTuple):
    """Targets of an audit, and the local files among them."""

    targets: list[Target]
    files: list[LocalFile]
    folders: list[Path]
    "Local folders among the inputs."


def read_inputs(written: Iterable[str], options: Options | None = None) -> Inputs:
    """Make targets from URLs, and from local files and folders of sitemaps.

    Args:
        options: with the base URL of local files. The folder of ``pages_from`` is audited if
            nothing is written.

    Raises:
        UsageError: an input is neither a URL nor a readable file, is too large, or there is none.
    """
    base = options.base if options else None
    built = options.pages_from if options and options.pages_from != AUTO else None
    if built is not None:
        written = [*written] or [str(built)]
    files: list[LocalFile] = []
    remote: list[str] = []
    lists: list[Target] = []
    folders: list[Path] = []
    folder_of: dict[str, str] = {}
    for text in written:
        local = read_local(text, base) if is_local(text) else None
        files += local or []
        lists += [_list(file) for file in local or () if file.list_of]
        if local and (folder := Path(text).expanduser()).is_dir():
            folders.append(folder)
            folder_of |= {file.url: path_in_repository(folder) for file in local}
        if local:
            remote += [file.url for file in local if file.is_sitemap and not file.list_of]
        else:
            remote.append(text)
    targets = read_targets(remote) if remote or not lists else []
    if base and remote and not files and built is None:
        raise UsageError(
            f"Cannot use base {base!r} for {remote[0]}: it is a URL already. Leave --base out,"
            " which is for local files and folders."
        )
    return Inputs(
        [*lists, *(replace(each, local_folder=folder_of.get(each.written)) for each in targets)],
        files,
        folders,
    )


def _list(file: LocalFile) -> Target:
    return Target(file.url, TargetKind.LIST, file.name, list_of=file.list_of)


def _read_target(written: str) -> Target:
    text = written.strip()
    if "://" not in text and "." in text.split("/")[0]:
        text = f"https://{text}"
    link = urls.read_link(text)
    if link.url is not None and not urls.host(link.url).strip("."):
        link = link._replace(url=None, problem=urls.UrlProblem.MALFORMED)
    if link.url is None:
        raise UsageError(
            f"Cannot audit {quoted(written)}: {_WHY[str(link.problem)]}."
            " Pass a full URL, such as https://www.example.com."
        )
    site, path = f"{urls.origin(link.url)}/", urlsplit(link.url).path
    if link.url == site or path == "/robots.txt":
        return Target(site, TargetKind.SITE, written)
    if path.endswith("/"):
        return site_of(link.url, written)
    return Target(link.url, TargetKind.SITEMAP, written)


_WHY = {
    "empty": "it is empty",
    "relative": "it has no scheme and no host",
    "protocol-relative": "it has no scheme",
    "scheme": "only http and https can be audited",
    "userinfo": "it contains a user name or password, which all users of this machine can see in"
    " the process list; put them into a file for --auth",
    "malformed": "it is not a valid URL",
    "too-long": "it is too long",
}
