"""One run of ``submit``: what the parts for each engine share."""

from __future__ import annotations

import shlex
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.stopping import stoppable
from sitemap_audit.masking import quoted
from sitemap_audit.near_names import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.search_engines.engine_keys import EngineKeys

SITEMAP_ENGINES = ("google", "bing", "yandex")
ENGINES = (*SITEMAP_ENGINES, "baidu", "indexnow")
_OF_BEGINNING = ("--baseline", "--key", "--key-location", "--resend")
"Flags that a submission does not need again: a baseline would begin another one."


def read_engines(written: str) -> list[str]:
    """Read the names of engines, with commas between; none is named twice.

    Raises:
        UsageError: one is not known, or there is none.
    """
    names = [each.strip().lower() for each in written.split(",") if each.strip()]
    for name in names:
        if name not in ENGINES:
            near = nearest(name, ENGINES)
            hint = did_you_mean([repr(near)] if near else [])
            raise UsageError(f"--to names {quoted(name)}; it may name {', '.join(ENGINES)}.{hint}")
    if not names:
        raise UsageError(f"--to is empty; it may name {', '.join(ENGINES)}.")
    return [each for each in ENGINES if each in names]


class Wanted(NamedTuple):
    """What the user wants."""

    engines: Sequence[str]
    "Empty: those of which there are credentials."
    keys: EngineKeys
    key: str | None
    "Of IndexNow."
    key_location: str | None
    endpoint: str
    baseline: Path | None
    "Audit to compare with in place of the last submission."
    is_sent: bool
    lists_all: bool
    is_forced: bool
    resends: bool
    "Send requests again to which no response came."
    flags: Mapping[str, str | None]
    "What the user gave besides --yes, --list and --new-key: values by flag, None for a switch."


@dataclass(slots=True, kw_only=True)
class Task:
    """What is submitted, and how."""

    folder: Path
    "Of the audit, locked."
    run: RunRecord
    options: Options
    wanted: Wanted
    place: Path
    "``submissions`` of the site."
    tell: Callable[[str], None]
    "Prints a line."
    is_stopped: bool = False

    @contextmanager
    def stoppable(self) -> Iterator[Stop]:
        """Let a signal stop what is sent and read in the block, and the engines after it."""
        with stoppable() as stop:
            try:
                yield stop
            finally:
                self.is_stopped = self.is_stopped or stop.is_requested

    @property
    def command(self) -> str:
        """The command that sends what was printed."""
        return self._command(self.wanted.flags)

    @property
    def command_to_go_on(self) -> str:
        """The command that sends the rest of a submission, which is stored as it was begun."""
        flags = self.wanted.flags
        return self._command({name: flags[name] for name in flags if name not in _OF_BEGINNING})

    def _command(self, flags: Mapping[str, str | None]) -> str:
        words = (word for flag in flags.items() for word in flag if word is not None)
        return shlex.join(["sitemap-audit", "submit", str(self.folder), *words, "--yes"])
