"""The options of an audit, each defined once; :mod:`sitemap_audit.config` reads them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from sitemap_audit import __version__
from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

SEVERITIES = ("error", "warning", "notice")
OCCASIONS = ("any", "incomplete", "new", *SEVERITIES)
ENGINES = ("google", "bing", "yandex")
HOSTS_AT_ONCE = 10
"Hosts that may have as many pages under way as may be: others wait for none of them."
USER_AGENT = f"Mozilla/5.0 (compatible; sitemap-audit/{__version__})"


def _option(default: Any, text: str, **metadata: Any) -> Any:
    return field(default=default, metadata={"help": text, **metadata})


_TIME = r"(([01]?\d|2[0-3])(:[0-5]\d)?|24)"
_HOURS = {
    "pattern": rf"(?!(?P<time>.+)-(?P=time)$){_TIME}-{_TIME}",
    "form": "two times of day, such as 22-6 or 21:30-5",
}
_PROXY = {
    "pattern": r"none|env:[A-Za-z_]\w*|https?://[^\s/@]+/?",
    "form": "'none', an address without user name and password such as http://proxy:3128, or"
    " env:NAME for a variable that holds one with them",
}
_ORIGIN = r"https?://[^\s/=@]+/?"
_MAP = {
    "pattern": f"{_ORIGIN}={_ORIGIN}",
    "form": "two addresses, such as https://www.example.com=https://staging.example.com",
}
_HOST = r"(\[[^\]\s]*\]|[^:\[\]\s]*)"
_CONNECT_TO = {
    "pattern": rf"{_HOST}:\d*:{_HOST}:\d*",
    "form": "HOST:PORT:ADDRESS:PORT, such as www.example.com:443:192.0.2.1:8443",
}
_URI = {
    "pattern": r"env:[A-Za-z_]\w*|(?!https?:|.*//[^/]*@)[a-z][\w+.-]*:\S.*",
    "form": "a URI without user name and password, such as s3://bucket/path or file:///path, or"
    " env:NAME for a variable that holds one",
}
_SERVER = {
    "pattern": r"smtps?://[^\s/@]+/?",
    "form": "smtp://HOST:PORT or smtps://HOST:PORT; user and password go into the variables"
    " SMTP_USER and SMTP_PASSWORD",
}
_SIZE = {"pattern": r"(?=.*[1-9])\d+(\.\d+)?\s*[MGT]i?B", "form": "a size, such as 500MB or 2GB"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What an audit is asked to do."""

    output: Path = _option(
        Path("reports"), "Folder that the audit's own folder is made in.", short="-o"
    )
    base: str | None = _option(
        None,
        "Address that files or a folder of sitemaps on disk are to have.",
        shown="URL",
    )
    map: tuple[str, ...] = _option(
        (),
        "Fetch a site from another host, and speak of the site: PRODUCTION=STAGING.",
        shown="URL=URL",
        **_MAP,
    )
    connect_to: tuple[str, ...] = _option(
        (),
        "Connect elsewhere for a host, which stays the one that is asked for: HOST:PORT:ADDR:PORT.",
        shown="HOST:PORT:ADDR:PORT",
        **_CONNECT_TO,
    )
    max_urls: int | None = _option(
        None, "Take at most so many listed URLs; what they point to is fetched besides.", least=1
    )
    concurrency: int = _option(
        8,
        "Requests at once to one host, at most; fewer where it answers more slowly.",
        least=1,
        setting="CONCURRENT_REQUESTS_PER_DOMAIN",
    )
    delay: float = _option(
        0.0, "Seconds between two requests to one host.", least=0, setting="DOWNLOAD_DELAY"
    )
    max_rate: float | None = _option(
        None, "Requests a second, at most, to all hosts together.", least=0.001, shown="N"
    )
    hours: str | None = _option(
        None, "Fetch at these hours only, by this machine's clock: 22-6.", shown="FROM-TO", **_HOURS
    )
    timeout: float = _option(
        30.0,
        "Seconds until a request is given up; of a sitemap, until it begins and of silence.",
        least=1,
        setting="DOWNLOAD_TIMEOUT",
    )
    auth: Path | None = _option(
        None, "TOML file of passwords, tokens, cookies and certificates by host.", shown="FILE"
    )
    proxy: str | None = _option(
        None,
        "Proxy to fetch through; without it HTTP_PROXY, HTTPS_PROXY and NO_PROXY are followed.",
        shown="URL|env:NAME|none",
        **_PROXY,
    )
    allow_private: bool = _option(
        False, "Fetch from private networks too, whatever leads there (this machine, the intranet)."
    )
    user_agent: str = _option(
        USER_AGENT,
        "Name that we give ourselves.",
        setting="USER_AGENT",
        pattern=r"[ -~]+",
        form="one line of plain ASCII",
    )
    robots_token: str = _option(
        "Googlebot",
        "Bot whose robots rules the verdicts are made for.",
        pattern=r"[!-.0-~]+",
        form="the name of a bot alone, such as Googlebot or bingbot",
    )
    obey_robots: bool = _option(True, "Fetch only what robots.txt allows our own user agent.")
    pages: bool = _option(
        True, "Fetch pages; without, only robots.txt and sitemaps are read and judged."
    )
    workers: int | None = _option(
        None,
        "Worker processes that read pages; 0 reads them in the crawl's process.",
        least=0,
    )
    keep_received: bool = _option(
        True, "Keep each robots.txt and sitemap as received, gzip, in the audit's folder."
    )
    follow: bool = _option(
        True,
        "Fetch what is pointed to but not listed: canonicals, alternates, where redirects and"
        " refreshes lead.",
    )
    media: int = _option(0, "Ask for listed images and videos too, for so many at most.", least=0)
    select: tuple[str, ...] = _option((), "Run only these checks: names, subjects or patterns.")
    ignore: tuple[str, ...] = _option((), "Leave these checks out.")
    engines: tuple[str, ...] = _option(
        ("google", "bing"), "Search engines whose rules speak.", among=ENGINES
    )
    pedantic: bool = _option(False, "Run the pedantic checks too.")
    checks: tuple[str, ...] = _option((), "Folders of checks of your own.", shown="DIR")
    set: tuple[str, ...] = _option((), "Parameters of checks, as CHECK.PARAMETER=VALUE.")
    fail_on: str | None = _option(
        None, "Exit with status 1 on findings of this severity or a higher one.", among=SEVERITIES
    )
    memory: str | None = _option(
        None,
        "Memory that the checks may take, such as 2GB; a quarter of the machine's where not given.",
        **_SIZE,
    )

    publish: str | None = _option(
        None,
        "Copy the audit's folder to below this URI when it ends: s3://bucket/path, file:///path.",
        shown="URI|env:NAME",
        **_URI,
    )
    notify: tuple[str, ...] = _option(
        (),
        "Tell these when the audit ends: the URL of a webhook, mailto:NAME@HOST, a URL of apprise"
        " (slack://…, msteams://…), or env:NAME for a variable that holds one.",
        shown="URL|env:NAME",
        is_open=lambda value: value.startswith(("env:", "mailto:")) and "://" not in value,
    )
    notify_on: tuple[str, ...] = _option(
        ("any",),
        "When: at any end, when it is not complete, on findings that the last complete audit did"
        " not have, on findings of a severity or a higher one.",
        among=OCCASIONS,
    )
    mail_server: str = _option(
        "smtp://localhost",
        "Server that mails are handed to; SMTP_USER and SMTP_PASSWORD are its credentials.",
        shown="URL",
        **_SERVER,
    )
    mail_from: str | None = _option(
        None, "Sender of mails.", shown="ADDRESS", pattern=r"[^\s@<>]+@[^\s@<>]+", form="an address"
    )

    render: str = _option(
        "never",
        "Render pages in a browser too: none, a few of each pattern of URLs, or all.",
        among=("never", "sample", "all"),
    )
    render_per_pattern: int = _option(3, "Pages of each pattern that a sample takes.", least=1)
    render_max: int | None = _option(
        None, "Render at most so many pages; a sample takes 200 where not given.", least=1
    )
    render_timeout: float = _option(20.0, "Seconds that a page may take to render.", least=1)
    render_memory: str = _option("2GB", "Memory that the browser may take.", **_SIZE)
    browser: Path | None = _option(
        None,
        "Browser to render in; without it, Chromium or Chrome is looked for.",
        shown="PATH",
    )

    @property
    def settings(self) -> dict[str, Any]:
        """What Scrapy has settings for, by their names."""
        named = {
            each.metadata["setting"]: getattr(self, each.name)
            for each in fields(self)
            if "setting" in each.metadata
        }
        # Those of a host that pauses wait for it: others are to have requests left.
        at_once = max(32, (HOSTS_AT_ONCE + 1) * self.concurrency)
        return named | {"CONCURRENT_REQUESTS": at_once}

    @property
    def record(self) -> dict[str, Any]:
        """The options as run.json keeps them: without values that are secrets themselves."""
        return {each.name: _kept(getattr(self, each.name), each.metadata) for each in fields(self)}

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of checks that are set, by "check.parameter".

        Raises:
            UsageError: one is not written as CHECK.PARAMETER=VALUE.
        """
        return dict(_read_parameter(text) for text in self.set)


def _kept(value: Any, metadata: Mapping[str, Any]) -> Any:
    if "is_open" in metadata:
        return [each for each in value if metadata["is_open"](each)]
    return str(value) if isinstance(value, Path) else value


def _read_parameter(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or "." not in name:
        raise UsageError(
            f"set is {text!r}; it must be CHECK.PARAMETER=VALUE, such as"
            " sitemap/too-many-urls.max_urls=1000."
        )
    return name.strip(), yaml.safe_load(value)


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
