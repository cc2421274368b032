"""Parsing, normalisation and comparison of URLs.

The normal form identifies a page. It lower-cases scheme and host, converts an international host
to ASCII, drops the default port and the fragment, resolves dot segments, writes percent escapes in
upper case and decodes those of unreserved characters (RFC 3986, 6.2.2). It keeps what may be
another page: trailing slash, case of the path, order of the query, www, scheme.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

import ada_url
import xxhash

from sitemap_audit.parsing.cleaning import UNSEEN
from sitemap_audit.parsing.url_patterns import NORMAL, NORMAL_REST, PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class UrlProblem(StrEnum):
    """What is wrong with a URL."""

    EMPTY = "empty"
    RELATIVE = "relative"
    PROTOCOL_RELATIVE = "protocol-relative"
    SCHEME = "scheme"
    "Neither http nor https."
    USERINFO = "userinfo"
    "Carries a user name or password; never requested."
    MALFORMED = "malformed"
    TOO_LONG = "too-long"
    "Over 65,536 characters: not read at all."
    NOT_ASCII = "not-ascii"
    "In a header, with bytes outside ASCII: clients read different URLs."
    NOT_UTF8 = "not-utf8"
    "The same with bytes that are no UTF-8."
    QUOTES = "quotes"
    "In a Link header whose parameters are in other quotes than double ones."
    INVISIBLE = "invisible"
    "Behind an invisible character, so that clients take it for relative."
    NO_SCHEME = "no-scheme"
    "A host without scheme, which clients take for relative."
    PLACEHOLDER = "placeholder"
    "What a template left over."
    ESCAPED_TWICE = "escaped-twice"
    "An XML entity in an annotation: another URL was meant."


class Difference(StrEnum):
    """How one URL differs from another; all but the last two are common variations."""

    SCHEME = "scheme"
    WWW = "www"
    TRAILING_SLASH = "trailing-slash"
    CASE = "case"
    INDEX_PAGE = "index-page"
    QUERY_ORDER = "query-order"
    ENCODING = "encoding"
    "Another Unicode form of the same text, or escapes of characters that need none in a path."
    SEVERAL = "several"
    "More than one of the slips above."
    HOST = "host"
    PAGE = "page"


class Link(NamedTuple):
    """A URL as written and as parsed."""

    url: str | None
    "Normal form; NULL where it is no http(s) URL."
    key: int | None
    near_key: int | None
    problem: UrlProblem | None
    "With a URL beside it where the fault can be read over (relative, against a base)."


class Links(NamedTuple):
    """Parsed URLs, as the columns of a :class:`Link`."""

    urls: Sequence[str | None]
    keys: Sequence[int | None]
    near_keys: Sequence[int | None]
    problems: Sequence[UrlProblem | None]


MAX_LENGTH = 65_536
MAX_COMPOSED = 2_048
"Characters, in normal form, of a URL that is put in NFC at most: many marks take square time."

_NORMAL = re.compile(NORMAL)
_NORMAL_REST = re.compile(NORMAL_REST)
_PLAIN = re.compile(PLAIN)
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#[0-9]+|#[xX][0-9A-Fa-f]+)(?:;|%3[Bb])")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_UNSEEN_START = re.compile(rf"[{UNSEEN}][{UNSEEN}\s]*https?:", re.IGNORECASE)
_HOST_AND_PORT = re.compile(r"(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?")
_REQUESTED = re.compile(r"(https?)://([^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
"Scheme, host and port, and the rest of a URL."
_PORTS = {"http": ":80", "https": ":443"}
_AUTHORITY = re.compile(r"//[^/?#\\]")
_ESCAPE = re.compile(r"(?>(?:%[89A-Fa-f][0-9A-Fa-f])+)|%([0-9A-Fa-f]{2})?")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_WIRE_SAFE = "!#$%&'()*+,/:;=?@[]~|"
_NOT_ASCII = re.compile(r"(?:%[89A-F][0-9A-F])+")
_BEYOND_ASCII = re.compile("[^\0-\x7f]+")
NEEDLESS = {f"%{ord(character):02X}": character for character in "!$'()*,:;@"}
"Escapes of characters that stand for themselves in a path (RFC 3986, 3.3)."
_NEEDLESS = re.compile("|".join(NEEDLESS))
INDEX_PAGE = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)
BLANK = "".join(map(chr, range(0x21)))  # what the WHATWG strips: C0 controls and space


def key(url: str) -> int:
    """Return the 64-bit key of a URL in normal form, as a signed integer (XXH3)."""
    digest = xxhash.xxh3_64_intdigest(url.encode("utf-8", "surrogatepass"))
    return digest - (1 << 64) if digest >= 1 << 63 else digest


def read_link(written: str | None, base: str | None = None) -> Link:
    """Parse a URL, relative to ``base`` or, without one, absolute."""
    text = written or ""
    if len(text) <= MAX_LENGTH:
        if (plain := _PLAIN.fullmatch(text)) is not None:
            # Made as a tuple: the class's own constructor takes three times as long, measured.
            return tuple.__new__(Link, (text, key(text), key(plain[1].rstrip("/")), None))
        if _NORMAL.fullmatch(text) is not None:
            return Link(text, key(text), near_key(text), None)
    text = text.strip(BLANK)
    if not text:
        return _no_link(UrlProblem.EMPTY)
    return _read_other(text, base) if len(text) <= MAX_LENGTH else _no_link(UrlProblem.TOO_LONG)


def read_columns(written: Sequence[str]) -> Links:
    """Parse absolute URLs; one that is repeated is parsed once."""
    link_of = {text: read_link(text) for text in set(written)}
    links = [link_of[text] for text in written]
    columns: Any = ([link[place] for link in links] for place in range(len(Link._fields)))
    return Links(*columns)


def is_escaped_twice(written: str) -> bool:
    """Whether an XML entity is still in a URL after its file was parsed."""
    return "&" in written and _ENTITY.search(written) is not None


def read_annotation(written: str | None, base: str | None = None) -> Link:
    """Parse the URL of an annotation, as :func:`read_link`; one that is escaped twice is none."""
    if written is not None and is_escaped_twice(written):
        return _no_link(UrlProblem.ESCAPED_TWICE)
    return read_link(written, base)


def _read_other(text: str, base: str | None) -> Link:
    """Parse a URL that is not in normal form."""
    problem = None
    scheme = _SCHEME.match(text)
    if scheme is None:
        if _UNSEEN_START.match(text):
            return _no_link(UrlProblem.INVISIBLE)
        problem = UrlProblem.PROTOCOL_RELATIVE if text.startswith("//") else UrlProblem.RELATIVE
        if base is None:
            return _no_link(problem)
    elif scheme[1].lower() not in ("http", "https"):
        return _no_link(UrlProblem.SCHEME)
    elif not _AUTHORITY.match(text, scheme.end()):
        return _no_link(UrlProblem.MALFORMED)
    try:
        url = normalise(text, base if problem else None)
    except ValueError:
        return _no_link(UrlProblem.MALFORMED)
    if not url.startswith(("http://", "https://")):
        return _no_link(UrlProblem.SCHEME)
    authority = url.split("/", 3)[2]
    if "@" in authority:
        return _no_link(UrlProblem.USERINFO)
    if not _HOST_AND_PORT.fullmatch(authority):  # {{host}}, which browsers would request
        return _no_link(UrlProblem.MALFORMED)
    return Link(url, key(url), near_key(url), problem)


def _no_link(problem: UrlProblem) -> Link:
    return Link(None, None, None, problem)


def normalise(url: str, base: str | None = None) -> str:
    """Return the normal form of a URL, relative to ``base`` or, without one, absolute.

    Raises:
        ValueError: the WHATWG URL parser rejects it.
    """
    # One string: the parser takes as long again for each part of a URL, measured.
    href = ada_url.URL(url.strip(BLANK), base).href.partition("#")[0]
    site = origin(href)
    rest = href[len(site) :]
    if _NORMAL_REST.fullmatch(rest) is None:
        path, _, query = rest.partition("?")
        rest = quote(f"{path}?{query}" if query else path, safe="%/:@!$&'()*+,;=~?")
        rest = _ESCAPE.sub(_normal_escape, rest)
    return site + rest


def _normal_escape(match: re.Match[str]) -> str:
    """Return the normal form of a match: non-ASCII escapes, other escapes, or a lone ``%``."""
    if match[1] is None:  # written out, lest it makes an escape of what is decoded behind it
        return match[0].upper() if len(match[0]) > 1 else "%25"
    byte = int(match[1], 16)
    return chr(byte) if byte in _UNRESERVED else f"%{match[1].upper()}"


def wire(written: str) -> str:
    """Return a URL for a request: as written, except what a request line cannot contain.

    Surrounding space and the fragment are removed; space, control and non-ASCII characters are
    escaped; a backslash in the path becomes a slash, as in every client.

    Raises:
        ValueError: the host cannot be written in ASCII.
    """
    text = "".join(c for c in written.strip(BLANK) if c not in "\t\r\n").partition("#")[0]
    scheme, separator, rest = text.partition("://")
    path, mark, query = rest.partition("?")
    authority, slash, path = path.replace("\\", "/").partition("/")
    if not authority.isascii():
        authority = ada_url.URL(f"{scheme}://{authority}").host
    return scheme.lower() + separator + _sendable(f"{authority}{slash}{path}{mark}{query}")


def target(base: str, location: str) -> str:
    """Return the URL to request for a Location header: with its escapes as written.

    Raises:
        ValueError: the WHATWG URL parser rejects it.
    """
    return wire(ada_url.join_url(base, location))


def _sendable(text: str) -> str:
    return quote(text, safe=_WIRE_SAFE, errors="replace")


def origin(url: str) -> str:
    """Return ``scheme://host[:port]`` of a URL in normal form."""
    end = url.find("/", 8)
    return url if end < 0 else url[:end]


