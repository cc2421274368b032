"""Temporary local copies of what commands read of a store (``s3://…``)."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import AuditError, UsageError, error_message
from sitemap_audit.options.kinds import is_url
from sitemap_audit.storage.fsspec_files import open_store, shown
from sitemap_audit.storage.remote_files import (
    counting,
    download,
    exists,
    files_at,
    files_like,
    leave_parts,
    parent_of,
)
from sitemap_audit.storage.run_file import RUN_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator


class NotStoredError(AuditError):
    """An audit could not be stored; the message says which copy of it is kept."""


@contextmanager
def copies(base: str) -> Iterator[AuditPlace]:
    """Create a temporary folder for copies of what is below a URL; delete it at the end.

    It stays if an audit in it could not be stored. Other errors of what knows only the folder get
    the URL.
    """
    root = mkdtemp(prefix="sitemap-audit-")
    is_kept = False
    try:
        yield AuditPlace(Path(root), base)
    except NotStoredError:
        is_kept = True
        raise
    except AuditError as error:
        error.args = (str(error).replace(root, base),)
        raise
    except OSError as error:
        error.filename = error.filename and str(error.filename).replace(root, base)
        raise
    finally:
        if not is_kept:
            shutil.rmtree(root, ignore_errors=True)


@contextmanager
def output_place(output: Path | str) -> Iterator[AuditPlace]:
    """Use the folder of audits; for one on a store a temporary folder for copies.

    Raises:
        UsageError, AuditError: the store cannot be opened.
    """
    if not is_url(output):
        yield AuditPlace(Path(output))
        return
    url = str(output).rstrip("/")
    with explained(url):
        open_store(url)  # fail now, not after the first page
    with copies(url) as root:
        yield root


@contextmanager
def copy_of(url: str) -> Iterator[AuditPlace]:
    """Create a temporary folder for the copy of an audit, below those of its site and output."""
    site = parent_of(url)
    with copies(parent_of(site)) as root:
        yield root / url.removeprefix(f"{root.url}/")


@contextmanager
def reading_copy(url: str) -> Iterator[AuditPlace]:
    """Copy the data of an audit to read it; another process may hold it.

    Raises:
        UsageError: there is no audit at the URL.
        AuditError: the store cannot be read.
    """
    url = url.rstrip("/")
    with copy_of(url) as place:
        with explained(url):
            require_audit(url)
        bring(place)
        yield place


def bring(place: AuditPlace, *, leaves_parts: bool = False) -> None:
    """Copy the data of an audit of the store, if the folder is to be its copy and has none.

    Args:
        leaves_parts: do not copy the parts: a cluster reads them from the store.

    Raises:
        UsageError, AuditError: the store cannot be read.
    """
    url, folder = place.url, place.folder
    if url is None or (folder / "data").exists():
        return
    with explained(url):
        there = [name for name in files_at(url) if name == RUN_FILE or name.startswith("data/")]
        names = counting(url, folder, there)
        if leaves_parts:
            names = leave_parts(url, folder, names)
        download(url, folder, names)


def bring_records(place: AuditPlace, pattern: str = f"*/{RUN_FILE}") -> None:
    """Copy the run records of the audits of a site, if the folder is a copy of a store's.

    Raises:
        UsageError, AuditError: the store cannot be read.
    """
    url, folder = place.url, place.folder
    if url is not None:
        with explained(url):
            names = [name for name in files_like(url, pattern) if not (folder / name).exists()]
            download(url, folder, names)


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Raise the errors of a store with a sentence that says what to do.

    Raises:
        UsageError: the store refuses it.
        AuditError: the store does not respond.
    """
    try:
        yield
    except AuditError:
        raise
    except (FileNotFoundError, PermissionError) as error:
        raise UsageError(
            f"Cannot open {shown(url)}: {reason_of(error)}. Check the URL, and the credentials of"
            " the store."
        ) from None
    except OSError as error:
        raise AuditError(
            f"Cannot open {shown(url)}: {reason_of(error)}. Try again later."
        ) from None


def reason_of(error: Exception) -> str:
    """Return why a store refused something, without a period."""
    why: str = getattr(error, "strerror", None) or error_message(error)
    return why.splitlines()[0].rstrip(".")


def require_audit(url: str) -> None:
    """Require an audit at a URL.

    Raises:
        UsageError: there is none.
        OSError: the store cannot be read.
    """
    if not exists(f"{url}/{RUN_FILE}"):
        raise UsageError(
            f"No audit in {shown(url)}: {RUN_FILE} is missing. Pass the URL of one audit, such as"
            " s3://bucket/audits/www.example.com/2026-01-31T12-00-00Z."
        )
