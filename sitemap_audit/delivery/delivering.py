"""Publish the reports and notify receivers, after an audit."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.delivery.google_sheets import (
    is_for_sheets,
    publish_sheet,
    read_drive_folder,
)
from sitemap_audit.delivery.notices import compose, is_wanted
from sitemap_audit.delivery.publishing import Place, publish, read_place, redacted, redacted_error
from sitemap_audit.delivery.receivers import Receiver, read_receivers, send_notice
from sitemap_audit.errors import UsageError, error_message
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.stopping import stoppable
from sitemap_audit.redaction import Redaction
from sitemap_audit.run_record import Published
from sitemap_audit.storage.run_file import read_run, write_run
from sitemap_audit.web_apis.stoppable import StoppedError, run_stoppable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.delivery.notices import Notice
    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord

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


def deliver(audit: AuditPlace, run: RunRecord, options: Options) -> list[str]:
    """Publish a finished audit and send notices; return the errors as sentences.

    No error is raised. run.json notes the target, why the audit was not published, and when notices
    were sent. With ``redact_parameters`` the copy has the reports alone, and a redacted run.json.
    SIGINT and SIGTERM end the delivery.

    Args:
        run: its record, used if run.json cannot be read.
    """
    try:
        with stoppable() as stop:
            delivery, folder = read_delivery(options), audit.folder
            record = _record(folder, run)
            redaction = Redaction() if options.redact_parameters else None
            receivers = _due(delivery, record)
            if receivers:
                moment = clock.now().isoformat(timespec="seconds")
                record = _note_notices(folder, record, moment)
            record, faults, published = _publish(
                audit, record, delivery.place, options, redaction, stop
            )
            if receivers:
                shown = redaction.record(record) if redaction else record
                unsent = _notify(receivers, compose(folder, shown, published or str(audit)), stop)
                if len(unsent) == len(receivers):
                    _note_notices(folder, record, None)
                faults += unsent
            return faults
    except Exception as error:
        logger.exception("The audit was not delivered")
        return [f"The audit was not delivered: {error}"]


def _record(folder: Path, run: RunRecord) -> RunRecord:
    try:
        return read_run(folder)
    except UsageError:
        return run


def _publish(
    audit: AuditPlace,
    run: RunRecord,
    place: Place | None,
    options: Options,
    redaction: Redaction | None,
    stop: Stop,
) -> tuple[RunRecord, list[str], str | None]:
    """Publish the audit; return its record, the errors, and the URI of the copy if there is one.

    The workbook that becomes a Google Sheet is redacted where the reports are.
    """
    if place is None:
        return run, [], None
    to = redacted(place.uri)
    run = replace(run, published=Published(to=to, error=None))
    try:
        write_run(audit.folder, run)
        if is_for_sheets(place.uri):
            drive_folder, credentials = read_drive_folder(place.uri), options.google_credentials
            link = publish_sheet(audit.folder, drive_folder, credentials, stop)
            run = replace(run, published=Published(to=to, error=None, link=link))
            write_run(audit.folder, run)
            return run, [], link
        shown = redaction.record(run) if redaction else None
        published = run_stoppable(partial(publish, audit.folder, place, shown), stop)
    except StoppedError:
        why = "it was stopped"
    except Exception as error:  # each storage raises its own errors
        why = redacted_error(" ".join(error_message(error).split()).rstrip("."), place.uri)
    else:
        logger.info("Published to %s", published)
        return run, [], published
    run = replace(run, published=Published(to=to, error=why))
    write_run(audit.folder, run)
    fault = (
        f"The audit was not published to {to}: {why}. It is complete in {audit}. Try again:"
        f" sitemap-audit report {audit} --publish {to if is_for_sheets(to) else 'URI'}"
    )
    return run, [fault], None


def _due(delivery: Delivery, run: RunRecord) -> list[Receiver]:
    """Return the receivers of a notice; none without an occasion, or if one was sent before."""
    if delivery.receivers and not is_wanted(delivery.occasions, run):
        logger.info("No notice: no occasion for one (%s)", ", ".join(delivery.occasions))
        return []
    if delivery.receivers and run.notified:
        logger.info("No notice: one was sent at %s; --notify sends another", run.notified)
        return []
    return delivery.receivers


def _note_notices(folder: Path, run: RunRecord, moment: str | None) -> RunRecord:
    run = replace(run, notified=moment)
    with suppress(OSError):  # a notice can also tell of a full disk
        write_run(folder, run)
    return run


def _notify(receivers: Sequence[Receiver], notice: Notice, stop: Stop) -> list[str]:
    faults = (send_notice(each, notice, stop) for each in receivers)
    return [fault for fault in faults if fault is not None]
