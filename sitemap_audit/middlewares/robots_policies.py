"""Robots policies by origin: all in a file, the most recently used ones in memory."""

from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from collections.abc import Mapping
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.robots_rules import Decision

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.items import Robots
    from sitemap_audit.parsing.robots_txt import RobotsRules

MOST_BYTES = 4 * 2**20
"""Maximum pickled size of the policies in memory; there they take about five times as much."""


class RobotsPolicy(NamedTuple):
    """The robots.txt of an origin and its effect on crawlers."""

    record: Robots
    rules: RobotsRules

    def verdict(self, url: str, token: str) -> Decision:
        """Return whether a bot may fetch a URL, and the rule that decides."""
        if self.record.policy == "disallow-all":
            return Decision("unknown")
        if self.record.policy == "allow-all":
            return Decision("allowed")
        allowed, rule, line = self.rules.verdict(url, token)
        return Decision("allowed" if allowed else "disallowed", rule, line)


class RobotsPolicies(Mapping[str, RobotsPolicy]):
    """Robots policies by origin; there may be thousands of hosts with 50,000 rules each."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use an unnamed temporary file in ``folder``, deleted with this process."""
        self._folder = folder
        self._file: IO[bytes] | None = None
        self._places: dict[str, tuple[int, int]] = {}
        "By origin: offset and size in the file."
        self._used: OrderedDict[str, RobotsPolicy] = OrderedDict()
        "Policies in memory, the most recently used last."
        self._bytes = 0

    def add(self, origin: str, policy: RobotsPolicy) -> None:
        """Store the policy of an origin.

        Raises:
            OSError: the file cannot be written.
        """
        if self._file is None:
            self._file = TemporaryFile(dir=self._folder)  # noqa: SIM115 - closed by close
        pickled = pickle.dumps(policy, pickle.HIGHEST_PROTOCOL)
        place = self._file.seek(0, os.SEEK_END)
        self._file.write(pickled)
        self._file.flush()
        if origin in self._used:
            self._evict(origin)
        self._places[origin] = (place, len(pickled))
        self._use(origin, policy)

    def __getitem__(self, origin: str) -> RobotsPolicy:
        if (used := self._used.get(origin)) is not None:
            self._used.move_to_end(origin)
            return used
        place, size = self._places[origin]
        assert self._file is not None
        self._file.seek(place)
        policy: RobotsPolicy = pickle.loads(self._file.read(size))  # noqa: S301 - of our own file
        self._use(origin, policy)
        return policy

    def _use(self, origin: str, policy: RobotsPolicy) -> None:
        self._used[origin] = policy
        self._bytes += self._places[origin][1]
        while self._bytes > MOST_BYTES and len(self._used) > 1:
            self._evict(next(iter(self._used)))

    def _evict(self, origin: str) -> None:
        """Remove a policy from memory; it stays in the file."""
        del self._used[origin]
        self._bytes -= self._places[origin][1]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def close(self) -> None:
        """Close the file and remove all policies."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self._places.clear()
        self._used.clear()
        self._bytes = 0
