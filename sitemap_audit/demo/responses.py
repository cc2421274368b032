"""Responses as sent: status line, headers, and the body in pieces."""

from __future__ import annotations

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


def has_body(rule: Rule) -> bool:
    """Return whether a response with this status may have a body."""
    return rule.status not in (204, 304)


def pieces(rule: Rule, body: bytes) -> Iterator[bytes]:
    """Yield the body as sent: padded, compressed, encoded; a padded body is streamed."""
    sent: Iterable[bytes] = itertools.chain([body], itertools.repeat(_MEGABYTE, rule.fill))
    for step in {None: [], "gzip": ["gzip"], "gzip-twice": ["gzip", "gzip"]}[rule.pack]:
        sent = _squeeze(sent, step)
    if rule.encoding:
        sent = _squeeze(sent, rule.encoding)
    return (piece for piece in sent if piece)


def _squeeze(plain: Iterable[bytes], how: str) -> Iterator[bytes]:
    if how == "br":
        packer: Any = brotli.Compressor(quality=4)
        yield from (packer.process(piece) for piece in plain)
        yield packer.finish()
    else:
        packer = zlib.compressobj(wbits=_GZIP if how == "gzip" else _DEFLATE)
        yield from (packer.compress(piece) for piece in plain)
        yield packer.flush()


def head(page: Page, values: Mapping[str, str], *, length: int | None, keep_alive: bool) -> bytes:
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
    if not has_body(rule):
        return {}
    return (
        {"Content-Length": str(length)} if length is not None else {"Transfer-Encoding": "chunked"}
    )


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
