"""Bodies kept as received."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.storage.received import FOLDER, keep_received, may_contain_password

if TYPE_CHECKING:
    from pathlib import Path


def test_the_same_body_is_kept_once_however_often_it_comes_at_once(tmp_path: Path) -> None:
    body = b"<urlset/>\n" * 100_000
    with ThreadPoolExecutor(8) as threads:
        names = set(threads.map(lambda _: keep_received(tmp_path, BytesIO(body)), range(16)))
    (kept,) = (tmp_path / FOLDER).iterdir()
    assert {f"{name}.gz" for name in names} == {kept.name}
    assert gzip.decompress(kept.read_bytes()) == body


def test_a_file_is_kept_under_the_same_name_as_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "sitemap").write_bytes(b"User-agent: *\n")
    with (tmp_path / "sitemap").open("rb") as file:
        name = keep_received(tmp_path, file)
    assert name == keep_received(tmp_path, BytesIO(b"User-agent: *\n"))


URL = "http://us er:p&#64;ss@h.example/"


@pytest.mark.parametrize(
    ("body", "tells"),
    [
        pytest.param(URL.encode(), True, id="plain"),
        pytest.param(b" " * (2**20 - 15) + URL.encode(), True, id="across two pieces"),
        pytest.param(gzip.compress(URL.encode()), True, id="packed"),
        pytest.param(URL.encode("utf-16"), True, id="UTF-16"),
        pytest.param(b"ftp://joe:p&#x40;h.example", True, id="an escape of XML"),
        pytest.param(b"https://h.example/@me me@h.example", False, id="nothing"),
        pytest.param(gzip.compress(URL.encode())[:-9], True, id="cut"),
        pytest.param(b"\x1f\x8bno gzip", True, id="no gzip"),
        pytest.param(b"", False, id="empty"),
        pytest.param(gzip.compress(bytes(2**26), 1), True, id="too large"),
    ],
)
def test_a_file_that_may_tell_a_password_is_known(body: bytes, tells: bool, tmp_path: Path) -> None:
    keep_received(tmp_path, BytesIO(body))
    (kept,) = (tmp_path / FOLDER).iterdir()
    given = tmp_path / "given.xml"
    given.write_bytes(body)
    assert [may_contain_password(kept), may_contain_password(given)] == [tells, tells]
