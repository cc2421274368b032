"""The rules of ``_redirects`` and ``_headers``, as far as they are plain.

Netlify's forms, which Cloudflare Pages has taken over in part:
https://docs.netlify.com/manage/routing/redirects/overview and
https://docs.netlify.com/manage/routing/headers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fnmatch import translate
from itertools import takewhile
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting.serving import HeaderLine, Served
from sitemap_audit.masking import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

REDIRECTS, HEADERS = "_redirects", "_headers"

_PLACE = re.compile(r":(\w+)", re.ASCII)
_PLACEHOLDER = re.compile(r":([A-Za-z]\w*)", re.ASCII)
_STATUS = re.compile(r"(\d{3})(!?)")
_SPLAT = "splat"
_WITH_USER = "basic-auth"
"https://docs.netlify.com/manage/security/secure-access-to-sites/basic-authentication-with-custom-http-headers"

_HOST = "its host is not understood"
_PATH = "its path is not understood"
_NO_TARGET = "its query parameters or its destination are not understood"
_CONDITIONS = "its conditions depend on the visitor"


@dataclass(frozen=True, slots=True)
class RedirectRule:
    """A rule of ``_redirects``."""

    place: str
    "``_redirects, line 3``"
    path: re.Pattern[str]
    "What it matches, of a decoded path without a slash at its end."
    destination: str
    status: int
    is_forced: bool
    "Whether it comes before a file of the same path."
    not_understood: str | None
    "Why it cannot be applied, as a clause; None if it can."

    def target(self, match: re.Match[str], encode: Callable[[str], str]) -> str:
        """Return the destination with what the placeholders stand for."""
        values = match.groupdict()

        def value(place: re.Match[str]) -> str:
            return encode(values[place[1]] or "") if place[1] in values else place[0]

        return _PLACE.sub(value, self.destination)


@dataclass(frozen=True, slots=True)
class HeaderRule:
    """A block of ``_headers``."""

    place: str
    path: re.Pattern[str]
    headers: tuple[HeaderLine, ...]
    not_understood: str | None


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are no comments, with their numbers.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        text = file.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise UsageError(
            f"Cannot read {quoted(str(file))}: {error.strerror}. Check its permissions."
        ) from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def may_match(path: str) -> re.Pattern[str]:
    """Return a pattern of all that a path with ``:name`` and ``*`` may stand for.

    Python's own of a glob takes no time that grows with the number of wildcards.
    """
    literal = path.translate({ord("["): "[[]", ord("?"): "[?]"})
    return re.compile(translate(re.sub(r":\w+", "*", literal)))


def _path_on(host: str, source: str) -> tuple[str, str | None] | None:
    """Return the path of a source, and what its host needs; None if it is for other hosts alone.

    Whole URLs may stand for paths. ``:name`` in a host is one label, or a part of it
    (https://developers.cloudflare.com/pages/configuration/headers/).

    Returns:
        The path, and None if it is for this very host, ``:`` if for all that its placeholders
        stand for, ``*`` if it is not certain for which.
    """
    if not source.startswith(("https://", "http://")):
        return source, None
    try:
        url = urlsplit(source)
    except ValueError:
        return "/*", "*"
    name = re.sub(r":\d*$", "", url.netloc.lower())
    if name == host:
        return url.path, None
    if "*" in name:
        return (url.path, "*") if may_match(name).fullmatch(host) else None
    labels, own = name.split("."), host.split(".")
    matches = len(labels) == len(own) and all(
        may_match(label).fullmatch(each) for label, each in zip(labels, own, strict=True)
    )
    return (url.path, ":") if matches else None


def loose_pattern(source: str) -> tuple[re.Pattern[str], bool]:
    """Return the pattern of Netlify, and whether it says the whole meaning of the source.

    ``:name`` is one segment and ``*`` at the end is the rest, which may be empty.
    """
    path = unquote(source)
    names = _PLACE.findall(path)
    is_plain = path.startswith("/") and len(names) == len({*names, _SPLAT}) - 1
    parts = []
    for part in path.strip("/").split("/") if path.strip("/") else []:
        if place := _PLACEHOLDER.fullmatch(part):
            parts.append(f"/(?P<{place[1]}>[^/]+)" if is_plain else "/[^/]+")
        elif part == "*" and path.endswith("/*") and len(parts) == path.count("/") - 1:
            parts.append(f"(?:/(?P<{_SPLAT}>.*))?")
        else:
            is_plain = is_plain and not {"*", ":"} & {*part}
            parts.append("/" + re.escape(part))
    if not is_plain:
        return may_match(re.sub(r"/\*$", "*", "/" + path.strip("/"))), False
    return re.compile("".join(parts), re.DOTALL), True


def exact_pattern(source: str) -> tuple[re.Pattern[str], bool]:
    """Return the pattern of Cloudflare Pages, and whether it says the whole meaning of the source.

    ``:name`` is what has no slash, and ``*`` anything, wherever they stand. A slash at the end
    counts.
    """
    path = unquote(source)
    names = _PLACEHOLDER.findall(path)
    is_plain = path.startswith("/") and path.count("*") < 2 and _SPLAT not in names
    # More of them in one segment can be read in too many ways.
    is_short = all(len(_PLACEHOLDER.findall(part)) <= 2 for part in path.split("/"))
    if not is_plain or not is_short or len(names) > len({*names}):
        return may_match(path), False
    pattern = re.escape(path).replace(r"\*", f"(?P<{_SPLAT}>.*)")
    for name in names:
        pattern = re.sub(rf":{name}\b", f"(?P<{name}>[^/]+)", pattern, flags=re.ASCII)
    return re.compile(pattern, re.DOTALL), True


def read_redirects(
    file: Path,
    host: str,
    statuses: frozenset[int],
    default: int = 301,
    pattern: Callable[[str], tuple[re.Pattern[str], bool]] = loose_pattern,
    *,
    reads_hosts: bool = True,
) -> list[RedirectRule]:
    """Return the rules of ``_redirects``, without those of other hosts.

    Args:
        statuses: those that a rule may have.
        default: that of a rule without one.
        pattern: how the host reads a path.
        reads_hosts: whether the source of a rule may be a URL; else such a rule is left out.

    Raises:
        UsageError: the file cannot be read.
    """
    rules = []
    for number, line in _lines(file):
        source, *rest = takewhile(lambda word: not word.startswith("#"), line.split())
        on_host = _path_on(host, source)
        if on_host is None or (not reads_hosts and "://" in source):
            continue
        written, wildcard = on_host
        # Query parameters stand before the destination, conditions behind the status.
        why = None if rest and rest[0].startswith(("/", "http://", "https://")) else _NO_TARGET
        status = _STATUS.fullmatch(rest[1]) if len(rest) > 1 else None
        if len(rest) > (2 if status else 1):
            why = why or _CONDITIONS
        path, is_plain = pattern(written)
        code = int(status[1]) if status else default
        if wildcard:
            why = why or _HOST
        if not is_plain:
            why = why or _PATH
        if code not in statuses:
            why = why or f"its status {code} is not understood"
        place = f"{file.name}, line {number}"
        is_forced = status is not None and status[2] == "!"
        rules.append(RedirectRule(place, path, rest[0] if rest else "", code, is_forced, why))
    return rules


def read_headers(
    file: Path,
    host: str,
    pattern: Callable[[str], tuple[re.Pattern[str], bool]] = loose_pattern,
    wildcards: str = "",
) -> list[HeaderRule]:
    """Return the blocks of ``_headers``, without those of other hosts.

    Args:
        pattern: how the host reads a path.
        wildcards: ``:`` if the host documents placeholders in the host of a block.

    Raises:
        UsageError: the file cannot be read.
    """
    rules: list[HeaderRule] = []
    is_ours = False
    for number, line in _lines(file):
        if not line[0].isspace():
            on_host = _path_on(host, line.strip())
            is_ours = on_host is not None
            if on_host is None:
                continue
            written, wildcard = on_host
            path, is_plain = pattern(written)
            why = None if is_plain else _PATH
            if wildcard and wildcard != wildcards:
                why = _HOST
            rules.append(HeaderRule(f"{file.name}, line {number}", path, (), why))
        elif is_ours:
            last = rules.pop()
            name, colon, value = (part.strip() for part in line.partition(":"))
            why = last.not_understood or (None if colon else f"line {number} is no header")
            if name.lower() == _WITH_USER:
                why, value = "it asks visitors for a password", ""
            headers = (*last.headers, HeaderLine(name, value, file, number))
            rules.append(HeaderRule(last.place, last.path, headers, why))
    return rules


def with_headers(served: Served, rules: list[HeaderRule], path: str) -> Served:
    """Return a response with the headers of every block that matches a path.

    They replace those of the host; values of one name are joined by a comma.
    """
    headers = dict(served.headers)
    own: set[str] = set()
    lines: list[HeaderLine] = []
    for rule in rules:
        if not rule.path.fullmatch(path):
            continue
        if rule.not_understood:
            return Served(0, unclear=f"{rule.place}: {rule.not_understood}")
        for name, value, *_ in rule.headers:
            same = next((each for each in headers if each.lower() == name.lower()), name)
            headers[same] = f"{headers[same]}, {value}" if same in own else value
            own.add(same)
        lines += rule.headers
    return replace(served, headers=tuple(headers.items()), by_rules=tuple(lines))
