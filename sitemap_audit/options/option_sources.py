"""Read the options of an audit from flags or arguments, the environment and a TOML file."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import UsageError
from sitemap_audit.near_names import did_you_mean, nearest
from sitemap_audit.options import OPTIONS, SEARCH_OPTIONS, Options
from sitemap_audit.options.kinds import split_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sitemap_audit.run_record import RunRecord

CONFIG_FILE = "sitemap-audit.toml"
PREFIX = "SITEMAP_AUDIT_"
"Prefix of environment variables for options."
_MAX_BYTES = 2**20
"Maximum size of a file of options or credentials, in bytes."
_OF_MACHINE = {"workers", "memory"}
"Options that change no result."
_OF_FILES = {"imports", "import_column", "bot_ranges"}


def read_options(
    given: Mapping[str, Any],
    file: Path | None = None,
    *,
    usual: Mapping[str, Any] | None = None,
) -> tuple[Options, list[str]]:
    """Read the options from given values, the environment and a TOML file; and the file's sites.

    Args:
        given: values by name; None or () if not set.
        file: TOML file; by default ``sitemap-audit.toml`` in the working directory, if present.
        usual: defaults that replace those of the options.

    Raises:
        UsageError: a name or value is not valid, or the file cannot be read.
    """
    file = file or _default_file()
    written, sites = _read_file(file) if file else ({}, [])
    return _options(
        _set_values(usual or {}) | written | _read_environment() | _set_values(given)
    ), sites


def read_again(
    stored: Mapping[str, Any],
    given: Mapping[str, Any],
    file: Path | None = None,
    *,
    usual: Mapping[str, Any] | None = None,
) -> Options:
    """Read the options of a stored audit, overridden by values given now.

    Somebody else may have made the audit. So of the options that a stored audit may not set, its
    value applies only if the user's own variables, file or ``usual`` have the same.

    Args:
        stored: options in run.json; removed options are ignored.
        given: options that may change, by name; None or () if not set.
        file: TOML file; its values for options in ``given`` apply, as the environment's do.
        usual: the user's options in the settings of a Scrapy project.

    Raises:
        UsageError: a name or value is not valid, or the file cannot be read.
    """
    variables, default = _read_environment(), _default_file()
    written = (_read_file(file)[0] if file else {}) | variables
    own = dict(usual or {}) | (_read_file(default)[0] if default and not file else {}) | written
    kept = {
        name: value
        for name, value in stored.items()
        if name in OPTIONS and (OPTIONS[name].stored or _is_same(name, value, own.get(name)))
    }
    now = {name: value for name, value in written.items() if name in given}
    return _options(kept | now | _set_values(given))


def not_applied(record: RunRecord, options: Options, names: Iterable[str]) -> list[str]:
    """Return which options of a stored audit do not apply, of those that may be given again.

    Args:
        record: the run record.
        options: as read again.
        names: of the options that the command takes.
    """
    stored = dict(record.options)
    files = [each.file for each in record.imports if not each.is_of_api]
    if _is_same("imports", stored.get("imports"), files):
        stored = {name: stored[name] for name in stored.keys() - _OF_FILES}
    if len(files) < len(record.imports):
        stored = {name: stored[name] for name in stored.keys() - {*SEARCH_OPTIONS}}
    return [
        name
        for name, option in OPTIONS.items()
        if name in names
        and not option.stored
        and name not in _OF_MACHINE
        and getattr(options, name) == option.default
        and not _is_same(name, stored.get(name), option.default)
    ]


def record_again(
    stored: Mapping[str, Any], options: Options, given: Iterable[str]
) -> dict[str, Any]:
    """Return the options for run.json of an audit that is checked again.

    What a stored audit may not set stays as it is, unless the command takes it.

    Args:
        given: names of the options that the command takes.
    """
    names = {name for name, option in OPTIONS.items() if option.stored} | set(given)
    return dict(stored) | {name: options.record[name] for name in names}


def told_not_applied(names: Iterable[str]) -> str:
    """Say which options of a stored audit do not apply; empty if there are none."""
    flags = " ".join(f"--{OPTIONS[name].flag_name}" for name in names)
    if not flags:
        return ""
    return (
        f"Not taken from the stored audit, which somebody else may have made: {flags}. To"
        " apply an option, pass it again."
    )


def _is_same(name: str, value: Any, other: Any) -> bool:
    """Return whether two values of an option are the same when they are read."""
    try:
        return bool(OPTIONS[name].read(value) == OPTIONS[name].read(other))
    except UsageError:
        return False


def _default_file() -> Path | None:
    """Return the TOML file in the working directory, if there is one."""
    return Path(CONFIG_FILE) if Path(CONFIG_FILE).exists() else None


def _set_values(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value not in (None, ())}


def _options(values: Mapping[str, Any]) -> Options:
    for name in values:
        if name not in OPTIONS:
            raise UsageError(unknown_option(name))
    return Options(**{name: OPTIONS[name].read(value) for name, value in values.items()})


def _read_environment() -> dict[str, str]:
    """Read the options from environment variables; empty ones are ignored."""
    variables = {name: f"{PREFIX}{name.upper()}" for name in OPTIONS}
    written = {name: os.environ.get(variable, "") for name, variable in variables.items()}
    for name, value in written.items():
        with source_in_errors(f"the variable {variables[name]}"):
            _options({name: value} if value else {})
    return {name: value for name, value in written.items() if value}


def _read_file(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Read the options in a file, and its sites; errors name the file."""
    import tomllib  # late: settings modules import this one

    try:
        written = tomllib.loads(read_small(path))
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}. Check --config.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}. Correct it there.") from None
    with source_in_errors(path):
        sites = split_list("sites", written.pop("sites", []))
        _options(written)
    return written, sites


