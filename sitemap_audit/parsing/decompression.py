"""Streaming decompression of bodies, within limits: Content-Encoding and gzip layers.

The bytes decide: a body that is compressed without a header, or has a header without being
compressed, is read too. Nothing here raises on input from a server.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from sitemap_audit.parsing.decoders import (
    FALSE_ENCODING,
    GZIP,
    PIECE,
    SLICE,
    TRAILING,
    ZSTD,
    decoded,
    even,
    gunzip,
    peek,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_DEEPEST = 2
"Layers of gzip that are taken off."

_CODINGS = ("gzip", "deflate", "br", "zstd")
"Content-Encodings that are decoded."
_FORMATS = {b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", ZSTD: "zstd"}


class Limits(NamedTuple):
    """Limits at which reading stops."""

    unpacked: int = 57_671_680
    "Bytes: the 52,428,800 that the protocol allows, and a tenth more."
    ratio: float = 500.0
    "Decompressed to compressed size, from one MiB decompressed on. Real sitemaps stay below 100."
    seconds: float = 120.0
    "From the first piece taken."
    problems: int = 1000
    "Rows per code of problem; the rest is counted."


class CompressionProblem(NamedTuple):
    """A fault of the compression."""

    code: str
    """gzip-corrupt | gzip-truncated | unsupported-compression | content-encoding | bomb | size |
    time."""
    detail: str
    expected: str


_EXPECTED = {
    "gzip-corrupt": "Gzip data with a valid checksum",
    "gzip-truncated": "The complete compressed data",
    "unsupported-compression": "Uncompressed or gzip",
    FALSE_ENCODING: "The encodings of the body",
    "bomb": "A usual compression ratio",
    "size": "At most 52,428,800 bytes uncompressed",
    "time": "A complete response within the time limit",
}


class Decompressor:
    """Iterator over the decompressed body in chunks of 64 KiB; its figures are final at the end."""

    def __init__(
        self,
        chunks: Iterable[bytes],
        *,
        content_encoding: str | None = None,
        truncated: bool = False,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read ``chunks``; ``truncated`` says that the transfer was incomplete."""
        self._chunks = chunks
        self._header = content_encoding
        self._encodings = _encodings(content_encoding)
        self._false = [name for name in self._encodings if name not in _CODINGS]
        "Encodings that the body does not have, as far as is known."
        self._truncated = truncated
        self._limits = limits or Limits()
        self._clock = clock
        self._hash = xxhash.xxh3_128()
        self.received = 0
        self.unpacked = 0
        self.compression: str | None = None
        "gzip | gzip-twice | zip | bzip2 | xz | zstd: of the file itself."
        self.stopped_by: str | None = None
        self.problems: list[CompressionProblem] = []

    @property
    def content_hash(self) -> str:
        """Return the XXH3 hash (128 bits, hexadecimal) of the decompressed bytes read."""
        return self._hash.hexdigest()

    def __iter__(self) -> Iterator[bytes]:
        self._deadline = self._clock() + self._limits.seconds
        stream = self._counted(even(self._chunks, SLICE))
        for name in self._encodings:
            if name in _CODINGS:
                stream = self._bounded(decoded(name, stream, self._note))
        for piece in even(self._unzipped(stream), PIECE):
            self._hash.update(piece)
            self.unpacked += len(piece)
            yield piece
        if self._false and self.unpacked:
            self._report_encoding()
        if self._truncated:
            self.stopped_by = self.stopped_by or "truncated"

    def _counted(self, stream: Iterator[bytes]) -> Iterator[bytes]:
        for data in stream:
            if self._stopped():
                return
            self.received += len(data)
            yield data

    def _unzipped(self, stream: Iterator[bytes]) -> Iterator[bytes]:
        """Remove the gzip layers of the file itself."""
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
            self._note("unsupported-compression", f"File compressed as {packed}")
            for _ in stream:  # its size is still wanted
                pass
            return iter(())
        return self._bounded(stream)

    def _bounded(self, stream: Iterator[bytes]) -> Iterator[bytes]:
        """Stop the stream at the first limit reached."""
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
            self._note("bomb", f"{self.received:,} bytes expand to more than {size:,}")
        elif size > self._limits.unpacked:
            self._note("size", f"More than {self._limits.unpacked:,} bytes")

    def _stopped(self) -> bool:
        if self.stopped_by in (None, "gzip") and self._clock() > self._deadline:
            self._note("time", f"Not read within {self._limits.seconds:g} seconds")
        return self.stopped_by not in (None, "gzip")

    def _report_encoding(self) -> None:
        """Report the header, with what the body is."""
        true = [*self._encodings]
        for name in self._false:
            true.remove(name)
        parts = [*true, *([f"{self.compression} file"] if self.compression else [])]
        detail = (
            f"Content-Encoding: {self._header}; body: {' of a '.join(parts) or 'not compressed'}"
        )
        expected = _EXPECTED[FALSE_ENCODING]
        self.problems.append(CompressionProblem(FALSE_ENCODING, detail, expected))

    def _note(self, code: str, detail: str) -> None:
        if code == FALSE_ENCODING:
            self._false.append(detail)
            return
        if code == "gzip-truncated" and (self._truncated or self.stopped_by):
            return  # the cut transfer, or our own stop, is the cause
        self.problems.append(CompressionProblem(code, detail, _EXPECTED[code]))
        causes = {"bomb": "ratio", "size": "size", "time": "time"}
        if self.stopped_by is None and not detail.startswith(TRAILING):
            self.stopped_by = causes.get(code, "gzip")


def _encodings(header: str | None) -> list[str]:
    """Return the encodings of a Content-Encoding header, last applied first."""
    names = [name.strip().lower().removeprefix("x-") for name in (header or "").split(",")]
    return [name for name in reversed(names) if name not in ("", "identity")]
