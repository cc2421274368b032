"""The options of an audit: flags, spider arguments, variables and TOML come from one class.

Each option is a flag of the command (``--max-urls 100``), an argument of the spider
(``-a max_urls=100``), a variable (``SITEMAP_AUDIT_MAX_URLS=100``) and a key of the TOML file
(``max_urls = 100``). Flags and arguments win over variables, and these over the file.
"""

from __future__ import annotations

import difflib
import math
import os
import re
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_type_hints

from sitemap_audit import __version__
from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

CONFIG_FILE = "sitemap-audit.toml"
PREFIX = "SITEMAP_AUDIT_"
"Of the environment's variables that hold options."
SEVERITIES = ("error", "warning", "notice")
OCCASIONS = ("any", "incomplete", "new", *SEVERITIES)
ENGINES = ("google", "bing", "yandex")
HOSTS_AT_ONCE = 10
"Hosts that may have as many pages under way as may be: others wait for none of them."
USER_AGENT = f"Mozilla/5.0 (compatible; sitemap-audit/{__version__})"
GONE = {"http2": "no check used it. Leave it out."}
"Options of earlier versions, with why they are gone and what to do."


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value may be."""

    parse: Callable[[Any], Any]
    "Raises ValueError, KeyError or TypeError for what is not of this kind."
    words: str
    metavar: str | None = None
    "What stands for the value in the help; a flag that is on or off has none."
    pattern: str = ""
    "Regular expression that the whole text fits."
    least: float | None = None

    def read(self, name: str, value: Any) -> Any:
        """The value of the option that has this name.

        Raises:
            UsageError: it is not of this kind.
        """
        try:
            result = self.parse(value)
            if self.pattern and not re.fullmatch(self.pattern, result):
                raise ValueError
        except (ValueError, KeyError, TypeError):
            shown = re.sub(r"//[^/\s]*@", "//***@", repr(value))  # a password may stand there
            raise UsageError(f"{name} is {shown}; it must be {self.words}.") from None
        if self.least is not None and result < self.least:
            raise UsageError(f"{name} is {value}; it must be at least {self.least:g}.")
        return result


def _of(kind: Any, value: Any) -> Any:
    """The value, if TOML gave it that kind; a bool is no number."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError
    return value


def _finite(value: Any) -> float:
    number = float(_of((int, float, str), value))
    if not math.isfinite(number):
        raise ValueError
    return number


_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_whole = partial(Kind, lambda value: int(_of((int, str), value)), "a whole number", "N")
_number = partial(Kind, _finite, "a number")
_text = partial(Kind, lambda value: _of(str, value))
_path = partial(Kind, lambda value: Path(_of((str, Path), value)), "a path")
_full_path = partial(Kind, lambda value: Path(_of((str, Path), value)).absolute(), "a path")
_full_text = partial(Kind, lambda value: str(Path(_of(str, value)).absolute()), "a path")


def _one_of(names: tuple[str, ...], metavar: str = "") -> Kind:
    form = "|".join(names)
    return _text(f"one of {', '.join(names)}", metavar or form, form)


_SECRET = "env:NAME for one with a password"  # noqa: S105 - a sentence
_VARIABLE = r"env:[A-Za-z_]\w*"
_TIME = r"(([01]?\d|2[0-3])(:[0-5]\d)?|24)"
_HOURS = rf"(?!(?P<time>.+)-(?P=time)$){_TIME}-{_TIME}"
_PROXY = rf"none|{_VARIABLE}|https?://[^\s/@]+/?"
_ORIGIN = r"https?://[^\s/=@]+/?"
_MAP = "https://www.example.com=https://staging.example.com"
_HOST = r"(\[[^\]\s]*\]|[^:\[\]\s]*)"
_DIAL = "HOST:PORT:ADDRESS:PORT, such as www.example.com:443:192.0.2.1:8443"
_URI = rf"{_VARIABLE}|(?!https?:|.*//[^/]*@)[a-z][\w+.-]*:\S.*"
_SERVER = "smtp://HOST:PORT or smtps://HOST:PORT; credentials go into SMTP_USER and SMTP_PASSWORD"
_SIZE = r"(?=.*[1-9])\d+(\.\d+)?\s*[MGT]i?B"