def read_small(path: Path) -> str:
    """Read a small text file; a device or a pipe may never end.

    A pipe, such as the shell's ``<(…)``, is read to its end, unless it has no writer.

    Raises:
        OSError: the file cannot be read, or is too large.
        UnicodeDecodeError: the file is not UTF-8 text.
    """
    if "\0" in str(path):
        raise OSError(errno.EINVAL, "its name contains a NUL", str(path))
    with open(path, "rb", opener=_open_without_waiting) as file:
        text = file.read(1)
        if text == b"" and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENODATA, "it is a pipe that nobody writes to", str(path))
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(file.fileno(), True)
        text = (text or b"") + file.read(_MAX_BYTES + 1)
    if len(text) > _MAX_BYTES:
        raise OSError(errno.EFBIG, "it is too large", str(path))
    return text.decode("utf-8")


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file without waiting for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


@contextmanager
def source_in_errors(source: object) -> Iterator[None]:
    """Prefix a UsageError raised in the block with the source of the option."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"In {source}: {error}") from None


_SITES = {
    "site": " In a file it is sites, with one or several.",
    "sites": " As an argument it is site, with one or several, and commas between.",
}


def unknown_option(
    written: str, known: Iterable[str] = OPTIONS, command: str = "sitemap-audit audit"
) -> str:
    """Return an error for an option that does not exist."""
    hint = _SITES.get(written) or suggestion(written, known)
    return f"Unknown option {written!r}.{hint or f' See {command} --help.'}"


def suggestion(name: str, names: Iterable[str]) -> str:
    """Return `` Did you mean …?`` if a known name is similar, else an empty string."""
    near = nearest(name, names)
    return did_you_mean([repr(near)] if near else [])


def resolve_variable(written: str, where: str) -> str:
    """Return a value, or that of the variable in ``env:NAME``; ``where`` is for the error.

    Raises:
        UsageError: the variable is not set.
    """
    if not written.startswith("env:"):
        return written
    value = os.environ.get(written.removeprefix("env:"), "").strip()
    if not value:
        raise UsageError(
            f"{where} is {written!r}, but this environment variable is not set. Set it."
        )
    return value
