"""Bodies kept as received."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sitemap_audit.storage.received import FOLDER, keep_received

if TYPE_CHECKING:
    from pathlib import Path


def test_the_same_body_is_kept_once_however_often_it_comes_at_once(tmp_path: Path) -> None:
    body = b"<urlset/>\n" * 100_000
    with ThreadPoolExecutor(8) as threads:
        names = set(threads.map(lambda _: keep_received(tmp_path, [body]), range(16)))
    (kept,) = (tmp_path / FOLDER).iterdir()
    assert {f"{name}.gz" for name in names} == {kept.name}
    assert gzip.decompress(kept.read_bytes()) == body


def test_a_file_is_kept_under_the_same_name_as_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "sitemap").write_bytes(b"User-agent: *\n")
    assert keep_received(tmp_path, tmp_path / "sitemap") == keep_received(
        tmp_path, [b"User-agent: ", b"*\n"]
    )
