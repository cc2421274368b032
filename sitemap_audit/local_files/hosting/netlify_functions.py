"""The paths that functions of Netlify respond to, as far as they say so plainly.

A function responds at ``/.netlify/functions/NAME``, or at the ``path`` of the ``config`` that its
file exports, where it comes before a file of the same path:
https://docs.netlify.com/build/functions/configuration#routing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting.rule_files import may_match
from sitemap_audit.masking import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ENDINGS = frozenset({".cjs", ".cts", ".js", ".mjs", ".mts", ".ts"})
_LIBRARIES = "node_modules"
_CONFIG = re.compile(r"\bconfig\b")
_ELSEWHERE = re.compile(
    r"\bexport\s+(?:const|let|var)\s+config\b(?!\s*(?::[^={;]*)?=\s*\{)"
    r"|\bexport\s*\{[^}]*\bas\s+config\b"
    r"|\bexports\.config\b(?!\s*=\s*\{)"
    r"|\bconfig\b[^;{}]*\}\s*from\b"
)
"A configuration that is made elsewhere."
_SHORT = re.compile(r"[{,]\s*path\s*[,}]")
"A path that is the value of a variable of this name."
_PATH = re.compile(r"\bpath[\"'\]]*\s*:")
_LITERAL = re.compile(
    r"\s*(?:(?P<text>'[^'\\]*'|\"[^\"\\]*\")|\[(?P<list>[^\]\\]*)\])\s*(?:as\s+const\s*)?(?=[,}])"
)
_TEXT = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_SPECIAL = re.compile(r"[({?+\\\[]")
"What of a URLPattern is more than ``*`` and ``:name``."


class FunctionPaths(NamedTuple):
    """The paths of a function that has a path of its own."""

    place: str
    "``netlify/functions/hello.mts``"
    paths: tuple[str, ...] | None
    "As they are written; None if they are not understood."

    def may_match(self, path: str) -> bool:
        """Whether it may respond to a decoded path."""
        bare = path.rstrip("/")
        patterns = [may_match(unquote(_plain(written))) for written in self.paths or ()]
        return any(each.fullmatch(form) for each in patterns for form in (bare, f"{bare}/"))


def read_functions(folder: Path, name: str) -> Iterator[FunctionPaths]:
    """Yield the functions of a folder that have paths of their own.

    Args:
        name: of the folder in sentences.

    Raises:
        UsageError: a file of it cannot be read.
    """
    for file in sorted(folder.rglob("*")):
        below = file.relative_to(folder)
        if file.suffix not in _ENDINGS or _LIBRARIES in below.parts or not file.is_file():
            continue
        try:
            text = file.read_text("utf-8", "replace")
        except OSError as error:
            raise UsageError(
                f"Cannot read {quoted(str(file))}: {error.strerror}. Check its permissions."
            ) from None
        paths = _paths(text)
        if paths is None or paths:
            yield FunctionPaths(f"{name}/{below.as_posix()}", paths)


def _plain(path: str) -> str:
    """Return a path with ``*`` for all from where it is more than ``*`` and ``:name``."""
    begin = _SPECIAL.search(path)
    return f"{path[: begin.start()]}*" if begin else path


def _paths(text: str) -> tuple[str, ...] | None:
    """Return the paths of a function; None if they are not understood."""
    config = _CONFIG.search(text)
    if config is None:
        return ()
    if _ELSEWHERE.search(text) or _SHORT.search(text, config.end()):
        return None
    paths: list[str] = []
    for key in _PATH.finditer(text, config.end()):
        literal = _LITERAL.match(text, key.end())
        if literal is None:
            return None
        written = literal["text"] or literal["list"]
        if _TEXT.sub("", written).strip(", \t\r\n"):
            return None
        paths += [one or other for one, other in _TEXT.findall(written)]
    return tuple(paths) if all(path.startswith("/") for path in paths) else None
