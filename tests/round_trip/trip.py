"""Audit a served site, do what the audit says, and audit it again."""

from __future__ import annotations

import csv
import gzip
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from checks.examples.changing_responses import changed
from commanding import Ended, command, run

from sitemap_audit.actions.sitemap_files import place_of
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.catalogue.findings import CHANGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from checks.examples.responses import Response

    from round_trip.serving import EditableServer

    Row = dict[str, str]

_IN_SITEMAPS = {"loc", "lastmod", "changefreq", "priority", "hints"}
_MAY_BE_ENTRY = ("url", "related_url", "from", "change_url")
_MOST_REDIRECTS = 5
_GZIP = b"\x1f\x8b"
_WORSE = {check.name: check.worse for check in load_checks()}


class Finding(NamedTuple):
    """What makes a finding the same one in two audits."""

    check: str
    subject: str
    related: str


class Trip(NamedTuple):
    """The findings of a site before and after all of its changes."""

    before: list[Row]
    "Rows of findings.csv."
    after: list[Row]
    by_fix: list[Row]
    "Those whose change ``fix`` has made."
    applied: list[Row]
    "Those whose change was made besides."
    not_applied: list[Row]
    contradictions: list[list[Row]]
    "Rows that say different things about one place."

    @property
    def still_there(self) -> Counter[Finding]:
        """Findings whose change was made, and that are there again."""
        gone = counted(self.before) - counted(self.after)
        return counted([*self.applied, *self.by_fix]) - gone

    @property
    def new(self) -> Counter[Finding]:
        """Findings that the changes have brought; a fault that was worse before is not one."""
        found = counted(self.after) - counted(self.before)
        return Counter(
            {
                each: number
                for each, number in found.items()
                if not any(each._replace(check=name) in self._found for name in _WORSE[each.check])
            }
        )

    @property
    def _found(self) -> set[Finding]:
        return {*map(finding, self.before)}

    def counts(self) -> dict[str, int]:
        """Return the row of the site in the table."""
        return {
            "findings": len(self.before),
            "with a change": sum(bool(row["change_url"]) for row in self.before),
            "by fix": len(self.by_fix),
            "by hand": len(self.applied),
            "not applied": len(self.not_applied),
            "contradictions": len(self.contradictions),
            "mended": len(self.by_fix) + len(self.applied) - self.still_there.total(),
            "still there": self.still_there.total(),
            "new": self.new.total(),
            "findings after": len(self.after),
        }


def finding(row: Mapping[str, str]) -> Finding:
    """Return what identifies a row of findings.csv."""
    return Finding(row["check"], row["url"] or row["sitemap_url"], row["related_url"])


def counted(rows: Sequence[Row]) -> Counter[Finding]:
    """Count the findings of rows."""
    return Counter(map(finding, rows))


def make_trip(
    servers: Sequence[EditableServer],
    targets: Sequence[str],
    options: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
) -> Trip:
    """Audit targets that servers serve, make every change there, and audit them again."""
    before = _audited(targets, options, folder / "before", environment)
    rows = _findings(before)
    assert before.folder is not None
    sitemaps = {*before.table("sitemaps")["url"]}
    fixed = _serve_fixed(servers, before.folder, folder / "fixed", sitemaps)
    by_fix: list[Row] = []
    applied: list[Row] = []
    not_applied: list[Row] = []
    done: dict[tuple[str, ...], bool] = {}
    changes = [row for row in rows if row["change_url"]]
    # The last line first: a removed line moves those below it.
    for row in sorted(changes, key=lambda row: (row["change_url"], -int(row["line"] or 0))):
        if _is_fixed(row, fixed):
            by_fix.append(row)
            continue
        key = _key(row)
        if key not in done:
            done[key] = _apply(servers, row, sitemaps)
        (applied if done[key] else not_applied).append(row)
    after = _audited(targets, options, folder / "after", environment)
    return Trip(rows, _findings(after), by_fix, applied, not_applied, contradictions(changes))


def _audited(
    targets: Sequence[str], options: Sequence[str], output: Path, environment: Mapping[str, str]
) -> Ended:
    return command(*targets, "-o", output, *options, output=output, environment=environment)


def _findings(audit: Ended) -> list[Row]:
    return [
        {str(name): str(value).replace("\\n", "\n") for name, value in row.items()}
        for row in audit.table("findings").to_dict("records")
    ]


def _key(row: Row) -> tuple[str, ...]:
    line = row["line"] if row["place"] in (*_IN_SITEMAPS, "rule", "xml") else ""
    return (*(row[name] for name in CHANGE), line)


