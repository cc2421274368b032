"""Read a line of an access log in text: Common, Combined, and what servers make of them."""

from __future__ import annotations

import re
from typing import NamedTuple

_TEXT = r'"([^"\\]*(?:\\.[^"\\]*)*)"'
_COMBINED = re.compile(
    r'(\S+) - ([^\s"\[]+) \[(\d\d/\w{3}/\d{4}:[^\]"]*)\] '
    rf'{_TEXT} (\d{{3}}) \S+ {_TEXT} {_TEXT}(?: "([\da-fA-F.:, ]+)")?(?: |$)'
)
"The usual line, read four times as fast: no list of addresses, no host, no space in a name."
_LINE = re.compile(
    r'(.{0,1000}?)"([A-Za-z]+ [^"\\]*(?:\\.[^"\\]*)*)" "?(\d+|-)"?(?: "?\d[\d.]*"?)*(?: (.*)|$)'
)
"What is before the request, the request, its status code, and what is behind without numbers."
_NO_REQUEST = re.compile(rf"(.{{0,1000}}?){_TEXT} (\d{{3}})(?: (.*)|$)")
"The same of a client that does not speak HTTP, or says nothing."
_LOAD_BALANCER = re.compile(
    r"(?:(?:https?|h2|grpcs?|wss?) )?(\d{4}-\d\d-\d\dT\S+) \S+ (\S+):\d+ \S+"
    rf" [\d.-]+ [\d.-]+ [\d.-]+ (\d+|-) \S+ \S+ \S+ {_TEXT}(?: {_TEXT})?"
)
_HAPROXY = re.compile(
    r"(?:^| )(\S+):\d+ \[(\d\d/\w{3}/\d{4}:[^\]]*)\] \S+ \S+ [\d/+-]+ (-?\d+) \S+ \S+ \S+ \S{4}"
    rf" \S+ \S+ ((?:\{{[^}}]*\}} )*){_TEXT}"
)
_TIME = re.compile(
    r"\[?\d{1,2}/[A-Z][a-z]{2}/\d{4}[: ]\d\d:[^\]\s\"]*(?: [+-]\d{4})?\]?"
    r"|\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:[^\]\s\"]*\]?"
)
_BRACKETED = re.compile(r"\[\d{1,2}/[A-Z][a-z]{2}/\d{4}[: ][^\]]*\]")
_PREFIX = re.compile(
    r"<\d+>\d \S+ \S+ \S+ \S+ \S+ (?:-|\[.*?\]) "  # syslog, RFC 5424
    r"|(?:.*(?:[\w)\]]: |\| |\b(?:stdout|stderr) [FP] )"  # syslog, Docker Compose, Kubernetes
    r"|\[pod/\S+\] )?"  # kubectl logs --prefix
    r"(?:\d{4}-\d\d-\d\dT\S+ )?"  # the time by docker logs and kubectl logs --timestamps
)
"What collectors of logs write before a line."
_ADDRESS = re.compile(
    r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|\[?[\da-fA-F]{0,4}:[\da-fA-F:]*:[\da-fA-F:.]*\]?(?::\d+)?"
)
_LONGEST_ADDRESS = 60
_LONGEST = 2**16
"Characters of an unusual line that are looked at."
_LONGEST_REST = 2**13
"Characters behind its request that are looked at."
_HOST = re.compile(r"(?:[\w-]+\.)+[^\W\d][\w-]+(?::\d+)?|localhost(?::\d+)?")
_PRODUCT = re.compile(r"[A-Za-z][\w.+-]*/\d")
"How user agents begin, and referrers do not."
_QUOTED = re.compile(_TEXT)
_PAIR = re.compile(rf'(?:^| ){_TEXT} {_TEXT}(?: "([\da-fA-F.:, ]+)")?')
"Referrer and user agent, and the list of addresses that the default format of nginx has behind."
_ESCAPED_BYTE = re.compile(r"\\x([\dA-Fa-f]{2})")
_ESCAPED = re.compile(r"\\(.)")
_OF_S3 = 5
"Words between time and request in logs of S3: address, requester, ID, operation, key."
_OTHER_LOG = re.compile(
    r"\d{4}/\d\d/\d\d [\d:]+ \[\w+\] \d+#|\[\w{3} \w{3} +\d+ [\d:.]+ \d{4}\] \["
)


NO_AGENT = "-"


class Request(NamedTuple):
    """A request as texts of a log; empty where the log does not say it."""

    target: str
    "Request line, or URL with its query."
    host: str
    status: str
    agent: str
    "User agent: a hyphen where the client sent none, empty where the log does not say it."
    time: str
    ip: str
    "IP address, or several with commas between them: the first one of the client, then proxies."


