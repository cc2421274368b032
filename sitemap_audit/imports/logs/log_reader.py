"""Count the requests of an access log by URL, bot, status code and day.

The log is read in pieces, and the counts are summed on disk: memory does not grow with it. IP
addresses are used to verify bots and never stored; user names and referrers are not even read.
"""

from __future__ import annotations

import re
from codecs import EncodedFile
from io import BufferedReader
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from sitemap_audit.imports.import_files import encoding_of
from sitemap_audit.imports.logs.bot_finder import CLAIMED
from sitemap_audit.imports.logs.formats import LogFormat, read_lines, with_fields
from sitemap_audit.imports.logs.log_columns import (
    codes,
    join_targets,
    read_day,
    read_status,
    read_target,
    shorten_times,
)
from sitemap_audit.imports.site import Elsewhere, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from sitemap_audit.imports.import_files import Stream
    from sitemap_audit.imports.logs.bot_finder import BotFinder
    from sitemap_audit.imports.site import Site

_PIECE = 2**22
"Bytes of a log that are read at once."
LONGEST_LINE = 2**20
"Bytes of a line; longer ones are not read."
_DIRECTIVE = re.compile(rb"^#[^\n]*\n", re.MULTILINE)
_UNREAD = ("format", "json", "status", "time", "too-long", "truncated")
"Why lines are unreadable of which each may be a request of the site."
_GOOGLEBOT = "Googlebot"
COUNTED = ("url", "url_key", "url_near_key", "bot", "verified", "status", "day")
"Columns that requests are counted by."


class LogReader:
    """Reads an access log."""

    def __init__(self, stream: Stream, log: LogFormat, site: Site, bots: BotFinder) -> None:
        self._stream, self._log, self._site, self._bots = stream, log, site, bots
        self.rows, self._lines = 0, 0
        self.elsewhere, self.unreadable = Elsewhere(), Unreadable()
        self._nameless = 0
        self.unread_googlebot = 0
        "Number of lines that were not read and name Googlebot."

    @property
    def last_line(self) -> int:
        """Number of lines read."""
        return self._lines

    @property
    def unread(self) -> int:
        """Number of lines of which it is unknown what was requested, or by whom."""
        return self._nameless + sum(self.unreadable.rows[reason] for reason in _UNREAD)

    def counts(self, progress: Callable[[], None]) -> Iterator[pa.Table]:
        """Yield counts of each piece, with the columns COUNTED and ``hits``."""
        for piece in self._pieces():
            for log, lines in self._parts(piece):
                table = read_lines(lines, log, self._add_line)
                self.rows += table.num_rows
                if table.num_rows:
                    yield self._count(table)
                self._lines += lines.count(b"\n")
            progress()

    def _pieces(self) -> Iterator[bytes]:
        """Yield whole lines; the last line of a truncated file is left out."""
        rest, is_long = b"", False
        file: Any = BufferedReader(self._stream, 2**20)
        if (encoding := encoding_of(self._stream.head)).startswith("utf-16"):  # PowerShell
            file = EncodedFile(file, "utf-8", encoding)
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
                self._log = with_fields(self._log, line) or self._log._replace(places={})
            start = directive.end()
        if start < len(piece):
            yield self._log, piece[start:]

    def _add_line(self, reason: str, place: int, line: str) -> None:
        """Count a line of the piece that cannot be read."""
        self.rows += 1
        if reason in _UNREAD:
            self.unread_googlebot += self._bots.named_in(line) == _GOOGLEBOT
        self.unreadable.add(reason, self._lines + place + 1)

    def _count(self, table: pa.Table) -> pa.Table:
        targets = codes(join_targets(table))
        statuses, days = codes(table["status"]), codes(shorten_times(table))
        links, target_places = self._read_targets(targets[1])
        status_of = [read_status(text) for text in statuses[1]]
        day_of = [read_day(text) for text in days[1]]
        bots, verified = self._find_bots(table)
        place = target_places[targets[0]]
        status = np.array(status_of, np.int64)[statuses[0]]
        has_day = np.array([day is not None for day in day_of])[days[0]]
        self._report(place, status, has_day, table["place"].to_numpy())
        is_good = (place >= 0) & (status > 0) & has_day
        is_unread = (place != -3) & ((status <= 0) | ~has_day)
        self.unread_googlebot += bots.filter(pa.array(is_unread)).to_pylist().count(_GOOGLEBOT)
        self._nameless += table["agent"].filter(pa.array(is_good)).to_pylist().count("")
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

    def _read_targets(self, texts: Sequence[str]) -> tuple[dict[str, Any], NDArray[np.int64]]:
        """Parse URLs; return columns of those of the site, and the place of each text there.

        The place is -1 for no URL, -2 for a URL of another host, and -3 for no request.
        """
        written = [read_target(text) for text in texts]
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
        if host == self._site.name.rpartition(":")[0]:  # logged without the port of the site
            host = self._site.name
        scheme = {"443": "https", "80": "http"}.get(host.rpartition(":")[2])
        return f"{scheme or self._site.base.partition(':')[0]}://{host}{path}"

    def _find_bots(self, table: pa.Table) -> tuple[pa.Array, pa.Array]:
        """Return the bot of each request, and whether it is verified."""
        agents = codes(table["agent"])
        named = [self._bots.find(text) for text in agents[1]]
        bots = pa.array(named, pa.string()).take(pa.array(agents[0]))
        verdicts = np.array([name and CLAIMED for name in named], object)
        verified = verdicts[agents[0]]
        can = np.array([bool(name) and self._bots.can_verify(name or "") for name in named])
        self._verify(verified, np.flatnonzero(can[agents[0]]), agents[0], named, table)
        return bots, pa.array(verified, pa.string())

    def _verify(
        self,
        verified: NDArray[np.object_],
        which: NDArray[np.int64],
        agent: NDArray[np.int64],
        named: Sequence[str | None],
        table: pa.Table,
    ) -> None:
        """Verify requests by their IP addresses, those of one bot and one IP address at once."""
        if not len(which):
            return
        ip, addresses = codes(table["ip"])
        pairs = agent[which] * len(addresses) + ip[which]
        distinct, place = np.unique(pairs, return_inverse=True)
        requests = [
            (named[pair // len(addresses)] or "", addresses[pair % len(addresses)])
            for pair in distinct.tolist()
        ]
        verified[which] = np.array(self._bots.verify(requests), object)[place]

    def _report(
        self,
        place: NDArray[np.int64],
        status: NDArray[np.int64],
        has_day: NDArray[np.bool_],
        lines: NDArray[np.int64],
    ) -> None:
        """Count what is not stored, each request by its first reason."""
        left = np.ones(len(place), np.bool_)
        for reason, is_bad in {
            "request": place == -3,
            "status": status <= 0,
            "time": ~has_day,
            "not-a-url": place == -1,
        }.items():
            if (which := left & is_bad).any():
                line = self._lines + int(lines[which.argmax()]) + 1
                self.unreadable.add(reason, line, int(which.sum()))
            left &= ~is_bad
        self.elsewhere.rows += int((left & (place == -2)).sum())