def host(url: str) -> str:
    """Return the host, without port, of a URL in normal form."""
    authority = origin(url).partition("://")[2]
    if authority.startswith("["):
        return authority[1:].partition("]")[0]
    return authority.partition(":")[0]


def split_origin(url: str) -> tuple[str, str]:
    """Split a URL as it is requested: its origin in normal form, and the rest as written.

    The origin of what is no http(s) URL is empty.
    """
    if (parts := _REQUESTED.match(url)) is None:
        return "", url
    scheme = parts[1].lower()
    return f"{scheme}://{parts[2].lower().removesuffix(_PORTS[scheme])}", parts[3]


def repeated_parameter(url: str | None) -> str | None:
    """Return the first repeated parameter of a query; names that end in [] are lists."""
    query = (url or "").partition("?")[2]
    names: set[str] = set()
    for pair in query.split("&") if "&" in query else ():
        name = pair.partition("=")[0]
        if name in names and not name.endswith(("[]", "%5B%5D")):
            return name
        names.add(name)
    return None


def near_form(url: str) -> str:
    """Return the near form of a URL in normal form: without the common variations."""
    rest = _in_one_encoding(url).partition("://")[2]
    return without_slips(rest.lower().removeprefix("www."))


def without_slips(rest: str) -> str:
    """Return the near form of a URL without scheme and www, in lower case and in one encoding."""
    path, _, query = rest.partition("?") if "?" in rest else (rest, "", "")
    if "index." in path or "default." in path:
        path = INDEX_PAGE.sub("/", path)
    path = path.rstrip("/")
    return f"{path}?{'&'.join(sorted(query.split('&')))}" if query else path


