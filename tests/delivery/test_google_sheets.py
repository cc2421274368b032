"""The workbook of an audit as a Google Sheet: made once, replaced later, and what goes wrong.

The server speaks https://developers.google.com/workspace/drive/api/reference/rest/v3/files and
https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from api_server import ApiRequest, Reply, api_server
from commanding import record, run
from google_server import MAIL, SECRETS, access_token, api_error, service_account, stored_token
from rows import record_of
from test_receivers import webhook

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.delivery.delivering import deliver
from sitemap_audit.delivery.google_sheets import publish_sheet, read_drive_folder
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.machine.stopping import Stop
from sitemap_audit.options import Options
from sitemap_audit.web_apis.google_errors import SHEETS
from sitemap_audit.web_apis.google_token import write_token

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDER = "1aB-cD_eFgHiJkLmNoP"
SHEET = "application/vnd.google-apps.spreadsheet"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BUSY = Reply("", 503, {"Retry-After": "0"})
CUT = Reply(is_cut=True)


class Drive:
    """A Google Drive of which this OAuth client sees what it has made."""

    def __init__(self) -> None:
        self.files: dict[str, dict[str, Any]] = {}
        self.contents: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.failures: dict[str, list[Reply]] = {}
        "Responses instead of the first ones, by method and kind of request."

    def respond(self, request: ApiRequest) -> Reply:
        api, *path = request.segments
        if api == "google_token":
            return access_token()
        assert request.query.get("supportsAllDrives") == "true" or "upload_id" in request.query
        kind = f"{request.method} {api}"
        self.requests.append(kind)
        if self.failures.get(kind):
            return self.failures[kind].pop(0)
        if kind == "GET drive":
            return self._list(request.query)
        if kind == "POST drive":
            name = f"id-{len(self.files)}"
            self.files[name] = request.json
            return Reply({"id": name})
        if kind == "PATCH drive_upload":
            assert request.json == {"mimeType": SHEET}
            assert request.headers["x-upload-content-type"] == EXCEL
            url = f"http://{request.headers['host']}/drive_upload/files/{path[-1]}?upload_id=x"
            return Reply(headers={"Location": url})
        assert kind == "PUT drive_upload"
        assert request.headers["content-type"] == EXCEL
        self.contents[path[-1]] = request.body
        return Reply({"webViewLink": f"https://docs.google.com/spreadsheets/d/{path[-1]}/edit"})

    def _list(self, query: dict[str, str]) -> Reply:
        asked = re.fullmatch(
            r"(?:name = '(.*)' and )?mimeType = '(.*)' and trashed = false and"
            r" appProperties has \{ key='sitemap_audit' and value='(.*)' \}",
            query["q"],
        )
        assert asked
        if "pageToken" not in query:
            return Reply({"files": [], "nextPageToken": "2"})  # documented: it can be empty
        found = [
            {"id": name}
            for name, file in self.files.items()
            if asked[1] in (None, file["name"].replace("'", "\\'"))
            and file["mimeType"] == asked[2]
            and file["appProperties"]["sitemap_audit"] == asked[3]
        ]
        return Reply({"files": found})


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Drive]:
    """A drive of a user who has signed in with the right to it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write_token(stored_token(SHEETS))
    drive = Drive()
    with api_server(drive.respond, "GOOGLE_TOKEN", "DRIVE", "DRIVE_UPLOAD"):
        yield drive


@pytest.fixture
def audit(tmp_path: Path) -> Path:
    """The folder of an audit with a workbook of 6 MB, which is more than fits into one request."""
    folder = tmp_path / "it's.example.com" / "2026-11-29T00-00-00Z"
    folder.mkdir(parents=True)
    (folder / "report.xlsx").write_bytes(b"PK" + bytes(6_000_000))
    return folder


def published(folder: Path, to: str = FOLDER, credentials: Path | None = None) -> str:
    return publish_sheet(folder, to, credentials, Stop(), wait=0)


def test_the_sheet_of_a_site_is_made_once_and_keeps_its_link(drive: Drive, audit: Path) -> None:
    link = published(audit)
    (audit / "report.xlsx").write_bytes(b"second")
    assert published(audit) == link == "https://docs.google.com/spreadsheets/d/id-0/edit"
    assert drive.files == {
        "id-0": {
            "name": "Sitemap audit of it's.example.com",
            "mimeType": SHEET,
            "appProperties": {"sitemap_audit": FOLDER},
            "parents": [FOLDER],
        }
    }
    assert drive.contents == {"id-0": b"second"}
    published(audit, "another-folder")
    assert [each["parents"] for each in drive.files.values()] == [[FOLDER], ["another-folder"]]


def test_without_a_folder_one_is_made(drive: Drive, audit: Path) -> None:
    link = published(audit, "")
    drive.files["id-0"] |= {"name": "Renamed"}
    assert published(audit, "") == link
    folder, sheet = drive.files.values()
    assert folder["mimeType"] == "application/vnd.google-apps.folder"
    assert "parents" not in folder
    assert sheet["parents"] == ["id-0"]


@pytest.mark.parametrize("failure", [BUSY, CUT])
def test_an_upload_that_breaks_off_is_begun_anew(failure: Reply, drive: Drive, audit: Path) -> None:
    drive.failures = {"PUT drive_upload": [failure, failure], "GET drive": [failure]}
    published(audit)
    assert drive.requests.count("PATCH drive_upload") == 3
    assert len(drive.contents["id-0"]) == 6_000_002
    assert len(drive.files) == 1


