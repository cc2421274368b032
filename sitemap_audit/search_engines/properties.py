"""Tell which URLs a property of Search Console covers, and whether it fits an audit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.masking import quoted
from sitemap_audit.parsing.sites import site as registrable_domain
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from collections.abc import Sequence

_DOMAIN = "sc-domain:"
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]*[a-z0-9]")


class Property(NamedTuple):
    """A property of Search Console.

    A domain property has all subdomains, schemes and ports; a URL-prefix property the URLs that
    begin with it, so that ``https://example.com/`` has none of ``https://www.example.com/``:
    https://support.google.com/webmasters/answer/34592
    """

    name: str
    "As Google names it: sc-domain:example.com, https://www.example.com/."

    @property
    def domain(self) -> str | None:
        """The domain of a domain property; None of a URL prefix."""
        return self.name.removeprefix(_DOMAIN) if self.name.startswith(_DOMAIN) else None

    @property
    def pattern(self) -> str:
        """Regular expression, for Python and DuckDB, that URLs in normal form begin with."""
        if self.domain is None:
            return f"^{re.escape(self.name)}"
        return rf"^https?://([^/]*\.)?{re.escape(self.domain)}(:[0-9]+)?/"

    def covers(self, url: str) -> bool:
        """Whether a URL in normal form belongs to it."""
        return re.match(self.pattern, url) is not None


def read_property(written: str, option: str = "--search-console") -> Property:
    """Read the name of a property.

    Raises:
        UsageError: it is none.
    """
    text = written.strip()
    if text.lower().startswith(_DOMAIN):
        link = read_link(f"https://{text[len(_DOMAIN) :]}/")
        host = (link.url or "").removeprefix("https://").removesuffix("/")
        if _HOST.fullmatch(host):
            return Property(f"{_DOMAIN}{host}")
    elif text.lower().startswith(("http://", "https://")):
        link = read_link(text)
        if link.url is not None and "?" not in link.url:
            return Property(link.url)
    raise UsageError(
        f"Cannot read {option} {quoted(written)}: it is no property of Search Console. Write"
        " sc-domain:example.com for a domain, or https://www.example.com/ for a URL prefix;"
        " 'sitemap-audit google sites' lists yours."
    )


def refuse_other_site(owned: Property, sites: Sequence[str]) -> None:
    """Refuse a property of another site than the audited one, before anything is fetched.

    Args:
        sites: URLs of the sites, as far as they are known. Their sitemaps may list other hosts of
            the same domain, so that these are not refused.

    Raises:
        UsageError: it has no URL of the sites.
    """
    urls = [link.url for each in sites if (link := read_link(each)).url]
    of_property = f"https://{owned.domain}/" if owned.domain else owned.name
    domains = {registrable_domain(url) for url in urls}
    if domains and registrable_domain(of_property) not in domains:
        raise UsageError(
            f"--search-console {owned.name} is of another site than the audit, which is of"
            f" {', '.join(sorted(domains))}. Nothing is fetched. Pass a property of this site;"
            " 'sitemap-audit google sites' lists yours."
        )
