"""The audits of commands: in a local folder, or a copy of one on a store while they run."""

from __future__ import annotations

from pathlib import Path

import click

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.masking import without_userinfo
from sitemap_audit.options.kinds import is_url
from sitemap_audit.standard_output import complain


def audit_place(
    given: Path | str, *, is_crawled: bool = False, leaves_parts: bool = False
) -> AuditPlace:
    """Return the place of an audit; of one on a store a copy, which is stored at the end.

    Args:
        is_crawled: store complete parts as they are written.
        leaves_parts: do not copy the parts of the data: a cluster reads them from the store.

    Raises:
        UsageError, AuditError: see :func:`sitemap_audit.storage.working_copy.working_copy`.
    """
    if not is_url(given):
        return AuditPlace(Path(given))
    from sitemap_audit.storage.working_copy import working_copy  # late: fsspec comes with it

    copy = click.get_current_context().with_resource(
        working_copy(str(given), leaves_parts=leaves_parts)
    )
    if copy.lease.taken_over:
        complain(copy.lease.taken_over)
    if is_crawled:
        copy.keep_sending()
    return copy.place


def read_place(given: Path | str) -> AuditPlace:
    """Return the place of an audit to read; of one on a store a copy of its data.

    Raises:
        UsageError, AuditError: see :func:`sitemap_audit.storage.temporary_copies.reading_copy`.
    """
    if not is_url(given):
        return AuditPlace(Path(given))
    from sitemap_audit.storage.temporary_copies import reading_copy

    return click.get_current_context().with_resource(reading_copy(str(given)))


def output_place(output: Path | str) -> AuditPlace:
    """Return the place of audits; for one on a store a temporary folder of their copies.

    Raises:
        UsageError, AuditError: the store cannot be opened.
    """
    from sitemap_audit.storage import temporary_copies

    return click.get_current_context().with_resource(temporary_copies.output_place(output))


def refuse_url(place: object, command: str) -> None:
    """Refuse the URL of a store for a command.

    Raises:
        UsageError: it is one.
    """
    if is_url(place):
        raise UsageError(
            f"'sitemap-audit {command}' needs a local folder, and {without_userinfo(str(place))} is"
            " none. Copy the audit to one first."
        )