def _in_one_encoding(url: str) -> str:
    """Return a URL with its path without needless escapes, in NFC unless too long."""
    if "%" not in url:
        return url
    is_composed = len(url) <= MAX_COMPOSED
    if "%2" in url or "%3" in url or "%40" in url:
        path, mark, query = url.partition("?")
        url = f"{_NEEDLESS.sub(_needed, path)}{mark}{query}"
    text = _NOT_ASCII.sub(_unescaped, url) if is_composed else url
    if unicodedata.is_normalized("NFC", text):
        return url
    return _BEYOND_ASCII.sub(_escaped, unicodedata.normalize("NFC", text))


def _needed(match: re.Match[str]) -> str:
    return NEEDLESS[match[0]]


def _unescaped(match: re.Match[str]) -> str:
    """Decode escapes of non-ASCII characters; invalid UTF-8 stays escaped."""
    return _decoded(match[0])


@lru_cache(1_000)  # the words of a site come up again: it halves the time of these URLs, measured
def _decoded(escapes: str) -> str:
    return bytes.fromhex(escapes.replace("%", "")).decode("utf-8", "surrogateescape")


def _escaped(match: re.Match[str]) -> str:
    return f"%{match[0].encode('utf-8', 'surrogateescape').hex('%').upper()}"


def near_key(url: str) -> int:
    """Return the key of :func:`near_form`."""
    return key(near_form(url))


def difference(one: str, other: str) -> Difference | None:
    """Return how ``other`` differs from ``one``, both in normal form; None if they are equal."""
    if one == other:
        return None
    if near_form(one) != near_form(other):
        return Difference.PAGE if _site(one) == _site(other) else Difference.HOST
    plain, other_plain = _in_one_encoding(one), _in_one_encoding(other)
    slips = [slip for slip, fold in _FOLDS.items() if fold(plain) != fold(other_plain)]
    if not slips and plain == other_plain:
        return Difference.ENCODING
    if not slips:  # what is left is the case of the index page's own name
        return Difference.CASE
    is_one = len(slips) == 1 and (plain == one) == (other_plain == other)
    return slips[0] if is_one else Difference.SEVERAL


def _site(url: str) -> str:
    """Return host and port without www."""
    return url.split("/", 3)[2].removeprefix("www.")


def _path(url: str) -> str:
    return url[len(origin(url)) :].partition("?")[0]


def _params(url: str) -> list[str]:
    return url.partition("?")[2].split("&")


def _index_page(url: str) -> str:
    match = INDEX_PAGE.search(_path(url))
    return match[0].lower() if match else ""


def _trailing_slashes(url: str) -> int:
    path = INDEX_PAGE.sub("/", _path(url))
    return len(path) - len(path.rstrip("/"))


def _cased(url: str) -> tuple[str, list[str]]:
    path = INDEX_PAGE.sub("/", _path(url)).rstrip("/")
    return path, sorted(_params(url), key=lambda param: (param.lower(), param))


# What a slip changes and no other does.
_FOLDS: dict[Difference, Callable[[str], object]] = {
    Difference.SCHEME: lambda url: url.partition(":")[0],
    Difference.WWW: lambda url: host(url).startswith("www."),
    Difference.INDEX_PAGE: _index_page,
    Difference.TRAILING_SLASH: _trailing_slashes,
    Difference.CASE: _cased,
    Difference.QUERY_ORDER: lambda url: [param.lower() for param in _params(url)],
}
