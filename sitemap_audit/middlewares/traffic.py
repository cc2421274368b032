"""Request statistics by host: number, rate, pauses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from sitemap_audit.run_record import HostRequests, Requests

MAX_REPORTED_HOSTS = 20
"Maximum number of hosts to report, those with most requests first."


@dataclass(slots=True)
class HostTraffic:
    """Request statistics of one host."""

    requests: int = 0
    seconds: float = 0.0
    "From the first request to the last, of each run."
    peak: int = 0
    "Maximum number of requests in one second."
    pauses: Counter[str] = field(default_factory=Counter)
    "Number of pauses by reason."
    paused: float = 0.0
    "Seconds of pauses."
    waited: float = 0.0
    "Used seconds of the budget: pauses, and time lost by other 503s."
    is_usable: bool = False
    "It has returned a page or file, not only errors of the server or a robots.txt."
    latest: float | None = None
    "Monotonic time of the latest request of this run."
    _second: int = -1
    _in_second: int = 0

    def note_request(self, now: float) -> None:
        """Count a request; ``now`` is a monotonic time."""
        self.requests += 1
        self.seconds += 0.0 if self.latest is None else now - self.latest
        self.latest = now
        if int(now) != self._second:
            self._second, self._in_second = int(now), 0
        self._in_second += 1
        self.peak = max(self.peak, self._in_second)

    def discard_request(self) -> None:
        """Uncount the latest request, which was not sent."""
        self.requests -= 1
        self._in_second -= 1

    def record(self, host: str) -> HostRequests:
        """Return the statistics for run.json."""
        return HostRequests(
            host=host,
            requests=self.requests,
            seconds=round(self.seconds, 3),
            mean_per_second=round(self.requests / max(self.seconds, 1.0), 2),
            peak_per_second=self.peak,
            pauses=dict(self.pauses),
            paused_seconds=round(self.paused, 1),
            waited_seconds=round(self.waited, 1),
            is_usable=self.is_usable,
        )

    def add(self, record: HostRequests) -> None:
        """Add the statistics of an earlier run, or of another process of this one."""
        self.requests += record.requests
        self.seconds += record.seconds
        self.peak = max(self.peak, record.peak_per_second)
        self.pauses.update(record.pauses)
        self.paused += record.paused_seconds
        self.waited += record.waited_seconds
        self.is_usable |= record.is_usable


class Traffic:
    """Request statistics of all hosts."""

    def __init__(self) -> None:
        self.hosts: dict[str, HostTraffic] = {}
        self._remarks: dict[str, None] = {}

    def host(self, name: str) -> HostTraffic:
        """Return the statistics of one host."""
        return self.hosts.setdefault(name, HostTraffic())

    def remark(self, sentence: str) -> None:
        """Add a sentence for the summary, once."""
        self._remarks[sentence] = None

    def record(self) -> Requests:
        """Return the statistics for run.json: totals, the busiest hosts and all that paused."""
        told = ((name, each) for name, each in self.hosts.items() if each.requests or each.waited)
        most = sorted(told, key=lambda item: (-item[1].requests, item[0]))
        return Requests(
            requests=sum(each.requests for each in self.hosts.values()),
            hosts=len(most),
            by_host=[
                each.record(name)
                for place, (name, each) in enumerate(most)
                if place < MAX_REPORTED_HOSTS or each.waited
            ],
            remarks=list(self._remarks),
        )

    def restore(self, record: Requests) -> None:
        """Add the record of an earlier run of the audit."""
        for each in record.by_host:
            self.host(each.host).add(each)
        for sentence in record.remarks:
            self.remark(sentence)
