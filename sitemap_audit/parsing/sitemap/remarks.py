"""Reports on comments, stylesheets and invalid bytes in XML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing import urls
from sitemap_audit.parsing.sitemap.sink import INVALID_BYTES, excerpt
from sitemap_audit.parsing.sitemap.tokens import ATTRIBUTE, BAD_CHARACTER, clean

if TYPE_CHECKING:
    from sitemap_audit.parsing.sitemap.sink import Sink

_READ = 4096
"Characters of a comment that are looked at."

_DEBUG = (
    (
        "Server path",
        r"(?<![\w.:/-])/(?:home|opt|srv|usr|var|mnt|Users)/[\w.-]+/[\w.-]+"
        r"|\b[A-Z]:\\\w[\w .-]{0,80}\\",
    ),
    (
        "Database query",
        r"\bSELECT\s.{1,300}?\sFROM\s|\bINSERT INTO\s|\bUPDATE \S+ SET\s|\bDELETE FROM\s",
    ),
    (
        "Error message",
        r"Traceback \(most recent call|\bStack trace:|\bFatal error\b|\bon line \d+\b"
        r"|\bat [\w$.<>]+\([\w.]+:\d+\)",
    ),
)
_GENERATOR = (
    (
        "Timings",
        r"\b\d+ (?:SQL |DB |database )?quer(?:y|ies)\b"
        r"|\b\d+(?:\.\d+)? ?(?:ms|s|sec|secs|seconds?|milliseconds?)\b"
        r"|\bmemory\b[^\n]{0,40}?\d ?[kKMG]i?B\b",
    ),
    ("Version number", r"\b[vV]?\d+\.\d+(?:\.\d+)+\b|\b[vV](?:ersion)?[ :.]{0,2}\d+\.\d+\b"),
)


class Remark(NamedTuple):
    """Information that a comment discloses."""

    code: str
    "debug-comment | generator-comment."
    detail: str


_REMARKS = [
    (re.compile(pattern, re.DOTALL), Remark(code, f"{what} in a comment"))
    for code, kinds in (("debug-comment", _DEBUG), ("generator-comment", _GENERATOR))
    for what, pattern in kinds
]


def read_comment(text: str) -> Remark | None:
    """Return the most serious disclosure of a comment; None if there is none."""
    text = text[:_READ]
    return next((remark for pattern, remark in _REMARKS if pattern.search(text)), None)


def report_comment(sink: Sink, written: str, line: int) -> None:
    """Report a comment that discloses something."""
    if remark := read_comment(written):
        sink.problem(
            remark.code,
            remark.detail,
            "No internal details in comments",
            line,
            excerpt=excerpt(clean(written)),
        )


def report_stylesheet(sink: Sink, written: str, line: int, column: int) -> None:
    """Report a stylesheet of another origin, which browsers do not load."""
    values = {match[1]: match[2] or match[3] for match in ATTRIBUTE.finditer(written)}
    url = urls.read_link(values.get("href"), sink.url).url
    own = urls.origin(sink.url)
    if url is not None and urls.origin(url) != own:
        sink.problem(
            "stylesheet-cross-origin",
            f"Stylesheet on {urls.origin(url)}",
            f"Stylesheet on {own}",
            line,
            column=column,
            excerpt=excerpt(clean(written)),
        )


def report_bytes(sink: Sink, written: str, line: int, column: int) -> None:
    """Report invalid characters outside the entries; those in entries are reported with them."""
    if written.isprintable() or not (bad := BAD_CHARACTER.search(written)):
        return
    before = written[: bad.start()]
    newline = before.rfind("\n")
    sink.problem(
        "invalid-bytes",
        INVALID_BYTES,
        "Valid UTF-8 without control characters",
        line + before.count("\n"),
        column=len(before) - newline + (column - 1 if newline < 0 else 0),
        excerpt=excerpt(clean(written), bad.start()),
    )
