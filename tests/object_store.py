"""A server that speaks S3, for tests of audits on a store."""

from __future__ import annotations

import logging
import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

import fsspec
from moto.moto_api._internal.models import moto_api_backend
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

BUCKET = "audits"
SLOW_DOWN = ("503 Slow Down", "SlowDown", "Reduce your request rate.")
FORBIDDEN = ("403 Forbidden", "InvalidAccessKeyId", "The access key does not exist in our records.")


class Request(NamedTuple):
    """A request to the server."""

    method: str
    path: str


class S3Server:
    """The server; it may refuse requests."""

    def __init__(self) -> None:
        self._application = DomainDispatcherApplication(create_backend_app)
        self._server = make_server("127.0.0.1", 0, self._respond, threaded=True)
        self.endpoint = f"http://127.0.0.1:{self._server.port}"
        self.requests: list[Request] = []
        self.refused: list[Request] = []
        self.refusal = SLOW_DOWN
        self.refuses: Callable[[Request], bool] = lambda _: False
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _respond(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        request = Request(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if self.refuses(request):
            self.refused.append(request)
            environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
            status, code, message = self.refusal
            start(status, [("Content-Type", "application/xml")])
            if request.method == "HEAD":  # its response has no body
                return []
            return [f"<Error><Code>{code}</Code><Message>{message}</Message></Error>".encode()]
        self.requests.append(request)
        response: Iterable[bytes] = self._application(environ, start)
        return response

    def stop(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def variables(endpoint: str) -> dict[str, str]:
    """Return the environment of a process that uses a server."""
    return {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "known",
        "AWS_SECRET_ACCESS_KEY": "not-to-be-told",
        "AWS_DEFAULT_REGION": "us-east-1",
    }


@contextmanager
def s3_server() -> Iterator[S3Server]:
    """Start a server with a bucket, and use it in this process and those that it starts."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # no line for each request
    storage = fsspec.get_filesystem_class("s3")
    storage.clear_instance_cache()
    server = S3Server()
    try:
        with patch.dict(os.environ, variables(server.endpoint)):
            fsspec.filesystem("s3").makedirs(BUCKET, exist_ok=True)
            yield server
    finally:
        server.stop()
        moto_api_backend.reset()  # what is stored is known to each server of this process
        storage.clear_instance_cache()


def listed(place: str) -> list[str]:
    """Return the files below a URL, by path below it."""
    files, root = fsspec.core.url_to_fs(place)
    files.invalidate_cache()
    return sorted(path.removeprefix(f"{root}/") for path in files.find(root))


def read(place: str) -> bytes:
    """Return the content of a file."""
    files, path = fsspec.core.url_to_fs(place)
    content: bytes = files.cat_file(path)
    return content


def write(place: str, content: bytes) -> None:
    """Write a file."""
    files, path = fsspec.core.url_to_fs(place)
    files.pipe_file(path, content)
