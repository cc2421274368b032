"""A small multilingual demo site with every kind of fault, and its server."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import Future
from importlib.resources import files
from typing import TYPE_CHECKING

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
    folder = folder or files(__name__) / "site"
    started: Future[str] = Future()
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
    folder: Traversable, port: int, started: Future[str], stopped: threading.Event
) -> None:
    from sitemap_audit.demo.server import Server  # late: it is also run as a program

    try:
        async with Server(folder).run(port) as addresses:
            started.set_result(addresses["base"])
            await asyncio.to_thread(stopped.wait)
    except Exception as error:
        if started.done():
            raise
        started.set_exception(error)
