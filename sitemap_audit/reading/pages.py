"""Parse a fetched page into its item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.frontier.url_records import DATE, OutlinkUrl, PageLink, PageTarget, SitemapTarget
from sitemap_audit.items import (
    EntryAlternate,
    Outlink,
    Page,
    PageAlternate,
    PageTag,
    Role,
    TagKind,
    column_names,
)
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.cleaning import clean
from sitemap_audit.parsing.page.assertions import PageRef, find_dates, find_images
from sitemap_audit.parsing.page.encoding import decode
from sitemap_audit.parsing.page.head import MAX_ELEMENT
from sitemap_audit.parsing.page.outlinks import NOFOLLOW
from sitemap_audit.parsing.page.page_reader import MAX_HTML, read_page
from sitemap_audit.parsing.page.tag_lines import read_tags
from sitemap_audit.parsing.sites import site

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemap_audit.parsing.robots_rules import Decision
    from sitemap_audit.reading.facts import Fetch


class FetchedPage(NamedTuple):
    """Input for a page item: the target, the fetch result and the body."""

    id: int
    target: PageTarget
    fetch: Fetch
    robots: Decision
    "The verdict for the evaluated bot, and the rule that decides."
    token: str
    "Product token of that bot."
    body: bytes
    "Decompressed; empty without a response."
    with_outlinks: bool = False
    "Whether to read the links of the page."
    is_too_complex: bool = False
    "Whether its HTML is not parsed: it takes too much time or memory."


class ReadPage(NamedTuple):
    """A parsed page."""

    page: Page
    sitemap_links: tuple[str, ...] = ()
    "URLs of <link rel=sitemap>; for home pages only."
    outlinks: tuple[OutlinkUrl, ...] = ()


def read_fetched_page(fetched_page: FetchedPage) -> ReadPage:
    """Parse a page and return its item."""
    page_id, target, fetch, decision, token, body, with_outlinks, _ = fetched_page
    reading = read_page(
        body,
        page_id=page_id,
        url=target.url,
        status=fetch.status,
        headers=fetch.headers,
        token=token,
        is_probe=target.role == Role.PROBE,
        with_outlinks=with_outlinks and target.role != Role.PROBE,
        is_too_complex=fetched_page.is_too_complex,
    )
    first = target if target.is_second else fetch
    fetched = {
        "id": page_id,
        "url": target.url,
        "url_key": target.key,
        "url_near_key": urls.near_key(target.url),
        "site": site(target.url),
        "role": target.role,
        "first_status": first.first_status,
        "first_error": first.first_error,
        "robots": decision.robots,
        "robots_rule": decision.rule,
        "robots_line": decision.line,
        "redirect_problem": _redirect_problem(fetch),
        "bytes": _size(fetch, body),
        "cut_at": reading.cut_at or (len(body) if fetch.is_truncated else None),
        "canonicals": len(reading.canonicals),
        "alternates": len(reading.alternates),
        "cached_at": fetch.cached_at,
        "file": fetch.file,
        **fetch_columns(fetch, target),
    }
    if target.is_second and fetch.attempts:  # 0: its host was left alone, and nothing was sent
        fetched["attempts"] = target.tries + fetch.attempts
    read = {name: getattr(reading, name) for name in _COLUMNS if name not in fetched}
    page = Page(
        **fetched,
        **read,
        page_canonicals=list(reading.canonicals),
        page_alternates=list(reading.alternates),
        page_directives=list(reading.directives),
        page_forms=list(reading.forms),
        outlinks=[
            Outlink(page_id, each.key, each.rel, each.text, each.place, each.links)
            for each in reading.outlinks
        ],
    )
    if page.parsed and page.error is None and (target.assertions or page.file):
        text = decode(body[:MAX_HTML], fetch.content_type).text
        _look_for(page, target, text)
        if page.file:
            page.page_tags = _tags(page, fetch, text, with_outlinks=with_outlinks)
    links = tuple(reading.sitemap_links) if target.role == Role.HOME else ()
    outlinks = (
        OutlinkUrl(
            each.url,
            each.key,
            each.near_key,
            not (reading.nofollow or NOFOLLOW in (each.rel or "")),
        )
        for each in reading.outlinks
    )
    return ReadPage(page, links, tuple(outlinks))


_COLUMNS = column_names(Page)


def _size(fetch: Fetch, body: bytes) -> int | None:
    """Return the size of a body; the Content-Length if the body was truncated."""
    if not fetch.is_truncated:
        return len(body) if fetch.status else None
    announced = fetch.header("content-length") or ""
    return int(announced) if announced.isdecimal() and int(announced) > len(body) else None


def _look_for(page: Page, target: PageTarget, text: str) -> None:
    """Search the page for what sitemaps assert, and add the results to its item."""
    if not target.assertions:
        return
    page_ref = PageRef(page.id, target.url, target.key)
    page.page_images = find_images(
        page_ref, text, [what for what in target.assertions if what != DATE]
    )
    if DATE in target.assertions:
        page.page_dates = find_dates(page_ref, text)


def _tags(page: Page, fetch: Fetch, text: str, *, with_outlinks: bool) -> list[PageTag]:
    """Return the tags of a built page with their lines, and behind them its robots headers."""
    base = urls.read_link(page.base, page.url).url if page.base is not None else None
    columns: dict[str, Any] = {"page_id": page.id, "url": page.url, "url_key": page.url_key}
    tags = read_tags(
        text,
        columns,
        base or page.url,
        head_ended_by=page.head_ended_by,
        with_outlinks=with_outlinks,
    )
    first = max((tag.number for tag in tags), default=0) + 1
    headers = (
        PageTag(
            **columns,
            number=number,
            tag=TagKind.ROBOTS,
            line=line,
            written=value,
            element=clean(f"X-Robots-Tag: {value}", MAX_ELEMENT),
            file=file,
        )
        for number, (file, line, value) in enumerate(fetch.robots_lines, first)
    )
    return [*tags, *headers]


def fetch_columns(fetch: Fetch, target: PageTarget | SitemapTarget) -> dict[str, Any]:
    """Return the fetch columns that pages and sitemaps share."""
    values: dict[str, Any] = {name: getattr(fetch, name) for name in _FETCH_COLUMNS}
    url, key = (fetch.redirect.url, fetch.redirect.key) if fetch.redirect else (None, None)
    values |= {"redirect_url": url, "redirect_key": key, "requested": target.requested}
    redirects = [line.split(" ", 1) for line in target.respelled.splitlines()]
    values["first_requested"] = redirects[0][1] if redirects else None
    values["respelled_by"] = ", ".join(status for status, _ in redirects) or None
    return values


_FETCH_COLUMNS = (
    *("attempts", "status", "error", "error_detail", "tls_problem", "location"),
    *("latency", "seconds", "protocol", "ip_address", "fetched_at"),
)


def _redirect_problem(fetch: Fetch) -> str | None:
    if fetch.redirect is None:
        return None
    return "missing" if fetch.location is None else fetch.redirect.problem


def page_links(page: Page) -> list[PageLink]:
    """Return the links of a page: canonicals, refresh, alternates."""
    found = [(each.canonical, each.canonical_key, Role.CANONICAL) for each in page.page_canonicals]
    found += [(each.form, each.form_key, Role.ALTERNATE) for each in page.page_forms]
    found.append((page.refresh_url, page.refresh_key, Role.REFRESH))
    own = [
        PageLink(page.url_key, url, key, role)
        for url, key, role in found
        if url is not None and key is not None
    ]
    return own + alternate_links(page.page_alternates)


def alternate_links(links: Iterable[PageAlternate | EntryAlternate]) -> list[PageLink]:
    """Return the links of hreflang annotations in pages or sitemap entries."""
    return [
        PageLink(link.url_key, link.alternate, link.alternate_key, Role.ALTERNATE)
        for link in links
        if link.url_key is not None
        and link.alternate is not None
        and link.alternate_key is not None
        and getattr(link, "source", None) != "anchor"
    ]