def read_text(line: str) -> Request | None:
    """Read a line; None if it is none of an access log that is known."""
    if match := _COMBINED.match(line):
        ip, _, time, request, status, referrer, agent, forwarded = match.groups()
        ip = f"{forwarded},{ip}" if forwarded else ip
        agent = _agent(referrer, agent) or NO_AGENT
        return Request(_unescaped(request), "", status, agent, time, ip)
    line = line[:_LONGEST]
    if match := _LOAD_BALANCER.match(line):
        time, ip, status, request, agent = match.groups()
        return Request(_unescaped(request), "", status, agent or "", time, ip)
    if match := _HAPROXY.search(line):
        ip, time, status, captured, request = match.groups()
        return Request(_unescaped(request), "", status, captured, time, ip)
    if (match := _LINE.match(line) or _NO_REQUEST.match(line)) is None:
        return None
    before, request, status, rest = match.groups()
    rest = (rest or "")[:_LONGEST_REST]
    if (time := find_time(before) or find_time(rest)) is None:
        return None
    pair = _PAIR.search(f" {rest}")
    found = pair.groups() if pair else ("", next(iter(_QUOTED.findall(rest)), ""), None)
    first, second, forwarded = found
    left, _, right = before.partition(time)
    words = _words(left, right)
    ip, host = _client(words, right.split())
    if not words:  # Envoy has the client, its user agent and the host behind the request
        ip = first
        host = next(filter(_HOST.fullmatch, _QUOTED.findall(rest)), "")
    ip = f"{forwarded},{ip}" if forwarded else ip
    agent = _agent(first, second) or (NO_AGENT if pair else "")
    return Request(_unescaped(request), host, status, agent, time.strip("[]"), ip)


def title_of(line: str) -> tuple[str, str]:
    """Return the kind of a line that can be read, and what it is in words."""
    if _LOAD_BALANCER.match(line):
        return "alb", "AWS load balancer"
    if _HAPROXY.search(line):
        return "haproxy", "HAProxy"
    is_combined = len(_QUOTED.findall(line[:_LONGEST_REST])) > 2
    kind, title = ("combined", "Combined") if is_combined else ("common", "Common")
    if (request := read_text(line)) and request.host:
        return f"vhost-{kind}", f"{title} Log Format with host"
    return kind, f"{title} Log Format"


def find_time(text: str) -> str | None:
    """Return the time that a line has, as written; the one in brackets if there are several."""
    match = _BRACKETED.search(text) or _TIME.search(text)
    return match[0] if match else None


def is_of_other_log(line: str) -> bool:
    """Whether a line is of the error log of nginx or Apache, which containers write between."""
    return bool(_OTHER_LOG.match(line))


def _words(left: str, right: str) -> list[str]:
    """Return what is before the request without the time: addresses, names, the host."""
    prefix = _PREFIX.match(left)
    left = left[prefix.end() :] if prefix else left
    return f"{left} {right}".replace('"', " ").replace(", ", ",").split()


def _client(words: list[str], behind: list[str]) -> tuple[str, str]:
    """Return the addresses of the client, and the host of the request.

    Args:
        behind: the words between time and request. The last one may be the host, but not in logs
            of S3, where it is a file.
    """
    at = next((at for at, word in enumerate(words) if _is_address(word)), None)
    if at is None:  # names in place of addresses: HostnameLookups
        is_host_first = len(words) > 3 and (words[1] != "-" or words[2] == "-")
        names = words[1:] if is_host_first else words
        return "".join(names[:1]), words[0] if is_host_first else ""
    if _is_address("".join(words[at + 1 : at + 2])):  # the first one is the host
        return words[at + 1], words[at]
    before = words[at - 1 : at] if at else []
    if before and (at == 1 or _HOST.fullmatch(before[0])):
        return words[at], before[0]
    maybe = words[at + 1 : at + 2] + (behind[-1:] if len(behind) < _OF_S3 else [])
    return words[at], next(filter(_HOST.fullmatch, maybe), "")


def _is_address(word: str) -> bool:
    parts = [part for part in word.split(",") if part not in ("-", "unknown")]
    return bool(parts) and all(
        len(part) < _LONGEST_ADDRESS and _ADDRESS.fullmatch(part) for part in parts
    )


def _agent(first: str, second: str) -> str:
    """Return which of two texts behind the request is the user agent; usually the second one."""
    return first if _PRODUCT.match(first) and not _PRODUCT.match(second) else second


def percent_encoded(text: str) -> str:
    r"""Return a text with percent-encoded bytes where it has escapes such as ``\xE9``."""
    return _ESCAPED_BYTE.sub(r"%\1", text) if "\\x" in text else text


def _unescaped(text: str) -> str:
    """Return a request as it was sent: servers write quotes and other bytes as escapes."""
    return _ESCAPED.sub(r"\1", percent_encoded(text)) if "\\" in text else text
