"""A Spark task: the spider on one slice, in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitemap_audit.machine.child import receive_result, send_task, start_child
from sitemap_audit.run_record import FINISHED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sitemap_audit.audit_targets import Target
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import HostRequests
    from sitemap_audit.storage.slices import SliceName

STOPPED = "stopped"
"Reason of a crawl that ended because the audit is being stopped."
TAKEN_OVER = "another attempt has taken over"
"Reason of a crawl that ended because Spark has started the slice again."
MAX_ATTEMPTS = 64
"Maximum number of attempts at a slice; each has IDs of its own."
IDS = 2**26
"Number of IDs for one attempt."


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceTask:
    """What a task needs to know."""

    audit: str
    "Folder of the audit, or its URL on a store."
    name: SliceName
    "Name of its first attempt."
    pages: int
    hosts: tuple[str, ...]
    share: int
    first: int
    "First of the IDs of its first attempt."
    options: Options
    targets: tuple[Target, ...]
    "Targets of the audit."
    audit_id: str | None
    since_date: str | None
    "The option ``since`` as a date."
    began: datetime
    "When this run of the audit began."
    waited: Mapping[str, float]
    failures: int
    "Failed attempts after which it is given up."


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceResult:
    """How an attempt at a slice ended."""

    name: SliceName
    reason: str
    "Scrapy's close reason, STOPPED, or why it failed."
    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    traffic: Mapping[str, HostRequests] = field(default_factory=dict)
    "Request statistics by host."

    @property
    def has_failed(self) -> bool:
        """Whether pages are left for another reason than that the audit is being stopped."""
        return self.reason not in (FINISHED, STOPPED)


class SliceFailedError(Exception):
    """An attempt failed: Spark starts the next one, on another executor if there is one."""


def fetch_slice(task: SliceTask) -> SliceResult:
    """Fetch a slice; called by Spark on an executor.

    Raises:
        SliceFailedError: it failed, and there is or may be another attempt.
    """
    from pyspark import TaskContext

    from sitemap_audit.storage.slice_places import working_place  # late: Arrow comes with it

    context = TaskContext.get()
    attempt = context.attemptNumber() if context is not None else 0
    name = task.name._replace(attempt=attempt)
    if attempt >= MAX_ATTEMPTS:
        return SliceResult(name=name, reason=f"{MAX_ATTEMPTS} attempts were lost")
    crawler = start_child("sitemap_audit.cluster.crawler")
    with working_place(task.audit) as audit, crawler as process:
        send_task(process, (task, name, audit))
        result: SliceResult | None = receive_result(process)
    if result is None:
        reason = f"the crawler ended without a result (status {process.returncode})"
        result = SliceResult(name=name, reason=reason)
    if result.reason == TAKEN_OVER or (result.has_failed and attempt + 1 < task.failures):
        raise SliceFailedError(result.reason)
    return result
