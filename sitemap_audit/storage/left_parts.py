"""The parts that a copy of an audit leaves on the store: tasks of a cluster read them there."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from sitemap_audit.machine.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace

_FILE = "data/.left-on-store.json"
_PART = re.compile(r"data/[a-z_]+/part-[0-9]+\.parquet")


def left_parts(place: AuditPlace) -> dict[str, int]:
    """Return the sizes of the parts that are on the store alone, by path in the folder.

    A folder that is no copy has none, whatever its file says.
    """
    return {} if place.url is None else noted_parts(place.folder)


def noted_parts(folder: Path) -> dict[str, int]:
    """Return the parts that a file in the folder notes, whether or not it is a copy."""
    try:
        sizes = json.loads((folder / _FILE).read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return {}
    if not isinstance(sizes, dict):
        return {}
    return {name: size for name, size in sizes.items() if _PART.fullmatch(name)}


def note_left(folder: Path, sizes: Mapping[str, int]) -> None:
    """Note parts that are on the store alone, and their sizes.

    Raises:
        OSError: the disk is full or cannot be written.
    """
    text = json.dumps({**noted_parts(folder), **sizes})
    write_whole(folder / _FILE, lambda file: file.write(text.encode()))
