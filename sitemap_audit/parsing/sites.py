"""The site that a URL belongs to: its registrable domain, by the public suffix list."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from tldextract import TLDExtract

_SITES_KEPT = 2**14


def site(url: str) -> str:
    """The registrable domain of a URL in normal form: example.co.uk of www.example.co.uk.

    The list's private part counts too, so that two tenants of one platform (github.io) are two
    sites. What has no such domain, an address in numbers or a name without a dot, is a site of its
    own, port included.
    """
    return _site(urls.origin(url).partition("://")[2])


def load_suffixes() -> None:
    """Read the list, which takes a tenth of a second, before the first site is asked for."""
    _public_suffixes()("example.com")


@lru_cache(_SITES_KEPT)
def _site(authority: str) -> str:
    host = authority if authority.endswith("]") else authority.partition(":")[0]
    parts = _public_suffixes()(host)
    if parts.domain and parts.suffix:
        return parts.top_domain_under_public_suffix
    if parts.suffix:
        return host
    # An ending that is not listed counts as a suffix: the list's rule for what it does not know.
    labels = host.split(".")[-2:]
    return ".".join(labels) if len(labels) == 2 and labels[1][:1].isalpha() else authority


@cache
def _public_suffixes() -> TLDExtract:
    """The list as it comes with the library: reading it must ask nothing of the network."""
    from tldextract import TLDExtract  # its import takes a while, and few commands need it

    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
