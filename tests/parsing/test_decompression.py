"""Packed bodies are unpacked whatever is announced, and within limits."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.decoders import even, peek, zstd
from sitemap_audit.parsing.decompression import Decompressor, Limits

BODY = b"<urlset>" + b"".join(b"<url><loc>https://e.com/%d</loc></url>" % i for i in range(5000))
GZIP = gzip.compress(BODY, mtime=0)
ZSTD = zstd.compress(BODY)
BROTLI = brotli.compress(BODY, quality=5)  # ten times as fast as the default
BLANK = b" " * 10_000_000
BOMB = gzip.compress(BLANK)


def unpack(
    body: bytes,
    encoding: str | None = None,
    *,
    chunk: int = 5000,
    truncated: bool = False,
    limits: Limits | None = None,
) -> tuple[bytes, Decompressor]:
    chunks = (body[start : start + chunk] for start in range(0, len(body), chunk))
    decompressor = Decompressor(
        chunks, content_encoding=encoding, truncated=truncated, limits=limits or Limits()
    )
    return b"".join(decompressor), decompressor


def codes(decompressor: Decompressor) -> list[str]:
    return [problem.code for problem in decompressor.problems]


@pytest.mark.parametrize(
    ("body", "encoding", "told"),
    [
        (BODY, "gzip", "not compressed"),
        (BODY, "deflate", "not compressed"),
        (BODY, "br", "not compressed"),
        (BODY, "zstd", "not compressed"),
        (BODY, "UTF-8", "not compressed"),
        (GZIP, "gz", "gzip file"),
        (GZIP, "compress", "gzip file"),
        (GZIP, "gzip, gzip", "gzip"),
        (GZIP, "aws-chunked, X-GZip", "gzip"),
        (gzip.compress(GZIP), "none, gzip", "gzip of a gzip file"),
        (b"", "UTF-8", None),
    ],
)
def test_a_false_encoding_is_told_and_the_body_is_read(
    body: bytes, encoding: str, told: str | None
) -> None:
    plain, decompressor = unpack(body, encoding)
    assert plain == (BODY if body else b"")
    assert decompressor.stopped_by is None
    expected = [] if told is None else [f"Content-Encoding: {encoding}; body: {told}"]
    assert [problem.detail for problem in decompressor.problems] == expected


@pytest.mark.parametrize(
    ("body", "encoding", "compression"),
    [
        pytest.param(BODY, None, None, id="plain"),
        pytest.param(b"", "gzip", None, id="nothing"),
        pytest.param(GZIP, None, "gzip", id="gzip file"),
        pytest.param(GZIP, "gzip", None, id="gzip announced"),
        pytest.param(GZIP, "X-GZip", None, id="gzip under its old name"),
        pytest.param(gzip.compress(GZIP), None, "gzip-twice", id="gzip in gzip"),
        pytest.param(gzip.compress(GZIP), "gzip", "gzip", id="gzip file, gzip announced"),
        pytest.param(gzip.compress(GZIP), "gzip, gzip", None, id="gzip announced twice"),
        pytest.param(
            gzip.compress(BODY[:99]) + gzip.compress(BODY[99:]), None, "gzip", id="members"
        ),
        pytest.param(GZIP + b"\0" * 600, None, "gzip", id="padding"),
        pytest.param(zlib.compress(BODY), "deflate", None, id="deflate"),
        pytest.param(zlib.compress(BODY)[2:-4], "deflate", None, id="deflate without its header"),
        pytest.param(BROTLI, "br", None, id="brotli"),
        pytest.param(ZSTD, "zstd", None, id="zstd"),
        pytest.param(brotli.compress(GZIP, quality=5), "gzip, br", None, id="one in the other"),
        pytest.param(BODY, "identity", None, id="identity"),
    ],
)
def test_a_whole_body_is_unpacked_without_a_problem(
    body: bytes, encoding: str | None, compression: str | None
) -> None:
    plain, decompressor = unpack(body, encoding)
    assert plain == (BODY if body else b"")
    assert decompressor.compression == compression
    assert (decompressor.stopped_by, decompressor.problems) == (None, [])
    assert (decompressor.received, decompressor.unpacked) == (len(body), len(plain))


@pytest.mark.parametrize(
    ("body", "encoding", "code"),
    [
        pytest.param(GZIP[:-30], None, "gzip-truncated", id="gzip"),
        pytest.param(GZIP[:-8] + b"\0" * 8, None, "gzip-corrupt", id="gzip checksum"),
        pytest.param(GZIP[:2000] + b"\xff" * 99 + GZIP[2099:], None, "gzip-corrupt", id="damage"),
        pytest.param(zlib.compress(BODY)[:-40], "deflate", "gzip-truncated", id="deflate"),
        pytest.param(BROTLI[:-40], "br", "gzip-truncated", id="brotli"),
        pytest.param(ZSTD[:-1], "zstd", "gzip-truncated", id="zstd"),
        pytest.param(ZSTD[:-99] + b"\xff" * 99, "zstd", "gzip-corrupt", id="zstd damage"),
    ],
)
def test_of_a_broken_body_is_kept_what_can_be_had(
    body: bytes, encoding: str | None, code: str
) -> None:
    plain, decompressor = unpack(body, encoding)
    assert codes(decompressor) == [code]
    assert decompressor.stopped_by == "gzip"
    assert plain[:1000] == BODY[: min(1000, len(plain))]
    assert unpack(body, encoding, chunk=1)[0] == plain


def test_bytes_behind_the_packed_data_cost_nothing() -> None:
    plain, decompressor = unpack(GZIP + b"<!-- cached -->")
    assert (plain, codes(decompressor), decompressor.stopped_by) == (BODY, ["gzip-corrupt"], None)


def test_a_cut_transfer_is_not_blamed_on_the_packing() -> None:
    _, decompressor = unpack(GZIP[:2000], truncated=True)
    assert (codes(decompressor), decompressor.stopped_by) == ([], "truncated")


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (bz2.compress(BODY), "bzip2"),
        (lzma.compress(BODY), "xz"),
        (ZSTD, "zstd"),
        (b"PK\x03\x04" + GZIP, "zip"),
        (gzip.compress(bz2.compress(BODY)), "bzip2"),
    ],
    ids=["bzip2", "xz", "zstd", "zip", "bzip2 in gzip"],
)
def test_a_packing_that_the_protocol_does_not_allow_is_named_and_not_read(
    body: bytes, name: str
) -> None:
    plain, decompressor = unpack(body)
    assert (plain, decompressor.compression, codes(decompressor)) == (
        b"",
        name,
        ["unsupported-compression"],
    )
    assert decompressor.received == len(body)


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        pytest.param(BOMB, None, id="gzip"),
        pytest.param(gzip.compress(BOMB), None, id="gzip twice"),
        pytest.param(BOMB, "gzip", id="gzip announced"),
        pytest.param(brotli.compress(BLANK, quality=1), "br", id="brotli"),
        pytest.param(zstd.compress(BLANK), "zstd", id="zstd"),
        pytest.param(zlib.compress(BLANK), "deflate", id="deflate"),
    ],
)
def test_a_bomb_is_stopped_by_its_ratio(body: bytes, encoding: str | None) -> None:
    plain, decompressor = unpack(body, encoding)
    assert (codes(decompressor), decompressor.stopped_by) == (["bomb"], "ratio")
    assert len(plain) < len(BLANK)


@pytest.mark.parametrize("body", [BODY, GZIP, gzip.compress(GZIP)], ids=["plain", "gzip", "twice"])
def test_reading_stops_at_the_size_limit_to_the_byte(body: bytes) -> None:
    plain, decompressor = unpack(body, limits=Limits(unpacked=100_000))
    assert plain == BODY[:100_000]
    assert (codes(decompressor), decompressor.stopped_by) == (["size"], "size")


def test_reading_stops_when_its_time_is_over() -> None:
    ticks = iter(range(1000))
    decompressor = Decompressor(
        [BODY[:50_000], BODY[50_000:]], limits=Limits(seconds=5), clock=lambda: next(ticks)
    )
    plain = b"".join(decompressor)
    assert BODY.startswith(plain)
    assert len(plain) < len(BODY)
    assert (codes(decompressor), decompressor.stopped_by) == (["time"], "time")


def test_the_hash_is_of_the_plain_bytes() -> None:
    assert unpack(BODY)[1].content_hash == unpack(GZIP)[1].content_hash


@given(st.lists(st.binary(max_size=40)), st.integers(1, 30))
def test_even_pieces_are_the_same_bytes(chunks: list[bytes], size: int) -> None:
    pieces = list(even(chunks, size))
    assert b"".join(pieces) == b"".join(chunks)
    assert all(len(piece) == size for piece in pieces[:-1])


@given(st.lists(st.binary(max_size=5)), st.integers(0, 12))
def test_peeking_takes_nothing_away(chunks: list[bytes], size: int) -> None:
    head, stream = peek(iter(chunks), size)
    assert head == b"".join(chunks)[:size]
    assert b"".join(stream) == b"".join(chunks)


@given(
    st.binary(max_size=3000).map(lambda body: body)
    | st.binary(max_size=300).map(gzip.compress)
    | st.binary(max_size=300).map(lambda body: b"\x1f\x8b\x08" + body),
    st.sampled_from([None, "gzip", "deflate", "br", "zstd", "gzip, br", "nonsense"]),
    st.integers(1, 500),
)
def test_no_bytes_make_it_fail_and_chunks_do_not_matter(
    body: bytes, encoding: str | None, chunk: int
) -> None:
    plain, decompressor = unpack(body, encoding, chunk=chunk)
    again, other = unpack(body, encoding, chunk=10_000)
    assert plain == again
    assert decompressor.problems == other.problems


def test_peeking_past_many_empty_pieces_takes_no_longer_than_reading_them() -> None:
    head, stream = peek(iter([*[b""] * 500_000, b"abc", b"def"]), 4)
    assert (head, b"".join(stream)) == (b"abcd", b"abcdef")
