"""Templates in a site's files.

``{{name}}`` is a value. ``{{text.{{lang}}.teas.{{n}}}}`` is a value whose name depends on others
(inner names are filled in first). ``{{for n in 1..50}}…{{end}}`` and
``{{for lang in en de fr}}…{{end}}`` repeat the text between them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_LOOP = re.compile(
    r"\{\{for (\w+) in\s([^{}]+)\}\}\n?((?:(?!\{\{for ).)*?)\{\{end\}\}\n?", re.DOTALL
)
_NAME = re.compile(r"\{\{([\w.-]+)\}\}")
_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_DEPTH = 20


class TemplateError(Exception):
    """A template with an undefined name or an unclosed loop."""


def fill(text: str, values: Mapping[str, str]) -> str:
    """Fill in every loop and name of ``text``; a value may contain names.

    Raises:
        TemplateError: a name has no value, or values contain each other.
    """
    for _ in range(_DEPTH):
        filled = _LOOP.sub(_repeat, text)
        if filled == text:
            filled = _NAME.sub(lambda match: _value(match[1], values), text)
        if filled == text:
            return text
        text = filled
    raise TemplateError(f"Names nested deeper than {_DEPTH}, or in a cycle: {text[:80]!r}")


def choices(written: str) -> list[str]:
    """Return the values of a loop: ``1..3`` or words separated by spaces."""
    return [choice for part in written.split() for choice in _range(part)]


def _range(part: str) -> list[str]:
    if match := _RANGE.fullmatch(part):
        return [str(number) for number in range(int(match[1]), int(match[2]) + 1)]
    return [part]


def _repeat(match: re.Match[str]) -> str:
    name, written, block = match.groups()
    mark = "{{" + name + "}}"
    return "".join(block.replace(mark, choice) for choice in choices(written))


def _value(name: str, values: Mapping[str, str]) -> str:
    try:
        return values[name]
    except KeyError:
        raise TemplateError(f"There is no value named {name!r}.") from None
