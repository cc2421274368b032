"""Decompress bodies: Content-Encoding and gzip layers taken off as a stream, within limits.

What is done to the bytes follows the bytes: a body that is announced as compressed and is not, or
is compressed and not announced, is read all the same. A decoder yields at most 64 KiB at once
(zstd: 8 MiB), however much a few bytes stand for, and all that can be had of data that fails.
Nothing here raises on what a server sends.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import brotli
import xxhash
import zstandard

PIECE = 65_536
"Bytes in each piece handed on (the last is shorter), however they came in."
_DEEPEST = 2
"Layers of gzip that are taken off."
SLICE = 16_384
"Compressed bytes given to a decoder at once."
_ZSTD_SLICE = 256
"The same for zstd, where four bytes may stand for 128 KiB."
_ZSTD_WINDOW = 8 * 2**20
"RFC 8878, 3.1.1.1.2: a decoder need not support more."

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
TRAILING = "bytes behind the end of the packed data"

Note = Callable[[str, str], None]
"Takes the code of a problem and what was found."

_FORMATS = {b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", ZSTD: "zstd"}


class Limits(NamedTuple):
    """Where reading stops, whatever is still to come."""

    unpacked: int = 57_671_680
    "Bytes: the 52,428,800 that the protocol allows, and a tenth more."
    ratio: float = 500.0
    "Decompressed to compressed size, from one MiB decompressed on. Real sitemaps stay below 100."
    seconds: float = 120.0
    "From the first piece taken."
    problems: int = 1000
    "Rows per code of problem; the rest is counted."


class PackingProblem(NamedTuple):
    """A fault of the packing."""

    code: str
    "gzip-corrupt | gzip-truncated | unsupported-compression | bomb | size | time."
    detail: str
    expected: str


_EXPECTED = {
    "gzip-corrupt": "gzip data whose checksum is right",
    "gzip-truncated": "the whole of the packed data",
    "unsupported-compression": "plain text or gzip, the only packing the protocol allows",
    "bomb": "a body that unpacks to a size in proportion",
    "size": "at most 52,428,800 bytes unpacked",
    "time": "a body that is read within the limit",
}


class Unpacker:
    """Yields a body's plain bytes in pieces of 64 KiB; the figures are complete afterwards."""

    def __init__(
        self,
        chunks: Iterable[bytes],
        *,
        content_encoding: str | None = None,
        truncated: bool = False,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read ``chunks``; ``truncated`` says that the transfer is known to have been cut."""
        self._chunks = chunks
        self._encodings = _encodings(content_encoding)
        self._truncated = truncated
        self._limits = limits or Limits()
        self._clock = clock
        self._hash = xxhash.xxh3_128()
        self.received = 0
        self.unpacked = 0
        self.compression: str | None = None
        "gzip | gzip-twice | zip | bzip2 | xz | zstd: of the file itself."
        self.stopped_by: str | None = None
        self.problems: list[PackingProblem] = []

    @property
    def content_hash(self) -> str:
        """XXH3 (128 bits, hexadecimal) of the plain bytes that were read."""
        return self._hash.hexdigest()

    def __iter__(self) -> Iterator[bytes]:
        self._deadline = self._clock() + self._limits.seconds
        stream = self._counted(even(self._chunks, SLICE))
        for name in self._encodings:
            stream = self._bounded(decoded(name, stream, self._note))
        for piece in even(self._unzipped(stream), PIECE):
            self._hash.update(piece)
            self.unpacked += len(piece)
            yield piece
        if self._truncated:
            self.stopped_by = self.stopped_by or "truncated"

    def _counted(self, stream: Iterator[bytes]) -> Iterator[bytes]:
        for data in stream:
            if self._stopped():
                return
            self.received += len(data)
            yield data

    def _unzipped(self, stream: Iterator[bytes]) -> Iterator[bytes]:
        """Take off the gzip layers of the file itself."""
        head, stream = peek(stream, 6)
        for layer in range(_DEEPEST):
            if not head.startswith(GZIP):
                break
            self.compression = "gzip-twice" if layer else "gzip"
            stream = self._bounded(gunzip(stream, self._note))
            head, stream = peek(stream, 6)
        packed = next((name for magic, name in _FORMATS.items() if head.startswith(magic)), None)
        if packed:
            self.compression = packed
            self._note("unsupported-compression", f"the file is packed as {packed}")
            for _ in stream:  # its size is still wanted
                pass
            return iter(())
        return self._bounded(stream)

    def _bounded(self, stream: Iterator[bytes]) -> Iterator[bytes]:
        """End a stream at the first limit that it reaches."""
        size = 0
        for data in stream:
            room = self._limits.unpacked - size
            size += len(data)
            if not self._stopped():
                self._measure(size)
            yield data[: max(room, 0)]
            if self._stopped():
                return

    def _measure(self, size: int) -> None:
        if size > 2**20 and size > self._limits.ratio * self.received:
            self._note("bomb", f"{self.received:,} bytes unpack to {size:,} and more")
        elif size > self._limits.unpacked:
            self._note("size", f"more than {self._limits.unpacked:,} bytes")

    def _stopped(self) -> bool:
        if self.stopped_by in (None, "gzip") and self._clock() > self._deadline:
            self._note("time", f"not read within {self._limits.seconds:g} seconds")
        return self.stopped_by not in (None, "gzip")

    def _note(self, code: str, detail: str) -> None:
        if code == "gzip-truncated" and (self._truncated or self.stopped_by):
            return  # the cut transfer, or our own stop, is the cause
        self.problems.append(PackingProblem(code, detail, _EXPECTED[code]))
        causes = {"bomb": "ratio", "size": "size", "time": "time"}
        if self.stopped_by is None and not detail.startswith(TRAILING):
            self.stopped_by = causes.get(code, "gzip")


def _encodings(header: str | None) -> list[str]:
    """The names in a Content-Encoding, last applied first."""
    names = [name.strip().lower().removeprefix("x-") for name in (header or "").split(",")]
    return [name for name in reversed(names) if name in ("gzip", "deflate", "br", "zstd")]


def even(stream: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The same bytes in pieces of exactly ``size``; the last one is what remains."""
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
    """The first ``size`` bytes (fewer where there are no more), and the whole stream."""
    taken = bytearray()
    while len(taken) < size and (data := next(stream, None)) is not None:
        taken += data
    return bytes(taken[:size]), chain([bytes(taken)], stream)


def decoded(name: str, stream: Iterator[bytes], note: Note) -> Iterator[bytes]:
    """Take off one Content-Encoding; a body that does not bear it passes as it is."""
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
        return stream if bits is None else _inflate(even(stream, SLICE), bits, note)
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
    """Unpack gzip, one member after the other; zero bytes behind the last are padding."""
    rest = even(stream, SLICE)
    while True:
        left: list[bytes] = []
        yield from _inflate(rest, 31, note, left)
        head, rest = peek(_without_padding(chain(left, rest)), 2)
        if not left or not head:
            return
        if head != GZIP:
            note("gzip-corrupt", f"{TRAILING} that are not gzip")
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
    """Unpack one zlib, gzip or deflate stream; what stands behind its end goes to ``left``."""
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
        note("gzip-truncated", "the packed data ends before its end mark")


def _last_bytes(decoder: zlib._Decompress, packed: bytes) -> Iterator[bytes]:
    """What can be had of data that is known to fail: byte by byte up to the fault."""
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
        note("gzip-corrupt", "brotli data that cannot be unpacked")
        return
    if not decoder.is_finished():
        note("gzip-truncated", "the brotli data ends before its end mark")


def _unzstd(stream: Iterable[bytes], note: Note) -> Iterator[bytes]:
    factory = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    decoder = factory.decompressobj()
    try:
        for data in even(stream, _ZSTD_SLICE):
            packed = data
            while packed:
                if decoder.eof:
                    decoder = factory.decompressobj()
                yield decoder.decompress(packed)
                packed = decoder.unused_data if decoder.eof else b""
    except zstandard.ZstdError:
        note("gzip-corrupt", "zstd data that cannot be unpacked")
        return
    if not decoder.eof:
        note("gzip-truncated", "the zstd data ends before its end mark")
