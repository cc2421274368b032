"""The site that a URL belongs to: its registrable domain, by the public suffix list."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_SITES_KEPT = 2**14
_AT_HOME = ".home.arpa"
"RFC 8375; the list has it, since these networks are apart from each other."


def site(url: str) -> str:
    """The registrable domain of a URL in normal form: example.co.uk of www.example.co.uk.

    The list's private part counts too, so that two tenants of one platform (github.io) are two
    sites. What has no such domain, an IP address or a name without a dot, is a site of its
    own, port included.
    """
    return _site(urls.origin(url).partition("://")[2])


def is_public_name(host: str) -> bool:
    """Whether a host's name may be one of the public DNS, by the ending that it has.

    Not so: a name without a dot, ``.internal``, ``.local``, ``.localhost``, ``.home.arpa``.
    """
    name = host.lower().removesuffix(".")
    if "." not in name or name.endswith(_AT_HOME):
        return False
    return _public_suffixes().publicsuffix(name, accept_unknown=False) is not None


def load_suffixes() -> None:
    """Read the list, which takes a while, before the first site is looked up."""
    _public_suffixes()


@lru_cache(_SITES_KEPT)
def _site(authority: str) -> str:
    host = authority if authority.endswith("]") else authority.partition(":")[0].removesuffix(".")
    if "." not in host or not host.rpartition(".")[2][:1].isalpha():
        return authority
    return _public_suffixes().privatesuffix(host) or host


@cache
def _public_suffixes() -> PublicSuffixList:
    """The list as it comes with the library; an ending it does not know counts as a suffix."""
    from publicsuffixlist import PublicSuffixList  # late: reading it takes a while

    return PublicSuffixList()
