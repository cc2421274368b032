"""Copy an audit's folder to a storage of fsspec, such as ``s3://bucket/path``."""

from __future__ import annotations

import logging
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.local_copies import FOLDER as LOCAL_COPIES
from sitemap_audit.options.sources import resolve_variable
from sitemap_audit.storage.csv_parts import FOLDER, parts_of
from sitemap_audit.storage.places import missing_package
from sitemap_audit.storage.received import FOLDER as RECEIVED
from sitemap_audit.storage.received import may_contain_password
from sitemap_audit.storage.run_file import LOG_FILE, RUN_FILE, write_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aiohttp import ClientResponse

    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord


logger = logging.getLogger(__name__)

_BUCKET_PROTOCOLS = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oci", "oss"}
"Storages without folders, where makedirs() would create a bucket if its name is mistyped."
_RECEIVED = (f"{RECEIVED}/", f"{LOCAL_COPIES}/")
"Folders of files stored as received."


class Place(NamedTuple):
    """The target of a published audit."""

    uri: str
    "May contain a password."

    def __repr__(self) -> str:
        return redacted(self.uri)


def read_place(options: Options) -> Place | None:
    """Read the target from the options; None if there is none.

    Raises:
        UsageError: the storage is not known, or its package is not installed.
    """
    if options.publish is None:
        return None
    uri = resolve_variable(options.publish, "publish")
    import fsspec

    protocol, has_protocol, _ = uri.replace("://", ":", 1).partition(":")
    try:
        if not has_protocol:
            raise ValueError("it has no scheme")
        fsspec.get_filesystem_class(protocol)
    except ImportError as error:
        raise missing_package(redacted(uri), protocol, error) from None
    except ValueError as error:
        raise UsageError(
            f"publish is {redacted(uri)!r}: {error}. Give a URI such as s3://bucket/path,"
            " gs://bucket/path or file:///path."
        ) from None
    return Place(uri)


def redacted(uri: str) -> str:
    """Return a URI without user name, password and query."""
    return re.sub(r"(://)[^/]*@", r"\1***@", uri).partition("?")[0]


def redacted_error(message: str, uri: str) -> str:
    """Return a storage's error without what :func:`redacted` leaves out of the URI it was given.

    A storage may repeat the URI, or a part of it: S3 takes the user name for a bucket's.
    """
    user = re.search(r"://([^/]*)@", uri)
    for secret in filter(None, (user and user[1], uri.partition("?")[2])):
        message = message.replace(secret, "***")
    return message


def publish(folder: Path, place: Place, record: RunRecord | None = None) -> str:
    """Copy an audit's folder to a target, run.json last; return its URI there.

    Args:
        record: what to copy as run.json, with the reports alone; None for the whole folder.

    Raises:
        Exception: any error of the storage; files already copied stay.
    """
    from fsspec.core import url_to_fs
    from fsspec.utils import get_protocol

    protocol = get_protocol(place.uri)
    storage, root = url_to_fs(place.uri, **(_HTTP_OPTIONS if protocol in ("http", "https") else {}))
    target = f"{root.rstrip('/')}/{folder.parent.name}/{folder.name}"
    with _no_redirects(), tempfile.TemporaryDirectory() as temporary:
        if record is not None:
            write_run(Path(temporary), record)
        for name in _files(folder, is_whole=record is None):
            if protocol not in _BUCKET_PROTOCOLS:
                storage.makedirs(f"{target}/{name}".rpartition("/")[0], exist_ok=True)
            source = Path(temporary) if record is not None and name == RUN_FILE else folder
            storage.put_file(str(source / name), f"{target}/{name}")
    return f"{redacted(place.uri).rstrip('/')}/{folder.parent.name}/{folder.name}"


@contextmanager
def _no_redirects() -> Iterator[None]:
    """Follow no redirects of a storage, so that data goes to no other server.

    The libraries for HTTP, S3 and Google Cloud Storage follow redirects with aiohttp, and have no
    common option to prevent it. So aiohttp is changed for this process while the block runs.
    """
    import aiohttp

    session: Any = aiohttp.ClientSession
    request = session._request

    async def without_redirects(self: Any, method: str, url: Any, **more: Any) -> Any:
        return await request(self, method, url, **more | {"allow_redirects": False})

    session._request = without_redirects
    try:
        yield
    finally:
        session._request = request


async def _require_success(response: ClientResponse) -> None:
    """Raise an error for status 300 and above; fsspec accepts a redirect as success."""
    if response.status >= 300:
        raise OSError(f"it returned {response.status}")


_HTTP_OPTIONS = {"client_kwargs": {"raise_for_status": _require_success}}
"Options of fsspec's HTTP storage."


def _files(folder: Path, *, is_whole: bool) -> Iterator[str]:
    """Iterate over the files to publish, by relative path; run.json last.

    Hidden files, and received files that may contain a password, are left out; unless
    ``is_whole``, also the log, and what is in folders but CSV files.
    """
    places = (folder, folder / FOLDER)
    reports = [path for place in places for path in place.glob("*")]
    reports += [place / name for place in places for name in parts_of(place)]
    names = sorted(
        path.relative_to(folder).as_posix()
        for path in (folder.rglob("*") if is_whole else reports)
        if path.is_file() and not any(p.startswith(".") for p in path.relative_to(folder).parts)
    )
    for name in names:
        if name.startswith(_RECEIVED) and may_contain_password(folder / name):
            logger.warning("%s is not published: it may contain a URL with a password", name)
        elif name != RUN_FILE and (is_whole or name != LOG_FILE):
            yield name
    yield RUN_FILE
