"""Check what is to be read of search engines, before an audit fetches anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.search_engines.properties import read_property, refuse_other_site
from sitemap_audit.search_engines.property_reading import TITLE, check_days
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_credentials import google_api
from sitemap_audit.web_apis.google_errors import READ

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.options import Options


def check_search_console(options: Options, sites: Sequence[str]) -> None:
    """Refuse options that cannot hold; nothing is requested.

    Args:
        sites: URLs of the sites, as far as they are known.

    Raises:
        UsageError: the property is none or of another site, the period is too long, there are no
            credentials, or a URL is to be inspected without a property.
    """
    if options.search_console is None:
        if options.inspect:
            raise UsageError(
                "--inspect needs a property of Search Console. Pass --search-console, such as"
                " sc-domain:example.com."
            )
        return
    refuse_other_site(read_property(options.search_console), sites)
    check_days(options)
    google_api(TITLE, Endpoint.SEARCH_CONSOLE.url, [READ], options.google_credentials)