def _apply(servers: Sequence[EditableServer], row: Row, sitemaps: set[str]) -> bool:
    """Make a change; return False if its place is not found."""
    url = row["change_url"]
    is_robots = urlsplit(url).path == "/robots.txt"
    kind = "robots.txt" if is_robots else "sitemap" if url in sitemaps else "page"
    follows = row["place"] not in ("redirect", "status", "header")
    server, response = _found(servers, url, kind, follows=follows)
    told = {name: value or None for name, value in row.items()}
    new = response and changed(response, told)
    if not (server and new):
        return False
    server.replace(new)
    return True


def _found(
    servers: Sequence[EditableServer], url: str, kind: str, *, follows: bool
) -> tuple[EditableServer | None, Response | None]:
    """Return the response of a URL, or else of the URL it redirects to, and who sends it."""
    for _ in range(_MOST_REDIRECTS):
        found = ((server, server.response(url, kind)) for server in servers)
        server, response = next((each for each in found if each[1]), (None, None))
        location = dict(response.headers).get("Location") if response else None
        if location is None or not follows:
            return server, response
        url = urljoin(url, location)
    return None, None


def _serve_fixed(
    servers: Sequence[EditableServer], audit: Path, fixed: Path, sitemaps: set[str]
) -> list[Row]:
    """Run ``fix``, serve its sitemaps, and return the rows of its changes.csv."""
    ended = run("fix", audit, "--output", fixed, "--force")
    if ended.returncode:
        return []
    for url in sitemaps:
        path = fixed / place_of(url)
        server, response = _found(servers, url, "sitemap", follows=True)
        if not (path.is_file() and server and response):  # a file without entries is left out
            continue
        body = path.read_bytes()
        is_gzip = body.startswith(_GZIP)
        # A file that could not be read stays as it was.
        text = (gzip.decompress(body) if is_gzip else body).decode("utf-8", "replace")
        if "\ufffd" not in text and text != response.body:
            new = replace(response, body=text, sent_as=("utf-8",))
            server.replace(new, pack="gzip" if is_gzip else None)
    with (fixed / "changes.csv").open(encoding="utf-8-sig", newline="") as file:
        return [row for row in csv.DictReader(file) if row["done"] != "left"]


def _is_fixed(row: Row, fixed: Sequence[Row]) -> bool:
    """Return whether ``fix`` has made the change, or has removed the entry."""
    return any(
        each["sitemap_url"] == row["change_url"]
        and (
            (row["line"] and each["line"] == row["line"])
            or (row["place"] == "lastmod" and not row["url"])  # that of every entry
            or (each["entry"] or None) in [row[name] for name in _MAY_BE_ENTRY]
        )
        and (
            each["done"] == "entry removed"
            or each["check"] == row["check"]
            or (each["to"] or None) == row["to"]
        )
        for each in fixed
    )


_ONE_OF = {"canonical", "lang", "redirect", "status"}
"Places of which a page has one."


def contradictions(changes: Sequence[Row]) -> list[list[Row]]:
    """Return the findings that say different things about one tag, entry or line."""
    by_tag: defaultdict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in changes:
        for tag in _tags(row):
            by_tag[row["change_url"], *tag].append(row)
    return [
        rows
        for rows in by_tag.values()
        if len({(row["action"], row["place"], row["to"]) for row in rows}) > 1
    ]


def _tags(row: Row) -> Iterator[tuple[str, ...]]:
    """Yield what identifies a tag, an entry or a line in its file."""
    place, line = row["place"], row["line"]
    if row["action"] == "add":
        if place in ("hreflang", "canonical"):
            code, _, _ = row["to"].partition(" ")
            yield (place, "added", code if place == "hreflang" else "", line)
        return
    if place in _ONE_OF:
        yield (place,)
    elif place == "hreflang":
        code, _, url = row["from"].partition(" ")
        yield ("hreflang-url", url)
        yield ("hreflang-code", code, url)
    elif place in _IN_SITEMAPS:
        yield ("entry" if place == "loc" else place, row["from"], line)
    else:
        yield (place, row["from"], line)


def table(trips: Mapping[str, Trip]) -> str:
    """Return a Markdown table with a row for each site."""
    counts = {name: trip.counts() for name, trip in trips.items()}
    heads = ["site", *next(iter(counts.values()))]
    rows = [[name, *(f"{number:,}" for number in each.values())] for name, each in counts.items()]
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
