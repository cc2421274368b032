"""Upload report.xlsx to Google Drive, and have it converted to a Google Sheet."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.options.option_sources import resolve_variable
from sitemap_audit.storage.csv_parts import WORKBOOK
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_credentials import google_api
from sitemap_audit.web_apis.google_errors import OWN_FOLDER, SHEETS
from sitemap_audit.web_apis.json_api import FIRST_WAIT, Api, ApiError, Problem
from sitemap_audit.web_apis.json_values import rows, text, unreadable

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.options import Options

MOST_CELLS = 9_000_000
"""Cells of the tables in the workbook: a Google Sheet holds 10,000,000 in all, and other sheets
have some. https://support.google.com/drive/answer/37603"""
_SCHEME = "sheets:"
_ID = re.compile(r"[\w-]{10,}")
_URL = re.compile(r"https://drive\.google\.com/drive/(?:u/\d+/)?folders/([\w-]{10,})(?:[/?#].*)?")
_SHEET = "application/vnd.google-apps.spreadsheet"
_FOLDER = "application/vnd.google-apps.folder"
_EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PROPERTY = "sitemap_audit"
_EVERYWHERE = {"supportsAllDrives": "true"}
_TRIES = 3
_CONVERSION_SECONDS = 540.0
"Timeout of a response: Drive converts a long workbook before it responds."


def is_for_sheets(uri: str) -> bool:
    """Whether a target of --publish is a folder of Google Drive."""
    return uri.startswith(_SCHEME)


def most_cells(options: Options) -> int | None:
    """Return how many cells the tables of the workbook may have, if it is for Google Sheets."""
    if options.publish is None or not is_for_sheets(resolve_variable(options.publish, "publish")):
        return None
    return MOST_CELLS


def read_drive_folder(uri: str) -> str:
    """Return the ID of the folder in ``sheets:FOLDER``; an empty text for OWN_FOLDER.

    Raises:
        UsageError: it is neither an ID nor the URL of a folder.
    """
    written = uri.removeprefix(_SCHEME).strip()
    found = _URL.fullmatch(written)
    if found or not written or _ID.fullmatch(written):
        return found[1] if found else written
    raise UsageError(
        "Cannot read the folder of --publish sheets:FOLDER. Give the ID of a folder in Google"
        " Drive, or its URL, as https://drive.google.com/drive/folders/ID; or nothing after"
        f" 'sheets:' for a new folder {OWN_FOLDER!r} in My Drive."
    )


def publish_sheet(
    folder: Path,
    drive_folder: str,
    credentials: Path | None,
    stop: Stop,
    *,
    wait: float = FIRST_WAIT,
) -> str:
    """Upload the workbook of an audit, and return the link of the Google Sheet.

    The sheet of an earlier audit of the site is replaced: its link stays. It is found by its name
    and by the folder that it was made for, which is kept in its properties, so also where the user
    has moved it. The scope drive.file sees no files but those that this OAuth client has made:
    https://developers.google.com/workspace/drive/api/guides/api-specific-auth

    Args:
        folder: of the audit.
        drive_folder: as of :func:`read_drive_folder`.
        credentials: file of a service account; None for the stored token.
        wait: seconds before the second try of a request.

    Raises:
        AuditError: it was not uploaded; the message says why, and what to do.
    """
    workbook = folder / WORKBOOK
    if not workbook.is_file():
        raise AuditError(f"there is no {WORKBOOK}: the checks did not run")
    sites = [Endpoint.DRIVE, Endpoint.DRIVE_UPLOAD]
    drive, uploads = (
        google_api("Google Drive", each.url, [SHEETS], credentials, stop=stop, wait=wait)
        for each in sites
    )
    name = f"Sitemap audit of {folder.parent.name}"
    try:
        parent = drive_folder or _found_or_made(drive, OWN_FOLDER, _FOLDER, "audits")
        sheet = _found_or_made(drive, name, _SHEET, parent, parent)
        return _link(_uploaded(uploads, sheet, workbook.read_bytes()))
    except ApiError as error:
        raise AuditError(f"{error}. {error.advice}".rstrip()) from None


def _found_or_made(drive: Api, name: str, kind: str, made_for: str, parent: str = "") -> str:
    """Return the ID of a file or folder that an earlier run made, or make it, and it is empty.

    Args:
        made_for: the value of our property of the file.

    https://developers.google.com/workspace/drive/api/guides/search-files
    https://developers.google.com/workspace/drive/api/guides/properties
    """
    named = f"name = '{_escaped(name)}' and " if parent else ""  # a folder may be renamed
    query = {
        "q": f"{named}mimeType = '{kind}' and trashed = false and"
        f" appProperties has {{ key='{_PROPERTY}' and value='{made_for}' }}",
        "fields": "nextPageToken, files(id)",
        "orderBy": "createdTime",
        "includeItemsFromAllDrives": "true",
        **_EVERYWHERE,
    }
    page: dict[str, str] = {}
    while True:  # a page can be empty before the last one
        answer = drive.get("/files", query | page)
        if files := rows(answer, "files", []):
            return text(files[0], "id")
        if not answer.get("nextPageToken"):
            break
        page = {"pageToken": text(answer, "nextPageToken")}
    made: dict[str, Any] = {"name": name, "mimeType": kind, "appProperties": {_PROPERTY: made_for}}
    if parent:
        made["parents"] = [parent]
    sent = json.dumps(made).encode()
    query = {"fields": "id", **_EVERYWHERE}
    return text(drive.call("POST", "/files", query, sent, is_repeatable=False), "id")


def _uploaded(uploads: Api, sheet: str, content: bytes) -> Any:
    """Replace the content of a sheet; return what Drive says of it.

    A resumable upload in one piece, begun anew if it breaks off: it replaces, and does not double.
    https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable
    """
    query = {"uploadType": "resumable", "fields": "webViewLink", **_EVERYWHERE}
    metadata = json.dumps({"mimeType": _SHEET}).encode()
    for tries_left in reversed(range(_TRIES)):
        begun = uploads.request(
            "PATCH",
            f"/files/{sheet}",
            query,
            metadata,
            headers={
                "X-Upload-Content-Type": _EXCEL,
                "X-Upload-Content-Length": str(len(content)),
            },
        )
        try:
            return uploads.request(
                "PUT",
                uploads.path_of(begun.location),
                data=content,
                content_type=_EXCEL,
                tries=1,
                seconds=_CONVERSION_SECONDS,
            ).body
        except ApiError as error:
            is_broken_off = error.problem in (Problem.NO_RESPONSE, Problem.BUSY)
            if not tries_left or not is_broken_off:
                raise
    raise AssertionError("unreachable")


def _link(answer: Any) -> str:
    link = text(answer, "webViewLink")
    if not link.startswith("https://"):
        raise unreadable()
    return link


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace("'", "\\'")
