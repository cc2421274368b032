"""From the fetch of a page to the records that are stored of it, and to what is asked next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.crawling.offers import DATE, Answer, PageTarget, Pointer
from sitemap_audit.items import (
    EntryAlternate,
    Page,
    PageAlternate,
    PageCanonical,
    Role,
    Row,
    column_names,
)
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.page import read_page
from sitemap_audit.parsing.page_encoding import decode
from sitemap_audit.parsing.page_sought import Place, dates_of, images_of
from sitemap_audit.parsing.sites import site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.network.fetches import Fetch


class PageRecords(NamedTuple):
    """What is stored of a page, and where it leads."""

    records: list[Row]
    "Parts first, the page last."
    answer: Answer


class FetchedPage(NamedTuple):
    """A page as it came, or did not: all that its records are made of."""

    id: int
    target: PageTarget
    fetch: Fetch
    robots: tuple[str | None, str | None]
    "The verdict for the bot that is audited for, and the rule that decided."
    token: str
    "That bot's."
    body: bytes
    "Unpacked; empty where no answer came."


def read_page_records(fetched_page: FetchedPage) -> PageRecords:
    """The records of a page."""
    page_id, target, fetch, (robots, rule), token, body = fetched_page
    reading = read_page(
        body,
        page_id=page_id,
        url=target.url,
        status=fetch.status,
        headers=fetch.headers,
        token=token,
    )
    fetched = {
        "id": page_id,
        "url": target.url,
        "url_key": target.key,
        "url_near_key": urls.near_key(target.url),
        "site": site(target.url),
        "requested": target.requested,
        "role": target.role,
        "first_status": target.first_status,
        "first_error": target.first_error,
        "robots": robots,
        "robots_rule": rule,
        "redirect_problem": _redirect_problem(fetch),
        "bytes": len(body) if fetch.status else None,
        "canonicals": len(reading.canonicals),
        "alternates": len(reading.alternates),
        **of_fetch(fetch),
    }
    read = {name: getattr(reading, name) for name in column_names(Page) if name not in fetched}
    page = Page(**fetched, **read)
    parts: list[Row] = [*reading.canonicals, *reading.alternates, *reading.directives]
    if target.sought and page.parsed and page.error is None:
        parts += _found(target, page_id, body, fetch.header("content-type"))
    records = [*parts, page]
    links = tuple(reading.sitemap_links) if target.role == Role.HOME else ()
    return PageRecords(records, answer_of(records)._replace(sitemap_links=links))


def _found(
    target: PageTarget, page_id: int, body: bytes, content_type: str | None
) -> Iterator[Row]:
    """What became of what was looked for in a page."""
    page = Place(page_id, target.url, target.key)
    text = decode(body, content_type).text
    yield from images_of(page, text, [what for what in target.sought if what != DATE])
    if DATE in target.sought:
        yield from dates_of(page, text)


def answer_of(records: list[Row]) -> Answer:
    """What the records of a page, the page last, say of what is to be asked next."""
    page = records[-1]
    assert isinstance(page, Page)
    leads = page.redirect_url is not None and page.redirect_key is not None
    return Answer(
        page.url_key,
        page.status,
        page.error,
        (page.redirect_url, page.redirect_key) if leads else None,  # type: ignore[arg-type]
        tuple(_own_pointers(records) + alternate_pointers(records)),
    )


def of_fetch(fetch: Fetch) -> dict[str, Any]:
    """The columns that pages and sitemaps share."""
    redirect = fetch.redirect
    return {
        "attempts": fetch.attempts,
        "status": fetch.status,
        "error": fetch.error,
        "error_detail": fetch.error_detail,
        "tls_problem": fetch.tls_problem,
        "location": fetch.location,
        "redirect_url": redirect.url if redirect else None,
        "redirect_key": redirect.key if redirect else None,
        "latency": fetch.latency,
        "seconds": fetch.seconds,
        "protocol": fetch.protocol,
        "ip_address": fetch.ip_address,
        "fetched_at": fetch.fetched_at,
    }


def _redirect_problem(fetch: Fetch) -> str | None:
    if fetch.redirect is None:
        return None
    return "missing" if fetch.location is None else fetch.redirect.problem


def _own_pointers(records: Iterable[Row]) -> list[Pointer]:
    """The addresses that a page gives in place of its own."""
    targets = [
        (record.url_key, record.canonical, record.canonical_key, Role.CANONICAL)
        if isinstance(record, PageCanonical)
        else (record.url_key, record.refresh_url, record.refresh_key, Role.REFRESH)
        for record in records
        if isinstance(record, PageCanonical | Page)
    ]
    return [
        Pointer(source, url, key, role)
        for source, url, key, role in targets
        if url is not None and key is not None
    ]


def alternate_pointers(records: Iterable[Row]) -> list[Pointer]:
    """What hreflang annotations point to, those of pages and of entries."""
    return [
        Pointer(link.url_key, link.alternate, link.alternate_key, Role.ALTERNATE)
        for link in records
        if isinstance(link, PageAlternate | EntryAlternate)
        and link.url_key is not None
        and link.alternate is not None
        and link.alternate_key is not None
        and getattr(link, "source", None) != "anchor"
    ]
