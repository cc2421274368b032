"""Rewrite one sitemap with its changes, an entry at a time."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.actions.checks import corrected_as
from sitemap_audit.actions.new_entries import Style
from sitemap_audit.actions.plan import Edit
from sitemap_audit.actions.written_entries import (
    EntryScanner,
    XmlError,
    changed,
    loc_of,
    with_escaped_ampersands,
)
from sitemap_audit.analysis.catalogue.checkfile import Fix
from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from sitemap_audit.actions.plan import Missing
    from sitemap_audit.actions.sitemap_files import SitemapWriter, Source

    Report: TypeAlias = Callable[[bytes, bytes, Sequence[Edit]], None]
    "Called with each changed entry as it was and as it is, and what was done."

_BLANKS = b" \t\r\n"
_NO_EDIT = Edit(0, None, "", None, None, "", None)


class Form(NamedTuple):
    """How a sitemap can be read."""

    why_not: str
    "Why its entries cannot be changed; empty if they can."
    is_escaped: bool = False
    "Whether its unescaped & must be escaped first."


class Children(NamedTuple):
    """What became of the sitemaps that an index lists."""

    parts: dict[str, list[str]]
    "URLs of the parts of each that was split."
    emptied: set[str]
    "URLs of those without entries now."

    def __bool__(self) -> bool:
        return bool(self.parts or self.emptied)


def form_of(source: Source, audit: Path, *, may_escape: bool) -> Form:
    """Return whether the entries of a sitemap can be changed."""
    if source.kind == SitemapKind.TEXT:
        return Form("")
    why = _fault(source, source.utf8(audit))
    if "not well-formed" in why and may_escape:
        why_still = _fault(source, with_escaped_ampersands(source.utf8(audit)))
        return Form(why_still, is_escaped=not why_still)
    return Form(why)


def _fault(source: Source, chunks: Iterable[bytes]) -> str:
    counted = dict.fromkeys(("url", "sitemap", "end"), 0)
    try:
        for piece in EntryScanner().pieces(chunks):
            counted[piece.kind] += 1
    except XmlError as error:
        return str(error)
    if (counted["url"], counted["sitemap"]) != (source.entries, source.children):
        return "its entries stand in unexpected places"
    return ""


def rewrite(
    source: Source,
    audit: Path,
    form: Form,
    edits: Iterator[Edit],
    writer: SitemapWriter,
    report: Report,
    children: Children,
    missing: Iterable[Missing] = (),
) -> list[str]:
    """Write a sitemap with changes and added pages; return the URLs of its parts."""
    by_place = _Groups(edits)
    if source.kind == SitemapKind.TEXT:
        return _rewrite_text(source, audit, by_place, writer, report, missing)
    kind = "sitemap" if source.kind == SitemapKind.INDEX else "url"
    chunks = source.utf8(audit)
    scanner = EntryScanner()
    position, kept = 0, b""
    has_begun = False
    style: Style | None = None
    for piece in scanner.pieces(with_escaped_ampersands(chunks) if form.is_escaped else chunks):
        before = piece.before
        if not has_begun:
            head = before.rstrip(_BLANKS) if piece.kind != "end" else before
            writer.begin(head, f"\n</{scanner.root}>\n".encode())
            before, has_begun = before[len(head) :], True
        before, kept = kept + before, b""
        if piece.kind == "end":
            _add_missing(missing, style, scanner.prefix, writer, report)
            return writer.close(before)
        entry = piece.entry
        if piece.kind == kind and position == 1 and style is not None:
            style.separate(before)
        style = style or (Style(before, entry) if piece.kind == kind else None)
        position += piece.kind == kind
        if piece.kind == kind and (wanted := by_place.take(position)):
            entry, done = changed(entry, wanted, scanner.prefix)
            if done:
                report(piece.entry, entry, done)
        is_child = piece.kind == "sitemap"
        entries = _expanded(entry, source, children, report) if is_child else [entry]
        for each in entries:
            if each:
                writer.add(before, each)
            else:
                kept = before.rstrip(_BLANKS)
    raise AssertionError("a file has an end")


def _expanded(entry: bytes, source: Source, children: Children, report: Report) -> list[bytes]:
    """Return the entries of an index for one: none if the file is empty, one for each part."""
    loc = loc_of(entry) if entry and children else None
    url = read_link(loc, source.url).url if loc else None
    if url in children.emptied:
        check = corrected_as(Fix.UNLIST)
        edit = _NO_EDIT._replace(action="remove", loc=loc, old=loc, check=check)
        report(entry, b"", [edit])
        return [b""]
    if url is None or url not in children.parts:
        return [entry]
    check = corrected_as(Fix.SPLIT_URLS)
    edits = [
        _NO_EDIT._replace(action="loc", loc=loc, old=loc, new=part, check=check)
        for part in children.parts[url]
    ]
    made = [changed(entry, [edit], None)[0] for edit in edits]
    report(entry, b"\n".join(made), edits)
    return made


def _add_missing(
    missing: Iterable[Missing],
    style: Style | None,
    prefix: str | None,
    writer: SitemapWriter,
    report: Report,
) -> None:
    for page in missing:
        assert style is not None, "a page is added to a file with entries"
        entry = style.entry(page, prefix)
        writer.add(style.before, entry)
        report(b"", entry, [_added(page)])


def _added(page: Missing) -> Edit:
    return _NO_EDIT._replace(action="add", new=page.url, check=page.check, loc=page.url)


def _rewrite_text(
    source: Source,
    audit: Path,
    by_place: _Groups,
    writer: SitemapWriter,
    report: Report,
    missing: Iterable[Missing],
) -> list[str]:
    writer.begin(b"", b"")
    ending, has_end = b"\n", True
    for number, line in enumerate(_lines(source.utf8(audit)), 1):
        new = line
        wanted = by_place.take(number, by_line=True)
        if wanted and line.split() == (wanted[0].loc or "").encode().split():
            edit = next((e for e in wanted if e.action == "remove"), wanted[0])
            rest = line[len(line.rstrip(b"\r\n")) :]
            new = b"" if edit.action == "remove" else (edit.new or "").encode() + rest
            report(line, new, [edit])
        if new.strip():
            writer.add(b"", new)
        elif not line.strip():
            writer.add_blank(new)
        if line.endswith(b"\n"):
            ending = line[len(line.rstrip(b"\r\n")) :]
        has_end = not new or new.endswith(b"\n")
    for page in missing:
        line = page.url.encode() + ending
        writer.add(b"" if has_end else ending, line)
        report(b"", line, [_added(page)])
        has_end = True
    return writer.close(b"")


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line + b"\n"
    if rest:
        yield rest


class _Groups:
    """The changes of a file by entry, taken in the order of the file."""

    def __init__(self, edits: Iterator[Edit]) -> None:
        self._groups = (list(group) for _, group in groupby(edits, attrgetter("position")))
        self._next = next(self._groups, None)

    def take(self, number: int, *, by_line: bool = False) -> list[Edit]:
        """Return the changes of the entry at a position, or on a line."""
        while self._next is not None:
            at = self._next[0].line if by_line else self._next[0].position
            if at is None or at < number:
                self._next = next(self._groups, None)
            elif at == number:
                return self._next
            else:
                break
        return []
