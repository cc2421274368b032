"""What is to be audited: sites, sitemaps, robots.txt files, files on disk."""

from __future__ import annotations

from enum import StrEnum
from glob import escape
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files import Limits, LocalFile, is_local, read_local
from sitemap_audit.masking import quoted
from sitemap_audit.options import Options
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class TargetKind(StrEnum):
    """How a target is begun with."""

    SITE = "site"
    "By its robots.txt; a robots.txt given is the same."
    SITEMAP = "sitemap"
    "Unless it turns out to be a page: then its site is the target."
    LIST = "list"
    "A list of URLs on this machine: no sitemap is looked for."


class Target(NamedTuple):
    """One thing to audit."""

    url: str
    kind: TargetKind
    written: str
    page: str | None = None
    "The URL of a page of the site, where that was given in place of the site."
    list_of: str | None = None
    "Of a list: the site, where all URLs are of one host, else the name of the file."

    @property
    def site(self) -> str:
        """The name of what is audited."""
        return self.list_of or self.url

    @property
    def folder(self) -> str | None:
        """The URL of the folder of the page, where it is not the whole site."""
        if self.page is None:
            return None
        start, _, last = self.page.partition("?")[0].rpartition("/")
        is_file = not last or "." in last
        folder = f"{start}/" if is_file else f"{start}/{last}/"
        return folder if folder != self.url else None

    def told(self, *, is_restricted: bool) -> str:
        """How it was understood, where that is to be told, in a sentence; else an empty text.

        Args:
            is_restricted: the audit is restricted to some URLs already.
        """
        if self.kind is TargetKind.LIST:
            return f"{self.written} is a list of URLs: only these URLs are audited, no sitemaps."
        if self.page is None:
            return ""
        told = f"{self.page} is a page. Auditing its site, {self.url}."
        if self.folder is None or is_restricted:
            return told
        return f"{told} To crawl this path only, add --include {quote(escape(self.folder) + '*')}."


def site_of(page: str, written: str) -> Target:
    """The site of a page that was given in its place."""
    return Target(f"{urls.origin(page)}/", TargetKind.SITE, written, page)


def targets_of(record: Mapping[str, Any]) -> list[Target]:
    """The targets of a stored audit, by its run.json."""
    if "targets" not in record:  # it is from before they were kept
        return read_targets(record["sites"])
    return [Target(**each | {"kind": TargetKind(each["kind"])}) for each in record["targets"]]


def read_targets(written: Iterable[str]) -> list[Target]:
    """Understand URLs as people write them: ``example.com`` is ``https://example.com/``.

    Raises:
        UsageError: one of them is no http(s) URL, or there is none.
    """
    targets = [_read_target(text) for text in written]
    if not targets:
        raise UsageError("No site given. Pass a URL, such as https://www.example.com.")
    return list(dict.fromkeys(targets))


def input_hosts(targets: Iterable[Target]) -> set[str]:
    """The hosts of what was given; a target may have another one since, behind a redirect."""
    return {
        urls.host((each if each.kind is TargetKind.LIST else _read_target(each.written)).url)
        for each in targets
    }


class Inputs(NamedTuple):
    """What is to be audited, and the files that stand for some of it."""

    targets: list[Target]
    files: list[LocalFile]


def read_inputs(written: Iterable[str], options: Options | None = None) -> Inputs:
    """Understand URLs, and files and folders of sitemaps on this machine.

    Args:
        options: with the URL that the files stand for, and what is taken of them at most.

    Raises:
        UsageError: one of them is neither, or is too large, or there is none.
    """
    options = options or Options()
    base, most = options.base, Limits(options.max_list_lines, options.max_local_bytes)
    files: list[LocalFile] = []
    addresses: list[str] = []
    lists: list[Target] = []
    for text in written:
        here = read_local(text, base, most) if is_local(text) else None
        files += here or []
        lists += [_list(file) for file in here or () if file.list_of]
        told = [file.url for file in here if file.is_sitemap and not file.list_of] if here else None
        addresses += [text] if told is None else told
    if base and addresses and not files:
        raise UsageError(
            f"Cannot use base {base!r} for {addresses[0]}: it is a URL already. Leave --base out,"
            " which is for local files and folders."
        )
    return Inputs(lists + (read_targets(addresses) if addresses or not lists else []), files)


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
