"""What becomes of a page's body that was packed."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from typing import TYPE_CHECKING

import brotli
import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from sitemap_audit.crawl_settings import AUDIT_OPTIONS
from sitemap_audit.handlers.spool import BODY_TRUNCATED
from sitemap_audit.middlewares.decoding import PageDecoding
from sitemap_audit.options import Options
from sitemap_audit.parsing.decoders import zstd

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = hashlib.shake_256().hexdigest(120_000).encode()
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstd.compress,
}


@pytest.mark.parametrize("encoding", PACKED)
def test_a_packed_page_that_we_cut_is_not_called_undecodable(encoding: str) -> None:
    crawler = get_crawler(settings_dict={AUDIT_OPTIONS: Options()})
    packed = PACKED[encoding](TEXT)
    response = Response(
        "https://example.com/",
        headers={"Content-Encoding": encoding},
        body=packed[: len(packed) * 3 // 4],
        flags=[BODY_TRUNCATED],
    )
    decoding = PageDecoding(crawler=crawler)
    decoded = decoding.process_response(Request(response.url), response)
    assert isinstance(decoded, Response)
    assert decoded.flags == [BODY_TRUNCATED]
    assert len(decoded.body) > len(TEXT) // 3
    assert TEXT.startswith(decoded.body)


@pytest.mark.parametrize("encoding", PACKED)
def test_a_page_that_cannot_be_decoded_keeps_its_status(encoding: str) -> None:
    crawler = get_crawler(settings_dict={AUDIT_OPTIONS: Options()})
    headers = {"Content-Encoding": encoding}
    response = Response("https://example.com/", 404, headers=headers, body=b"\xff" * 99)
    decoded = PageDecoding(crawler=crawler).process_response(Request(response.url), response)
    assert isinstance(decoded, Response)
    assert (decoded.status, decoded.body, decoded.flags) == (404, b"", ["undecodable"])
