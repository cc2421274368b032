"""Submit URLs to an engine: compare the audit with the last submission, and send what changed."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from itertools import groupby, islice
from typing import TYPE_CHECKING, NoReturn

from sitemap_audit.analysis.comparison.previous import (
    Compared,
    Previous,
    pinned_audit,
    previous_audit,
)
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.evaluation.opening import open_store
from sitemap_audit.machine.resources import allowed
from sitemap_audit.plural import counted
from sitemap_audit.run_record import RunRecord
from sitemap_audit.submission import records
from sitemap_audit.submission.baseline import write_baseline
from sitemap_audit.submission.refusals import host_fault
from sitemap_audit.submission.sending import Sender
from sitemap_audit.submission.summary import describe, list_robots_lines, list_urls
from sitemap_audit.submission.urls_to_submit import find_changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.submission.records import Planned, Submission
    from sitemap_audit.submission.service import UrlService
    from sitemap_audit.submission.submit_task import Task
    from sitemap_audit.submission.urls_to_submit import Changes


class UrlSubmission:
    """Submits the changed URLs of an audit to one engine."""

    def __init__(self, task: Task, service: UrlService) -> None:
        self._task, self._service = task, service
        self._folder, self._run, self._options = task.folder, task.run, task.options
        self._wanted, self._tell = task.wanted, task.tell
        self._place = task.place / service.name
        self.title = service.title
        self.has_plan = True
        "Whether there is anything that could be sent."

    def submit(self) -> bool:
        """Print what would be sent, or send it; return whether nothing is left to send.

        Raises:
            UsageError: it cannot be compared.
            AuditError: a check failed.
        """
        if self._service.note:
            self._tell(self._service.note)
        last = records.last_submission(self._place)
        if last is not None and self._is_of_this_audit(last):
            return self._go_on(last)
        return self._begin(last)

    def _is_of_this_audit(self, last: Submission) -> bool:
        finished = self._run.finished_at
        mine = (self._folder.name, finished.isoformat() if finished else None)
        return not self._wanted.baseline and (last.audit, last.audit_finished_at) == mine

    def _go_on(self, last: Submission) -> bool:
        """Go on with a submission of this audit."""
        accepted = counted(last.accepted, "URL")
        self._tell(f"{self._folder.name} was submitted on {last.planned_at}: {accepted}.")
        if not last.left:
            self._tell("Nothing is left to send.")
            self.has_plan = False
            return True
        if self._wanted.is_sent:
            return self._send(last)
        number, urls = self._left(last)
        for line in list_urls("left to send", number, urls, lists_all=self._wanted.lists_all):
            self._tell(line)
        return True

    def _left(self, last: Submission) -> tuple[int, Iterator[str]]:
        """Return the URLs of an earlier submission that are to be sent now, and their number."""
        if self._wanted.resends or not last.unanswered:
            return last.left, last.left_urls(resends=True)
        self._tell(
            f"Sent without a response: {counted(last.unanswered, 'URL')} of the last submission."
            " They are not sent again without --resend."
        )
        return last.left - last.unanswered, last.left_urls(resends=False)

    def _begin(self, last: Submission | None) -> bool:
        """Compare the audit, and send what is new.

        Args:
            last: the last submission.
        """
        base, previous = self._base(last)
        compared = previous and Compared(previous, None, self._between(previous))
        audit, memory = AuditPlace(self._folder), allowed(self._options.memory)
        with open_store(audit, memory, compared=compared, others=[self._task.place]) as store:
            changes = find_changes(store, self._options)
            if self._wanted.baseline and previous and not changes.has_moved:
                self._refuse_other_sites(previous.record.sites)
            if last is not None:
                changes.add_left(self._left(last)[1])
            if not self._service.takes_removed:
                changes.leave_out_removed()
            self._leave_out_hosts(changes)
            for line in describe(
                changes,
                base,
                self._service.title,
                is_complete=self._run.complete,
                lists_all=self._wanted.lists_all,
            ):
                self._tell(line)
            if self._service.name == "indexnow":
                for line in list_robots_lines(changes):
                    self._tell(line)
            if not self._wanted.is_sent:
                return True
            submission = records.write_submission(
                self._place,
                self._run,
                self._folder.name,
                self._requests(changes),
                lambda made: write_baseline(store, made),
            )
        return self._send(submission)

    def _base(self, last: Submission | None) -> tuple[str, Previous | None]:
        """Return what the audit is compared with, in words and as an audit.

        Raises:
            UsageError: they cannot be compared.
        """
        if self._wanted.baseline is not None:
            previous = pinned_audit(self._wanted.baseline)
            self._refuse_other_bot(previous.record.options.get("robots_token"))
            return f"the audit {previous.folder.name}", previous
        if last is not None:
            self._refuse_other_sites(last.sites)
            self._refuse_other_bot(last.token)
            began = datetime.fromisoformat(last.audit_started_at)
            if began > self._run.started_at:
                raise UsageError(
                    f"Not submitted: a later audit was submitted, {last.audit}. Submit the last"
                    " audit. If the clock of this machine was wrong then, pass --baseline"
                    f" {self._folder.with_name(last.audit)}."
                )
            submitted = RunRecord(
                sites=last.sites,
                started_at=began,
                complete=True,
                incomplete_because=(),
                options={},
            )
            base = Previous(AuditPlace(last.folder), submitted)
            return f"the submission of {last.planned_at}", base
        before = previous_audit(AuditPlace(self._folder), self._run)
        return f"the audit {before.folder.name}" if before else "", before

    def _refuse_other_sites(self, sites: Sequence[str]) -> None:
        if [*sites] != [*self._run.sites]:
            self._refuse(f"of {', '.join(sites[:3])}")

    def _refuse_other_bot(self, token: str | None) -> None:
        if (token or "") != (self._run.options.get("robots_token") or ""):
            self._refuse(f"for the bot {token}")

    def _refuse(self, other: str) -> NoReturn:
        raise UsageError(
            f"Not submitted: the audit to compare with is {other}, and this one is not. Pass"
            " --baseline DIR with an earlier audit of the same sites and bot."
        )

    def _between(self, previous: Previous) -> Previous | None:
        """Return the last complete audit since the baseline, which confirms removed URLs."""
        last = previous_audit(AuditPlace(self._folder), self._run)
        if last is None or last.record.started_at < previous.record.started_at:
            return None
        return last

    def _leave_out_hosts(self, changes: Changes) -> None:
        """Leave out URLs of hosts that are not public, and of former hosts without a key file."""
        for host in changes.hosts():
            urls = f"{counted(host.urls, 'URL')} of {host.name}"
            if fault := host_fault(host.name, is_forced=self._wanted.is_forced):
                self._tell(f"Not submitted: {urls}: it {fault}.")
                changes.leave_out(host.name)
            elif (
                self._wanted.is_sent
                and not host.is_listed
                and (fault := self._service.fault_of(host.origin))
            ):
                self._tell(f"Not submitted: {urls}, which no sitemap lists now. {fault}.")
                changes.leave_out(host.name)

    def _requests(self, changes: Changes) -> Iterator[Planned]:
        """Yield the requests: the service takes all URLs of one, or none."""
        for host in changes.hosts():
            urls = changes.of_host(host.name)
            for _, alike in groupby(urls, partial(self._service.is_allowed, host.origin)):
                while some := list(islice(alike, self._service.most_urls)):
                    yield records.Planned(host.origin, some)

    def _send(self, submission: Submission) -> bool:
        """Send the requests that were not accepted; return whether nothing is left to send."""
        if not submission.requests:
            self._tell("Nothing to send.")
        with self._task.stoppable() as stop:
            Sender(submission, self._service, self._options.max_wait, stop, self._tell).send(
                resends=self._wanted.resends
            )
        if submission.left:
            self._tell(
                f"{counted(submission.left, 'URL')} left to send. To go on:"
                f" {self._task.command_to_go_on}"
            )
        return not submission.left
