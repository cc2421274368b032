"""The keys of Bing, Yandex and Baidu: from the environment, or from a file of their owner alone.

They are no options of an audit and no flags: options stand in run.json, flags in the process list.
The file of ``--engine-keys`` is TOML; a value ``env:NAME`` is read from that variable::

    bing_key = "0123456789abcdef"       # Bing Webmaster Tools: Settings, API access
    yandex_token = "env:YANDEX_TOKEN"   # with the rights webmaster:hostinfo and webmaster:verify
    baidu_token = "0123456789abcdef"    # Baidu Ziyuan: API submission
    baidu_site = "https://www.example.com"
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.options.option_sources import (
    PREFIX,
    read_small,
    resolve_variable,
    suggestion,
)

if TYPE_CHECKING:
    from pathlib import Path

_READABLE_BY_OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineKeys:
    """The keys that the user has. Each variable is SITEMAP_AUDIT_ and its name."""

    bing_key: str | None = field(default=None, repr=False)
    yandex_token: str | None = field(default=None, repr=False)
    baidu_token: str | None = field(default=None, repr=False)
    baidu_site: str | None = None
    "Site as Baidu names it; None for the origin of the URLs."


_NAMES = [each.name for each in fields(EngineKeys)]
_SENT_AS_IS = re.compile(r"[!-~]+")
"""What a header and a query can have. Others are no keys: a line break, a typographic quote; the
library of HTTP quotes them in its errors."""


def read_keys(file: Path | None) -> EngineKeys:
    """Read the keys: those of the file, and for what it lacks the variables.

    Raises:
        UsageError: the file cannot be read or used, other users can read it, or a value is no key.
    """
    written = {name: os.environ.get(variable(name), "").strip() for name in _NAMES}
    if file is not None:
        written |= _read_file(file)
    for name, value in written.items():
        if value and name != "baidu_site" and not _SENT_AS_IS.fullmatch(value):
            raise UsageError(
                f"Cannot use {name} ({variable(name)}): it has a space, a line break or another"
                " character that no key has. Copy it again."
            )
    return EngineKeys(**{name: value or None for name, value in written.items()})


def variable(name: str) -> str:
    """Return the environment variable of a key."""
    return f"{PREFIX}{name.upper()}"


def _read_file(file: Path) -> dict[str, str]:
    try:
        mode = file.stat().st_mode
        if os.name == "posix" and stat.S_ISREG(mode) and mode & _READABLE_BY_OTHERS:
            raise UsageError(
                f"Cannot use {file}: other users can read the keys in it. Run: chmod 600 {file}"
            )
        written = tomllib.loads(read_small(file))
    except OSError as error:
        raise UsageError(f"Cannot read {file}: {error.strerror}. Check --engine-keys.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):  # its message may quote a key
        raise UsageError(f"{file} is not TOML. Correct it there: docs/submit.md has it.") from None
    for name, value in written.items():
        if name not in _NAMES:
            hint = suggestion(name, _NAMES) or f" It may have {', '.join(_NAMES)}."
            raise UsageError(f"In {file}: unknown key {name!r}.{hint}")
        if not isinstance(value, str) or not value.strip():
            raise UsageError(f"In {file}: {name} must be a text in quotes.")
    return {name: resolve_variable(value.strip(), name) for name, value in written.items()}
