"""Send responses: status line, headers, and the body in pieces."""

from __future__ import annotations

import asyncio
import itertools
import zlib
from email.utils import formatdate
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import brotli

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sitemap_audit.demo.rules import Page, Rule

_MEGABYTE = b" " * 1_000_000
_GZIP = 31
_DEFLATE = 15


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
    written = page.body(values["path"], values) if _has_body(rule) else b""
    whole = None if rule.fill else b"".join(_pieces(rule, written))[: -rule.cut or None]
    length = None if whole is None else len(whole)
    writer.write(_head(page, values, length=length, keep_alive=keep_alive))
    if is_head:
        await writer.drain()
    elif whole is None:
        await _send_chunks(_pieces(rule, written), writer)
    else:
        await _send_whole(rule, whole, writer)
    return rule.truncate is None


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


def _has_body(rule: Rule) -> bool:
    """Return whether a response with this status may have a body."""
    return rule.status not in (204, 304)


def _pieces(rule: Rule, body: bytes) -> Iterator[bytes]:
    """Yield the body as sent: padded, compressed, encoded; a padded body is streamed."""
    sent: Iterable[bytes] = itertools.chain([body], itertools.repeat(_MEGABYTE, rule.fill))
    for step in {None: [], "gzip": ["gzip"], "gzip-twice": ["gzip", "gzip"]}[rule.pack]:
        sent = _compress(sent, step)
    if rule.encoding:
        sent = _compress(sent, rule.encoding)
    return (piece for piece in sent if piece)


def _compress(plain: Iterable[bytes], how: str) -> Iterator[bytes]:
    if how == "br":
        compressor: Any = brotli.Compressor(quality=4)
        yield from (compressor.process(piece) for piece in plain)
        yield compressor.finish()
    else:
        compressor = zlib.compressobj(wbits=_GZIP if how == "gzip" else _DEFLATE)
        yield from (compressor.compress(piece) for piece in plain)
        yield compressor.flush()


def _head(page: Page, values: Mapping[str, str], *, length: int | None, keep_alive: bool) -> bytes:
    """Return status line and headers; a body without a length is sent chunked."""
    rule = page.rule
    usual: dict[str, str | list[str]] = {
        "Date": formatdate(usegmt=True),
        "Content-Type": page.media_type(values["path"]) or "",
        "Content-Encoding": rule.encoding or "",
        "Location": rule.location or "",
        "Connection": "keep-alive" if keep_alive else "close",
        **_framing(rule, length),
        **rule.headers,
    }
    lines = [f"HTTP/1.1 {rule.status} {_reason(rule.status)}"]
    for name, value in usual.items():
        each = value if isinstance(value, list) else [value]
        lines += [f"{name}: {page.text(text, values)}" for text in each if text]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")


def _framing(rule: Rule, length: int | None) -> dict[str, str | list[str]]:
    if not _has_body(rule):
        return {}
    return (
        {"Content-Length": str(length)} if length is not None else {"Transfer-Encoding": "chunked"}
    )


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
