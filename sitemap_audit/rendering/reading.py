"""From a rendered page to the records that are stored of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.handlers.errors import Unrendered
from sitemap_audit.items import (
    Render,
    RenderAlternate,
    RenderCanonical,
    RenderProblem,
    column_names,
)
from sitemap_audit.machine.clock import clock
from sitemap_audit.parsing.page.reader import PageReading, read_page

if TYPE_CHECKING:
    from scrapy.http import Response

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
"What a render and a page have by the same name."


class RenderTarget(NamedTuple):
    """A page to render."""

    page_id: int
    url: str
    key: int
    requested: str
    pattern: str
    tls_problem: str | None = None
    is_second: bool = False
    "It is asked for again, since the browser was lost."


class Rendered(NamedTuple):
    """What was rendered, under which id, and how long that took."""

    id: int
    target: RenderTarget
    seconds: float | None


def read_render(
    rendered: Rendered, response: Response, facts: dict[str, Any], token: str
) -> Render:
    """The item of a page that the browser showed.

    Its HTML is the browser's tree, written out and read as if it had been sent: so do search
    engines. What a page shows that leads elsewhere is not read.

    Args:
        facts: what became known while the page was open, by column.
        token: the audited bot, as robots rules name it.
    """
    target = rendered.target
    facts = {**facts, "status": response.status}
    if facts["redirect_url"] is not None:
        return _render(rendered, facts)
    body = response.text.encode("utf-8", "replace")
    reading = read_page(
        body,
        page_id=target.page_id,
        url=target.url,
        headers=_headers(response),
        token=token,
        status=response.status,
        most=len(body),
    )
    if (problem := _refusal(response, reading)) is not None:
        return unread(rendered, problem, status=response.status)
    return _render(rendered, facts | _of_reading(rendered.id, reading))


def unread(rendered: Rendered, problem: Unrendered, *, status: int | None = None) -> Render:
    """The item of a page of which nothing is known."""
    known = {"status": status, "problem": problem.problem, "problem_detail": str(problem)}
    return _render(rendered, known)


def _headers(response: Response) -> list[tuple[str, str]]:
    """Those of the answer; the browser's tree is written out in UTF-8 whatever was sent."""
    sent = [
        (name.decode("latin-1"), value.decode("latin-1").replace("\0", ""))
        for name, values in response.headers.items()
        for value in values
        if name.lower() != b"content-type"
    ]
    return [*sent, ("content-type", "text/html; charset=utf-8")]


def _refusal(response: Response, reading: PageReading) -> Unrendered | None:
    """Why what the browser showed is not the page that was fetched; None where it is."""
    if reading.challenge is not None:
        return Unrendered(
            RenderProblem.REFUSED, f"The browser got bot protection: {reading.challenge}."
        )
    if "redirect_urls" in response.meta:
        return Unrendered(
            RenderProblem.REFUSED,
            f"The server sent the browser on to {response.url}; it had not before.",
        )
    if response.status != 200:
        return Unrendered(
            RenderProblem.REFUSED, f"The server answered the browser with status {response.status}."
        )
    if not reading.parsed:
        return Unrendered(RenderProblem.OTHER, "What the browser showed cannot be read as HTML.")
    return None


def _of_reading(render_id: int, reading: PageReading) -> dict[str, Any]:
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
    """The item, NULL where a column is not known."""
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
"""What a rendered page's annotations and a page's have by the same name, behind the id."""
