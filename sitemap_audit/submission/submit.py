"""Submit an audit: compare it with the last submission, write the requests, send them."""

from __future__ import annotations

import shutil
import time
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.analysis.previous import Compared, Previous, pinned_audit, previous_audit
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.evaluation.comparing import compared_store
from sitemap_audit.items import TABLES
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.machine.resources import allowed
from sitemap_audit.machine.stopping import Stop, stoppable
from sitemap_audit.middlewares.waiting_times import read_retry_after
from sitemap_audit.storage.parts import describe_damage
from sitemap_audit.submission import indexnow, records
from sitemap_audit.submission.changes import Changes, by_host, find_changes, write_baseline
from sitemap_audit.submission.refusals import host_fault, refuse_audit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sitemap_audit.options import Options
    from sitemap_audit.submission.records import Request, Submission

_SHOWN = 20
"URLs of each kind that are shown without --list."
_PAUSE = 600.0
"""Seconds to wait after 429 without Retry-After; the protocol names none."""
_REASONS = {
    "not_compared": "not compared: not fetched or not checked in one of the two audits",
    "listing_unknown": "added or removed is not known: a sitemap was not read",
    "unconfirmed": "removed, but not confirmed by a second complete audit",
    "not_indexable": "added, but not indexable",
    "failing": "return an error now",
}
_STATUSES = {
    200: "accepted",
    202: "accepted; the key file is still to be validated",
    400: "refused: the request is not valid",
    403: "refused: the key is not valid. Check the key file; if it is right, make a new key by"
    " --new-key",
    422: "refused: the URLs do not belong to the host, or the key has the wrong form",
    429: "refused: too many requests",
}
_OF_HOST = (403, 422)
"Statuses that concern one host; after any other failure nothing more is sent."


class Wanted(NamedTuple):
    """What the user wants."""

    key: str | None
    key_location: str | None
    endpoint: str
    baseline: Path | None
    "Audit to compare with in place of the last submission."
    is_sent: bool
    lists_all: bool
    is_forced: bool
    resends: bool
    "Send requests again to which no response came."


