"""Which audits and hosts are not submitted: what search engines cannot or should not crawl."""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.parsing.addresses import is_public, read_address
from sitemap_audit.parsing.sites import is_public_name, site

if TYPE_CHECKING:
    from sitemap_audit.run_record import RunRecord

_STAGING = re.compile(
    r"(dev|devel|development|pre-?prod|preproduction|preview|qa|sandbox|stag(e|ing)?|stg|test"
    r"|testing|uat)[0-9]*"
)
"Parts of a host name, below the registrable domain, by which staging servers go."


def refuse_audit(run: RunRecord, *, is_forced: bool) -> None:
    """Refuse an audit that is not one of a live, public site.

    Args:
        run: its run record.
        is_forced: accept host names that look like staging.

    Raises:
        UsageError: it was crawled from other servers or a local folder, or its host is not public.
    """
    options = run.options
    for name, what in (("map", "another origin"), ("connect_to", "another server")):
        if options.get(name):
            flag = name.replace("_", "-")
            raise UsageError(
                f"Not submitted: the audit crawled {what} instead of the site (--{flag}). Audit"
                f" the live site without --{flag}, and submit that audit."
            )
    if run.built is not None or options.get("base"):
        raise UsageError(
            "Not submitted: the audit is of local files"
            f" ({'--pages' if run.built is not None else '--base'}). Deploy them, audit the live"
            " site, and submit that audit."
        )
    for url in run.sites:
        if why := host_fault(urlsplit(url).netloc, is_forced=is_forced):
            hint = " If it is the live site, pass --force." if why == _LOOKS else ""
            raise UsageError(f"Not submitted: {urlsplit(url).netloc or url} {why}.{hint}")


_LOOKS = "looks like a staging server"


def host_fault(netloc: str, *, is_forced: bool) -> str | None:
    """Return why the URLs of a host are not submitted, or None."""
    host = netloc.rpartition(":")[0] if re.search(r":\d+$", netloc) else netloc
    if "@" in host:
        return "has a user name"
    if not host or read_address(host) is not None or not is_public_name(host):
        return "is not a public host"
    if _is_private(host):
        return "is in a private network"
    below = host.removesuffix(site(f"https://{host}/")).lower()
    if not is_forced and any(
        _STAGING.fullmatch(part) for part in re.split(r"[.]|-(?!prod)", below)
    ):
        return _LOOKS
    return None


def _is_private(host: str) -> bool:
    """Return whether a host has private IP addresses alone; False if its lookup fails."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    addresses = (read_address(str(info[4][0])) for info in found)
    return not any(address is None or is_public(address) for address in addresses)
