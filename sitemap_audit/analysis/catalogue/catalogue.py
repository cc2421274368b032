"""The catalogue: every check there is, chosen from and set by the user."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.checkfile import (
    Basis,
    Check,
    Confidence,
    Engine,
    Parameter,
    read_check,
)
from sitemap_audit.analysis.catalogue.checkheader import CatalogueError
from sitemap_audit.near_names import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable
    from pathlib import Path

__all__ = [
    "Basis",
    "CatalogueError",
    "Check",
    "Confidence",
    "Engine",
    "Parameter",
    "fits",
    "load_checks",
    "nearest",
    "select",
    "with_parameters",
]

MOST_SECONDS = 900.0
"How long the queries of a check of the user's own may take."
_MOST_NEAR = 3
"Names that are proposed in place of one that is not known."
ALL_OF_THEM = " 'sitemap-audit checks' lists them."
"Said where no check has a similar name."


def load_checks(extra: Sequence[Path] = ()) -> list[Check]:
    """Every check, by name: ours, and those in the folders of the user's own.

    A folder of one's own is laid out like ours: ``<folder>/<subject>/<name>.sql``.

    Raises:
        CatalogueError: a check is malformed, a name is taken twice, a check names one that does
            not exist or follows, by way of others, itself, or a folder has none.
    """
    checks = list(_own_checks())
    for folder in extra:
        checks += [replace(check, seconds=MOST_SECONDS) for check in _read_pack(folder)]
    _refuse_repeated(checks)
    _refuse_unknown_names(checks)
    return sorted(checks, key=lambda check: check.name)


@cache
def _own_checks() -> tuple[Check, ...]:
    return tuple(_read_folder(files("sitemap_audit") / "checks"))


def _read_pack(folder: Path) -> list[Check]:
    if not folder.is_dir():
        raise CatalogueError(f"There is no folder {folder} to read checks from.")
    if stray := sorted(folder.glob("*.sql")):
        raise CatalogueError(
            f"{stray[0]} lies at the top of its folder; put it in a folder that names its subject."
        )
    checks = list(_read_folder(folder))
    if not checks:
        raise CatalogueError(f"The folder {folder} holds no checks (<subject>/<name>.sql).")
    return checks


def _read_folder(folder: Traversable) -> Iterator[Check]:
    for subject in folder.iterdir():
        if subject.is_dir():
            for file in subject.iterdir():
                if file.name.endswith(".sql"):
                    yield _read_file(f"{subject.name}/{file.name.removesuffix('.sql')}", file)


def _read_file(name: str, file: Traversable) -> Check:
    try:
        return read_check(name, file.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise CatalogueError(f"The check {name} cannot be read: it is not UTF-8 text.") from error


def _refuse_repeated(checks: Sequence[Check]) -> None:
    for name, times in Counter(check.name for check in checks).items():
        if times > 1:
            raise CatalogueError(f"'{name}' is the name of {times} checks; it must be of one.")


def _refuse_unknown_names(checks: Sequence[Check]) -> None:
    follows = {check.name: check.follows for check in checks}
    for check in checks:
        for verb, names in (("follows", check.follows), ("names as worse", check.worse)):
            for name in names:
                if name not in follows:
                    raise CatalogueError(
                        f"The check {check.name} cannot be read: it {verb} '{name}', which is no"
                        f" check.{nearest(checks, name)}"
                    )
    try:
        TopologicalSorter(follows).prepare()
    except CycleError as error:
        cycle = " follows ".join(reversed(error.args[1]))
        raise CatalogueError(f"Checks follow each other in a cycle: {cycle}.") from None


def select(
    checks: Sequence[Check],
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    engines: Sequence[str] = (),
    pedantic: bool = False,
) -> list[Check]:
    """Choose from the checks.

    Args:
        select: only what these name: a check by its name (``hreflang/missing-x-default``) or its
            title, a subject (``hreflang``) or a pattern of names (``hreflang/missing-*``).
            Everything where empty.
        ignore: not what these name, in the same forms.
        engines: only rules of these engines; those of the protocol always stay.
        pedantic: with those of confidence "pedantic"; one that is selected by its own name stays
            anyway.

    Raises:
        CatalogueError: a word names no check, or no engine.
    """
    wanted = _engines(engines)
    chosen = _named(checks, select) if select else {check.name for check in checks}
    chosen -= _named(checks, ignore)
    return [
        check
        for check in checks
        if check.name in chosen
        and (not wanted or wanted & set(check.engines))
        and (pedantic or check.confidence != Confidence.PEDANTIC or _is_named(check, select))
    ]


def _engines(words: Sequence[str]) -> set[Engine]:
    for word in words:
        if word not in set(Engine):
            raise CatalogueError(f"There is no engine '{word}'; known are {', '.join(Engine)}.")
    return {*map(Engine, words), Engine.PROTOCOL} if words else set()


def _named(checks: Sequence[Check], words: Sequence[str]) -> set[str]:
    return {name for word in words for name in _matches(checks, word)}


def _matches(checks: Sequence[Check], word: str) -> list[str]:
    word = word.removesuffix("/")
    names = [check.name for check in checks if fits(check, word)]
    if not names:
        raise CatalogueError(f"There is no check '{word}'.{nearest(checks, word)}")
    return names


def fits(check: Check, word: str) -> bool:
    """Whether a word is a check's subject, name or title, or a pattern of its name."""
    return check.subject == word or _is_named(check, [word]) or fnmatchcase(check.name, word)


