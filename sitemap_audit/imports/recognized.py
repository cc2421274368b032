"""Recognize what a file is: an access log, an export of a product, a list of URLs."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.import_files import damaged, lines_of_head, opened
from sitemap_audit.imports.lists import (
    List,
    NotRecognizedError,
    is_decoded,
    open_list,
    period_in,
    reason_in,
)
from sitemap_audit.imports.logs.formats import describe_log, recognize_log
from sitemap_audit.imports.sitemap_lists import response_in, table_in
from sitemap_audit.masking import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.imports.import_files import Source
    from sitemap_audit.imports.logs.formats import LogFormat
    from sitemap_audit.imports.site import Site
    from sitemap_audit.imports.sitemap_lists import SitemapList

_SHOWN = 12
"Columns that a sentence names."
_FILES_SHOWN = 3
"Files in a zip that a sentence describes."


class Found(NamedTuple):
    """A file that can be imported, or one in a zip."""

    source: Source
    title: str
    "What it is, in words: access log (Combined Log Format)."
    log: LogFormat | None = None
    table: List | None = None
    "The export or list with URLs."
    sitemaps: SitemapList | None = None
    "The list of sitemaps."
    state: str | None = None
    "State of all its URLs, where another file in the zip says it."
    period: tuple[str, str] | None = None
    "First and last day of its numbers, where another file in the zip says it."

    @property
    def sentence(self) -> str:
        """Say what the file is."""
        state = f", {self.state}" if self.state else ""
        return f"{self.source.name}: {self.title}{state}."


@contextmanager
def recognized(
    path: Path, columns: Mapping[str, str], site: Site | None, option: str = "--column"
) -> Iterator[list[Found]]:
    """Open a file, and yield what can be imported from it, not yet read.

    Args:
        columns: names of columns of the user's, by column of ours.
        site: the audited site; None if its hosts are not known yet.
        option: the option that names them.

    Raises:
        UsageError: there is nothing.
        OSError: it cannot be read.
    """
    with opened(path) as sources:
        if len(sources) == 1 and sources[0].name == visible(path.name):
            yield [_recognize_file(sources[0], columns, site, option)]
        else:
            yield _recognize_members(path, sources, columns, site, option)


def _recognize_file(
    source: Source, columns: Mapping[str, str], site: Site | None, option: str
) -> Found:
    if response := response_in(source):
        return Found(source, response.title, sitemaps=response)
    lines = lines_of_head(source)
    if log := recognize_log(lines, columns):
        return _log(source, log)
    if why := _why_not(source):
        raise UsageError(f"Cannot import {source.name}: {why}.")
    try:
        found = _list(source, open_list(source, columns), option)
    except NotRecognizedError as error:
        why = describe_log(lines, columns, option)
        if not why and (table := error.by_values(site, columns)):
            return _list(source, table, option)
        why = why or f"it is no export that is known; {_describe([error], option)}"
        raise UsageError(f"Cannot import {source.name}: {why}") from None
    _refuse_without_urls(source.name, found)
    return found


def _recognize_members(
    path: Path,
    sources: Sequence[Source],
    columns: Mapping[str, str],
    site: Site | None,
    option: str,
) -> list[Found]:
    """Recognize the files of a zip, or the sheets of a workbook."""
    found: list[Found] = []
    by_values: list[Found] = []
    unknown: list[NotRecognizedError] = []
    reasons: list[str] = []
    periods: list[tuple[str, str]] = []
    for source in sources:
        if response := response_in(source):
            found.append(Found(source, response.title, sitemaps=response))
            continue
        if source.table is None and (log := recognize_log(lines_of_head(source), columns)):
            found.append(_log(source, log))
            continue
        try:
            found.append(_list(source, open_list(source, columns), option))
        except NotRecognizedError as error:
            unknown += [] if _why_not(source) else [error]
            if table := error.by_values(site, columns):
                by_values.append(_list(source, table, option))
            elif len(error.columns) == 2 and (reason := reason_in(error.cells)):
                reasons.append(reason)
            elif period := period_in(cells or [] for _, cells in error.rows()):
                periods.append(period)
    usable = [each for each in found if each.table is None or _has_urls(each.table)]
    usable = usable or ([] if found else by_values)
    if not usable:
        for each in found:
            _refuse_without_urls(path.name, each)
        raise _nothing_in(path, sources, unknown, option)
    told: dict[str, dict[str, Any]] = {
        "indexing": {"state": reasons[0] if reasons else None},
        "performance": {"period": periods[0] if len({*periods}) == 1 else None},
    }
    return [each._replace(**told.get(_kind(each), {})) for each in usable]


def _nothing_in(
    path: Path, sources: Sequence[Source], unknown: Sequence[NotRecognizedError], option: str
) -> UsageError:
    """Return the error of a zip or workbook without anything that can be imported."""
    if any(source.stream.is_truncated for source in sources):
        return damaged(path, "nothing that has URLs can be read")
    names = [source.name.partition("/")[2] for source in sources]
    reasons = zip(names, map(_why_not, sources), strict=True)
    told = next((f"{name}: {reason}." for name, reason in reasons if reason), "")
    why = f"no file in it has URLs. It holds {_shown(names)}." if names else "it is empty."
    why = told or why
    if unknown:
        known = _describe(unknown, option)
        why = f"no file in it is an export that is known; {known} {told}".rstrip()
    return UsageError(f"Cannot import {path.name}: {why}")


def _log(source: Source, log: LogFormat) -> Found:
    return Found(source, f"access log ({log.title})", log=log)


def _list(source: Source, table: List, option: str) -> Found:
    if sitemaps := table_in(source, table, option):
        return Found(source, sitemaps.title, sitemaps=sitemaps)
    return Found(source, table.recognized.title, table=table)


def _has_urls(table: List) -> bool:
    return not table.recognized.export.holds


def _kind(found: Found) -> str:
    return found.table.recognized.export.kind if found.table is not None else ""


def _refuse_without_urls(name: str, found: Found) -> None:
    """Refuse an export of numbers."""
    if found.table is not None and (holds := found.table.recognized.export.holds):
        raise UsageError(f"{name} is a {found.title}: it holds {holds}")


_BEGINNINGS = {
    b"<!doctype html": "it is a web page. Download the export itself",
    b"<html": "it is a web page. Download the export itself",
    b"<?xml": "it is XML. Export it as CSV; a sitemap is for 'sitemap-audit FILE'",
    b"%pdf": "it is a PDF. Export it as CSV",
    b"\xd0\xcf\x11\xe0": "it is a workbook of an old Excel, or has a password. Save it as"
    " .xlsx without a password, or as CSV",
    b"application/vnd.oasi": "it is a document of LibreOffice. Save it as .xlsx, or as CSV",
    b"\x1f\x8b": "it is compressed more than once. Extract it",
    b"pk\x03\x04": "it is a zip or a workbook in a compressed file. Extract it",
}
"By the beginning of a file that cannot be imported: why, and what to do."
_EMPTY = re.compile(rb"\{\s*\}")
"""An object without fields: all that sitemaps.list returns if there are no sitemaps.

