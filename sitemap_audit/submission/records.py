"""Keep what was submitted, beside the audits of a site: ``OUTPUT/HOST/submissions/``.

    indexnow.json                      the key, and where its file is
    KEY.txt                            the key file, to put on the server
    ENGINE/TIME/submission.json        one submission: its audit, each request with its response
    ENGINE/TIME/request-0001.json      the URLs of a request, or of one sitemap
    ENGINE/TIME/data/                  the state of each URL, to compare the next audit with, where
                                       URLs are submitted

Each engine has its own: one that is added later gets what it has not got yet. A submission appears
whole, and its record is written before and after each request. So one that is stopped goes on with
the requests that were not sent.
"""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.files import write_whole
from sitemap_audit.masking import safe_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord

FOLDER = "submissions"
_KEY_FILE = "indexnow.json"
_RECORD = "submission.json"
_FORMAT = 1
_NAME = "%Y-%m-%dT%H-%M-%S.%f%z"
"Name of a folder: the last submission has the last name, though the machine's clock was set."


class Planned(NamedTuple):
    """A request to write."""

    origin: str
    urls: list[str]
    site: str | None = None
    content_hash: str | None = None


@dataclass(slots=True, kw_only=True)
class Request:
    """One request of a submission."""

    file: str
    origin: str
    "Origin of its URLs, or of the sitemap."
    urls: int
    "Number of its URLs; 1 for a sitemap."
    site: str | None = None
    "Site of the engine to which a sitemap is submitted, as the engine names it; None for URLs."
    content_hash: str | None = None
    "Of the sitemap, in the audit."
    sent_at: str | None = None
    status: int | None = None
    "None: not sent, or no response."
    is_accepted: bool = False
    "Whether the engine says that it has received it."
    response: str | None = None

    @property
    def host(self) -> str:
        """The host of its URLs, with its port."""
        return urlsplit(self.origin).netloc

    @property
    def is_unanswered(self) -> bool:
        """Whether it was sent and no response came: the endpoint may have received it."""
        return self.sent_at is not None and self.status is None


@dataclass(slots=True, kw_only=True)
class Submission:
    """One submission."""

    folder: Path
    engine: str
    audit: str
    "Name of its folder."
    audit_started_at: str
    audit_finished_at: str | None
    sites: list[str]
    token: str
    planned_at: str
    requests: list[Request] = field(default_factory=list)

    def save(self) -> None:
        """Write the record."""
        facts = {"format": _FORMAT, **asdict(self)}
        del facts["folder"]
        _write(self.folder / _RECORD, facts)

    def read_urls(self, request: Request) -> list[str]:
        """Read the URLs of a request.

        Raises:
            UsageError: they cannot be read.
        """
        urls: list[str] = _read(self.folder / request.file)
        return urls

    def split(self, request: Request, urls: int) -> None:
        """Leave the first URLs in a request that was not sent, and make another one of the rest.

        Both get new files, so that a kill in between sends nothing twice.
        """
        every, before = self.read_urls(request), self.folder / request.file
        number = len([*self.folder.glob("request-*")])
        parts = (every[:urls], every[urls:])
        files = [f"request-{number + each:04}.json" for each in (1, 2)]
        for file, part in zip(files, parts, strict=True):
            _write(self.folder / file, part)
        rest = replace(request, file=files[1], urls=len(parts[1]))
        self.requests.insert(self.requests.index(request) + 1, rest)
        request.file, request.urls = files[0], urls
        self.save()
        before.unlink()

    @property
    def accepted(self) -> int:
        """Number of URLs that the endpoint has received."""
        return sum(each.urls for each in self.requests if each.is_accepted)

    @property
    def left(self) -> int:
        """Number of URLs that it has not received, or has not said so."""
        return sum(each.urls for each in self.requests) - self.accepted

    @property
    def unanswered(self) -> int:
        """Number of URLs that it may have received: they were sent, and no response came."""
        return sum(each.urls for each in self.requests if each.is_unanswered)

    def left_urls(self, *, resends: bool) -> Iterator[str]:
        """Yield the URLs that were not accepted.

        Args:
            resends: also those of requests without a response.
        """
        for each in self.requests:
            if not each.is_accepted and (resends or not each.is_unanswered):
                yield from self.read_urls(each)


def last_submission(folder: Path) -> Submission | None:
    """Return the last submission; None if there is none.

    Args:
        folder: of the engine.

    Raises:
        UsageError: its record cannot be read.
    """
    last = _last_folder(folder)
    return None if last is None else _read_submission(last)


def submissions(folder: Path) -> Iterator[Submission]:
    """Yield all submissions to an engine, the first one first.

    Raises:
        UsageError: a record cannot be read.
    """
    return map(_read_submission, sorted(record.parent for record in folder.glob(f"2*/{_RECORD}")))


def _read_submission(last: Path) -> Submission:
    record = last / _RECORD
    facts = _read(record)
    try:
        if facts.pop("format") != _FORMAT:
            raise UsageError(f"Cannot read {record}: upgrade sitemap-audit.")
        requests = [Request(**each) for each in facts.pop("requests")]
        return Submission(folder=last, requests=requests, **facts)
    except (KeyError, TypeError, AttributeError):
        raise UsageError(_unreadable(record, "it is not the record of a submission")) from None


def _last_folder(folder: Path) -> Path | None:
    return max((record.parent for record in folder.glob(f"2*/{_RECORD}")), default=None)


def write_submission(
    folder: Path,
    run: RunRecord,
    audit: str,
    requests: Iterable[Planned],
    write_baseline: Callable[[Path], None] | None = None,
) -> Submission:
    """Write a submission, whole or not at all, and delete the baseline of earlier ones.

    Args:
        folder: of the engine.
        run: run record of the audit, and ``audit`` the name of its folder.
        write_baseline: gets a folder, and writes ``data/`` there.

    Raises:
        OSError: the folder cannot be written.
    """
    if last := _last_folder(folder):
        with suppress(ValueError):  # a folder that somebody has renamed
            clock.not_before(datetime.strptime(last.name, _NAME))
    now = clock.now()
    made = folder / ".unfinished"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    submission = Submission(
        folder=made,
        engine=folder.name,
        audit=audit,
        audit_started_at=run.started_at.isoformat(),
        audit_finished_at=run.finished_at.isoformat() if run.finished_at else None,
        sites=[*run.sites],
        token=run.options.get("robots_token") or "",
        planned_at=now.isoformat(timespec="seconds"),
    )
    for number, (origin, urls, site, content_hash) in enumerate(requests, 1):
        request = Request(
            file=f"request-{number:04}.json",
            origin=origin,
            urls=len(urls),
            site=site,
            content_hash=content_hash,
        )
        _write(made / request.file, urls)
        submission.requests.append(request)
    if write_baseline is not None:
        write_baseline(made)
    submission.save()
    place = folder / now.strftime(_NAME.replace("%z", "Z"))
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
