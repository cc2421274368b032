"""The site of a URL: its registrable domain by the public suffix list."""

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
    """Return the registrable domain of a URL in normal form: example.co.uk of www.example.co.uk.

    The list's private part counts, so that two customers of a platform (github.io) are two sites.
    An IP address or a name without a dot is its own site, port included.
    """
    return _site(urls.origin(url).partition("://")[2])


def is_public_name(host: str) -> bool:
    """Return whether a host name may exist in public DNS, judged by its suffix.

    False for a name without a dot, ``.internal``, ``.local``, ``.localhost``, ``.home.arpa``.
    """
    name = host.lower().removesuffix(".")
    if "." not in name or name.endswith(_AT_HOME):
        return False
    return _public_suffixes().publicsuffix(name, accept_unknown=False) is not None


def load_suffixes() -> None:
    """Load the public suffix list in advance; the first lookup would be slow."""
    _public_suffixes()


@lru_cache(_SITES_KEPT)
def _site(authority: str) -> str:
    host = authority if authority.endswith("]") else authority.partition(":")[0].removesuffix(".")
    if "." not in host or not host.rpartition(".")[2][:1].isalpha():
        return authority
    return _public_suffixes().privatesuffix(host) or host


@cache
def _public_suffixes() -> PublicSuffixList:
    """Return the bundled public suffix list; an unknown top-level domain counts as a suffix."""
    from publicsuffixlist import PublicSuffixList  # late: reading it takes a while

    return PublicSuffixList()
