"""Keep what was submitted, beside the audits of a site: ``OUTPUT/HOST/submissions/``.

    indexnow.json               the key, and where its file is
    KEY.txt                     the key file, to put on the server
    TIME/submission.json        one submission: its audit, and each request with its response
    TIME/request-0001.json      a request, as it is sent
    TIME/held.json              URLs of hosts without a valid key file
    TIME/data/                  the state of each URL, to compare the next audit with

A submission appears whole, and its record is written before and after each request. So one that is
stopped goes on with the requests that were not sent.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.files import write_whole
from sitemap_audit.masking import safe_json
from sitemap_audit.submission.indexnow import MAX_URLS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

FOLDER = "submissions"
_KEY_FILE = "indexnow.json"
_RECORD = "submission.json"
_HELD = "held.json"
_FORMAT = 1
ACCEPTED = (200, 202)
"Statuses of a request that was received; 202: the key is still to be validated."


@dataclass(slots=True, kw_only=True)
class Request:
    """One request of a submission."""

    file: str
    host: str
    urls: int
    sent_at: str | None = None
    status: int | None = None
    "None: not sent, or no response."
    response: str | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether the endpoint has received its URLs."""
        return self.status in ACCEPTED

    @property
    def is_unanswered(self) -> bool:
        """Whether it was sent and no response came: the endpoint may have received it."""
        return self.sent_at is not None and self.status is None


@dataclass(slots=True, kw_only=True)
class Submission:
    """One submission."""

    folder: Path
    audit: str
    "Name of its folder."
    audit_started_at: str
    audit_finished_at: str | None
    sites: list[str]
    token: str
    planned_at: str
    requests: list[Request] = field(default_factory=list)
    held: int = 0
    "URLs in held.json."

    def save(self) -> None:
        """Write the record."""
        facts = {"format": _FORMAT, **asdict(self)}
        del facts["folder"]
        _write(self.folder / _RECORD, facts)

    def body(self, request: Request) -> dict[str, Any]:
        """Read a request.

        Raises:
            UsageError: it cannot be read.
        """
        body: dict[str, Any] = _read(self.folder / request.file)
        return body

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to send."""
        return not self.held and all(each.is_accepted for each in self.requests)

    def left(self, *, resends: bool) -> set[str]:
        """Read the URLs that were not accepted.

        Args:
            resends: also those of requests without a response.
        """
        urls = set(_read(self.folder / _HELD)) if self.held else set()
        for each in self.requests:
            if not each.is_accepted and (resends or not each.is_unanswered):
                urls.update(self.body(each)["urlList"])
        return urls


def last_submission(folder: Path) -> Submission | None:
    """Return the last submission; None if there is none.

    Args:
        folder: ``submissions`` of the site.

    Raises:
        UsageError: its record cannot be read.
    """
    records = sorted(folder.glob(f"2*/{_RECORD}"))
    if not records:
        return None
    facts = _read(records[-1])
    try:
        if facts.pop("format") != _FORMAT:
            raise UsageError(f"Cannot read {records[-1]}: upgrade sitemap-audit.")
        requests = [Request(**each) for each in facts.pop("requests")]
        return Submission(folder=records[-1].parent, requests=requests, **facts)
    except (KeyError, TypeError, AttributeError):
        raise UsageError(_unreadable(records[-1], "it is not the record of a submission")) from None


def write_submission(
    folder: Path,
    run: Mapping[str, Any],
    audit: str,
    bodies: Iterable[Mapping[str, Any]],
    held: Iterable[str],
    write_baseline: Callable[[Path], None],
) -> Submission:
    """Write a submission, whole or not at all, and delete the baseline of earlier ones.

    Args:
        folder: ``submissions`` of the site.
        run: run record of the audit, and ``audit`` the name of its folder.
        bodies: requests without a limit of URLs; each is split.
        held: URLs that cannot be sent yet.
        write_baseline: gets a folder, and writes ``data/`` there.

    Raises:
        OSError: the folder cannot be written.
    """
    now = clock.now()
    made = folder / ".unfinished"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    waiting = sorted(held)
    submission = Submission(
        folder=made,
        audit=audit,
        audit_started_at=run["started_at"],
        audit_finished_at=run.get("finished_at"),
        sites=run["sites"],
        token=run["options"].get("robots_token") or "",
        planned_at=now.isoformat(timespec="seconds"),
        held=len(waiting),
    )
    for each in bodies:
        for start in range(0, len(each["urlList"]), MAX_URLS):
            part = {**each, "urlList": each["urlList"][start : start + MAX_URLS]}
            name = f"request-{len(submission.requests) + 1:04}.json"
            _write(made / name, part)
            request = Request(file=name, host=each["host"], urls=len(part["urlList"]))
            submission.requests.append(request)
    if waiting:
        _write(made / _HELD, waiting)
    write_baseline(made)
    submission.save()
    place = folder / now.strftime("%Y-%m-%dT%H-%M-%S.%fZ")
    made.rename(place)
    submission.folder = place
    for earlier in folder.glob("2*/data"):
        if earlier.parent != place:
            shutil.rmtree(earlier)
    return submission


def stored_key(folder: Path) -> tuple[str | None, str | None]:
    """Read the key, and the URL of its file if that is not in the root of the host."""
    path = folder / _KEY_FILE
    if not path.exists():
        return None, None
    facts = _read(path)
    return facts.get("key"), facts.get("key_location")


def store_key(folder: Path, key: str, location: str | None) -> Path:
    """Keep the key; return the path of the file to put on the server."""
    made = folder / f"{key}.txt"
    write_whole(made, lambda file: file.write(key.encode()))
    _write(folder / _KEY_FILE, {"format": _FORMAT, "key": key, "key_location": location})
    return made


def _write(path: Path, value: Any) -> None:
    written = f"{safe_json(value)}\n".encode("utf-8", "backslashreplace")
    write_whole(path, lambda file: file.write(written))


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(_unreadable(path, str(error))) from None


def _unreadable(path: Path, why: str) -> str:
    return (
        f"Cannot read {path}: {why}. Restore it from a copy, or delete its folder: the next"
        " submission is then compared with the audit before."
    )
