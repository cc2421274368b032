"""Send responses: status line, headers, and the body in pieces."""

from __future__ import annotations

import asyncio
import zlib
from email.utils import formatdate
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import brotli

from mockserver.rules import faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mockserver.rules import Rule
    from sitemap_audit.demo.rules import Page


async def send(
    page: Page,
    values: Mapping[str, str],
    writer: asyncio.StreamWriter,
    *,
    is_head: bool,
    keep_alive: bool,
) -> bool:
    """Send a response; return False if the connection must be closed after it.

    Args:
        values: values for the templates; ``path`` is the request target.
        is_head: whether the method is HEAD.
    """
    rule = page.rule
    whole = None if rule.fill else b"".join(_pieces(page, values))[: -rule.cut or None]
    length = None if whole is None else len(whole)
    writer.write(_head(page, values, length=length, keep_alive=keep_alive))
    if is_head:
        await writer.drain()
    elif whole is None:
        await _send_chunks(_pieces(page, values), writer)
    else:
        await _send_whole(faults(page), whole, writer)
    return faults(page).truncate is None


async def _send_whole(rule: Rule, body: bytes, writer: asyncio.StreamWriter) -> None:
    body = body[: rule.truncate]
    if rule.drip:
        for byte in body:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(rule.drip)
    writer.write(b"" if rule.drip else body)
    await writer.drain()


async def _send_chunks(body: Iterator[bytes], writer: asyncio.StreamWriter) -> None:
    for piece in body:
        writer.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        await writer.drain()
        await asyncio.sleep(0)  # let other connections proceed
    writer.write(b"0\r\n\r\n")
    await writer.drain()


def _pieces(page: Page, values: Mapping[str, str]) -> Iterator[bytes]:
    """Yield the body as sent."""
    sent = page.pieces(values["path"], values)
    if page.rule.encoding in ("br", "deflate"):
        sent = _compress(sent, page.rule.encoding)
    return (piece for piece in sent if piece)


def _compress(plain: Iterable[bytes], how: str) -> Iterator[bytes]:
    if how == "br":
        compressor: Any = brotli.Compressor(quality=4)
        yield from (compressor.process(piece) for piece in plain)
        yield compressor.finish()
    else:
        compressor = zlib.compressobj()
        yield from (compressor.compress(piece) for piece in plain)
        yield compressor.flush()


def _head(page: Page, values: Mapping[str, str], *, length: int | None, keep_alive: bool) -> bytes:
    """Return status line and headers; a body without a length is sent chunked."""
    rule = page.rule
    usual = {
        "Date": formatdate(usegmt=True),
        "Connection": "keep-alive" if keep_alive else "close",
        **(_framing(length) if page.has_body else {}),
    }
    pairs = [(name, text) for name, text in usual.items() if name not in rule.headers]
    lines = [f"HTTP/1.1 {rule.status} {_reason(rule.status)}"]
    lines += [f"{name}: {text}" for name, text in (*pairs, *page.headers(values["path"], values))]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")


def _framing(length: int | None) -> dict[str, str]:
    if length is None:
        return {"Transfer-Encoding": "chunked"}
    return {"Content-Length": str(length)}


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