class Submitter:
    """One run of the command for a stored audit."""

    def __init__(
        self,
        folder: Path,
        run: Mapping[str, Any],
        options: Options,
        wanted: Wanted,
        tell: Callable[[str], None],
    ) -> None:
        """Check that the audit may be submitted.

        Args:
            folder: of the audit, locked.
            run: its run record.
            tell: prints a line.

        Raises:
            UsageError: it may not.
        """
        refuse_audit(run, is_forced=wanted.is_forced)
        self._folder, self._run, self._options = folder.absolute(), run, options
        self._wanted, self._tell = wanted, tell
        self._place = self._folder.parent / records.FOLDER
        key, location = records.stored_key(self._place)
        self._location = wanted.key_location or (location if not wanted.key else None)
        self._key = wanted.key or key
        self._last: Submission | None = None

    def make_key(self) -> None:
        """Make a key, keep it, and say where to put its file."""
        key = indexnow.new_key()
        self._place.mkdir(exist_ok=True)
        path = records.store_key(self._place, key, self._wanted.key_location)
        self._tell(f"The new key is {key}.")
        hosts = dict.fromkeys(urlsplit(site)[:2] for site in self._run["sites"])
        for scheme, host in hosts:
            url = self._wanted.key_location or f"{scheme}://{host}/{key}.txt"
            self._tell(f"Put {path} on the server, so that {url} returns it as text.")
        self._tell(f"Then: sitemap-audit submit {self._folder} --yes")

    def submit(self) -> bool:
        """Print what would be sent, or send it; return whether nothing is left to send.

        Raises:
            UsageError: it cannot be compared, or there is no key.
            AuditError: a check failed.
        """
        if self._wanted.is_sent and not self._key:
            raise UsageError(
                "Not submitted: there is no key yet. --new-key makes one; --key passes the one"
                " whose file is on the server."
            )
        if self._wanted.is_sent:
            self._place.mkdir(exist_ok=True)
            take_lock(self._place)
            if self._wanted.key or self._wanted.key_location:
                records.store_key(self._place, self._key or "", self._location)
        self._last = records.last_submission(self._place)
        if self._is_same_audit() and self._last is not None:
            return self._go_on(self._last)
        return self._begin()

    def _is_same_audit(self) -> bool:
        last = self._last
        if last is None or self._wanted.baseline is not None:
            return False
        mine = (self._folder.name, self._run.get("finished_at"))
        return (last.audit, last.audit_finished_at) == mine

    def _go_on(self, last: Submission) -> bool:
        """Go on with a submission of this audit."""
        accepted = sum(each.urls for each in last.requests if each.is_accepted)
        self._tell(f"{self._folder.name} was submitted on {last.planned_at}: {accepted:,} URLs.")
        if last.is_done:
            self._tell("Nothing is left to send.")
            return True
        unsent = sum(each.urls for each in last.requests if not each.is_accepted) + last.held
        self._tell(f"Not accepted yet: {unsent:,} URLs.")
        if not self._wanted.is_sent:
            self._list("left to send", sorted(self._left(last)))
            self._tell(f"Nothing was sent. To go on: sitemap-audit submit {self._folder} --yes")
            return True
        if last.held:
            return self._again(last)
        self._check_keys({each.host for each in last.requests if not each.is_accepted})
        return self._send(last)

    def _again(self, last: Submission) -> bool:
        """Make a new submission of what is left of one; the baseline stays."""
        urls = dict.fromkeys(self._left(last), "left")
        submission = self._write(
            urls, lambda made: shutil.copytree(last.folder / "data", made / "data")
        )
        return self._send(submission)

    def _left(self, last: Submission) -> set[str]:
        """Return the URLs of an earlier submission that are to be sent now."""
        unanswered = sum(each.urls for each in last.requests if each.is_unanswered)
        if unanswered and not self._wanted.resends:
            self._tell(
                f"{_plural(unanswered)} of the last submission were sent without a response. They"
                " are not sent again without --resend."
            )
        return last.left(resends=self._wanted.resends)

    def _begin(self) -> bool:
        if lost := describe_damage(self._folder, self._run, TABLES):
            raise UsageError(f"Not submitted: {lost}. Restore it from a copy, or audit again.")
        base, previous = self._base()
        compared = previous and Compared(previous, None, self._between(previous))
        with compared_store(
            self._folder, allowed(self._options.memory), compared, others=[self._place]
        ) as store:
            changes = find_changes(store, self._options)
            if self._last is not None and not self._last.is_done:
                for url in sorted(self._left(self._last)):
                    changes.urls.setdefault(url, "left from the last submission")
            self._leave_out_hosts(changes.urls)
            self._describe(changes, base)
            if not self._wanted.is_sent:
                self._tell("Nothing was sent.")
                self._tell(f"To send it: sitemap-audit submit {self._folder} --yes")
                return True
            submission = self._write(changes.urls, lambda made: write_baseline(store, made))
        return self._send(submission)

    def _base(self) -> tuple[str, Previous | None]:
        """Return what the audit is compared with, in words and as an audit.

        Raises:
            UsageError: they cannot be compared.
        """
        if self._wanted.baseline is not None:
            previous = pinned_audit(self._wanted.baseline)
            self._refuse_other(previous.record["sites"], previous.record["options"])
            return f"the audit {previous.folder.name}", previous
        if (last := self._last) is not None:
            self._refuse_other(last.sites, {"robots_token": last.token})
            if last.audit_started_at > self._run["started_at"]:
                raise UsageError(
                    f"Not submitted: a later audit was submitted, {last.audit}. Submit the last"
                    " audit."
                )
            base = Previous(last.folder, {"started_at": last.audit_started_at})
            return f"the submission of {last.planned_at}", base
        before = previous_audit(self._folder, self._run)
        return f"the audit {before.folder.name}" if before else "", before

    def _refuse_other(self, sites: list[str], options: Mapping[str, Any]) -> None:
        mine = self._run["options"].get("robots_token") or ""
        if sites != self._run["sites"]:
            other = f"of {', '.join(sites[:3])}"
        elif (token := options.get("robots_token") or "") != mine:
            other = f"for the bot {token}"
        else:
            return
        raise UsageError(
            f"Not submitted: the audit to compare with is {other}, and this one is not. Pass"
            " --baseline DIR with an earlier audit of the same sites and bot."
        )

    def _between(self, previous: Previous) -> Previous | None:
        """Return the last complete audit since the baseline, which confirms removed URLs."""
        last = previous_audit(self._folder, self._run)
        if last is None or last.record["started_at"] < previous.record["started_at"]:
            return None
        return last

    def _describe(self, changes: Changes, base: str) -> None:
        """Print what is submitted and what is not."""
        if not self._run["complete"]:
            self._tell("The audit is not complete: what it fetched is submitted, the rest later.")
        if not base:
            self._tell(
                "There is no earlier audit to compare with. IndexNow is for URLs that change from"
                " now on: nothing is submitted, and --yes keeps this audit to compare the next"
                " one with."
            )
        else:
            self._tell(f"Compared with {base}: {_plural(len(changes.urls))} to submit.")
        for kind in sorted(set(changes.urls.values())):
            self._list(kind, [url for url, change in changes.urls.items() if change == kind])
        for reason, text in _REASONS.items():
            if number := changes.counts.get(reason):
                self._tell(f"Not submitted: {_plural(number)}, {text}.")
        for origin, lines in groupby(changes.robots_lines, lambda line: line[0]):
            self._tell(f"Add to {origin}/robots.txt:")
            for _, url in lines:
                self._tell(f"  Sitemap: {url}")

    def _list(self, kind: str, urls: list[str]) -> None:
        shown = urls if self._wanted.lists_all else urls[:_SHOWN]
        self._tell(f"{kind}: {len(urls):,}")
        for url in shown:
            self._tell(f"  {url}")
        if len(shown) < len(urls):
            self._tell(f"  … and {len(urls) - len(shown):,} more; --list prints all")

    def _write(self, urls: Mapping[str, str], baseline: Callable[[Path], Any]) -> Submission:
        """Check the key files, and write a submission of the URLs that can be sent.

        Raises:
            AuditError: no host has a valid key file.
        """
        bodies, held = [], []
        for host, of_host in by_host(urls).items():
            sent = self._sendable(host, of_host)
            held += [url for url in of_host if url not in sent]
            if sent:
                bodies.append({**self._head(host, of_host), "urlList": sorted(sent)})
        if held and not bodies:
            raise AuditError("Nothing was sent, because of the key file.")
        return records.write_submission(
            self._place, self._run, self._folder.name, bodies, held, baseline
        )

    def _leave_out_hosts(self, urls: dict[str, str]) -> None:
        """Leave out URLs of hosts that are not public."""
        for host, of_host in by_host(urls).items():
            if fault := host_fault(host, self._run, is_forced=self._wanted.is_forced):
                self._tell(f"Not submitted: {_plural(len(of_host))} of {host}: it {fault}.")
                for url in of_host:
                    del urls[url]

    def _sendable(self, host: str, urls: list[str]) -> set[str]:
        """Return the URLs of a host that its key file allows."""
        location = self._location_of(host, urls)
        if fault := indexnow.key_fault(location, self._key or ""):
            self._tell(f"The URLs of {host} are not sent: {fault}. Put the key file there.")
            return set()
        # The key file allows the URLs of its folder; in the root, those of http and https.
        folder = urlsplit(location).path.rpartition("/")[0] + "/"
        allowed_urls = {url for url in urls if (urlsplit(url).path or "/").startswith(folder)}
        if left_out := len(urls) - len(allowed_urls):
            self._tell(f"{_plural(left_out)} of {host} are not sent: outside {folder} of the key.")
        return allowed_urls

    def _location_of(self, host: str, urls: list[str]) -> str:
        if self._location and urlsplit(self._location).netloc == host:
            return self._location
        scheme = "https" if any(url.startswith("https:") for url in urls) else "http"
        return f"{scheme}://{host}/{self._key}.txt"

    def _head(self, host: str, urls: list[str]) -> dict[str, Any]:
        return {"host": host, "key": self._key, "keyLocation": self._location_of(host, urls)}

    def _check_keys(self, hosts: set[str]) -> None:
        """Check the key files again before an interrupted submission goes on.

        Raises:
            AuditError: one is not valid.
        """
        last = self._last
        assert last is not None
        for host in sorted(hosts):
            body = next(last.body(each) for each in last.requests if each.host == host)
            if self._key != body["key"]:
                body["keyLocation"] = self._location_of(host, body["urlList"])
            if fault := indexnow.key_fault(body["keyLocation"], self._key or ""):
                raise AuditError(f"Nothing was sent: {fault}. Put the key file there.")

    def _send(self, submission: Submission) -> bool:
        """Send the requests that were not accepted; return whether nothing is left to send."""
        refused: set[str] = set()
        if not submission.requests and not submission.held:
            self._tell("Nothing to send.")
        with stoppable() as stop:
            sender = Sender(submission, self._wanted, self._options.max_wait, stop, self._tell)
            for number, request in enumerate(submission.requests, 1):
                if request.is_accepted or request.host in refused:
                    continue
                if request.is_unanswered and not self._wanted.resends:
                    self._tell(
                        f"Request {number} ({_plural(request.urls)}) was sent on {request.sent_at},"
                        " and no response came. It is not sent again without --resend."
                    )
                    continue
                body = submission.body(request)
                if body["key"] != self._key:
                    location = self._location_of(request.host, body["urlList"])
                    body |= {"key": self._key, "keyLocation": location}
                if not sender.send(number, request, body):
                    if request.status not in _OF_HOST:
                        break
                    refused.add(request.host)
        if not submission.is_done:
            self._tell(f"To go on: sitemap-audit submit {self._folder} --yes")
        return submission.is_done


