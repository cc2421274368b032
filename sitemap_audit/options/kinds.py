"""Define the kinds of option values, as annotations of the fields of Options."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from sitemap_audit.bots import requesting_bot
from sitemap_audit.errors import UsageError
from sitemap_audit.machine.files import descriptor_of
from sitemap_audit.masking import quoted
from sitemap_audit.severity import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Callable

NEW = tuple(f"new-{severity}" for severity in SEVERITIES)
OCCASIONS = ("any", "incomplete", "new", *NEW, *SEVERITIES)
HOSTINGS = ("cloudflare", "github", "netlify", "plain", "vercel")
"Each is a host of local_files/hosting."
ENGINES = ("google", "bing", "yandex")
FORMATS = ("github", "jsonl", "junit", "markdown", "pdf", "sarif")
"Each is a module of reports/."
STDOUT = "-"
"Name of a file that is standard output."
LIVE = "live"
"Value of ``pages_from``: the site itself, not a folder."
AUTO = Path("auto")
"Value of ``pages_from``: the audited folder if it holds pages, else the site itself."
LAST = "last"
"Value of ``since``: the start of the last complete audit."

_CONTENT = re.compile(r"""\{|\w+\s*=\s*["']""")
"The beginning of JSON, or of TOML."
_LARGEST = {"N": 10**15, "SECONDS": 10**9}
"By metavar: maximum of a number; some libraries fail on larger ones."


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value."""

    parse: Callable[[Any], Any]
    "Raises ValueError, KeyError or TypeError for an invalid value."
    words: str
    "The valid values in words, for errors."
    metavar: str | None = None
    "Placeholder of the value in the help; None for a flag without a value."
    pattern: str = ""
    "Regular expression that must match the whole text."
    least: float | None = None
    "Minimum of a number."

    def read(self, name: str, value: Any) -> Any:
        """Parse the value of the named option.

        Raises:
            UsageError: the value is not of this kind.
        """
        if self.words == _PATH:
            refuse_content(name, value)
        try:
            result = self.parse(value)
            if self.pattern and not re.fullmatch(self.pattern, result):
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{name} is {quoted(value)}; it must be {self.words}.") from None
        if self.least is not None and result < self.least:
            raise UsageError(f"{name} is {value}; it must be at least {self.least:g}.")
        if self.metavar in _LARGEST and result > _LARGEST[self.metavar]:
            raise UsageError(
                f"{name} is {quoted(value)}; it must be at most {_LARGEST[self.metavar]:,}."
            )
        return result


def refuse_content(name: str, value: Any) -> None:
    """Check that a value is no key, JSON or TOML in place of its path, which no error may quote.

    In CI a secret is often passed so: as a variable with the whole file.

    Raises:
        UsageError: it is.
    """
    written = value.strip() if isinstance(value, str) else ""
    if "\n" in written or _CONTENT.match(written) or "-----BEGIN" in written:
        raise UsageError(
            f"{name} is the content of a file, and must be its path. Write it into a file that"
            " only you can read, and pass the path."
        )


def _of(kind: Any, value: Any) -> Any:
    """Check the type of a TOML value: a bool is not a number, and a string has no NUL."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError
    if isinstance(value, str) and "\0" in value:
        raise ValueError
    return value


def _local(value: Any) -> Path:
    """Return a local path with ``~`` expanded."""
    if "://" in str(value):
        raise ValueError
    try:
        return Path(_of((str, Path), value)).expanduser()
    except RuntimeError:  # no such user
        raise ValueError from None


def _pages_from(value: Any) -> Path | None:
    """Return the absolute path of a folder, or AUTO; None for the live site."""
    path = _local(value)
    return {LIVE: None, str(AUTO): AUTO}.get(str(value), path.absolute())


def _output_file(value: Any) -> Path:
    """Return the path of an output file; ``-`` for another name of standard output."""
    path = _local(value)
    return Path(STDOUT) if descriptor_of(path) == 1 else path


def is_url(place: object) -> bool:
    """Whether a place is the URL of a store (``s3://bucket/path``), not a local path."""
    return isinstance(place, str) and _STORE.match(place) is not None


_STORE = re.compile(r"(?!https?:|ftp:)[a-z][a-z0-9+.-]*://.*[^/]", re.IGNORECASE | re.DOTALL)


def _place(value: Any) -> Path | str:
    """Return a local path, or the URL of a store."""
    return str(_of(str, value)).rstrip("/") if is_url(value) else _local(value)


def _ranges_file(value: Any) -> str:
    """Return FILE or BOT=FILE with the path absolute."""
    bot, equals, path = _of(str, value).rpartition("=")
    return f"{bot}{equals}{_local(path).absolute()}"


def _since(value: Any) -> str:
    """Return ``last``, or a date or date and time in ISO 8601."""
    text = str(_of((str, date), value))
    if text != LAST:
        datetime.fromisoformat(text)
    return text


def _sample(value: Any) -> str:
    """Return a number as text, or a share with its percent sign."""
    text = str(_of((int, str), value)).replace(" ", "")
    number = text.removesuffix("%")
    if not re.fullmatch(r"\d+" if number == text else r"\d+(\.\d+)?", number):
        raise ValueError
    if not 0 < float(number) <= (_LARGEST["N"] if number == text else 100):
        raise ValueError
    return text


def _finite(value: Any) -> float:
    number = float(_of((int, float, str), value))
    if not math.isfinite(number):
        raise ValueError
    return number


_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_whole = partial(Kind, lambda value: int(_of((int, str), value)), "a whole number", "N")
_number = partial(Kind, _finite, "a number")
_text = partial(Kind, lambda value: _of(str, value))
_PATH = "a path on this machine"
_path = partial(Kind, _local, _PATH)
_full_path = partial(Kind, lambda value: _local(value).absolute(), _PATH)
_full_text = partial(Kind, lambda value: str(_local(_of(str, value)).absolute()), _PATH)


def _one_of(names: tuple[str, ...], metavar: str = "") -> Kind:
    form = "|".join(names)
    return _text(f"one of {', '.join(names)}", metavar or form, form)


_OR_ENV = "env:NAME for one with a password"
_VARIABLE = r"env:[A-Za-z_]\w*"
_TIME = r"(([01]?\d|2[0-3])(:[0-5]\d)?|24)"
_HOURS = rf"(?!(?P<time>.+)-(?P=time)$){_TIME}-{_TIME}"
_PROXY = rf"none|{_VARIABLE}|https?://[^\s/@]+/?"
_HTTPS = r"https://[A-Za-z0-9.:\[\]-]+(/[!$-;=?-\[\]_a-z~]*)?"
_ORIGIN = r"https?://[^\s/=@]+/?"
_MAP = "https://www.example.com=https://staging.example.com"
_GLOB = "https://www.example.com/de/* or */de/*"
_GLOBS = r"(?i)(http|[*?\[]).*"
_HOST = r"(\[[^\]\s]*\]|[^:\[\]\s]*)"
_DIAL = "HOST:PORT:ADDRESS:PORT, such as www.example.com:443:192.0.2.1:8443"
_URI = rf"{_VARIABLE}|sheets:|(?!https?:|.*//[^/]*@)[a-z][\w+.-]*:\S.*"
_MASTERS = "a Spark master, such as spark://host:7077, yarn, k8s://https://host:443 or local[4]"
_MASTER = r"local(\[(\d+|\*)\])?|local-cluster\[\d+,\d+,\d+\]|yarn|k8s://\S+|spark://[^\s/]+:\d+\S*"
_SERVER = "smtp://HOST:PORT or smtps://HOST:PORT; credentials go into SMTP_USER and SMTP_PASSWORD"
_SIZE = r"(?=.*[1-9])\d+(\.\d+)?\s*[MGT]i?B"

Switch = Annotated[bool, Kind(lambda value: _BOOLEANS[str(value).lower()], "true or false")]
Count = Annotated[int, _whole(least=0)]
Positive = Annotated[int, _whole(least=1)]
Rate = Annotated[float, _number("N", least=0.001)]
Seconds = Annotated[float, _number("SECONDS", least=0)]
Timeout = Annotated[float, _number("SECONDS", least=1)]
Place = Annotated[
    Path | str, Kind(_place, "a path on this machine, or a URL such as s3://bucket/path", "DIR")
]
Program = Annotated[Path, _path("PATH")]
# Absolute, as an audit may be resumed from another working directory.
File = Annotated[Path, _full_path("FILE")]
AuditFolder = Annotated[Path, _full_path("DIR")]
PagesFrom = Annotated[
    Path,
    Kind(
        _pages_from, f"{LIVE}, {AUTO}, or the path of a folder of built pages", f"{LIVE}|{AUTO}|DIR"
    ),
]
Hosting = Annotated[str, _one_of(HOSTINGS, "HOST")]
ChecksFolder = Annotated[str, _full_text("DIR")]
Import = Annotated[str, _full_text("FILE")]
RangesFile = Annotated[str, Kind(_ranges_file, "a path, or BOT=PATH", "[BOT=]FILE")]
Column = Annotated[
    str, _text("NAME=COLUMN, such as url=Address", "NAME=COLUMN", r"[a-z_]+=[^\n]*\S[^\n]*")
]
Text = Annotated[str, _text("text", "TEXT")]
Line = Annotated[str, _text("one line of plain ASCII", "TEXT", r"[ -~]+")]
Bot = Annotated[
    str, _text("the name of a bot alone, such as Googlebot or bingbot", "TEXT", r"[!-.0-~]+")
]
RequestingBot = Annotated[
    str,
    Kind(lambda value: requesting_bot(_of(str, value)).token, "the name of a bot", "BOT[,BOT]"),
]
Url = Annotated[str, _text("text", "URL")]
HttpsUrl = Annotated[str, _text("an https URL, such as https://www.example.com", "URL", _HTTPS)]
Glob = Annotated[str, _text(f"a glob on the whole URL, such as {_GLOB}", "GLOB", _GLOBS)]
Sample = Annotated[
    str, Kind(_sample, "a number of pages, such as 1000, or a share, such as 5%", "N|N%")
]
Since = Annotated[
    str, Kind(_since, f"{LAST}, or a date such as 2026-11-01 or 2026-11-01T06:00Z", f"DATE|{LAST}")
]
OriginPair = Annotated[str, _text(f"two URLs, such as {_MAP}", "URL=URL", f"{_ORIGIN}={_ORIGIN}")]
Connection = Annotated[str, _text(_DIAL, "HOST:PORT:ADDR:PORT", rf"{_HOST}:\d*:{_HOST}:\d*")]
Hours = Annotated[str, _text("two times of day, such as 22-6 or 21:30-5", "FROM-TO", _HOURS)]
Proxy = Annotated[
    str, _text(f"none, a URL such as http://proxy:3128, or {_OR_ENV}", "URL|env:NAME|none", _PROXY)
]
Master = Annotated[str, _text(_MASTERS, "MASTER", _MASTER)]
Uri = Annotated[
    str,
    _text(f"a URI such as s3://bucket/path or sheets:FOLDER, or {_OR_ENV}", "URI|env:NAME", _URI),
]
Receiver = Annotated[str, _text("text", "URL|env:NAME")]
MailServer = Annotated[str, _text(_SERVER, "URL", r"smtps?://[^\s/@]+/?")]
Mail = Annotated[str, _text("a mail address", "ADDRESS", r"[^\s@<>]+@[^\s@<>]+")]
Parameter = Annotated[str, _text("text", "CHECK.PARAMETER=VALUE")]
Size = Annotated[str, _text("a size, such as 500MB or 2GB", "SIZE", _SIZE)]
Failure = Annotated[str, _one_of((*SEVERITIES, *NEW), "SEVERITY")]
Engine = Annotated[str, _one_of(ENGINES)]
Occasion = Annotated[str, _one_of(OCCASIONS, "WHEN")]
Format = Annotated[str, _one_of(FORMATS, "FORMAT")]
OutputFile = Annotated[Path, Kind(_output_file, _PATH, "FILE|-")]
Rendering = Annotated[str, _one_of(("never", "sample", "all"))]


def split_list(name: str, value: Any) -> list[Any]:
    """Split the values of the option ``name``: a comma-separated string, or a list of these.

    Raises:
        UsageError: it is neither.
    """
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple):
        raise UsageError(f"{name} is {quoted(value)}; it must be text, or a list of texts.")
    return [part for each in value for part in split_list(name, each)]
