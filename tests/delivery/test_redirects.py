"""Who gets a copy or a notice may be private; it sends neither on to anybody else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import fsspec
import pytest
from fsspec.config import conf
from fsspec.implementations.http import get_client
from mockserver.scripted import ReceivedRequest, ScriptedServer, answer, scripted
from rows import record_of

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.delivery.delivering import deliver
from sitemap_audit.delivery.notices import Notice
from sitemap_audit.delivery.publishing import _options, _traced
from sitemap_audit.delivery.receivers import read_receivers, send_notice
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REDIRECTS = ("301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent")


@pytest.fixture
def inner() -> Iterator[ScriptedServer]:
    """Where a redirect leads."""
    with scripted(lambda _: answer("metadata"), host="127.0.0.2") as server:
        yield server


@pytest.fixture(params=REDIRECTS)
def outer(request: pytest.FixtureRequest, inner: ScriptedServer) -> Iterator[ScriptedServer]:
    """A server of the user's that redirects what it gets."""
    location = f"Location: {inner.address}/latest/meta-data/"

    def redirect(_: ReceivedRequest) -> bytes:
        return answer(status=request.param, headers=[location, "x-amz-bucket-region: us-east-2"])

    with scripted(redirect) as server:
        yield server


@pytest.mark.parametrize("storage", ["http", "s3"])
def test_a_copy_goes_to_no_other_place(
    storage: str,
    outer: ScriptedServer,
    inner: ScriptedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "known")
    monkeypatch.setenv("AWS_ENDPOINT_URL", outer.address)
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    fsspec.get_filesystem_class(storage).clear_instance_cache()  # it knows another server
    place = {"http": outer.address, "s3": "s3://audits/a"}[storage]
    (fault,) = deliver(AuditPlace(tmp_path), record_of({}), Options(publish=place))
    assert fault.startswith(f"The audit was not published to {place}: ")
    assert outer.asked != []
    assert inner.asked == []


def test_a_session_of_google_cloud_storage_goes_to_no_other_place(
    outer: ScriptedServer, inner: ScriptedServer
) -> None:
    """Its package is in no extra: its session is made as that makes it."""

    async def send() -> int:
        session = await get_client(**_traced())
        async with session, session.request("PUT", outer.address, data=b"private") as response:
            return int(response.status)

    with pytest.raises(OSError, match="it returned 30"):
        asyncio.run(send())
    assert outer.asked != []
    assert inner.asked == []


def test_what_is_configured_for_a_storage_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(conf, "s3", {"config_kwargs": {"signature_version": "s3"}})
    assert _options("s3")["config_kwargs"].keys() == {"signature_version", "http_session_cls"}
    assert _options("file") == {}


@pytest.mark.parametrize("scheme", ["http", "json", "form", "mmost", "ntfy"])
def test_a_notice_goes_to_nobody_else(
    scheme: str, outer: ScriptedServer, inner: ScriptedServer
) -> None:
    (receiver,) = read_receivers(
        Options(notify=(f"{outer.address.replace('http', scheme)}/abcdefghijklmnop",))
    )
    fault = send_notice(receiver, Notice("It ended", "It ended.", {}))
    assert fault is not None
    assert fault.split(": ")[-1].startswith("it returned 30")
    assert outer.asked != []
    assert inner.asked == []
