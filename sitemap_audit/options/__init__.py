"""Define the options of an audit, for flags, spider arguments, variables and TOML.

Each option is a flag of the command (``--max-urls 100``), an argument of the spider
(``-a max_urls=100``), a variable (``SITEMAP_AUDIT_MAX_URLS=100``) and a key of the TOML file
(``max_urls = 100``). Flags and arguments win over variables, and these over the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_type_hints

from sitemap_audit import __version__
from sitemap_audit.errors import UsageError
from sitemap_audit.machine.files import descriptor_of
from sitemap_audit.options import kinds
from sitemap_audit.options.kinds import STDOUT

HOSTS_AT_ONCE = 10
"Hosts that may use their full concurrency at the same time."
USER_AGENT = f"Mozilla/5.0 (compatible; sitemap-audit/{__version__})"


def _option(
    group: str, default: Any, text: str, unset: str = "", flag: str = "", *, stored: bool
) -> Any:
    """Define an option.

    Args:
        text: its help.
        unset: shown as the default, if not the default itself.
        flag: name of the flag, if it is not the option's.
        stored: whether a stored audit may set it for the commands that read the audit. Somebody
            else may have made it: no option that writes or sends anything, reads another path,
            runs a program, reaches another server or takes more of this machine.
    """
    metadata = {"group": group, "help": text, "unset": unset, "flag": flag, "stored": stored}
    return field(default=default, metadata=metadata)


_input_option = partial(_option, "What to audit")
_import_option = partial(_option, "Imports")
_crawl_option = partial(_option, "How to crawl")
_check_option = partial(_option, "What to check")
_render_option = partial(_option, "Rendering")
_delivery_option = partial(_option, "After the audit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of an audit."""

    # Of a stored audit: says only whether its folder is one with an index.html of all audits.
    output: kinds.Place = _input_option(
        Path("reports"),
        "Folder for the audits, or s3://bucket/path; each gets its own, HOST/TIME.",
        stored=True,
    )
    base: kinds.Url | None = _input_option(
        None,
        "URL that a local file or folder stands for, such as https://www.example.com.",
        stored=True,
    )
    max_list_lines: kinds.Positive = _input_option(
        10_000_000, "Refuse a URL list with more lines than this.", stored=True
    )
    max_local_bytes: kinds.Positive = _input_option(
        2 * 2**30,
        "Refuse local files or standard input with more bytes than this.",
        "2 GiB",
        stored=True,
    )
    map: tuple[kinds.OriginPair, ...] = _input_option(
        (),
        "Crawl another origin: https://www.example.com=https://staging.example.com.",
        stored=True,
    )
    connect_to: tuple[kinds.Connection, ...] = _input_option(
        (),
        "Connect to another server, as curl does: www.example.com:443:192.0.2.1:443.",
        stored=False,
    )
    include: tuple[kinds.Glob, ...] = _input_option(
        (),
        "Crawl only pages whose URL matches, such as */de/*. Repeatable.",
        "all pages",
        stored=True,
    )
    exclude: tuple[kinds.Glob, ...] = _input_option(
        (), "Do not crawl pages whose URL matches, such as */tag/*. Repeatable.", stored=True
    )
    sitemap: tuple[kinds.Glob, ...] = _input_option(
        (),
        "Crawl only pages in sitemaps such as */products*.xml. Repeatable.",
        "all sitemaps",
        stored=True,
    )
    sample: kinds.Sample | None = _input_option(
        None,
        "Crawl a sample of the listed pages: a number, or a share such as 5%.",
        "all pages",
        stored=True,
    )
    seed: kinds.Count = _input_option(
        0, "Seed of the sample: another one chooses other pages.", stored=True
    )
    since: kinds.Since | None = _input_option(
        None,
        "Crawl pages modified since then, and a sample of the others.",
        "all pages",
        stored=True,
    )
    max_urls: kinds.Positive | None = _input_option(
        None,
        "Crawl at most N URLs of the sitemaps, and what they point to.",
        "no limit",
        stored=True,
    )
    pages: kinds.Switch = _input_option(
        True, "Crawl pages; off: robots.txt and sitemaps only.", stored=True
    )
    follow: kinds.Switch = _input_option(
        True, "Crawl canonicals, alternates and redirect targets that are not listed.", stored=True
    )
    crawl: kinds.Switch = _input_option(
        False,
        "Follow internal links too, to find pages that are not listed or not linked.",
        stored=True,
    )
    crawl_depth: kinds.Positive | None = _input_option(
        None, "Links to follow from the home page or a listed page.", "no limit", stored=True
    )
    crawl_max: kinds.Count = _input_option(
        100_000, "Crawl at most N unlisted pages with internal links to them.", stored=True
    )
    media: kinds.Count = _input_option(
        0, "Request at most N listed images and videos, 1 kB of each.", stored=True
    )
    compare_user_agent: kinds.Count = _input_option(
        0, "Request at most N pages again with Googlebot's user agent, and compare.", stored=True
    )
    keep_received: kinds.Switch = _input_option(
        True, "Keep robots.txt and sitemaps as received (gzip) in the audit's folder.", stored=True
    )

    imports: tuple[kinds.Import, ...] = _import_option(
        (),
        "Import an export of Search Console or another product, a list, an access log. Repeatable.",
        flag="import",
        stored=False,
    )
    import_column: tuple[kinds.Column, ...] = _import_option(
        (), "Column to read of the files to import, such as url=Address. Repeatable.", stored=True
    )
    bot_ranges: tuple[kinds.RangesFile, ...] = _import_option(
        (),
        "IP ranges that verify a bot in access logs, such as googlebot.json. Repeatable.",
        stored=False,
    )

    workers: kinds.Count | None = _crawl_option(
        None,
        "Worker processes that parse pages and sitemaps; 0 for none.",
        "automatic",
        stored=False,
    )
    concurrency: kinds.Positive = _crawl_option(
        8, "Maximum parallel requests to one host; fewer if it slows down.", stored=True
    )
    delay: kinds.Seconds = _crawl_option(
        0.0, "Average seconds between two requests to one host, such as 0.5.", stored=True
    )
    max_rate: kinds.Rate | None = _crawl_option(
        None, "Maximum requests per second to all hosts together.", "no limit", stored=True
    )
    hours: kinds.Hours | None = _crawl_option(
        None,
        "Hours in which to crawl, by the clock of this machine, such as 22-6.",
        "always",
        stored=True,
    )
    max_wait: kinds.Seconds = _crawl_option(
        900.0, "Total seconds to wait for a host that returns 429 or 503 or times out.", stored=True
    )
    timeout: kinds.Timeout = _crawl_option(
        30.0, "Seconds until a request times out; for a sitemap, without any data.", stored=True
    )
    max_page_bytes: kinds.Positive = _crawl_option(
        2 * 2**20, "Bytes of HTML to read of a page; Googlebot reads 2 MiB.", stored=True
    )
    user_agent: kinds.Line = _crawl_option(USER_AGENT, "User-Agent header.", stored=True)
    robots_token: kinds.Bot = _crawl_option(
        "Googlebot", "Bot to evaluate robots.txt and meta robots for, such as bingbot.", stored=True
    )
    obey_robots: kinds.Switch = _crawl_option(
        True, "Obey robots.txt for our own user agent.", stored=True
    )
    auth: kinds.File | None = _crawl_option(
        None, "TOML file with logins, tokens, cookies and certificates by host.", stored=False
    )
    proxy: kinds.Proxy | None = _crawl_option(
        None,
        "Proxy, such as http://proxy:3128.",
        "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY",
        stored=False,
    )
    allow_private: kinds.Switch = _crawl_option(
        False, "Crawl private networks too (this machine, the intranet).", stored=False
    )
    cluster: kinds.Master | None = _crawl_option(
        None,
        "Crawl and check on Apache Spark: spark://HOST:7077, yarn, k8s://URL, local[4].",
        "none",
        stored=False,
    )

    select: tuple[kinds.Text, ...] = _check_option(
        (), "Checks to run: names, subjects or patterns, such as hreflang.", "all", stored=True
    )
    ignore: tuple[kinds.Text, ...] = _check_option(
        (), "Checks to leave out, such as entry/loc-*.", stored=True
    )
    engines: tuple[kinds.Engine, ...] = _check_option(
        ("google", "bing"), "Search engines whose guidelines apply.", stored=True
    )
    pedantic: kinds.Switch = _check_option(False, "Run the pedantic checks too.", stored=True)
    checks: tuple[kinds.ChecksFolder, ...] = _check_option(
        (), "Folder of your own checks. Repeatable.", stored=False
    )
    set: tuple[kinds.Parameter, ...] = _check_option(
        (), "Set a parameter of a check: sitemap/too-many-urls.max_urls=10000.", stored=True
    )
    fail_on: kinds.Failure | None = _check_option(
        None,
        "Exit with 1 on findings of this severity or higher: error…, new-error….",
        "never",
        stored=True,
    )
    budget: kinds.File | None = _check_option(
        None,
        "TOML file with limits of findings and key figures; over them, exit with status 1.",
        stored=False,
    )
    ignore_file: kinds.File | None = _check_option(
        None, "TOML file with findings to ignore, each with a reason and a last day.", stored=False
    )
    compare: kinds.Switch = _check_option(
        True, "Compare with the last complete audit of the same sites and scope.", stored=True
    )
    baseline: kinds.AuditFolder | None = _check_option(
        None, "Audit to compare with instead, by its folder.", "the last one", stored=False
    )
    memory: kinds.Size | None = _check_option(
        None, "Memory for the checks, such as 2GB.", "a quarter of the machine", stored=False
    )

    render: kinds.Rendering = _render_option(
        "never", "Render pages in a browser: a sample of each URL pattern, or all.", stored=True
    )
    render_per_pattern: kinds.Positive = _render_option(
        3, "Pages of each URL pattern in a sample.", stored=True
    )
    render_max: kinds.Positive | None = _render_option(
        None, "Render at most N pages.", "200 in a sample", stored=True
    )
    render_timeout: kinds.Timeout = _render_option(
        20.0, "Seconds until the rendering times out.", stored=True
    )
    render_memory: kinds.Size = _render_option(
        "2GB", "Memory for the browser, such as 4GB.", stored=False
    )
    browser: kinds.Program | None = _render_option(
        None, "Path of Chromium, its headless shell, or Chrome.", "the one installed", stored=False
    )

    report_title: kinds.Text | None = _delivery_option(
        None, "Title of report.html and report.pdf.", "Sitemap audit of SITE", stored=True
    )
    report_logo: kinds.File | None = _delivery_option(
        None, "Logo for them: PNG, JPEG, GIF or WebP, at most 500 kB.", "none", stored=False
    )
    redact_parameters: kinds.Switch = _delivery_option(
        False, "Leave the values of query parameters out of the reports.", stored=True
    )
    format: kinds.Format | None = _delivery_option(
        None,
        "Also write jsonl (JSON Lines), junit (XML), markdown, pdf (a summary) or sarif.",
        "none",
        stored=False,
    )
    output_file: kinds.OutputFile = _delivery_option(
        Path(STDOUT),
        "File for --format; - is standard output, for pdf report.pdf in the audit's folder.",
        stored=False,
    )
    publish: kinds.Uri | None = _delivery_option(
        None, "Copy the audit's folder to this storage, such as s3://bucket/path.", stored=False
    )
    notify: tuple[kinds.Receiver, ...] = _delivery_option(
        (),
        "Webhook, mailto:NAME@HOST or apprise URL to notify; env:NAME for a secret.",
        stored=False,
    )
    notify_on: tuple[kinds.Occasion, ...] = _delivery_option(
        ("any",),
        "When to notify: any, incomplete, new, new-error, new-warning, error, warning, notice.",
        stored=True,
    )
    mail_server: kinds.MailServer = _delivery_option(
        "smtp://localhost", "SMTP server; SMTP_USER and SMTP_PASSWORD hold its login.", stored=False
    )
    mail_from: kinds.Mail | None = _delivery_option(
        None, "Sender of mails, such as seo@example.com.", stored=False
    )

    @property
    def prints_format(self) -> bool:
        """Whether standard output is for ``format``, and nothing else may be printed there."""
        is_text = self.format not in (None, "pdf")
        return is_text and str(self.output_file) == STDOUT

    @property
    def output_descriptor(self) -> int | None:
        """The open file that ``format`` is copied to in the end; None if a path is written."""
        if self.format is None:
            return None
        return 1 if self.prints_format else descriptor_of(self.output_file)

    @property
    def limits(self) -> dict[str, int]:
        """Return the Scrapy settings that follow from ``concurrency``."""
        return {
            # AutoThrottle's target, at least 8 as in the add-on.
            "AUTOTHROTTLE_TARGET_CONCURRENCY": max(8, self.concurrency),
            # Requests to a paused host wait here; leave room for those to other hosts.
            "CONCURRENT_REQUESTS": max(32, (HOSTS_AT_ONCE + 1) * self.concurrency),
        }

    @property
    def record(self) -> dict[str, Any]:
        """Return the options for run.json, without secrets and what holds for one command."""
        values = {name: getattr(self, name) for name in OPTIONS}
        plain = {n: str(v) if isinstance(v, Path) else v for n, v in values.items()}
        once = {"format": None, "output_file": STDOUT, "cluster": None}
        return plain | once | {"notify": [each for each in self.notify if _is_public(each)]}

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the check parameters that are set, by "check.parameter".

        Raises:
            UsageError: one does not have the form CHECK.PARAMETER=VALUE.
        """
        return dict(_read_parameter(text) for text in self.set)


def _is_public(receiver: str) -> bool:
    """Return whether a receiver is not secret: a mail address, or the name of a variable."""
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
    """An option: the source of its flag and help."""

    name: str
    kind: kinds.Kind
    "Kind of the value, or of each value of a list."
    default: Any
    group: str
    help: str
    unset: str
    flag: str
    "Name of its flag, if it is not the option's."
    stored: bool
    "Whether a stored audit may set it."

    @property
    def flag_name(self) -> str:
        """The name of its flag, without dashes before it."""
        return self.flag or self.name.replace("_", "-")

    @property
    def is_list(self) -> bool:
        """Whether the option takes several values."""
        return isinstance(self.default, tuple)

    @property
    def default_text(self) -> str:
        """The default as text for the help."""
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        if self.default is None:
            return self.unset
        if self.is_list:
            return ",".join(self.default) or self.unset
        if isinstance(self.default, int):
            return self.unset or f"{self.default:,}"
        return f"{self.default:g}" if isinstance(self.default, float) else str(self.default)

    def read(self, value: Any) -> Any:
        """Parse a value from a flag, an argument, a variable or the file; None is the default.

        Raises:
            UsageError: the value is not valid.
        """
        if value is None:
            return self.default
        if self.is_list:
            return tuple(
                self.kind.read(self.name, each) for each in kinds.split_list(self.name, value)
            )
        return self.kind.read(self.name, value)


def _kind(hint: Any) -> kinds.Kind:
    """Return the Kind in Annotated[...], also inside a tuple or beside None."""
    kind: kinds.Kind = (
        hint.__metadata__[0] if hasattr(hint, "__metadata__") else _kind(get_args(hint)[0])
    )
    return kind


_HINTS = get_type_hints(Options, include_extras=True)
OPTIONS = {
    each.name: Option(each.name, _kind(_HINTS[each.name]), each.default, **each.metadata)
    for each in fields(Options)
}
CHANGEABLE = (
    *("max_wait", "report_title", "redact_parameters", "notify_on"),
    *(name for name, option in OPTIONS.items() if not option.stored),
)
"""Options that may change on resume: those that a stored audit may not set, ``max_wait``, which may
be raised for a host that was given up, and those of the reports."""
