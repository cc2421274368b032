"""What is to be audited: sites, sitemaps, robots.txt files, files on disk."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files import LocalFile, is_local, read_local
from sitemap_audit.masking import without_userinfo
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable


class TargetKind(StrEnum):
    """How a target is begun with."""

    SITE = "site"
    "By its robots.txt; a robots.txt given is the same."
    SITEMAP = "sitemap"


class Target(NamedTuple):
    """One thing to audit."""

    url: str
    kind: TargetKind
    written: str


def read_targets(written: Iterable[str]) -> list[Target]:
    """Understand URLs as people write them: ``example.com`` is ``https://example.com/``.

    Raises:
        UsageError: one of them is no http(s) URL, or there is none.
    """
    targets = [_read_target(text) for text in written]
    if not targets:
        raise UsageError("Which site? Give its address, such as https://www.example.com.")
    return list(dict.fromkeys(targets))


class Given(NamedTuple):
    """What is to be audited, and the files that stand for some of it."""

    targets: list[Target]
    files: list[LocalFile]


def read_given(written: Iterable[str], base: str | None = None) -> Given:
    """Understand URLs, and files and folders of sitemaps on this machine.

    Args:
        base: URL that the files stand for.

    Raises:
        UsageError: one of them is neither, or there is none.
    """
    files: list[LocalFile] = []
    addresses: list[str] = []
    for text in written:
        here = read_local(text, base) if is_local(text) else None
        files += here or []
        addresses += [file.url for file in here if file.is_sitemap] if here else [text]
    if base and addresses and not files:
        raise UsageError(
            f"base is {base!r}, but {addresses[0]} is no file or folder: it has its address."
        )
    return Given(read_targets(addresses), files)


def _read_target(written: str) -> Target:
    text = written.strip()
    if "://" not in text and "." in text.split("/")[0]:
        text = f"https://{text}"
    link = urls.read_link(text)
    if link.url is not None and not urls.host(link.url).strip("."):
        link = link._replace(url=None, problem=urls.UrlProblem.MALFORMED)
    if link.url is None:
        raise UsageError(
            f"{without_userinfo(written)!r} is not the address of a site:"
            f" {_WHY[str(link.problem)]}."
            " Write it in full, such as https://www.example.com."
        )
    path = urlsplit(link.url).path
    if path.endswith("/") or path == "/robots.txt":
        return Target(urls.origin(link.url) + "/", TargetKind.SITE, written)
    return Target(link.url, TargetKind.SITEMAP, written)


_WHY = {
    "empty": "it is empty",
    "relative": "it has no scheme and no host",
    "protocol-relative": "it has no scheme",
    "scheme": "only http and https can be audited",
    "userinfo": "it carries a user name or password, which all on this machine can read in the"
    " list of processes; put them into a file and name it by --auth",
    "malformed": "no browser would take it for an address",
    "too-long": "it is too long",
}
