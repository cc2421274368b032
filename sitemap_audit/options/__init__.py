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
PAGES_PER_PATTERN = 3
"Pages of a URL pattern in a rendered sample: one template makes all, and one page may be odd."
USER_AGENT = f"Mozilla/5.0 (compatible; sitemap-audit/{__version__})"


def _option(
    group: str,
    default: Any,
    text: str,
    unset: str = "",
    flag: str = "",
    *,
    needed_if: str,
    stored: bool = False,
) -> Any:
    """Define an option.

    Args:
        text: its help.
        unset: shown as the default, if not the default itself.
        flag: name of the flag, if it is not the option's.
        needed_if: who sets it. What nobody would set is a constant where it is used.
        stored: whether a stored audit may set it for the commands that read the audit. Somebody
            else may have made it: no option that writes or sends anything, reads another path,
            runs a program, reaches another server or takes more of this machine.
    """
    texts = {"group": group, "help": text, "unset": unset, "flag": flag, "needed_if": needed_if}
    return field(default=default, metadata=texts | {"stored": stored})


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
        needed_if="audits are kept elsewhere: on another disk, in a bucket",
        stored=True,
    )
    base: kinds.Url | None = _input_option(
        None,
        "URL that a local file or folder stands for, such as https://www.example.com.",
        needed_if="you check sitemaps before they are deployed",
        stored=True,
    )
    map: tuple[kinds.OriginPair, ...] = _input_option(
        (),
        "Crawl another origin: https://www.example.com=https://staging.example.com.",
        needed_if="you audit staging, and want the URLs of production in the reports",
        stored=True,
    )
    pages_from: kinds.PagesFrom | None = _input_option(
        None,
        "Read the pages from this folder; auto: from the audited one if it has any.",
        "live",
        flag="pages",
        needed_if="you check a static site before it is deployed",
    )
    hosting: kinds.Hosting | None = _input_option(
        None,
        "Host that serves --pages: cloudflare, github, netlify, plain, vercel.",
        "recognized",
        needed_if="the site is deployed to GitHub Pages, Netlify, Vercel or Cloudflare Pages",
        stored=True,
    )
    offline: kinds.Switch = _input_option(
        False,
        "Request nothing; URLs that no local file serves are not checked.",
        needed_if="the machine that builds the site has no network",
        stored=True,
    )
    connect_to: tuple[kinds.Connection, ...] = _input_option(
        (),
        "Connect to another server, as curl does: www.example.com:443:192.0.2.1:443.",
        needed_if="you test a new server before DNS names it",
    )
    include: tuple[kinds.Glob, ...] = _input_option(
        (),
        "Crawl only pages whose URL matches, such as */de/*. Repeatable.",
        "all pages",
        needed_if="you look after one section or language of the site",
        stored=True,
    )
    exclude: tuple[kinds.Glob, ...] = _input_option(
        (),
        "Do not crawl pages whose URL matches, such as */tag/*. Repeatable.",
        needed_if="a section is not yours, or its pages cost the server much",
        stored=True,
    )
    sitemap: tuple[kinds.Glob, ...] = _input_option(
        (),
        "Read only sitemaps such as */products*.xml. Repeatable.",
        "all sitemaps",
        needed_if="you look after some sitemaps of many",
        stored=True,
    )
    sample: kinds.Sample | None = _input_option(
        None,
        "Crawl a sample of the listed pages: a number, or a share such as 5%.",
        "all pages",
        needed_if="the site has more pages than you have time for",
        stored=True,
    )
    seed: kinds.Count = _input_option(
        0,
        "Seed of the sample: another one chooses other pages.",
        needed_if="you want to see other pages than in the last sample",
        stored=True,
    )
    since: kinds.Since | None = _input_option(
        None,
        "Crawl pages modified since then, and a sample of the others.",
        "all pages",
        needed_if="you audit daily, and the whole site on Sundays only",
        stored=True,
    )
    max_urls: kinds.Positive | None = _input_option(
        None,
        "Crawl at most N URLs of the sitemaps, and what they point to.",
        "no limit",
        needed_if="you try the audit on a large site first",
        stored=True,
    )
    pages: kinds.Switch = _input_option(
        True,
        "Crawl pages; off: robots.txt and sitemaps only.",
        flag="no-pages",
        needed_if="you check sitemaps only, such as in CI",
        stored=True,
    )
    follow: kinds.Switch = _input_option(
        True,
        "Crawl canonicals, alternates and redirect targets that are not listed.",
        needed_if="you want requests for listed URLs only",
        stored=True,
    )
    crawl: kinds.Switch = _input_option(
        False,
        "Follow internal links too, to find pages that are not listed or not linked.",
        needed_if="you look for pages that no sitemap lists, or that no page links to",
        stored=True,
    )
    crawl_depth: kinds.Positive | None = _input_option(
        None,
        "Links to follow from the home page or a listed page.",
        "no limit",
        needed_if="you want only pages near the home page",
        stored=True,
    )
    crawl_max: kinds.Count = _input_option(
        100_000,
        "Crawl at most N unlisted pages with internal links to them.",
        needed_if="the site has more unlisted pages, or you want fewer requests",
        stored=True,
    )
    media: kinds.Count = _input_option(
        0,
        "Request at most N listed images and videos, 1 kB of each.",
        needed_if="you have image or video sitemaps",
        stored=True,
    )
    as_bots: tuple[kinds.RequestingBot, ...] = _input_option(
        (),
        "Request pages again with the user agents of these bots, such as Googlebot,GPTBot.",
        flag="as",
        needed_if="you want to know what search engines and AI crawlers really get",
        stored=True,
    )
    as_sample: kinds.Positive = _input_option(
        20,
        "Pages that each bot of --as gets, spread over the URL patterns.",
        needed_if="the site has more templates, or you want fewer requests",
        stored=True,
    )
    compare_user_agent: kinds.Count = _input_option(
        0,
        "Short for --as Googlebot --as-sample N.",
        needed_if="bots get other pages than visitors: prerendering, cloaking",
        stored=True,
    )

    imports: tuple[kinds.Import, ...] = _import_option(
        (),
        "Import an export of Search Console or another product, a list, an access log. Repeatable.",
        flag="import",
        needed_if="you have exports of Search Console or a crawler, or access logs",
    )
    import_column: tuple[kinds.Column, ...] = _import_option(
        (),
        "Column to read of the files to import, such as url=Address. Repeatable.",
        needed_if="the columns of your files have other names",
        stored=True,
    )
    bot_ranges: tuple[kinds.RangesFile, ...] = _import_option(
        (),
        "IP ranges that verify a bot in access logs, such as googlebot.json. Repeatable.",
        needed_if="you count hits of bots in access logs, and some are not genuine",
    )

    search_console: kinds.Text | None = _import_option(
        None,
        "Read what Google says of the site: a property, such as sc-domain:example.com.",
        needed_if="the site is in Search Console, and you want clicks and Google's view",
    )
    search_days: kinds.Positive = _import_option(
        28,
        "Days of clicks and impressions to read from Search Console, 486 at most.",
        needed_if="the season matters more than the last four weeks",
    )
    inspect: kinds.Count = _import_option(
        0,
        "Inspect up to N URLs with Google's URL Inspection; a property has 2,000 a day.",
        needed_if="you want to know which listed URLs Google has indexed, and why not",
    )
    inspect_days: kinds.Count = _import_option(
        14,
        "Days for which an inspection of an earlier audit is used again.",
        needed_if="you want Google's answers of today, or to spare the quota",
    )
    google_credentials: kinds.File | None = _import_option(
        None,
        "JSON file of a service account of Google.",
        "what 'sitemap-audit google login' has stored",
        needed_if="nobody can sign in with a browser: on Scrapyd, in CI",
    )

    workers: kinds.Count | None = _crawl_option(
        None,
        "Worker processes that parse pages and sitemaps; 0 for none.",
        "automatic",
        needed_if="the machine has other work, or more than five processors",
    )
    concurrency: kinds.Positive = _crawl_option(
        8,
        "Maximum parallel requests to one host; fewer if it slows down.",
        needed_if="the server is slow, or can take more",
        stored=True,
    )
    delay: kinds.Seconds = _crawl_option(
        0.0,
        "Average seconds between two requests to one host, such as 0.5.",
        needed_if="the server limits requests by time",
        stored=True,
    )
    max_rate: kinds.Rate | None = _crawl_option(
        None,
        "Maximum requests per second to all hosts together.",
        "no limit",
        needed_if="you agreed on a rate with those who run the servers",
        stored=True,
    )
    hours: kinds.Hours | None = _crawl_option(
        None,
        "Hours in which to crawl, by the clock of this machine, such as 22-6.",
        "always",
        needed_if="you may crawl only at night",
        stored=True,
    )
    max_wait: kinds.Seconds = _crawl_option(
        900.0,
        "Total seconds to wait for a host that returns 429 or 503 or times out.",
        needed_if="the server blocks crawlers for longer than 15 minutes",
        stored=True,
    )
    timeout: kinds.Timeout = _crawl_option(
        30.0,
        "Seconds until a request times out; for a sitemap, without any data.",
        needed_if="the server is slow",
        stored=True,
    )
    user_agent: kinds.Line = _crawl_option(
        USER_AGENT,
        "User-Agent header.",
        needed_if="a firewall lets only a certain user agent pass",
        stored=True,
    )
    robots_token: kinds.Bot = _crawl_option(
        "Googlebot",
        "Bot to evaluate robots.txt and meta robots for, such as bingbot.",
        needed_if="you audit for Bing or another bot",
        stored=True,
    )
    obey_robots: kinds.Switch = _crawl_option(
        True,
        "Obey robots.txt for our own user agent.",
        needed_if="the site is yours, and its robots.txt disallows crawlers",
        stored=True,
    )
    auth: kinds.File | None = _crawl_option(
        None,
        "TOML file with logins, tokens, cookies and certificates by host.",
        needed_if="the site is behind a login",
    )
    sign: kinds.File | None = _crawl_option(
        None,
        "Key in PEM that signs the requests to the hosts you give (Web Bot Auth).",
        needed_if="a shop or CDN lets only signed crawlers pass",
    )
    sign_agent: kinds.HttpsUrl | None = _crawl_option(
        None,
        "Site or URL that publishes the public key of --sign: https://www.example.com.",
        needed_if="you sign requests",
    )
    proxy: kinds.Proxy | None = _crawl_option(
        None,
        "Proxy, such as http://proxy:3128.",
        "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY",
        needed_if="the network has a proxy that the environment does not name",
    )
    allow_private: kinds.Switch = _crawl_option(
        False,
        "Crawl private networks too (this machine, the intranet).",
        needed_if="the site is on several hosts of your intranet",
    )
    cluster: kinds.Master | None = _crawl_option(
        None,
        "Crawl and check on Apache Spark: spark://HOST:7077, yarn, k8s://URL, local[4].",
        "none",
        needed_if="you audit tens of millions of pages",
    )

    select: tuple[kinds.Text, ...] = _check_option(
        (),
        "Checks to run: names, subjects or patterns, such as hreflang.",
        "all",
        needed_if="you work on one subject now",
        stored=True,
    )
    ignore: tuple[kinds.Text, ...] = _check_option(
        (),
        "Checks to leave out, such as entry/loc-*.",
        needed_if="you decided against a rule",
        stored=True,
    )
    engines: tuple[kinds.Engine, ...] = _check_option(
        ("google", "bing"),
        "Search engines whose guidelines apply.",
        needed_if="your visitors use Yandex, or no Bing",
        stored=True,
    )
    pedantic: kinds.Switch = _check_option(
        False,
        "Run the pedantic checks too.",
        needed_if="you write a sitemap generator",
        stored=True,
    )
    checks: tuple[kinds.ChecksFolder, ...] = _check_option(
        (), "Folder of your own checks. Repeatable.", needed_if="you have rules of your own"
    )
    set: tuple[kinds.Parameter, ...] = _check_option(
        (),
        "Set a parameter of a check: sitemap/too-many-urls.max_urls=10000.",
        needed_if="your limits are other than the defaults",
        stored=True,
    )
    fail_on: kinds.Failure | None = _check_option(
        None,
        "Exit with 1 on findings of this severity or higher: error…, new-error….",
        "never",
        needed_if="findings are to stop a deployment",
        stored=True,
    )
    budget: kinds.File | None = _check_option(
        None,
        "TOML file with limits of findings and key figures; over them, exit with status 1.",
        needed_if="CI is to accept a number of findings, and no more",
    )
    ignore_file: kinds.File | None = _check_option(
        None,
        "TOML file with findings to ignore, each with a reason and a last day.",
        needed_if="you accept single findings for a time",
    )
    compare: kinds.Switch = _check_option(
        True,
        "Compare with the last complete audit of the same sites and scope.",
        needed_if="the site was relaunched, and all would be new",
        stored=True,
    )
    baseline: kinds.AuditFolder | None = _check_option(
        None,
        "Audit to compare with instead, by its folder.",
        "the last one",
        needed_if="you compare with a certain audit, such as that before a relaunch",
    )
    memory: kinds.Size | None = _check_option(
        None,
        "Memory for the checks, such as 2GB.",
        "a quarter of the machine",
        needed_if="the machine has other work",
    )

    render: kinds.Rendering = _render_option(
        "never",
        "Render pages in a browser: a sample of each URL pattern, or all.",
        needed_if="JavaScript makes the pages",
        stored=True,
    )
    render_max: kinds.Positive | None = _render_option(
        None,
        "Render at most N pages.",
        "200 in a sample",
        needed_if="you have time to render more pages, or less time",
        stored=True,
    )
    render_timeout: kinds.Timeout = _render_option(
        20.0,
        "Seconds until the rendering times out.",
        needed_if="the pages render slowly",
        stored=True,
    )
    browser: kinds.Program | None = _render_option(
        None,
        "Path of Chromium, its headless shell, or Chrome.",
        "the one installed",
        needed_if="the browser is in a folder of its own",
    )

    report_title: kinds.Text | None = _delivery_option(
        None,
        "Title of report.html and report.pdf.",
        "Sitemap audit of SITE",
        needed_if="you hand reports to clients",
        stored=True,
    )
    report_logo: kinds.File | None = _delivery_option(
        None,
        "Logo for them: PNG, JPEG, GIF or WebP, at most 500 kB.",
        "none",
        needed_if="you hand reports to clients",
    )
    redact_parameters: kinds.Switch = _delivery_option(
        False,
        "Leave the values of query parameters out of the reports.",
        needed_if="URLs have personal data in their query",
        stored=True,
    )
    format: kinds.Format | None = _delivery_option(
        None,
        "Also write github (annotations), jsonl, junit, markdown, pdf (a summary) or sarif.",
        "none",
        needed_if="CI, a program or a client reads the result",
    )
    output_file: kinds.OutputFile = _delivery_option(
        Path(STDOUT),
        "File for --format; - is standard output, for pdf report.pdf in the audit's folder.",
        needed_if="the result of `--format` goes into a file",
    )
    publish: kinds.Uri | None = _delivery_option(
        None,
        "Copy the audit to a storage, such as s3://bucket/path; sheets:FOLDER for Google Sheets.",
        needed_if="others read the reports in a bucket, on a web server or in Google Sheets",
    )
    notify: tuple[kinds.Receiver, ...] = _delivery_option(
        (),
        "Webhook, mailto:NAME@HOST or apprise URL to notify; env:NAME for a secret.",
        needed_if="a timer starts the audits",
    )
    notify_on: tuple[kinds.Occasion, ...] = _delivery_option(
        ("any",),
        "When to notify: any, incomplete, new, new-error, new-warning, error, warning, notice.",
        needed_if="you want to hear of faults only",
        stored=True,
    )
    mail_server: kinds.MailServer = _delivery_option(
        "smtp://localhost",
        "SMTP server; SMTP_USER and SMTP_PASSWORD hold its login.",
        needed_if="mail does not leave through this machine",
    )
    mail_from: kinds.Mail | None = _delivery_option(
        None,
        "Sender of mails, such as seo@example.com.",
        needed_if="the mail server accepts certain senders only",
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
    def bots(self) -> tuple[str, ...]:
        """The bots as which pages are requested again; Googlebot by ``compare_user_agent``."""
        short = ("Googlebot",) if self.compare_user_agent else ()
        return tuple(dict.fromkeys((*self.as_bots, *short)))

    @property
    def bots_sample(self) -> int:
        """How many pages each of them gets."""
        return self.as_sample if self.as_bots else self.compare_user_agent

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
    needed_if: str
    "Who sets it, in docs/options.md."
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
SEARCH_OPTIONS = (
    *("search_console", "search_days", "inspect", "inspect_days", "google_credentials"),
)
"Options of what is read of Search Console."
CHANGEABLE = (
    *("max_wait", "report_title", "redact_parameters", "notify_on"),
    *(name for name, option in OPTIONS.items() if not option.stored),
)
"""Options that may change on resume: those that a stored audit may not set, ``max_wait``, which may
be raised for a host that was given up, and those of the reports."""
