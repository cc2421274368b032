"""Lists of files are copied and deleted whole, on stores of several kinds, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from object_store import BUCKET, S3Server, listed, s3_server

from sitemap_audit.storage.fsspec_files import open_store
from sitemap_audit.storage.remote_files import delete, delete_below, download, files_at, upload

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = [f"data/pages/part-{number}.parquet" for number in range(20)]


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def made(tmp_path: Path) -> Path:
    (tmp_path / "made/data/pages").mkdir(parents=True)
    for name in NAMES:
        (tmp_path / "made" / name).write_text(name)
    return tmp_path / "made"


@pytest.fixture(params=["s3", "memory", "file"])
def url(request: pytest.FixtureRequest, s3: S3Server, tmp_path: Path) -> str:
    assert s3  # its address is in the environment
    roots = {"s3": f"s3://{BUCKET}", "memory": "memory:/", "file": f"file://{tmp_path}"}
    return f"{roots[request.param]}/{uuid4().hex}"


def test_a_list_is_uploaded_downloaded_and_deleted(url: str, made: Path, tmp_path: Path) -> None:
    upload(url, made, NAMES)
    assert files_at(url) == sorted(NAMES)
    download(url, tmp_path / "again", NAMES)
    assert [(tmp_path / "again" / name).read_text() for name in NAMES] == NAMES
    delete(url, NAMES[1:])
    assert files_at(url) == NAMES[:1]
    for empty in (upload, download):
        empty(url, made, [])
    delete(url, [])
    delete_below(url, first="part-0.parquet")
    delete_below(url, first="part-0.parquet")
    assert files_at(url) == []


def test_after_a_refusal_nothing_is_sent_any_more(
    s3: S3Server, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    url = f"s3://{BUCKET}/{uuid4().hex}"
    s3.refuses = lambda request: request.path.endswith("part-0.parquet")
    with pytest.raises(OSError, match=f"Reduce your request rate.*{url}"):
        upload(url, made, NAMES)
    seen = len(s3.requests)
    s3.refuses = lambda _: False
    assert len(s3.requests) == seen
    assert set(listed(url)) < set(NAMES)


def test_what_a_store_keeps_of_a_deleted_list_is_an_error(
    url: str, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(url, made, NAMES)
    monkeypatch.setattr(open_store(url).files, "rm", lambda _: None)  # as S3 without permission
    with pytest.raises(PermissionError, match="keeps files that are to be deleted"):
        delete(url, NAMES)
