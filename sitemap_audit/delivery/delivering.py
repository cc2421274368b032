"""Publish the reports and notify receivers, after an audit."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.delivery.notices import compose, is_wanted
from sitemap_audit.delivery.publishing import Place, publish, read_place, redacted
from sitemap_audit.delivery.receivers import Receiver, read_receivers, send_notice
from sitemap_audit.errors import UsageError, error_message
from sitemap_audit.redaction import Redaction
from sitemap_audit.storage.run_record import read_run, write_run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitemap_audit.options import Options

logger = logging.getLogger(__name__)


class Delivery(NamedTuple):
    """Where an audit is published, and who is notified."""

    place: Place | None
    receivers: list[Receiver]
    occasions: tuple[str, ...]


def read_delivery(options: Options) -> Delivery:
    """Read the delivery from the options.

    Raises:
        UsageError: a value is not valid.
    """
    return Delivery(read_place(options), read_receivers(options), options.notify_on)


def deliver(folder: Path, run: dict[str, Any], options: Options) -> list[str]:
    """Publish a finished audit and send notices; return the errors as sentences.

    No error is raised. run.json notes the target, and why the audit was not published. With
    ``redact_parameters`` the copy has the reports alone, and a redacted run.json.

    Args:
        run: its record, used if run.json cannot be read.
    """
    try:
        delivery = read_delivery(options)
        record = _record(folder, run)
        redaction = Redaction() if options.redact_parameters else None
        faults, published = _publish(folder, record, delivery.place, redaction)
        if delivery.receivers:
            shown = redaction.record(record) if redaction else record
            changes = shown.get("changes") if "findings" in shown else None
            faults += _notify(folder, shown, delivery, published or str(folder), changes)
        return faults
    except Exception as error:
        logger.exception("The audit was not delivered")
        return [f"The audit was not delivered: {error}"]


def _record(folder: Path, run: dict[str, Any]) -> dict[str, Any]:
    try:
        return read_run(folder)
    except UsageError:
        return run


def _publish(
    folder: Path, run: dict[str, Any], place: Place | None, redaction: Redaction | None
) -> tuple[list[str], str | None]:
    """Publish the audit; return the errors, and the URI of the copy if there is one."""
    if place is None:
        return [], None
    to = redacted(place.uri)
    run["published"] = {"to": to, "error": None}
    try:
        write_run(folder, run)
        published = publish(folder, place, redaction.record(run) if redaction else None)
    except Exception as error:  # each storage raises its own errors
        why = " ".join(error_message(error).split()).rstrip(".").replace(place.uri, to)
        run["published"]["error"] = why
        write_run(folder, run)
        return [
            f"The audit was not published to {to}: {why}. It is complete in {folder}. Try again:"
            f" sitemap-audit report {folder} --publish URI"
        ], None
    logger.info("Published to %s", published)
    return [], published


def _notify(
    folder: Path,
    run: dict[str, Any],
    delivery: Delivery,
    place: str,
    changes: Mapping[str, Any] | None,
) -> list[str]:
    if not is_wanted(delivery.occasions, run, changes):
        logger.info("No notice: no occasion for one (%s)", ", ".join(delivery.occasions))
        return []
    notice = compose(folder, run, changes, place)
    return [
        fault for each in delivery.receivers if (fault := send_notice(each, notice)) is not None
    ]
