"""Copy an audit's folder to a storage of fsspec, such as ``s3://bucket/path``."""

from __future__ import annotations

import logging
import re
import tempfile
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.delivery.google_sheets import is_for_sheets, read_drive_folder
from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.copies import FOLDER as LOCAL_COPIES
from sitemap_audit.options.option_sources import resolve_variable
from sitemap_audit.storage.csv_parts import FOLDER, parts_of
from sitemap_audit.storage.fsspec_files import missing_package
from sitemap_audit.storage.received import FOLDER as RECEIVED
from sitemap_audit.storage.received import may_contain_password
from sitemap_audit.storage.run_file import LOG_FILE, RUN_FILE, write_run
from sitemap_audit.web_apis.google_credentials import google_api
from sitemap_audit.web_apis.google_errors import SHEETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aiohttp import ClientResponse, TraceRequestRedirectParams

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
        UsageError: the storage is not known, its package is not installed, or there are no
            credentials for it.
    """
    if options.publish is None:
        return None
    uri = resolve_variable(options.publish, "publish")
    if is_for_sheets(uri):
        read_drive_folder(uri)
        google_api("Google Drive", "", [SHEETS], options.google_credentials)  # fail now
        return Place(uri)
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
            " gs://bucket/path, file:///path or sheets:FOLDER."
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
    storage, root = url_to_fs(place.uri, **_options(protocol))
    target = f"{root.rstrip('/')}/{folder.parent.name}/{folder.name}"
    with tempfile.TemporaryDirectory() as temporary:
        if record is not None:
            write_run(Path(temporary), record)
        for name in _files(folder, is_whole=record is None):
            if protocol not in _BUCKET_PROTOCOLS:
                storage.makedirs(f"{target}/{name}".rpartition("/")[0], exist_ok=True)
            source = Path(temporary) if record is not None and name == RUN_FILE else folder
            storage.put_file(str(source / name), f"{target}/{name}")
    return f"{redacted(place.uri).rstrip('/')}/{folder.parent.name}/{folder.name}"


def _options(protocol: str) -> dict[str, Any]:
    """Return options of a storage to follow no redirects, so that data goes to no other server.

    What the user has configured for fsspec stays.
    """
    from fsspec import get_filesystem_class
    from fsspec.config import apply_config

    ours: dict[str, Any]
    if protocol in ("http", "https"):
        name, ours = "client_kwargs", _traced() | {"raise_for_status": _require_success}
    elif protocol in ("gs", "gcs"):
        name, ours = "session_kwargs", _traced()
    elif protocol in ("s3", "s3a"):
        name, ours = "config_kwargs", {"http_session_cls": _s3_session()}
    else:
        return {}
    configured = apply_config(get_filesystem_class(protocol), {})
    return {name: {**configured.get(name, {}), **ours}}


async def _require_success(response: ClientResponse) -> None:
    """Raise an error for status 300 and above; fsspec accepts a redirect as success."""
    if response.status >= 300:
        raise OSError(f"it returned {response.status}")


@cache
def _traced() -> dict[str, Any]:
    """Return options of aiohttp's sessions that raise an error instead of following a redirect."""
    from aiohttp import TraceConfig

    async def refuse(_session: Any, _context: Any, redirect: TraceRequestRedirectParams) -> None:
        headers = redirect.response.headers
        if "Location" in headers or "URI" in headers:  # 308 of Google without them means: go on
            await _require_success(redirect.response)

    trace = TraceConfig()
    trace.on_request_redirect.append(refuse)
    return {"trace_configs": [trace]}


@cache
def _s3_session() -> Any:
    """Return a class of sessions for S3 that return redirects: botocore knows those of regions."""
    from aiobotocore.httpsession import AIOHTTPSession

    opened = AIOHTTPSession._get_session  # where it is gone, nothing is sent

    class Session(AIOHTTPSession):  # type: ignore[misc]  # aiobotocore has no types
        async def _get_session(self, *arguments: Any) -> Any:
            session = await opened(self, *arguments)
            return SimpleNamespace(request=partial(session.request, allow_redirects=False))

    return Session


def _files(folder: Path, *, is_whole: bool) -> Iterator[str]:
    """Iterate over the files to publish, by relative path; run.json last.

    Hidden files, and received files that may contain a password, are left out; unless
    ``is_whole``, also the log, and what is in folders but CSV files.
    """
    places = (folder, folder / FOLDER)
    reports = [path for place in places for path in place.glob("*")]
    reports += [place / name for place in places for name in parts_of(AuditPlace(place))]
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
