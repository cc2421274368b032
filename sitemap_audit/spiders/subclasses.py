"""What a subclass of the spider adds: arguments, ``process_page()`` and ``sitemap_filter()``."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import AsyncIterable
from contextlib import contextmanager
from copy import copy
from inspect import Parameter, isawaitable, signature
from typing import TYPE_CHECKING, Any

from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.misc import arg_to_iter
from twisted.python.failure import Failure

from sitemap_audit.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator

    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.items import Entry, EntryBatch, Page


_ARGUMENTS = {"site", "config", "resume", "run", "rounds", "_job", *OPTIONS}
"Names of the arguments of an audit."
_NAMED = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


def split_arguments(
    spider: type[Spider], base: type[Spider], given: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arguments for the ``__init__()`` of a subclass, and those for the audit.

    The first are those that the subclass adds a parameter or an attribute for.
    """
    added = [vars(each) for each in spider.__mro__ if each not in base.__mro__]
    own = {
        parameter.name
        for each in added
        if "__init__" in each
        for parameter in [*signature(each["__init__"]).parameters.values()][1:]
        if parameter.kind in _NAMED
    } | {
        name
        for each in added
        for name, value in each.items()
        if not (name.startswith("_") or hasattr(value, "__get__") or hasattr(base, name))
    }
    return (
        {name: value for name, value in given.items() if name in own},
        {name: value for name, value in given.items() if name in _ARGUMENTS or name not in own},
    )


async def process_page(
    hook: Callable[[Response, Page], Any], response: Response, page: Page, crawler: Crawler | None
) -> AsyncIterator[Any]:
    """Yield what the hook ``process_page()`` makes of a page; an exception does not lose the page.

    Args:
        crawler: of the audit; None without one.
    """
    if is_sample(response):
        return
    with _handled(crawler, response):
        output = hook(response, page)
        while isawaitable(output):
            output = await ensure_awaitable(output)
        if isinstance(output, AsyncIterable):
            async for each in output:
                yield each
        else:
            for each in arg_to_iter(output):
                yield each


def sitemap_filter(
    hook: Callable[[list[Entry]], Iterable[Entry]],
    response: Response,
    batch: EntryBatch,
    crawler: Crawler | None,
) -> bool:
    """Mark the entries that the hook ``sitemap_filter()`` leaves out; return whether it could."""
    batch.entries = list(batch.entries)
    entries = [entry for entry in batch.entries if entry.kind == "url" and entry.url]
    if not entries or is_sample(response):
        return True
    with _handled(crawler, response):
        chosen = {entry.position for entry in hook([*map(copy, entries)])}
        for entry in entries:
            entry.filtered = entry.position not in chosen
        return True
    return False


def is_sample(response: Response) -> bool:
    """Return whether a response is a sample of ``scrapy check``: hooks expect their own site."""
    return response.url.startswith("data:")


@contextmanager
def _handled(crawler: Crawler | None, response: Response) -> Iterator[None]:
    """Handle the exception of a hook as Scrapy handles that of a callback; without an audit, raise.

    An audit goes on after it.
    """
    try:
        yield
    except (Exception, CancelledError):  # the second of a task: Scrapy would wait for ever
        if crawler is None or response.request is None:
            raise
        failure = Failure()  # type: ignore[no-untyped-call]  # Twisted's
        crawler.engine.scraper.handle_spider_error(failure, response.request, response)
