"""Where the options of an audit come from: what the user gives, the environment, a TOML file."""

from __future__ import annotations

import difflib
import errno
import os
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import UsageError
from sitemap_audit.options import OPTIONS, Options
from sitemap_audit.options.kinds import split_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

CONFIG_FILE = "sitemap-audit.toml"
PREFIX = "SITEMAP_AUDIT_"
"Of the environment's variables that hold options."
_LARGEST = 2**20
"Bytes of a file of options or credentials."
GONE = {"http2": "no check used it. Remove it."}
"Options of earlier versions, with why they are gone and what to do."


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
        written = tomllib.loads(read_small(path))
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}. Check --config.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}. Correct it there.") from None
    with told_of(path):
        sites = split_list("sites", written.pop("sites", []))
        _options(written)
    return written, sites


def read_small(path: Path) -> str:
    """The text of a file that a person has written; a device or a pipe may have no end.

    A pipe is read to its end, as the shell's ``<(…)`` is, unless nobody writes to it.

    Raises:
        OSError: it cannot be read, or is larger than any such file.
        UnicodeDecodeError: it is no text.
    """
    if "\0" in str(path):
        raise OSError(errno.EINVAL, "its name holds a NUL", str(path))
    with open(path, "rb", opener=_open_at_once) as file:
        text = file.read(1)
        if text == b"" and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENODATA, "it is a pipe that nobody writes to", str(path))
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(file.fileno(), True)
        text = (text or b"") + file.read(_LARGEST + 1)
    if len(text) > _LARGEST:
        raise OSError(errno.EFBIG, "it is too large", str(path))
    return text.decode("utf-8")


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, and wait for nobody who might write to it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


@contextmanager
def told_of(place: object) -> Iterator[None]:
    """Say of an error where the option is written."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"In {place}: {error}") from None


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
        return f"Option {written} no longer exists: {GONE[name]}"
    hint = _SITES.get(written) or nearest(written, known)
    return f"Unknown option {written!r}.{hint or f' See {command} --help.'}"


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
        raise UsageError(
            f"{where} is {written!r}, but this environment variable is not set. Set it."
        )
    return value
