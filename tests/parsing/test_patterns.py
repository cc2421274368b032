"""Patterns of the package mean the same in every Python that it runs on."""

from __future__ import annotations

import importlib
import pkgutil
import re
from re import _constants, _parser  # type: ignore[attr-defined]  # there is no public parser
from typing import TYPE_CHECKING, Any

import sitemap_audit.parsing

if TYPE_CHECKING:
    from collections.abc import Iterator


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """The patterns of the modules that parse what a site sends, and their names."""
    package = sitemap_audit.parsing
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for name, value in vars(importlib.import_module(each.name)).items():
            if isinstance(value, re.Pattern):
                yield f"{each.name}.{name}", value


def parts(parsed: Any) -> Iterator[tuple[Any, Any]]:
    """What a pattern consists of, at any depth: operations and their arguments."""
    if isinstance(parsed, _parser.SubPattern):
        for part in parsed.data:
            yield part
            yield from parts(part[1])
    elif isinstance(parsed, tuple | list):
        for each in parsed:
            yield from parts(each)


def repeats_group(operation: Any, argument: Any) -> bool:
    """Whether more than a single character is repeated possessively."""
    one = (_constants.ANY, _constants.IN, _constants.LITERAL, _constants.NOT_LITERAL)
    return operation is _constants.POSSESSIVE_REPEAT and argument[2].data[0][0] not in one


def test_no_group_is_repeated_possessively() -> None:
    """Python 3.11.2 goes on behind a failed repetition, so ``(?>(?:…)*)`` stands for ``(?:…)*+``.

    https://github.com/python/cpython/issues/106052
    """
    parsed = {name: _parser.parse(each.pattern, each.flags) for name, each in patterns()}
    assert len(parsed) > 50
    wrong = [name for name, each in parsed.items() if any(repeats_group(*p) for p in parts(each))]
    assert wrong == []