https://developers.google.com/webmaster-tools/v1/sitemaps/list
"""


def _why_not(source: Source) -> str | None:
    """Say why a file is no text, or another one than the user means; None if it may be right."""
    head = source.head.removeprefix(b"\xef\xbb\xbf").strip()
    if _EMPTY.fullmatch(head):
        return (
            "it is an empty JSON object, as Search Console responds if no sitemap is submitted."
            " There is nothing to import"
        )
    beginning = head[:20].lower()
    why = (why for known, why in _BEGINNINGS.items() if beginning.startswith(known))
    return next(why, "it is not text. Export it as CSV" if source.is_binary else None)


def _describe(unknown: Sequence[NotRecognizedError], option: str) -> str:
    """Describe files that are no exports of a known product."""
    told, is_doubtful = [], False
    for error in unknown[:_FILES_SHOWN]:
        name = error.source.name.partition("/")[2]
        has = f"are {_shown(error.columns)}" if error.columns else "have no names"
        if error.is_in_other_encoding and not has.isascii():
            is_doubtful = True
            is_read = all(map(is_decoded, error.columns))
            has = f"{has}, read as Windows-1252" if is_read else "are in an unknown encoding"
        told.append(f"{f'the columns of {name}' if name else 'its columns'} {has}")
    more = "; …" if len(unknown) > _FILES_SHOWN else ""
    save = " If the encoding is not right, save it as CSV in UTF-8." if is_doubtful else ""
    named = f" Name the column of its URLs: {option} 'url=COLUMN'."
    return f"{'; '.join(told)}{more}.{save}{named}"


def _shown(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])[:400]
    return f"{shown}, …" if len(names) > _SHOWN else shown
