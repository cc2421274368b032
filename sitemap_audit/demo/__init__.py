"""A small multilingual demo site with every kind of fault, and its server."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import Future
from importlib.resources import files
from typing import TYPE_CHECKING

from sitemap_audit.demo.server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable


@contextlib.contextmanager
def serving(folder: Traversable | None = None, *, port: int = 0) -> Iterator[str]:
    """Serve a folder, or the demo site, from a thread while the block runs; yield its URL.

    Raises:
        OSError: the port is taken.
        SiteError: the folder's rules cannot be read.
    """
    with serving_origins(folder, port=port) as urls:
        yield urls["base"]


@contextlib.contextmanager
def serving_origins(
    folder: Traversable | None = None, *, port: int = 0
) -> Iterator[dict[str, str]]:
    """Do the same; yield the URLs of all origins by name, "base" among them."""
    folder = folder or files(__name__) / "site"
    started: Future[dict[str, str]] = Future()
    stopped = threading.Event()
    thread = threading.Thread(
        target=lambda: asyncio.run(_serve(folder, port, started, stopped)), daemon=True
    )
    thread.start()
    try:
        yield started.result()
    finally:
        stopped.set()
        thread.join()


async def _serve(
    folder: Traversable, port: int, started: Future[dict[str, str]], stopped: threading.Event
) -> None:
    try:
        async with Server(folder).run(port) as urls:
            started.set_result(urls)
            await asyncio.to_thread(stopped.wait)
    except Exception as error:
        if started.done():
            raise
        started.set_exception(error)
