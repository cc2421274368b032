"""Make the item of a rendered page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.handlers.ignored_requests import Unrendered
from sitemap_audit.items import (
    Render,
    RenderAlternate,
    RenderCanonical,
    RenderProblem,
    column_names,
)
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.worker import WorkerEndedError
from sitemap_audit.parsing.page.page_reader import PageReading, read_page
from sitemap_audit.reading.fetch import headers_of

if TYPE_CHECKING:
    from scrapy.http import Response

    from sitemap_audit.reading.pool import ReaderPool

_READ = (
    "meta_robots",
    "noindex",
    "nofollow",
    "noindex_source",
    "title",
    "h1",
    "lang",
    "head_ended_by",
    "words",
    "text_hash",
    "simhash",
)
"Columns that Render and Page have in common."


class RenderTarget(NamedTuple):
    """A page to render."""

    page_id: int
    url: str
    key: int
    requested: str
    pattern: str
    tls_problem: str | None = None
    is_second: bool = False
    "Second attempt, after the browser ended."


class Rendered(NamedTuple):
    """A target whose rendering has ended, with the ID of its row and the duration."""

    id: int
    target: RenderTarget
    seconds: float | None


async def read_render(
    rendered: Rendered, response: Response, facts: dict[str, Any], token: str, reader: ReaderPool
) -> Render:
    """Make the item of a page that the browser has loaded.

    The HTML is the browser's DOM, serialized and parsed like a response, as search engines do.
    A page that redirects by script or meta refresh is not parsed.

    Args:
        facts: values recorded during the page load, by column.
        token: the robots product token, for rules in robots meta tags and headers.
    """
    target = rendered.target
    facts = {**facts, "status": response.status}
    if facts["redirect_url"] is not None:
        return _render(rendered, facts)
    body = response.text.encode("utf-8", "replace")
    read = partial(
        read_page,
        body,
        page_id=target.page_id,
        url=target.url,
        headers=_headers(response),
        token=token,
        status=response.status,
        most=len(body),
    )
    try:
        reading = await reader.run(read)
    except WorkerEndedError:
        reading = read(is_too_complex=True)
    if (problem := _refusal(response, reading)) is not None:
        return failed_render(rendered, problem, status=response.status)
    return _render(rendered, facts | _parsed_columns(rendered.id, reading))


def failed_render(rendered: Rendered, problem: Unrendered, *, status: int | None = None) -> Render:
    """Make the item of a page that could not be rendered."""
    known = {"status": status, "problem": problem.problem, "problem_detail": str(problem)}
    return _render(rendered, known)


def _headers(response: Response) -> list[tuple[str, str]]:
    """Return the response headers, with the charset UTF-8 of the serialized DOM."""
    sent = [pair for pair in headers_of(response) if pair[0].lower() != "content-type"]
    return [*sent, ("content-type", "text/html; charset=utf-8")]


def _refusal(response: Response, reading: PageReading) -> Unrendered | None:
    """Return why the rendered page cannot be compared with the fetched one; None if it can."""
    if reading.challenge is not None:
        return Unrendered(
            RenderProblem.REFUSED, f"The browser got bot protection: {reading.challenge}."
        )
    if "redirect_urls" in response.meta:
        return Unrendered(
            RenderProblem.REFUSED,
            f"The server redirected the browser to {response.url}, but not the crawler.",
        )
    if response.status != 200:
        return Unrendered(
            RenderProblem.REFUSED, f"The server returned {response.status} to the browser."
        )
    if not reading.parsed:
        return Unrendered(RenderProblem.OTHER, "The rendered page cannot be parsed as HTML.")
    return None


def _parsed_columns(render_id: int, reading: PageReading) -> dict[str, Any]:
    return {name: getattr(reading, name) for name in _READ} | {
        "canonicals": len(reading.canonicals),
        "alternates": len(reading.alternates),
        "render_canonicals": [
            RenderCanonical(render_id, *(getattr(link, name) for name in _CANONICAL))
            for link in reading.canonicals
        ],
        "render_alternates": [
            RenderAlternate(render_id, *(getattr(link, name) for name in _ALTERNATE))
            for link in reading.alternates
        ],
    }


def _render(rendered: Rendered, known: dict[str, Any]) -> Render:
    """Make the item; columns without a value are NULL."""
    target = rendered.target
    columns: dict[str, Any] = dict.fromkeys(column_names(Render)) | {
        "id": rendered.id,
        "page_id": target.page_id,
        "url": target.url,
        "url_key": target.key,
        "pattern": target.pattern,
        "is_settled": False,
        "canonicals": 0,
        "alternates": 0,
        "seconds": rendered.seconds,
        "fetched_at": clock.now(),
    }
    return Render(**columns | known)


_CANONICAL = column_names(RenderCanonical)[1:]
_ALTERNATE = column_names(RenderAlternate)[1:]
"Columns of RenderCanonical and RenderAlternate after the ID of the row that they belong to."
