"""The options of an audit, each defined once; :mod:`sitemap_audit.config` reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from sitemap_audit import __version__
from sitemap_audit.errors import UsageError

SEVERITIES = ("error", "warning", "notice")
ENGINES = ("google", "bing", "yandex")
USER_AGENT = f"Mozilla/5.0 (compatible; sitemap-audit/{__version__})"


def _option(default: Any, text: str, **metadata: Any) -> Any:
    return field(default=default, metadata={"help": text, **metadata})


_SIZE = {"pattern": r"\d+(\.\d+)?\s*[MGT]i?B", "form": "a size, such as 500MB or 2GB"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What an audit is asked to do."""

    output: Path = _option(
        Path("reports"), "Folder that the audit's own folder is made in.", short="-o"
    )
    max_urls: int | None = _option(None, "Fetch at most so many listed URLs.", least=1)
    concurrency: int = _option(8, "Requests at once to one host.", least=1)
    delay: float = _option(0.0, "Seconds between two requests to one host.", least=0)
    timeout: float = _option(30.0, "Seconds until a request is given up.", least=1)
    user_agent: str = _option(
        USER_AGENT,
        "Name that we give ourselves.",
        pattern=r"[ -~]+",
        form="one line of plain ASCII",
    )
    robots_token: str = _option("Googlebot", "Bot whose robots rules the verdicts are made for.")
    obey_robots: bool = _option(True, "Fetch only what robots.txt allows our own user agent.")
    follow: bool = _option(
        True, "Fetch what is pointed to but not listed: canonicals, alternates, redirect targets."
    )
    select: tuple[str, ...] = _option((), "Run only these checks: names, subjects or patterns.")
    ignore: tuple[str, ...] = _option((), "Leave these checks out.")
    engines: tuple[str, ...] = _option(
        ("google", "bing"), "Search engines whose rules speak.", among=ENGINES
    )
    pedantic: bool = _option(False, "Run the pedantic checks too.")
    checks: tuple[str, ...] = _option((), "Folders of checks of your own.")
    set: tuple[str, ...] = _option((), "Parameters of checks, as CHECK.PARAMETER=VALUE.")
    fail_on: str | None = _option(
        None, "Exit with status 1 on findings of this severity or a higher one.", among=SEVERITIES
    )
    memory: str | None = _option(None, "Memory that the checks may take, such as 2GB.", **_SIZE)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of checks that are set, by "check.parameter".

        Raises:
            UsageError: one is not written as CHECK.PARAMETER=VALUE.
        """
        return dict(_read_parameter(text) for text in self.set)


def _read_parameter(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or "." not in name:
        raise UsageError(
            f"set is {text!r}; it must be CHECK.PARAMETER=VALUE, such as"
            " sitemap/too-many-urls.max_urls=1000."
        )
    return name.strip(), yaml.safe_load(value)
