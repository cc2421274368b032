"""From a rendered page to the records that are stored of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.items import Render, RenderAlternate, RenderCanonical, column_names
from sitemap_audit.parsing.page.reader import PageReading, read_page
from sitemap_audit.rendering.target import Disallowed, Problem, RenderTarget, Unrendered, Visited

if TYPE_CHECKING:
    from collections.abc import Iterable

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


class Rendered(NamedTuple):
    """What was rendered, under which id, and how long that took."""

    id: int
    target: RenderTarget
    seconds: float | None


class Shown(NamedTuple):
    """What became known of a page that the browser has shown."""

    visited: Visited
    disallowed: Disallowed


def read_render(rendered: Rendered, response: Response, shown: Shown, token: str) -> Render:
    """The item of a page that the browser showed.

    Its HTML is the browser's tree, written out and read as if it had been sent: so do search
    engines. What a page shows that leads elsewhere is not read.
    """
    target = rendered.target
    if shown.visited.redirect_url is not None:
        return _render(rendered, response.status, shown, None)
    reading = read_page(
        response.text.encode("utf-8", "replace"),
        page_id=target.page_id,
        url=target.url,
        headers=_headers(response),
        token=token,
        status=response.status,
    )
    if (problem := _refusal(response, reading)) is not None:
        return unread(rendered, problem, status=response.status)
    render = _render(rendered, response.status, shown, reading)
    render.render_canonicals = list(_canonicals(rendered, reading))
    render.render_alternates = list(_alternates(rendered, reading))
    return render


def unread(rendered: Rendered, problem: Unrendered, *, status: int | None = None) -> Render:
    """The record of a page of which nothing is known."""
    said = {
        "status": status,
        "problem": problem.problem,
        "problem_detail": str(problem),
        "is_settled": False,
        "canonicals": 0,
        "alternates": 0,
    }
    nothing: dict[str, Any] = dict.fromkeys(column_names(Render))
    return Render(**nothing | _of_target(rendered) | said)


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
        return Unrendered(Problem.REFUSED, f"A bot wall answered the browser: {reading.challenge}.")
    if "redirect_urls" in response.meta:
        return Unrendered(
            Problem.REFUSED, f"The server sent the browser on to {response.url}; it had not before."
        )
    if response.status != 200:
        return Unrendered(
            Problem.REFUSED, f"The server answered the browser with status {response.status}."
        )
    if not reading.parsed:
        return Unrendered(Problem.OTHER, "What the browser showed cannot be read as HTML.")
    return None


def _of_target(rendered: Rendered) -> dict[str, Any]:
    target = rendered.target
    return {
        "id": rendered.id,
        "page_id": target.page_id,
        "url": target.url,
        "url_key": target.key,
        "pattern": target.pattern,
        "seconds": rendered.seconds,
        "fetched_at": datetime.now(UTC),
    }


def _render(rendered: Rendered, status: int, shown: Shown, reading: PageReading | None) -> Render:
    read: dict[str, Any] = {name: getattr(reading, name, None) for name in _READ}
    of_page: dict[str, Any] = {
        "status": status,
        "problem": None,
        "problem_detail": None,
        "canonicals": len(reading.canonicals) if reading else 0,
        "alternates": len(reading.alternates) if reading else 0,
    }
    return Render(**_of_target(rendered) | _of_shown(shown) | read | of_page)


def _of_shown(shown: Shown) -> dict[str, Any]:
    return shown.visited._asdict() | shown.disallowed._asdict()


def _canonicals(rendered: Rendered, reading: PageReading) -> Iterable[RenderCanonical]:
    for link in reading.canonicals:
        yield RenderCanonical(rendered.id, *(getattr(link, name) for name in _CANONICAL))


def _alternates(rendered: Rendered, reading: PageReading) -> Iterable[RenderAlternate]:
    for link in reading.alternates:
        yield RenderAlternate(rendered.id, *(getattr(link, name) for name in _ALTERNATE))


_CANONICAL = column_names(RenderCanonical)[1:]
_ALTERNATE = column_names(RenderAlternate)[1:]
"""What a rendered page's annotations and a page's have by the same name, behind the id."""
