"""The few lines of templating that a site's files need.

``{{name}}`` is a value, ``{{text.{{lang}}.teas.{{n}}}}`` one chosen by others (inner first), and
``{{for n in 1..50}}…{{end}}`` or ``{{for lang in en de fr}}…{{end}}`` repeats what is between.
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
    """A template names a value that there is none of, or never ends."""


def fill(text: str, values: Mapping[str, str]) -> str:
    """Replace every loop and name of ``text``; what stands for a name may hold names itself.

    Raises:
        TemplateError: a name has no value, or the values go round in circles.
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
    """What a loop runs over: ``1..3`` or words with spaces between."""
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
