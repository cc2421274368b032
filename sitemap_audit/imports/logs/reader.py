"""Count the requests of an access log by URL, bot, status code and day.

The log is read in pieces, and the counts are summed on disk: memory does not grow with it. IP
addresses are used to verify bots and never stored; user names and referrers are not even read.
"""

from __future__ import annotations

import re
from io import BufferedReader
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from sitemap_audit.imports.logs.bots import CLAIMED
from sitemap_audit.imports.logs.columns import (
    codes,
    join_targets,
    read_address,
    read_agent,
    read_day,
    read_status,
    read_target,
    shorten_times,
)
from sitemap_audit.imports.logs.formats import LogFormat, read_lines, w3c_format
from sitemap_audit.imports.site import Elsewhere, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from sitemap_audit.imports.logs.bots import BotFinder
    from sitemap_audit.imports.site import Site
    from sitemap_audit.imports.sources import Stream

_PIECE = 2**22
"Bytes of a log that are read at once."
LONGEST_LINE = 2**20
"Bytes of a line; longer ones are not read. pyarrow's parser cannot read one longer than its block."
_DIRECTIVE = re.compile(rb"^#[^\n]*\n", re.MULTILINE)
COUNTED = ("url", "url_key", "url_near_key", "bot", "verified", "status", "day")
"Columns that requests are counted by."


