"""A site of :mod:`sitemap_audit.demo.server` behind a server that speaks HTTP/2 too."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

from mockserver.http2 import http2
from sitemap_audit.demo.server import LOOPBACK, Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from mockserver.scripted import Asked, Scripted


class _Behind(Server):
    """Speaks of the server before it as its address."""

    def __init__(self, folder: Traversable, port: int, front: int) -> None:
        super().__init__(folder)
        self._port, self._front = port, front

    def _address(self, port: int, host: str = LOOPBACK) -> str:
        if port == self._port:
            return f"https://{host}:{self._front}"
        return super()._address(port, host)


@contextlib.contextmanager
def fronted(folder: Traversable, certificate: Path) -> Iterator[Scripted]:
    """Serve a site's folder by HTTP/1.1 and HTTP/2, over TLS, while the block runs."""

    async def answer(asked: Asked) -> bytes:
        headers = {name: value for name, value in asked.headers.items() if name[0] != ":"}
        headers["host"] = asked.headers.get(":authority") or headers["host"]
        headers["connection"] = "close"
        lines = [f"{asked.method} {asked.target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        reader, writer = await asyncio.open_connection(LOOPBACK, port)
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
        try:
            return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()

    port = _free_port()
    with http2(answer, certificate) as server:
        front = int(server.address.rpartition(":")[2])
        with _running(_Behind(folder, port, front), port):
            yield server


@contextlib.contextmanager
def _running(behind: Server, port: int) -> Iterator[None]:
    async def main() -> None:
        stop = asyncio.Event()
        async with behind.run(port):
            started.set_result((asyncio.get_running_loop(), stop))
            await stop.wait()

    started: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = threading.Thread(target=asyncio.run, args=(main(),))
    thread.start()
    loop, stop = started.result()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        port: int = taken.getsockname()[1]
        return port