Switch = Annotated[bool, Kind(lambda value: _BOOLEANS[str(value).lower()], "true or false")]
Count = Annotated[int, _whole(least=0)]
Positive = Annotated[int, _whole(least=1)]
Rate = Annotated[float, _number("N", least=0.001)]
Seconds = Annotated[float, _number("SECONDS", least=0)]
Timeout = Annotated[float, _number("SECONDS", least=1)]
Folder = Annotated[Path, _path("DIR")]
Program = Annotated[Path, _path("PATH")]
# In full: an audit may be resumed in another folder.
File = Annotated[Path, _full_path("FILE")]
ChecksFolder = Annotated[str, _full_text("DIR")]
Text = Annotated[str, _text("text", "TEXT")]
Line = Annotated[str, _text("one line of plain ASCII", "TEXT", r"[ -~]+")]
Bot = Annotated[
    str, _text("the name of a bot alone, such as Googlebot or bingbot", "TEXT", r"[!-.0-~]+")
]
Url = Annotated[str, _text("text", "URL")]
OriginPair = Annotated[str, _text(f"two URLs, such as {_MAP}", "URL=URL", f"{_ORIGIN}={_ORIGIN}")]
Connection = Annotated[str, _text(_DIAL, "HOST:PORT:ADDR:PORT", rf"{_HOST}:\d*:{_HOST}:\d*")]
Hours = Annotated[str, _text("two times of day, such as 22-6 or 21:30-5", "FROM-TO", _HOURS)]
Proxy = Annotated[
    str, _text(f"none, a URL such as http://proxy:3128, or {_SECRET}", "URL|env:NAME|none", _PROXY)
]
Uri = Annotated[str, _text(f"a URI such as s3://bucket/path, or {_SECRET}", "URI|env:NAME", _URI)]
Receiver = Annotated[str, _text("text", "URL|env:NAME")]
MailServer = Annotated[str, _text(_SERVER, "URL", r"smtps?://[^\s/@]+/?")]
Mail = Annotated[str, _text("a mail address", "ADDRESS", r"[^\s@<>]+@[^\s@<>]+")]
Parameter = Annotated[str, _text("text", "CHECK.PARAMETER=VALUE")]
Size = Annotated[str, _text("a size, such as 500MB or 2GB", "SIZE", _SIZE)]
Severity = Annotated[str, _one_of(SEVERITIES)]
Engine = Annotated[str, _one_of(ENGINES)]
Occasion = Annotated[str, _one_of(OCCASIONS, "WHEN")]
Rendering = Annotated[str, _one_of(("never", "sample", "all"))]


def _option(group: str, default: Any, text: str, unset: str = "") -> Any:
    """An option of a group, with its help, and with what holds in place of a default of none."""
    return field(default=default, metadata={"group": group, "help": text, "unset": unset})


