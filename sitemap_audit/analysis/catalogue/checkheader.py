"""Read and validate the YAML header of a check's file."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

import yaml

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"Several times as fast where libyaml is there."


class CatalogueError(UsageError):
    """A check, a check name or a parameter is not valid; the message is a sentence."""


def read_header(
    source: str, *, required: Sequence[str], optional: Sequence[str]
) -> dict[str, object]:
    """Parse a YAML header.

    Raises:
        CatalogueError: it is not YAML, lacks a required key or has an unknown one.
    """
    known = (*required, *optional)
    try:
        header = yaml.load(source, _Loader)  # noqa: S506 - a safe one
    except yaml.YAMLError as error:
        raise CatalogueError(
            f"its header is not valid YAML ({' '.join(str(error).split())})"
        ) from error
    if not isinstance(header, dict):
        raise CatalogueError("its header must be lines of 'key: value'")
    for key in required:
        if key not in header:
            raise CatalogueError(f"its header has no '{key}'")
    for key in header:
        if key not in known:
            raise CatalogueError(
                f"its header has the unknown key '{key}'; known are {listed(known)}"
            )
    return header


def text_of(header: Mapping[str, object], key: str, default: str = "") -> str:
    """Return a non-empty string."""
    value = header.get(key, default)
    if not isinstance(value, str) or not value.strip():
        raise CatalogueError(f"its '{key}' is {value!r}, expected text")
    return value.strip()


def texts(header: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return a list of strings; empty if the key is missing."""
    values = header.get(key, [])
    if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
        raise CatalogueError(f"its '{key}' is {values!r}, expected a list: [one, two]")
    return tuple(values)


def lists(header: Mapping[str, object], key: str) -> dict[str, tuple[str, ...]]:
    """Return lists of strings by name; empty if the key is missing."""
    values = header.get(key, {})
    if not isinstance(values, dict) or not all(isinstance(name, str) for name in values):
        raise CatalogueError(f"its '{key}' is {values!r}, expected names with lists")
    return {name: texts(values, name) for name in values}


_Choice = TypeVar("_Choice", bound=StrEnum)


def one_of(kind: type[_Choice], header: Mapping[str, object], key: str) -> _Choice:
    """Return a member of an enumeration."""
    return _choice(kind, key, text_of(header, key))


def some_of(kind: type[_Choice], header: Mapping[str, object], key: str) -> tuple[_Choice, ...]:
    """Return one or more members of an enumeration."""
    values = texts(header, key)
    if not values:
        raise CatalogueError(f"its '{key}' names nothing, expected some of {listed(list(kind))}")
    return tuple(_choice(kind, key, value) for value in values)


def _choice(kind: type[_Choice], key: str, value: str) -> _Choice:
    try:
        return kind(value)
    except ValueError:
        known = listed(list(kind))
        raise CatalogueError(f"its '{key}' is '{value}', expected one of {known}") from None


def listed(words: Sequence[str]) -> str:
    """Join words with commas."""
    return ", ".join(words)