class Sender:
    """Sends requests, and keeps the response to each."""

    def __init__(
        self,
        submission: Submission,
        wanted: Wanted,
        max_wait: float,
        stop: Stop,
        tell: Callable[[str], None],
    ) -> None:
        self._submission, self._endpoint, self._tell = submission, wanted.endpoint, tell
        self._patience, self._stop = max_wait, stop

    def send(self, number: int, request: Request, body: Mapping[str, Any]) -> bool:
        """Send a request, again after a pause if the endpoint asks for one.

        Returns:
            Whether the endpoint has accepted it.
        """
        name = f"Request {number} of {len(self._submission.requests)}"
        while not self._stop.is_requested:
            request.sent_at = _now()
            request.status = request.response = None
            self._submission.save()
            response = indexnow.post(self._endpoint, body)
            request.status, request.response = response.status, response.text
            if not response.was_sent:
                request.sent_at = None
            self._submission.save()
            if response.status is None:
                self._tell(f"{name} failed: {self._endpoint}: {response.text}.")
                return False
            told = _STATUSES.get(response.status, "not accepted. Check --endpoint, or try later")
            self._tell(
                f"{name}, {_plural(request.urls)} of {request.host}: {response.status}, {told}."
            )
            if request.is_accepted:
                return True
            if request.response:
                self._tell(f"  The response says: {request.response}")
            if not self._waits(response):
                return False
        self._tell("Stopped. What was accepted is kept.")
        return False

    def _waits(self, response: indexnow.Response) -> bool:
        """Wait as the endpoint asks, if it does and --max-wait allows it."""
        asked = read_retry_after(response.retry_after, datetime.now(UTC))
        if response.status == 429 and asked is None:
            asked = _PAUSE
        if response.status not in (429, 503) or asked is None:
            return False
        if asked > self._patience:
            self._tell(f"The endpoint asks to wait {asked:,.0f} seconds: more than --max-wait.")
            return False
        self._patience -= asked
        self._tell(f"Waiting {asked:,.0f} seconds.")
        until = time.monotonic() + asked
        while not self._stop.is_requested and (rest := until - time.monotonic()) > 0:
            time.sleep(min(rest, 0.1))
        return True


def _now() -> str:
    return clock.now().isoformat(timespec="seconds")


def _plural(number: int) -> str:
    return f"{number:,} URL" if number == 1 else f"{number:,} URLs"
