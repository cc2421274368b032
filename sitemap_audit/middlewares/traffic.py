"""The requests to each host: how many, how fast, and why they paused."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

HOSTS_TOLD = 20
"Hosts that are listed one by one, those with most requests first."


@dataclass(slots=True)
class HostTraffic:
    """What was done to one host."""

    requests: int = 0
    seconds: float = 0.0
    "From the first request to the last."
    peak: int = 0
    "Requests in one second of the clock, at most."
    pauses: Counter[str] = field(default_factory=Counter)
    "By reason."
    paused: float = 0.0
    "Seconds."
    waited: float = 0.0
    "Seconds of the budget that are used up: pauses, and the time lost by other 503s."
    latest: float | None = None
    "When the latest request was made, by a clock that never goes back; None in earlier runs."
    _before: float = 0.0
    "Seconds of earlier runs."
    _began: float | None = None
    _second: int = -1
    _in_second: int = 0

    def note_request(self, now: float) -> None:
        """A request is made, ``now`` by a clock that never goes back."""
        if self._began is None:
            self._began = now
        self.requests += 1
        self.latest = now
        self.seconds = self._before + now - self._began
        if int(now) != self._second:
            self._second, self._in_second = int(now), 0
        self._in_second += 1
        self.peak = max(self.peak, self._in_second)

    def take_back_request(self) -> None:
        """The request that was noted last was not made."""
        self.requests -= 1
        self._in_second -= 1

    def record(self, host: str) -> dict[str, Any]:
        """As run.json tells it."""
        return {
            "host": host,
            "requests": self.requests,
            "seconds": round(self.seconds, 3),
            "mean_per_second": round(self.requests / max(self.seconds, 1.0), 2),
            "peak_per_second": self.peak,
            "pauses": dict(self.pauses),
            "paused_seconds": round(self.paused, 1),
            "waited_seconds": round(self.waited, 1),
        }

    def go_on(self, record: Mapping[str, Any]) -> None:
        """Take in what an earlier run did to the host."""
        self.seconds = self._before = record["seconds"]
        self.peak = record["peak_per_second"]
        self.requests += record["requests"]
        self.pauses.update(record["pauses"])
        self.paused += record["paused_seconds"]
        self.waited += record.get("waited_seconds", record["paused_seconds"])


class Traffic:
    """What was done to every host."""

    def __init__(self) -> None:
        self.hosts: dict[str, HostTraffic] = {}
        self._remarks: dict[str, None] = {}

    def host(self, name: str) -> HostTraffic:
        """What was done to one host."""
        return self.hosts.setdefault(name, HostTraffic())

    def remark(self, sentence: str) -> None:
        """Say something that the summary should tell; twice is once."""
        self._remarks[sentence] = None

    def record(self) -> dict[str, Any]:
        """As run.json tells it: all hosts together, the first HOSTS_TOLD and all that paused."""
        told = ((name, each) for name, each in self.hosts.items() if each.requests or each.waited)
        most = sorted(told, key=lambda item: (-item[1].requests, item[0]))
        return {
            "requests": sum(each.requests for each in self.hosts.values()),
            "hosts": len(most),
            "by_host": [
                each.record(name)
                for place, (name, each) in enumerate(most)
                if place < HOSTS_TOLD or each.waited
            ],
            "remarks": list(self._remarks),
        }

    def go_on(self, record: Mapping[str, Any]) -> None:
        """Take in the record of an earlier run of the same audit; an empty one says nothing."""
        for each in record.get("by_host", ()):
            self.host(each["host"]).go_on(each)
        for sentence in record.get("remarks", ()):
            self.remark(sentence)
