"""Ask Google what its index has of a URL: the URL Inspection API.

It says what Google knows since its last crawl; it does not fetch the page. Sources:
https://developers.google.com/webmaster-tools/v1/urlInspection.index/inspect
https://developers.google.com/webmaster-tools/v1/urlInspection.index/UrlInspectionResult
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.imports.cell_values import read_crawl_time, state_code
from sitemap_audit.items import InspectedUrl
from sitemap_audit.machine.clock import clock
from sitemap_audit.parsing.urls import key, near_key, read_link
from sitemap_audit.web_apis.json_api import ApiError, Problem

if TYPE_CHECKING:
    from sitemap_audit.web_apis.json_api import Api

_LANGUAGE = "en-US"
"""Language of coverageState, the only text that is translated: its codes are found by the English
one, and the same reason has one text in every audit."""
_UNSPECIFIED = "_UNSPECIFIED"
"End of the value of an enumeration by which Google says nothing."


def inspect(api: Api, name: str, url: str, requested: str) -> InspectedUrl:
    """Inspect a URL.

    Args:
        name: of the property, which has the URL.
        url: normal form.
        requested: the URL as it is written in the sitemap, which is how Google knows it.

    Raises:
        ApiError: there is no inspection: what Google has of the URL is not known.
    """
    asked = {"inspectionUrl": requested, "siteUrl": name, "languageCode": _LANGUAGE}
    body = api.post("", asked)
    result = body.get("inspectionResult") if isinstance(body, dict) else None
    found = result.get("indexStatusResult") if isinstance(result, dict) else None
    if not isinstance(found, dict):
        raise ApiError(Problem.UNREADABLE, "its response has no indexStatusResult", 200)
    google = read_link(_text(found, "googleCanonical"))
    user = read_link(_text(found, "userCanonical"))
    coverage = _text(found, "coverageState")
    return InspectedUrl(
        file_id=0,  # of the audit that it is stored in
        url=url,
        url_key=key(url),
        url_near_key=near_key(url),
        inspected_at=clock.now(),
        verdict=_value(found, "verdict"),
        coverage_state=coverage,
        state_code=state_code(coverage),
        robots_state=_value(found, "robotsTxtState"),
        indexing_state=_value(found, "indexingState"),
        fetch_state=_value(found, "pageFetchState"),
        last_crawled_at=read_crawl_time(_text(found, "lastCrawlTime") or ""),
        crawled_as=_value(found, "crawledAs"),
        google_canonical=google.url,
        google_canonical_key=google.key,
        user_canonical=user.url,
        user_canonical_key=user.key,
        sitemaps=_lines(found, "sitemap"),
        referring_urls=_lines(found, "referringUrls"),
        result_link=_text(result or {}, "inspectionResultLink"),
    )


def _text(found: dict[str, Any], name: str) -> str | None:
    """Return a text; None if it is absent or empty."""
    return _readable(found.get(name)) or None


def _value(found: dict[str, Any], name: str) -> str | None:
    """Return the value of an enumeration, one that is not documented too; None if unspecified."""
    text = _text(found, name)
    return None if text is None or text.endswith(_UNSPECIFIED) else text


def _lines(found: dict[str, Any], name: str) -> str | None:
    """Return a list of texts, one a line; None if it is absent or empty."""
    values = found.get(name)
    texts = map(_readable, values if isinstance(values, list) else [])
    return "\n".join(filter(None, texts)) or None


def _readable(value: Any) -> str:
    """Return a text in one line that can be stored; empty if it is none."""
    if not isinstance(value, str):
        return ""
    return " ".join(value.encode("utf-8", "replace").decode().split())
