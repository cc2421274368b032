"""Say what was read of an imported file, and why it cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sitemap_audit.imports.exports import SITEMAP_LIST
from sitemap_audit.plural import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.imports.recognized import Found
    from sitemap_audit.imports.site import Elsewhere, Site, Unreadable
    from sitemap_audit.items import ImportedFile, ImportedUnreadable

_REASONS = {
    "request": "no HTTP request",
    "format": "in a format that is not known",
    "time": "no date",
    "status": "no status code",
    "json": "invalid JSON",
    "no-url": "no URL",
    "not-a-url": "not a URL",
    "userinfo": "with a user name or password",
    "encoding": "in another encoding",
    "columns": "wrong number of columns",
    "too-long": "too long",
    "truncated": "truncated",
    "damaged": "damaged",
}
"Why rows cannot be read, in words."
_SMALLEST = 0.0001
"Share that is shown as a number."

NOT_OF_VISITORS = (
    "  No bot is verified: the log may have the IP addresses of a CDN instead of its visitors."
    " Nothing is said to be fake."
)
NOT_THE_WHOLE_LIST = (
    "  A file does not say whether it has all sitemaps of the property: which sitemaps are not"
    " submitted is not checked. The API says it: search-console:PROPERTY, bing-webmaster:SITE."
)
OF_SITEMAPS_PERHAPS = (
    "  All of these URLs look like sitemaps. If this is a list of submitted sitemaps, import it"
    " again by 'sitemap-audit import' with --column 'bing_sitemap=COLUMN' (or google_sitemap) and"
    " --column 'last_read=COLUMN'."
)


class Reader(Protocol):
    """What has read the rows of a file."""

    rows: int
    elsewhere: Elsewhere
    unreadable: Unreadable


def describe_file(
    file: ImportedFile, title: str, unreadable: Sequence[ImportedUnreadable]
) -> list[str]:
    """Say what a file is, and which of its rows are stored."""
    state = f", {file.state}" if file.state else ""
    rows = counted(file.rows, "row")
    what = f"{file.urls:,} of them URLs of this site"
    if file.kind == SITEMAP_LIST:
        what = counted(file.urls, "submitted sitemap")
    told = [f"{file.file}: {title}{state}, {rows}: {what}."]
    if file.elsewhere:
        told.append(f"  Left out: {counted(file.elsewhere, 'row')} of other hosts.")
    for each in unreadable:
        where = f" (line {each.line:,})" if each.line else ""
        if each.rows:
            told.append(f"  Not read: {each.rows:,} {_REASONS[each.reason]}{where}.")
    if file.unread:
        share = file.unread / file.rows
        shown = f"{share:.2%}" if share >= _SMALLEST else "under 0.01%"
        told.append(
            f"  Lines whose request or user agent is unknown: {shown}. Above 0.1% of all logs, the"
            " checks that read logs are not checked."
        )
    if file.unread_googlebot:
        told.append(
            f"  Lines of Googlebot that were not read: {file.unread_googlebot:,}. Which URLs it did"
            " not crawl is not checked."
        )
    if file.read_until is not None:
        told.append(f"  The file is truncated: read until line {file.read_until:,}. Copy it again.")
    return told


def describe_missing(found: Found, site: Site, reader: Reader) -> str:
    """Say why no row of a file can be used."""
    name = found.source.name
    if reader.elsewhere.rows:
        return (
            f"{name} is of another site: none of its rows ({reader.rows:,}) has a URL of"
            f" {site.name}; the first has {reader.elsewhere.first}."
        )
    why = ", ".join(
        f"{rows:,} {_REASONS[reason]}" for reason, rows in reader.unreadable.rows.items()
    )
    what = "lists no sitemap" if found.sitemaps else "has no URL"
    return f"{name} ({found.title}) {what}{f': {why}' if why else ''}."


def describe_bots(bots: Sequence[tuple[str, int, int, int]], first: str, last: str) -> str:
    """Say which bots a log has, and its days.

    Args:
        bots: name, requests, those of them that are verified, and those by others.
    """
    days = first if first == last else f"{first} to {last}"
    found = ", ".join(
        f"{bot} {hits:,} ({_verified(hits, verified, others)})"
        for bot, hits, verified, others in bots
    )
    return f"  {days}. {f'Bots: {found}.' if found else 'No known bot.'}"


def _verified(hits: int, verified: int, others: int) -> str:
    claimed = hits - verified - others
    if claimed == hits:
        return "claimed"
    numbers = {"verified": verified, "fake": others, "claimed": claimed}
    return ", ".join(f"{number:,} {name}" for name, number in numbers.items() if number)