def _is_named(check: Check, words: Sequence[str]) -> bool:
    return check.name in words or check.title in words


def with_parameters(checks: Sequence[Check], values: Mapping[str, Parameter]) -> list[Check]:
    """The checks with parameters set anew: ``{"sitemap/too-many-urls.max_urls": 10}``.

    Raises:
        CatalogueError: there is no such check or parameter, or the value is of another kind.
    """
    known = {check.name: check for check in checks}
    for key, value in values.items():
        name, _, parameter = key.rpartition(".")
        check = _the_one(checks, name)
        known[check.name] = _with_parameter(known[check.name], parameter, value)
    return [known[check.name] for check in checks]


def _the_one(checks: Sequence[Check], name: str) -> Check:
    for check in checks:
        if _is_named(check, [name]):
            return check
    raise CatalogueError(f"There is no check '{name}' to set.{nearest(checks, name)}")


def nearest(checks: Sequence[Check], written: str) -> str:
    """`` Did you mean …?`` with the nearest names, or else where all of them are listed."""
    names: dict[str, list[str]] = {}
    for check in checks:
        short = check.name.removeprefix(f"{check.subject}/")
        for text in (check.name, short):
            names.setdefault(_in_order(text), []).append(check.name)
        names[check.subject] = [check.subject]
    near = difflib.get_close_matches(_in_order(written), names, n=_MOST_NEAR)
    found = list(dict.fromkeys(name for text in near for name in names[text]))[:_MOST_NEAR]
    return did_you_mean(found, ALL_OF_THEM)


def _in_order(text: str) -> str:
    """The words of a text in the order of the alphabet: "self missing" is like "missing-self"."""
    return " ".join(sorted(re.findall(r"\w+", text.lower())))


def _with_parameter(check: Check, parameter: str, value: Parameter) -> Check:
    if parameter not in check.parameters:
        known = ", ".join(check.parameters) or "none"
        raise CatalogueError(f"{check.name} has no parameter '{parameter}'; it has {known}.")
    default = check.parameters[parameter]
    if not _is_like(value, default):
        raise CatalogueError(
            f"{check.name}.{parameter} is {value!r}, expected {_kind(default)} such as {default}."
        )
    return replace(check, parameters={**check.parameters, parameter: value})


def _is_like(value: Parameter, default: Parameter) -> bool:
    return type(value) is type(default) or (type(value) is int and type(default) is float)


def _kind(value: Parameter) -> str:
    kinds = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    return kinds[type(value)]
