"""The options of an audit, as they are given.

Every one of them is a flag of the command (``--max-urls 100``), an argument of the spider
(``-a max_urls=100``) and a key of the TOML file (``max_urls = 100``). A flag or an argument wins
over the file.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

CONFIG_FILE = "sitemap-audit.toml"


@dataclass(frozen=True, slots=True)
class Option:
    """One option, as the flag, the argument and the file's key are made from it."""

    name: str
    kind: Any
    default: Any
    help: str
    short: str | None
    among: tuple[str, ...]
    least: float | None
    pattern: str | None
    "Regular expression that the whole value fits."
    form: str | None
    "What fits it, in words."
    shown: str | None
    "What stands for the value in the help, where its kind does not; of FILE and DIR all is kept."

    @property
    def metavar(self) -> str | None:
        """What stands for the value in the help; None for a flag that has none."""
        if self.among:
            return "|".join(self.among)
        if self.shown:
            return self.shown
        return None if isinstance(self.default, bool) else _METAVARS[self._kind()]

    @property
    def default_text(self) -> str:
        """The default as the help says it; empty where there is none."""
        if self.default is None or self.default == ():
            return ""
        words = {True: "yes", False: "no"}
        shown = words[self.default] if isinstance(self.default, bool) else self.default
        shown = ",".join(shown) if isinstance(shown, tuple) else shown
        shown = f"{shown:g}" if isinstance(shown, float) else shown
        return f" [default: {shown}]"

    @property
    def is_list(self) -> bool:
        """Whether several values may be given."""
        return isinstance(self.default, tuple)

    def read(self, value: Any) -> Any:
        """A value from a flag, an argument or the file.

        Raises:
            UsageError: it is not of the option's kind, or not among what is allowed.
        """
        if value is None:
            return self.default
        if self.is_list:
            return tuple(self._one(str, each) for each in _split(self.name, value))
        return self._one(self._kind(), value)

    def _kind(self) -> type:
        if self.is_list:
            return str
        if isinstance(self.kind, type):
            return self.kind
        kind: type = next(k for k in self.kind.__args__ if k is not type(None))
        return kind

    def _one(self, kind: type, value: Any) -> Any:
        try:
            result = _READ[kind](value)
        except (ValueError, KeyError, TypeError):
            raise self._refusal(value, self._wanted(kind)) from None
        if self.pattern and not re.fullmatch(self.pattern, str(result)):
            shown = re.sub(r"//[^/\s]*@", "//***@", str(value))  # a password may stand there
            raise self._refusal(shown, self._wanted(kind))
        if self.among and result not in self.among:
            raise self._refusal(value, self._wanted(kind))
        if self.least is not None and not result >= self.least:
            raise UsageError(f"{self.name} is {value}; it must be at least {self.least:g}.")
        if self.shown in ("FILE", "DIR"):  # an audit may be taken up in another folder
            return type(result)(Path(result).absolute())
        return result

    def _wanted(self, kind: type) -> str:
        """What a value is to be, in words."""
        if self.among:
            return f"one of {', '.join(self.among)}"
        return self.form or _KINDS[kind]

    def _refusal(self, value: Any, wanted: str) -> UsageError:
        return UsageError(f"{self.name} is {value!r}; it must be {wanted}.")


_KINDS = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "text",
    Path: "a folder",
}
_METAVARS = {int: "N", float: "SECONDS", str: "TEXT", Path: "DIR"}
_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _read_int(value: Any) -> int:
    return int(value) if isinstance(value, str) else _of(int, value)


def _read_float(value: Any) -> float:
    number = float(value) if isinstance(value, str) else float(_of((int, float), value))
    if not math.isfinite(number):
        raise ValueError
    return number


def _of(kind: Any, value: Any) -> Any:
    """The value, if TOML gave it that kind; a bool is no number."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError
    return value


_READ: dict[type, Callable[[Any], Any]] = {
    int: _read_int,
    float: _read_float,
    bool: lambda value: _BOOLEANS[str(value).lower()],
    str: lambda value: _of(str, value),
    Path: lambda value: Path(_of((str, Path), value)),
}
_HINTS = get_type_hints(Options)

OPTIONS = {
    f.name: Option(
        f.name,
        _HINTS[f.name],
        f.default,
        f.metadata["help"],
        f.metadata.get("short"),
        f.metadata.get("among", ()),
        f.metadata.get("least"),
        f.metadata.get("pattern"),
        f.metadata.get("form"),
        f.metadata.get("shown"),
    )
    for f in fields(Options)
}


def _split(name: str, value: Any) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple):
        raise UsageError(f"{name} is {value!r}; it must be text, or a list of texts.")
    return [part for each in value for part in _split(name, each)]


def read_options(given: Mapping[str, Any], file: Path | None = None) -> tuple[Options, list[str]]:
    """The options from what was given and from the TOML file, and the sites that the file names.

    Args:
        given: by name; None where the user said nothing.
        file: to read; without one, ``sitemap-audit.toml`` in this folder if there is one.

    Raises:
        UsageError: a name or a value that cannot be used, or a file that cannot be read.
    """
    if file is None and Path(CONFIG_FILE).exists():
        file = Path(CONFIG_FILE)
    written, sites = _read_file(file) if file else ({}, [])
    return _options(written | _said(given)), sites


def read_again(
    stored: Mapping[str, Any], given: Mapping[str, Any], file: Path | None = None
) -> Options:
    """The options of a stored audit, with what is said now in their place.

    Args:
        stored: as run.json keeps them; what is no option any more is passed over.
        given: those that may be others now, by name; None where the user said nothing.
        file: TOML file whose values for those in ``given`` hold, too; a value given wins over it.

    Raises:
        UsageError: a name or a value that cannot be used, or a file that cannot be read.
    """
    kept = {name: value for name, value in stored.items() if name in OPTIONS}
    written, _ = _read_file(file) if file else ({}, [])
    now = {name: value for name, value in written.items() if name in given}
    return _options(kept | now | _said(given))


def _said(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _options(values: Mapping[str, Any]) -> Options:
    _refuse_unknown(values)
    return Options(**{name: option.read(values.get(name)) for name, option in OPTIONS.items()})


_SITES = {
    "site": " In a file it is sites, with one or several.",
    "sites": " As an argument it is site, with one or several, and commas between.",
}


def _refuse_unknown(names: Iterable[str]) -> None:
    for name in names:
        if name not in OPTIONS:
            hint = _SITES.get(name) or nearest(name, OPTIONS)
            raise UsageError(f"There is no option {name!r}.{hint}")


def _read_file(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The options in a file, and its sites; whoever wrote neither learns which file is meant."""
    try:
        written = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"The options in {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}.") from None
    try:
        sites = _split("sites", written.pop("sites", []))
        _options(written)
    except UsageError as error:
        raise UsageError(f"In {path}: {error}") from None
    return written, sites


def nearest(name: str, names: Any) -> str:
    """`` Did you mean …?`` where a known name is near, else nothing."""
    near = difflib.get_close_matches(name, list(names), n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
