"""Streaming decoders: gzip, deflate, brotli, zstd.

A decoder yields at most 64 KiB at once, whatever the compression ratio. Of invalid data it yields
what can be decoded. No decoder raises on input from a server.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

import brotli

if sys.version_info >= (3, 14):
    from compression import zstd as zstd
else:
    from backports import zstd as zstd

PIECE = 65_536
"Bytes that a decoder yields at once, at most, and in which they are handed on."
SLICE = 16_384
"Compressed bytes given to a decoder at once."
_ZSTD_SLICE = 256
"The same for zstd, which yields nothing of a slice with an error: small, to lose little."
_ZSTD_WINDOW: Mapping[int, int] = {zstd.DecompressionParameter.window_log_max: 23}
"8 MiB; RFC 8878, 3.1.1.1.2: a decoder need not support more."

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
TRAILING = "Bytes after the end of the compressed data"

FALSE_ENCODING = "content-encoding"
"The code of a Content-Encoding that the body does not have."

Note = Callable[[str, str], None]
"Takes the code of a problem and what was found."


def even(stream: Iterable[bytes], size: int) -> Iterator[bytes]:
    """Yield the same bytes in chunks of exactly ``size``; the last one may be shorter."""
    buffer = bytearray()
    for data in stream:
        if not buffer and len(data) == size:
            yield data
            continue
        buffer += data
        whole = len(buffer) - len(buffer) % size
        for start in range(0, whole, size):
            yield bytes(buffer[start : start + size])
        del buffer[:whole]
    if buffer:
        yield bytes(buffer)


def peek(stream: Iterator[bytes], size: int) -> tuple[bytes, Iterator[bytes]]:
    """Return the first ``size`` bytes (fewer if there are no more), and the whole stream."""
    taken = bytearray()
    while len(taken) < size and (data := next(stream, None)) is not None:
        taken += data
    return bytes(taken[:size]), chain([bytes(taken)], stream)


def decoded(name: str, stream: Iterator[bytes], note: Note) -> Iterator[bytes]:
    """Decode one Content-Encoding; a body that is not encoded passes unchanged, with a note."""
    head, stream = peek(stream, 512)
    if name == "gzip" and head.startswith(GZIP):
        return gunzip(stream, note)
    if name == "zstd" and head.startswith(ZSTD):
        return _unzstd(stream, note)
    if name == "br" and _is_brotli(head):
        return _unbrotli(stream, note)
    if name == "deflate":
        # RFC 9110 says zlib's format; some servers send the bare deflate stream.
        bits = next((bits for bits in (15, -15) if _is_deflate(head, bits)), None)
        if bits is not None:
            return _inflate(even(stream, SLICE), bits, note)
    if head:
        note(FALSE_ENCODING, name)
    return stream


def _is_deflate(head: bytes, bits: int) -> bool:
    try:
        zlib.decompressobj(bits).decompress(head, PIECE)
    except zlib.error:
        return False
    return bool(head)


def _is_brotli(head: bytes) -> bool:
    try:
        brotli.Decompressor().process(head, output_buffer_limit=PIECE)
    except brotli.error:
        return False
    return bool(head)


def gunzip(stream: Iterable[bytes], note: Note) -> Iterator[bytes]:
    """Decompress all members of a gzip file; zero bytes after the last are padding."""
    rest = even(stream, SLICE)
    while True:
        left: list[bytes] = []
        yield from _inflate(rest, 31, note, left)
        head, rest = peek(_without_padding(chain(left, rest)), 2)
        if not left or not head:
            return
        if head != GZIP:
            note("gzip-corrupt", f"{TRAILING}, not gzip")
            return


def _without_padding(stream: Iterable[bytes]) -> Iterator[bytes]:
    rest = iter(stream)
    for data in rest:
        if start := data.lstrip(b"\0"):
            yield start
            break
    yield from rest


def _inflate(
    stream: Iterable[bytes], bits: int, note: Note, left: list[bytes] | None = None
) -> Iterator[bytes]:
    """Decompress one zlib, gzip or deflate stream; bytes after its end go to ``left``."""
    decoder = zlib.decompressobj(bits)
    for data in stream:
        packed = data
        while packed and not decoder.eof:
            before = decoder.copy()
            try:
                yield decoder.decompress(packed, PIECE)
            except zlib.error as error:
                yield from _last_bytes(before, packed)
                note("gzip-corrupt", str(error).rpartition(": ")[2] or str(error))
                return
            packed = decoder.unconsumed_tail
        if decoder.eof:
            if left is not None:
                left.append(decoder.unused_data)
            return
    yield decoder.flush()
    if not decoder.eof:
        note("gzip-truncated", "Compressed data ends before its end mark")


def _last_bytes(decoder: zlib._Decompress, packed: bytes) -> Iterator[bytes]:
    """Decompress invalid data byte by byte, up to the error."""
    for start in range(len(packed)):
        try:
            yield decoder.decompress(packed[start : start + 1])
        except zlib.error:
            return


def _unbrotli(stream: Iterable[bytes], note: Note) -> Iterator[bytes]:
    decoder = brotli.Decompressor()
    try:
        for data in even(stream, SLICE):
            plain = decoder.process(data, output_buffer_limit=PIECE)
            while plain:  # what is over the limit comes when asked for again
                yield plain
                plain = decoder.process(b"", output_buffer_limit=PIECE)
    except brotli.error:
        note("gzip-corrupt", "Brotli data that cannot be decompressed")
        return
    if not decoder.is_finished():
        note("gzip-truncated", "Brotli data ends before its end mark")


def _unzstd(stream: Iterable[bytes], note: Note) -> Iterator[bytes]:
    decoder = zstd.ZstdDecompressor(options=_ZSTD_WINDOW)
    try:
        for data in even(stream, _ZSTD_SLICE):
            packed = data
            while packed or not (decoder.needs_input or decoder.eof):
                if decoder.eof:
                    decoder = zstd.ZstdDecompressor(options=_ZSTD_WINDOW)
                yield decoder.decompress(packed, PIECE)
                packed = decoder.unused_data if decoder.eof else b""
    except zstd.ZstdError:
        note("gzip-corrupt", "Zstd data that cannot be decompressed")
        return
    if not decoder.eof:
        note("gzip-truncated", "Zstd data ends before its end mark")
