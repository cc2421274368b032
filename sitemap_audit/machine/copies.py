"""Temporary local copies of audits on a store, and the URLs that messages show for them.

They stand in an environment variable, so that child processes know them, too.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

_VARIABLE = "SITEMAP_AUDIT_COPIES"


def _copies() -> dict[str, str]:
    """Return the URLs of the copied folders by local path."""
    copies: dict[str, str] = json.loads(os.environ.get(_VARIABLE) or "{}")
    return copies


def add_copy(path: Path, url: str) -> None:
    """Show the URL instead of the path from now on."""
    os.environ[_VARIABLE] = json.dumps(_copies() | {str(path): url})


def forget_copy(path: Path) -> None:
    """Show the path again."""
    os.environ[_VARIABLE] = json.dumps({k: v for k, v in _copies().items() if k != str(path)})


def url_of(path: Path) -> str | None:
    """Return the URL of which a path is the local copy; None if it is no copy."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - links stay: paths are compared as text
    for root, url in _copies().items():
        if absolute.is_relative_to(root):
            below = absolute.relative_to(root).as_posix()
            return url if below == "." else f"{url}/{below}"
    return None


def as_shown(text: str) -> str:
    """Return a text for people with URLs instead of the paths of copies."""
    for root, url in _copies().items():
        text = text.replace(root, url)
    return text