_audited = partial(_option, "What is audited")
_fetched = partial(_option, "How it is fetched")
_judged = partial(_option, "What is judged")
_rendered = partial(_option, "What is rendered")
_ended = partial(_option, "When it has ended")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What an audit is asked to do."""

    output: Folder = _audited(Path("reports"), "Folder in which the audit makes its own.")
    base: Url | None = _audited(None, "URL that a local file or folder of sitemaps stands for.")
    map: tuple[OriginPair, ...] = _audited(
        (), "Fetch from another origin, such as staging, and report URLs of the first."
    )
    connect_to: tuple[Connection, ...] = _audited(
        (), "Connect elsewhere for a host; Host header and certificate name stay."
    )
    max_urls: Positive | None = _audited(
        None, "Take at most N listed URLs; what they point to is fetched too.", "no limit"
    )
    pages: Switch = _audited(True, "Fetch pages; without, only robots.txt and sitemaps.")
    follow: Switch = _audited(
        True, "Fetch unlisted canonicals, alternates and targets of redirects and refreshes."
    )
    media: Count = _audited(0, "Fetch a kilobyte each of at most N listed images and videos.")
    keep_received: Switch = _audited(
        True, "Keep each robots.txt and sitemap as received, gzip, in the audit's folder."
    )

    workers: Count | None = _fetched(
        None, "Worker processes that read pages; 0 reads them in the crawl's process.", "by need"
    )
    concurrency: Positive = _fetched(
        8, "Requests at once to one host, at most; fewer where it responds more slowly."
    )
    delay: Seconds = _fetched(0.0, "Seconds between two requests to one host.")
    max_rate: Rate | None = _fetched(
        None, "Requests a second, at most, to all hosts together.", "no limit"
    )
    hours: Hours | None = _fetched(
        None, "Fetch at these hours only, by this machine's clock, such as 22-6.", "always"
    )
    timeout: Timeout = _fetched(
        30.0, "Seconds until a request times out; of a sitemap, its start and each silence."
    )
    user_agent: Line = _fetched(USER_AGENT, "User agent to send.")
    robots_token: Bot = _fetched("Googlebot", "Bot whose rules in robots.txt the checks go by.")
    obey_robots: Switch = _fetched(True, "Fetch only what robots.txt allows for our user agent.")
    auth: File | None = _fetched(
        None, "TOML file of passwords, tokens, cookies and certificates by host."
    )
    proxy: Proxy | None = _fetched(
        None, "Proxy to fetch through.", "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY"
    )
    allow_private: Switch = _fetched(
        False, "Fetch from private networks too (this machine, the intranet)."
    )

    select: tuple[Text, ...] = _judged((), "Checks to run: names, subjects or patterns.", "all")
    ignore: tuple[Text, ...] = _judged((), "Checks to leave out.")
    engines: tuple[Engine, ...] = _judged(("google", "bing"), "Search engines whose rules apply.")
    pedantic: Switch = _judged(False, "Run the pedantic checks too.")
    checks: tuple[ChecksFolder, ...] = _judged((), "Folders of checks of your own.")
    set: tuple[Parameter, ...] = _judged((), "Parameters of checks.")
    fail_on: Severity | None = _judged(
        None, "Exit with status 1 on findings of this severity or a higher one.", "never"
    )
    memory: Size | None = _judged(
        None, "Memory that the checks may take, such as 2GB.", "a quarter of the machine"
    )

    render: Rendering = _rendered(
        "never", "Render pages in a browser too: a sample of each URL pattern, or all."
    )
    render_per_pattern: Positive = _rendered(3, "Pages of each URL pattern in a sample.")
    render_max: Positive | None = _rendered(None, "Render at most N pages.", "200 in a sample")
    render_timeout: Timeout = _rendered(20.0, "Seconds that a page may take to render.")
    render_memory: Size = _rendered("2GB", "Memory that the browser may take.")
    browser: Program | None = _rendered(None, "Chromium or Chrome to render in.", "looked for")

    publish: Uri | None = _ended(
        None, "Copy the audit's folder to below this URI, such as s3://bucket/path."
    )
    notify: tuple[Receiver, ...] = _ended(
        (), "Webhooks, mailto:NAME@HOST and apprise URLs to notify; env:NAME keeps them secret."
    )
    notify_on: tuple[Occasion, ...] = _ended(("any",), f"When to notify: {', '.join(OCCASIONS)}.")
    mail_server: MailServer = _ended(
        "smtp://localhost", "SMTP server; SMTP_USER and SMTP_PASSWORD are its credentials."
    )
    mail_from: Mail | None = _ended(None, "Sender of mails.")

    @property
    def limits(self) -> dict[str, int]:
        """Settings of Scrapy's that follow from how many requests a host may get at once."""
        return {
            # What AutoThrottle aims at, 8 as in the add-on where fewer are asked for.
            "AUTOTHROTTLE_TARGET_CONCURRENCY": max(8, self.concurrency),
            # Those of a host that pauses wait for it: others are to have requests left.
            "CONCURRENT_REQUESTS": max(32, (HOSTS_AT_ONCE + 1) * self.concurrency),
        }

    @property
    def record(self) -> dict[str, Any]:
        """The options as run.json keeps them: without values that are secrets themselves."""
        values = {name: getattr(self, name) for name in OPTIONS}
        plain = {n: str(v) if isinstance(v, Path) else v for n, v in values.items()}
        return plain | {"notify": [each for each in self.notify if _is_open(each)]}

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of checks that are set, by "check.parameter".

        Raises:
            UsageError: one is not written as CHECK.PARAMETER=VALUE.
        """
        return dict(_read_parameter(text) for text in self.set)


def _is_open(receiver: str) -> bool:
    """Whether who is notified is no secret: a mail address, or the name of a variable."""
    return receiver.startswith(("env:", "mailto:")) and "://" not in receiver


def _read_parameter(text: str) -> tuple[str, Any]:
    import yaml  # late: settings modules import this one

    name, equals, value = text.partition("=")
    if not equals or "." not in name:
        raise UsageError(
            f"set is {text!r}; it must be CHECK.PARAMETER=VALUE, such as"
            " sitemap/too-many-urls.max_urls=1000."
        )
    return name.strip(), yaml.safe_load(value)


@dataclass(frozen=True, slots=True)
class Option:
    """One option, as flags and help are made from it."""

    name: str
    kind: Kind
    "Of the value, or of each where there may be several."
    default: Any
    group: str
    help: str
    unset: str

    @property
    def is_list(self) -> bool:
        """Whether several values may be given."""
        return isinstance(self.default, tuple)

    @property
    def default_text(self) -> str:
        """The default, or what holds without one, as the help says it."""
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        if self.default is None:
            return self.unset
        if self.is_list:
            return ",".join(self.default) or self.unset
        return f"{self.default:g}" if isinstance(self.default, float) else str(self.default)

    def read(self, value: Any) -> Any:
        """A value from a flag, an argument, a variable or the file; None is the default.

        Raises:
            UsageError: it cannot be used.
        """
        if value is None:
            return self.default
        if self.is_list:
            return tuple(self.kind.read(self.name, each) for each in _split(self.name, value))
        return self.kind.read(self.name, value)


def _kind(hint: Any) -> Kind:
    """The kind in Annotated[...], which may be one of several values or stand beside None."""
    kind: Kind = hint.__metadata__[0] if hasattr(hint, "__metadata__") else _kind(get_args(hint)[0])
    return kind


_HINTS = get_type_hints(Options, include_extras=True)
OPTIONS = {
    each.name: Option(each.name, _kind(_HINTS[each.name]), each.default, **each.metadata)
    for each in fields(Options)
}


def read_options(
    given: Mapping[str, Any],
    file: Path | None = None,
    *,
    usual: Mapping[str, Any] | None = None,
) -> tuple[Options, list[str]]:
    """The options from what was given, the environment and the TOML file; and the file's sites.

    Args:
        given: by name; None or () where the user said nothing.
        file: to read; without one, ``sitemap-audit.toml`` in this folder if there is one.
        usual: what holds, in place of the default, where nobody says anything.

    Raises:
        UsageError: a name or a value that cannot be used, or a file that cannot be read.
    """
    if file is None and Path(CONFIG_FILE).exists():
        file = Path(CONFIG_FILE)
    written, sites = _read_file(file) if file else ({}, [])
    return _options(_said(usual or {}) | written | _read_environment() | _said(given)), sites


def read_again(
    stored: Mapping[str, Any], given: Mapping[str, Any], file: Path | None = None
) -> Options:
    """The options of a stored audit, with what is said now in their place.

    Args:
        stored: as run.json keeps them; what is no option any more is passed over.
        given: those that may be others now, by name; None or () where the user said nothing.
        file: TOML file whose values for those in ``given`` hold, too, as the environment's do.

    Raises:
        UsageError: a name or a value that cannot be used, or a file that cannot be read.
    """
    kept = {name: value for name, value in stored.items() if name in OPTIONS}
    written = (_read_file(file)[0] if file else {}) | _read_environment()
    now = {name: value for name, value in written.items() if name in given}
    return _options(kept | now | _said(given))


def _said(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value not in (None, ())}


def _options(values: Mapping[str, Any]) -> Options:
    for name in values:
        if name not in OPTIONS:
            raise UsageError(unknown(name))
    return Options(**{name: OPTIONS[name].read(value) for name, value in values.items()})


def _read_environment() -> dict[str, str]:
    """The options that variables hold; an empty one says nothing."""
    variables = {name: f"{PREFIX}{name.upper()}" for name in (*OPTIONS, *GONE)}
    written = {name: os.environ.get(variable, "") for name, variable in variables.items()}
    for name, value in written.items():
        with told_of(f"the variable {variables[name]}"):
            _options({name: value} if value else {})
    return {name: value for name, value in written.items() if value}


def _read_file(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The options in a file, and its sites; whoever wrote neither learns which file is meant."""
    import tomllib  # late: settings modules import this one

    try:
        written = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}. Check --config.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}. Correct it there.") from None
    with told_of(path):
        sites = _split("sites", written.pop("sites", []))
        _options(written)
    return written, sites