class LogReader:
    """Reads an access log."""

    def __init__(self, stream: Stream, log: LogFormat, site: Site, bots: BotFinder) -> None:
        self._stream, self._log, self._site, self._bots = stream, log, site, bots
        self.rows, self._lines = 0, 0
        self.elsewhere, self.unreadable = Elsewhere(), Unreadable()
        self._piece = b""

    @property
    def last_line(self) -> int:
        """Number of lines read."""
        return self._lines

    def counts(self, progress: Callable[[], None]) -> Iterator[pa.Table]:
        """Yield counts of each piece, with the columns COUNTED and ``hits``."""
        for piece in self._pieces():
            for log, lines in self._parts(piece):
                self._piece = lines
                table = read_lines(lines, log, self._add_unreadable)
                self.rows += table.num_rows
                if table.num_rows:
                    yield self._count(table, log)
                self._lines += lines.count(b"\n")
            progress()

    def _pieces(self) -> Iterator[bytes]:
        """Yield whole lines; the last line of a truncated file is left out."""
        rest, is_long = b"", False
        file = BufferedReader(self._stream, 2**20)
        while more := file.read(_PIECE):
            whole, newline, tail = more.rpartition(b"\n")
            if newline and is_long:
                _, end, others = whole.partition(b"\n")
                yield self._without_long(end + others)
                rest, is_long = tail, False
            elif newline:
                yield self._without_long(rest + whole)
                rest = tail
            elif not is_long:
                rest += more
            if len(rest) > LONGEST_LINE:
                self._add_long(self._lines + 1)
                rest, is_long = b"", True
        if rest and self._stream.is_truncated:
            self.rows += 1
            self.unreadable.add("truncated", self._lines + 1)
        elif rest:
            yield self._without_long(rest)

    def _without_long(self, lines: bytes) -> bytes:
        """Return lines with a newline at their end; those that are too long are left empty."""
        strides = range(0, len(lines), LONGEST_LINE)
        if all(lines.find(b"\n", at, at + LONGEST_LINE) >= 0 for at in strides[:-1]):
            return lines + b"\n"
        kept = []
        for number, line in enumerate(lines.split(b"\n")):
            if len(line) > LONGEST_LINE:
                self._add_long(self._lines + number + 1)
            kept.append(line if len(line) <= LONGEST_LINE else b"")
        return b"\n".join(kept) + b"\n"

    def _add_long(self, line: int) -> None:
        self.rows += 1
        self.unreadable.add("too-long", line)

    def _parts(self, piece: bytes) -> Iterator[tuple[LogFormat, bytes]]:
        """Split at the lines that begin with ``#``: they may change the fields."""
        if not (piece.startswith(b"#") or b"\n#" in piece):
            yield self._log, piece
            return
        start = 0
        for directive in _DIRECTIVE.finditer(piece):
            if directive.start() > start:
                yield self._log, piece[start : directive.start()]
            self._lines += 1
            line = directive[0].decode("utf-8", "replace")
            if line.startswith("#Fields:"):
                self._log = w3c_format(line, self._log.delimiter) or self._log
            start = directive.end()
        if start < len(piece):
            yield self._log, piece[start:]

    def _add_unreadable(self, reason: str, text: bytes, lines: int = 1) -> None:
        if reason == "columns" or reason == "json":
            self.rows += lines
        line = None
        if reason not in self.unreadable.lines and (at := self._piece.find(text)) >= 0:
            line = self._lines + self._piece.count(b"\n", 0, at) + 1
        self.unreadable.add(reason, line, lines)

    def _count(self, table: pa.Table, log: LogFormat) -> pa.Table:
        targets = codes(join_targets(table))
        statuses, days = codes(table["status"]), codes(shorten_times(table))
        links, target_places = self._read_targets(targets[1], log)
        status_of = [read_status(text) for text in statuses[1]]
        day_of = [read_day(text) for text in days[1]]
        bots, verified = self._find_bots(table, log)
        place = target_places[targets[0]]
        status = np.array(status_of, np.int64)[statuses[0]]
        has_day = np.array([day is not None for day in day_of])[days[0]]
        self._report(targets, place, status, has_day)
        is_good = (place >= 0) & (status > 0) & has_day
        day_codes = pa.array(days[0][is_good])
        counted = (
            pa.table(
                {
                    "place": pa.array(place[is_good]),
                    "status": pa.array(status[is_good]),
                    "day": day_codes,
                    "bot": bots.filter(pa.array(is_good)),
                    "verified": verified.filter(pa.array(is_good)),
                }
            )
            .group_by(["place", "status", "day", "bot", "verified"])
            .aggregate([([], "count_all")])
        )
        made: dict[str, Any] = {
            name: pa.array(values).take(counted["place"]) for name, values in links.items()
        }
        made |= {name: counted[name] for name in ("bot", "verified", "status")}
        made["day"] = pa.array(day_of, pa.string()).take(counted["day"])
        return pa.table({**{name: made[name] for name in COUNTED}, "hits": counted["count_all"]})

    def _read_targets(
        self, texts: Sequence[str], log: LogFormat
    ) -> tuple[dict[str, Any], NDArray[np.int64]]:
        """Parse URLs; return columns of those of the site, and the place of each text there.

        The place is -1 for no URL, -2 for a URL of another host, and -3 for no request.
        """
        written = [read_target(text, log) for text in texts]
        links = self._site.read([self._absolute(each or "") for each in written])
        places = np.full(len(texts), -1, np.int64)
        kept: list[int] = []
        for at, url in enumerate(links.urls):
            if written[at] is None:
                places[at] = -3
            elif url is None:
                places[at] = -1
            elif not self._site.has(url):
                places[at] = -2
                self.elsewhere.first = self.elsewhere.first or url
            else:
                places[at] = len(kept)
                kept.append(at)
        columns = (links.urls, links.keys, links.near_keys)
        types = (pa.string(), pa.int64(), pa.int64())
        made = {
            name: pa.array([column[at] for at in kept], kind)
            for name, column, kind in zip(COUNTED, columns, types, strict=False)
        }
        return made, places

    def _absolute(self, target: str) -> str:
        host, _, path = target.partition("\n")
        if not path.startswith("/") or not host:
            return path
        scheme = {"443": "https", "80": "http"}.get(host.rpartition(":")[2])
        return f"{scheme or self._site.base.partition(':')[0]}://{host}{path}"

    def _find_bots(self, table: pa.Table, log: LogFormat) -> tuple[pa.Array, pa.Array]:
        """Return the bot of each request, and whether it is verified."""
        if "agent" not in table.column_names:
            nothing = pa.nulls(table.num_rows, pa.string())
            return nothing, nothing
        agents = codes(table["agent"])
        named = [self._bots.find(read_agent(text, log)) for text in agents[1]]
        bots = pa.array(named, pa.string()).take(pa.array(agents[0]))
        verdicts = np.array([name and CLAIMED for name in named], object)
        verified = verdicts[agents[0]]
        if "ip" in table.column_names:
            can = np.array([bool(name) and self._bots.can_verify(name or "") for name in named])
            self._verify(verified, np.flatnonzero(can[agents[0]]), agents[0], named, table, log)
        return bots, pa.array(verified, pa.string())

    def _verify(
        self,
        verified: NDArray[np.object_],
        which: NDArray[np.int64],
        agent: NDArray[np.int64],
        named: Sequence[str | None],
        table: pa.Table,
        log: LogFormat,
    ) -> None:
        """Verify requests by their IP addresses, those of one bot and one IP address at once."""
        if not len(which):
            return
        ip, addresses = codes(table["ip"])
        pairs = agent[which] * len(addresses) + ip[which]
        distinct, place = np.unique(pairs, return_inverse=True)
        requests = [
            (
                named[pair // len(addresses)] or "",
                read_address(addresses[pair % len(addresses)], log),
            )
            for pair in distinct.tolist()
        ]
        verified[which] = np.array(self._bots.verify(requests), object)[place]

    def _report(
        self,
        targets: tuple[NDArray[np.int64], Sequence[str]],
        place: NDArray[np.int64],
        status: NDArray[np.int64],
        has_day: NDArray[np.bool_],
    ) -> None:
        """Count what is not stored, each request by its first reason."""
        is_bad = place == -3
        self._add_first("request", is_bad, targets)
        self._add_first("status", ~is_bad & (status <= 0), targets)
        is_bad |= status <= 0
        self._add_first("time", ~is_bad & ~has_day, targets)
        is_bad |= ~has_day
        self._add_first("not-a-url", ~is_bad & (place == -1), targets)
        self.elsewhere.rows += int((~is_bad & (place == -2)).sum())

    def _add_first(
        self,
        reason: str,
        which: NDArray[np.bool_],
        targets: tuple[NDArray[np.int64], Sequence[str]],
    ) -> None:
        if which.any():
            text = targets[1][targets[0][which.argmax()]].rpartition("\n")[2]
            self._add_unreadable(reason, text.encode(), int(which.sum()))
