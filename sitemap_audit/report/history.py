"""Read the key figures of many audits: a line each, for the history and the overview of sites."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.files import write_json
from sitemap_audit.masking import safe_json
from sitemap_audit.report import words
from sitemap_audit.run_record import RunRecord, counts_of
from sitemap_audit.storage.run_file import RUN_FILE, read_run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.run_record import EarlierAudit, Selected

_MALFORMED = (AttributeError, KeyError, TypeError, ValueError)
"What reading a value of another kind than expected raises."
_LONGEST = 1_000
"Characters of the names of the sites of an audit."
_MOST = 2**63
CACHE = ".history.json"
"File in the output folder with the lines of unchanged audits: a run.json has 100 kB."


class Line(NamedTuple):
    """An audit in a line."""

    folder: str
    "HOST/TIME, below the output folder."
    sites: str
    started_at: str
    "ISO 8601, UTC."
    started: str
    complete: bool
    figures: Mapping[str, int]
    "Key figures by their names in run.json; empty if the checks have not run."
    part: str
    "What it is restricted to: the URLs of a sample, selected checks; empty if it is whole."
    indexable_share: float | None
    """Indexable URLs of those checked, from 0 to 1; that of all which a sample estimates. None if
    none was checked, or only modified ones."""
    report: str | None
    "File name of its report; None if there is none."

    @property
    def host(self) -> str:
        """Name of the folder of the audits of its site."""
        return self.folder.partition("/")[0]

    @property
    def is_whole(self) -> bool:
        """Whether its figures can be compared with those of other audits."""
        return self.complete and not self.part

    def figure(self, name: str) -> str:
        """A key figure as text: '1,204'; '-' if it is not known."""
        return f"{self.figures[name]:,}" if name in self.figures else "-"

    @property
    def share(self) -> str:
        """The indexable share as text: '84.8 %'; '-' if none was checked."""
        share = self.indexable_share
        return "-" if share is None else words.per_cent(share)


def line_of(folder: str, record: RunRecord | EarlierAudit, report: str | None = None) -> Line:
    """Return the line of an audit by its run record.

    Raises:
        UsageError: the record has values of other kinds than it should.
    """
    built = record.built if isinstance(record, RunRecord) else None
    try:
        figures = _counts(counts_of(record.figures))
        return Line(
            folder,
            words.named_sites(record)[:_LONGEST] + (f" ({built.title})" if built else ""),
            record.started_at.isoformat(),
            words.moment(record.started_at),
            bool(record.complete),
            figures,
            _part(record),
            _indexable_share(record.selected, figures),
            report,
        )
    except _MALFORMED:
        raise UsageError(
            f"Cannot read the {RUN_FILE} of {folder}: it is damaged. Restore it from a copy, or"
            " audit the site again."
        ) from None


def _counts(figures: Mapping[str, Any]) -> dict[str, int]:
    """Return the key figures that are counts."""
    return {
        name: value for name, value in figures.items() if type(value) is int and 0 <= value < _MOST
    }


def _part(record: RunRecord | EarlierAudit) -> str:
    parts = [
        record.selected.title if record.selected else "",
        "limited by --max-urls" if record.limit_reached else "",
        "" if record.checks_known is None else "selected checks",
    ]
    return ", ".join(filter(None, parts))


def _indexable_share(chosen: Selected | None, figures: Mapping[str, int]) -> float | None:
    if chosen:
        return None if chosen.since or chosen.indexable is None else float(chosen.indexable)
    checked, indexable = figures.get("checked"), figures.get("indexable")
    return indexable / checked if checked and indexable is not None else None


_NOT_COMPARED = """
part: some URLs or some checks only, such as with --sample, --since, --max-urls or --select.
Neither such an audit nor one that is not complete is what a later audit of all is compared with."""
_HEADS = ("Audit", "Complete", "URLs", "Indexable", "With errors", "Not checked")


def text(lines: Sequence[Line]) -> str:
    """Return the lines as a table of plain text, 79 columns wide, the last audit at the end.

    Audits that are not whole are marked.
    """
    rows = [
        (
            line.folder.rpartition("/")[2],
            ("yes" if line.complete else "NO") + (", part" if line.part else ""),
            line.figure("urls_in_sitemaps"),
            line.share,
            line.figure("urls_with_error"),
            line.figure("not_checked"),
        )
        for line in lines
    ]
    table = "\n".join(
        f"{name:<22}{complete:<10}{urls:>11}{share:>11}{errors:>12}{left:>13}"
        for name, complete, urls, share, errors, left in (_HEADS, *rows)
    )
    return table if all(line.is_whole for line in lines) else f"{table}\n{_NOT_COMPARED}"


def read_lines(output: Path, report: str) -> list[Line]:
    """Read the lines of all audits in the output folder, by host and time; those cached are kept.

    Args:
        report: file name of a report to link to.
    """
    cached = _read_cache(output / CACHE)
    entries = {}
    for path in sorted(output.glob(f"*/*/{RUN_FILE}")):
        folder = path.parent.relative_to(output).as_posix()
        with suppress(OSError, UsageError):
            stat = path.stat()
            stamp = [stat.st_mtime_ns, stat.st_size, (path.parent / report).exists()]
            entry = cached.get(folder)
            if not entry or entry["stamp"] != stamp:
                line = line_of(folder, read_run(path.parent), report if stamp[2] else None)
                entry = {"stamp": stamp, "line": line._asdict()}
            entries[folder] = entry
    write_json(output / CACHE, safe_json(entries))
    return [Line(**entry["line"]) for entry in entries.values()]


def _read_cache(path: Path) -> dict[str, dict[str, Any]]:
    try:
        cached: dict[str, dict[str, Any]] = json.loads(path.read_bytes())
        return {
            name: entry
            for name, entry in cached.items()
            if entry["line"].keys() == set(Line._fields) and len(entry["stamp"]) == 3
            if entry["line"]["folder"] == name
            if entry["line"]["figures"] == _counts(entry["line"]["figures"])
        }
    except (OSError, *_MALFORMED):
        return {}
