"""A server that speaks S3, for tests of audits on a store."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest.mock import patch

import fsspec
from moto.moto_server.threaded_moto_server import ThreadedMotoServer

if TYPE_CHECKING:
    from collections.abc import Iterator

BUCKET = "audits"


def variables(endpoint: str) -> dict[str, str]:
    """Return the environment of a process that uses a server."""
    return {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "known",
        "AWS_SECRET_ACCESS_KEY": "not-to-be-told",
        "AWS_DEFAULT_REGION": "us-east-1",
    }


@contextmanager
def s3_server() -> Iterator[str]:
    """Start a server with a bucket; yield its address, and use it in this process."""
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    try:
        with used(endpoint):
            fsspec.filesystem("s3").mkdir(BUCKET)
            yield endpoint
    finally:
        server.stop()


@contextmanager
def used(endpoint: str) -> Iterator[None]:
    """Use a server in this process."""
    storage = fsspec.get_filesystem_class("s3")
    storage.clear_instance_cache()
    with patch.dict(os.environ, variables(endpoint)):
        yield
    storage.clear_instance_cache()
