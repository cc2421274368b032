"""A slice of an audit: pages that one process of a cluster fetches with the spider.

The process fetches them and nothing else: what they point to is in a slice of the next round.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_audit.frontier.url_records import PageTarget

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.storage.slices import SliceName


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """What a process of a cluster fetches."""

    audit: AuditPlace
    "The audit, or on an executor a folder with what the slice needs of it."
    name: SliceName
    first: int
    "First of its IDs and of the numbers of its parts."
    share: int
    "Number of slices that fetch from the same host at once."
    since: datetime
    "When this run of the audit began."
    waited: Mapping[str, float]
    "Used seconds of the budgets of its hosts (``--max-wait``)."


def write_targets(path: Path, targets: Iterable[PageTarget]) -> None:
    """Append targets to the file of a slice."""
    with gzip.open(path, "at", encoding="utf-8", compresslevel=1) as lines:
        lines.writelines(f"{json.dumps(target)}\n" for target in targets)


def read_targets(path: Path) -> Iterator[PageTarget]:
    """Yield the targets in the file of a slice."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            target = PageTarget._make(json.loads(line))
            yield target._replace(assertions=tuple(target.assertions))
