"""Open a stored audit to run its checks or write its reports again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.evaluation.incomplete import mark_failed
from sitemap_audit.items import TABLES
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.storage.parts import IMPORTED, RESULTS, PartList, describe_damage
from sitemap_audit.storage.run_file import read_run, stored_run

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord


def open_audit(folder: Path) -> RunRecord:
    """Lock the folder of an audit until this process ends, and read its run record.

    Raises:
        UsageError: there is no audit in the folder, or another process writes to it.
    """
    read_run(folder)
    take_lock(folder)  # before its data is looked for: an audit that has begun has none
    return stored_run(folder)


def mark_lost_parts(folder: Path, run: RunRecord, *, with_results: bool = False) -> str:
    """Record missing parts of an audit in run.json; return the summary, empty if none is missing.

    Args:
        with_results: look for the parts of the findings, too.
    """
    parts = PartList(folder)
    if damages := parts.damages(run, TABLES):
        how = f"fetch it again by 'sitemap-audit resume {folder}'"
        if all(damage.table in IMPORTED for damage in damages):
            how = f"import the file again by 'sitemap-audit import {folder} FILE'"
        why = (
            f"The checks did not run: {parts.describe(damages)}. Restore it from a copy, or {how}."
        )
        return mark_failed(folder, run, why, folder)
    if with_results and (lost := describe_damage(folder, run, RESULTS)):
        return mark_failed(folder, run, f"The findings of the checks are lost: {lost}.", folder)
    return ""