@contextmanager
def told_of(place: object) -> Iterator[None]:
    """Say of an error where the option is written."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"In {place}: {error}") from None


def _split(name: str, value: Any) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple):
        raise UsageError(f"{name} is {value!r}; it must be text, or a list of texts.")
    return [part for each in value for part in _split(name, each)]


_SITES = {
    "site": " In a file it is sites, with one or several.",
    "sites": " As an argument it is site, with one or several, and commas between.",
}


def unknown(
    written: str, known: Iterable[str] = OPTIONS, command: str = "sitemap-audit audit"
) -> str:
    """A sentence about an option that does not exist, or no longer does."""
    name = written.removeprefix("--").removeprefix("no-").replace("-", "_")
    if name in GONE:
        return f"{written} is gone: {GONE[name]}"
    hint = _SITES.get(written) or nearest(written, known)
    return f"There is no option {written!r}.{hint or f' {command} --help lists them.'}"


def nearest(name: str, names: Iterable[str]) -> str:
    """`` Did you mean …?`` where a known name is near, else nothing."""
    near = difflib.get_close_matches(name, list(names), n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def resolved(written: str, where: str) -> str:
    """A value, or that of the variable that ``env:NAME`` names; ``where`` it is written.

    Raises:
        UsageError: the environment has no such variable.
    """
    if not written.startswith("env:"):
        return written
    value = os.environ.get(written.removeprefix("env:"), "").strip()
    if not value:
        raise UsageError(f"{where} is {written!r}, and the environment has no such variable.")
    return value
