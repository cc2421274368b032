"""An audit's folder copied to another place, by a URI that fsspec knows: ``s3://bucket/path``."""

from __future__ import annotations

import logging
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files import FOLDER as GIVEN
from sitemap_audit.options.sources import resolved
from sitemap_audit.storage.received import FOLDER as RECEIVED
from sitemap_audit.storage.received import may_tell_password
from sitemap_audit.storage.run_record import RUN_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from aiohttp import ClientResponse

    from sitemap_audit.options import Options


logger = logging.getLogger(__name__)

_OF_BUCKETS = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oci", "oss"}
"Storages where making a folder would make a bucket of a name that is mistyped."


_AS_THEY_WERE = (f"{RECEIVED}/", f"{GIVEN}/")
"Folders of files that are kept as they came."


class Place(NamedTuple):
    """Where audits are copied to."""

    uri: str
    "May hold a password."

    def __repr__(self) -> str:
        return shown(self.uri)


def read_place(options: Options) -> Place | None:
    """Where options want audits to be copied to; None where they want none.

    Raises:
        UsageError: no such place is known, or what it takes to write there is not installed.
    """
    if options.publish is None:
        return None
    uri = resolved(options.publish, "publish")
    import fsspec

    protocol, has_protocol, _ = uri.replace("://", ":", 1).partition(":")
    try:
        if not has_protocol:
            raise ValueError("it has no scheme")
        fsspec.get_filesystem_class(protocol)
    except (ImportError, ValueError) as error:
        raise UsageError(
            f"publish is {shown(uri)!r}: {error}. Give a URI such as s3://bucket/path"
            " (pip install 'sitemap-audit[s3]'), gs://bucket/path (pip install gcsfs) or"
            " file:///path."
        ) from None
    return Place(uri)


def shown(uri: str) -> str:
    """A URI without user name, password and query."""
    return re.sub(r"(://)[^/]*@", r"\1***@", uri).partition("?")[0]


def publish(folder: Path, place: Place) -> str:
    """Copy an audit's folder to a place, run.json last; where it is then.

    Raises:
        Exception: whatever the storage raises; what was copied stays.
    """
    from fsspec.core import url_to_fs
    from fsspec.utils import get_protocol

    protocol = get_protocol(place.uri)
    storage, root = url_to_fs(place.uri, **(_BY_HTTP if protocol in ("http", "https") else {}))
    target = f"{root.rstrip('/')}/{folder.parent.name}/{folder.name}"
    with _no_redirects():
        for name in _files(folder):
            if protocol not in _OF_BUCKETS:
                storage.makedirs(f"{target}/{name}".rpartition("/")[0], exist_ok=True)
            storage.put_file(str(folder / name), f"{target}/{name}")
    return f"{shown(place.uri).rstrip('/')}/{folder.parent.name}/{folder.name}"


@contextmanager
def _no_redirects() -> Iterator[None]:
    """Follow no redirect of a storage: what is meant for one place goes to no other.

    The libraries of HTTP, S3 and Google Cloud Storage follow them, each by aiohttp, and have no
    option in common that says otherwise.
    """
    import aiohttp

    session: Any = aiohttp.ClientSession
    request = session._request

    async def unredirected(self: Any, method: str, url: Any, **more: Any) -> Any:
        return await request(self, method, url, **more | {"allow_redirects": False})

    session._request = unredirected
    try:
        yield
    finally:
        session._request = request


async def _require_success(response: ClientResponse) -> None:
    """What has not been taken is not published; fsspec takes a redirect for success."""
    if response.status >= 300:
        raise OSError(f"it returned {response.status}")


_BY_HTTP = {"client_kwargs": {"raise_for_status": _require_success}}
"What fsspec's storage by HTTP is to be told."


def _files(folder: Path) -> Iterator[str]:
    """Every file below a folder that is published, by its path within; the record last.

    None is that is hidden, and none that may tell a password.
    """
    names = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not any(p.startswith(".") for p in path.relative_to(folder).parts)
    )
    for name in names:
        if name.startswith(_AS_THEY_WERE) and may_tell_password(folder / name):
            logger.warning("%s is not published: it may hold a URL with a password", name)
        elif name != RUN_FILE:
            yield name
    yield RUN_FILE