@pytest.mark.parametrize(
    ("kind", "reply", "why"),
    [
        ("PUT drive_upload", CUT, "Remote end closed connection without response. Check the"),
        ("PATCH drive_upload", BUSY, "503. Try again later."),
        ("POST drive", CUT, "Remote end closed connection without response. Check the"),
        (
            "POST drive",
            api_error(404, f"File not found: {FOLDER}.", "notFound"),
            f"404 File not found: {FOLDER}. This program sees only what it has made itself. Publish"
            " to 'sheets:' alone: it makes the folder 'Sitemap audits' in My Drive, which you can"
            " share and move.",
        ),
        (
            "POST drive",
            api_error(403, "The user's Drive storage quota is exceeded.", "storageQuotaExceeded"),
            "403 The user's Drive storage quota is exceeded. The storage of your account is"
            " full: make room at https://one.google.com/storage",
        ),
        ("PATCH drive_upload", Reply(headers={"Location": "http://127.0.0.1:1/x"}), "another host"),
        ("PUT drive_upload", Reply({"webViewLink": "javascript:"}), "not what its documentation"),
        ("GET drive", Reply([]), "not what its documentation says"),
    ],
)
def test_an_upload_that_fails_says_why(
    kind: str, reply: Reply, why: str, drive: Drive, audit: Path
) -> None:
    drive.failures = {kind: [reply] * 5}
    with pytest.raises(AuditError) as error:
        published(audit)
    assert why in str(error.value)
    assert not any(secret in str(error.value) for secret in SECRETS)
    assert len(drive.files) <= 1


@pytest.mark.parametrize(
    ("reply", "advice"),
    [
        (
            api_error(403, "Service Accounts do not have storage quota.", "storageQuotaExceeded"),
            f"{MAIL} has no storage of its own: publish to a folder in a shared drive of which it"
            " is a member, or sign in as a user (sitemap-audit google login --client FILE"
            " --sheets).",
        ),
        (
            api_error(404, f"File not found: {FOLDER}.", "notFound"),
            f"Make {MAIL} a content manager of the shared drive of this folder.",
        ),
    ],
)
def test_a_service_account_needs_a_shared_drive(
    reply: Reply, advice: str, drive: Drive, audit: Path, tmp_path: Path
) -> None:
    """https://developers.google.com/workspace/drive/api/guides/about-shareddrives."""
    drive.failures = {"POST drive": [reply]}
    with pytest.raises(AuditError) as error:
        published(audit, credentials=service_account(tmp_path / "key.json"))
    assert str(error.value).endswith(advice)


@pytest.mark.parametrize(
    "written",
    [
        FOLDER,
        f"https://drive.google.com/drive/folders/{FOLDER}",
        f"https://drive.google.com/drive/u/1/folders/{FOLDER}?usp=sharing",
    ],
)
def test_a_folder_is_named_by_its_id_or_its_url(written: str) -> None:
    assert read_drive_folder(f"sheets:{written}") == FOLDER


def test_what_is_no_folder_is_refused() -> None:
    for written in ("x", "https://example.com/drive/folders/1234567890", "a'b or trashed = true"):
        with pytest.raises(UsageError, match="Cannot read the folder of --publish sheets:FOLDER"):
            read_drive_folder(f"sheets:{written}")
    assert read_drive_folder("sheets:") == ""


def test_the_notice_has_the_link(drive: Drive, audit: Path) -> None:
    run = record_of({"complete": True})
    with webhook(200) as (url, told):
        options = Options(publish=f"sheets:{FOLDER}", notify=(url,))
        assert deliver(AuditPlace(audit), run, options) == []
    link = "https://docs.google.com/spreadsheets/d/id-0/edit"
    ((_, _, body),) = told
    assert body["text"].splitlines()[-1] == f"Reports: {link}"
    assert record(audit)["published"]["link"] == link
    assert drive.contents.keys() == {"id-0"}


def test_a_stored_audit_becomes_a_sheet_and_a_failure_harms_nothing(
    drive: Drive, clean: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "www.example.com" / clean.name
    shutil.copytree(clean, folder)
    before = (folder / "report.xlsx").stat().st_mtime_ns
    drive.failures = {"POST drive": [api_error(404, f"File not found: {FOLDER}.", "notFound")]}
    failed = run("report", folder, "--publish", f"sheets:{FOLDER}")
    assert failed.returncode == 4
    assert f"was not published to sheets:{FOLDER}: 404 File not found" in failed.stderr
    assert f"Try again: sitemap-audit report {folder} --publish sheets:{FOLDER}" in failed.stderr
    assert record(folder)["complete"] is True

    done = run("report", folder, "--publish", f"sheets:{FOLDER}")
    link = "https://docs.google.com/spreadsheets/d/id-0/edit"
    assert done.returncode == 0, done.stderr
    assert f"Google Sheet: {link}" in done.stdout.splitlines()
    assert record(folder)["published"] == {"to": f"sheets:{FOLDER}", "error": None, "link": link}
    assert drive.contents["id-0"] == (folder / "report.xlsx").read_bytes()
    assert (folder / "report.xlsx").stat().st_mtime_ns > before
    history = run("history", folder.parent.name, "-o", tmp_path)
    assert history.stdout.splitlines()[-1] == f"Google Sheet: {link}"
    written = (folder / "run.json").read_text() + done.stdout + done.stderr + failed.stderr
    assert not any(secret in written for secret in SECRETS)
