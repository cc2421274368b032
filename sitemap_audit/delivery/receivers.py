"""Send notices to webhooks, mailboxes and every service that apprise supports."""

from __future__ import annotations

import json
import logging
import os
import re
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import ada_url

from sitemap_audit.delivery.attachments import MAX_BYTES, Attachment, left_out, read_attachment
from sitemap_audit.errors import NotInstalledError, UsageError, error_message
from sitemap_audit.machine.stopping import Stop
from sitemap_audit.options.option_sources import resolve_variable
from sitemap_audit.web_apis.stoppable import StoppedError, TimeLimitError, run_stoppable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from sitemap_audit.delivery.notices import Notice
    from sitemap_audit.options import Options

SECONDS = 10.0
"Maximum seconds for sending to one receiver, without an attachment."
_BYTES_A_SECOND = 250_000
"Speed at which an attachment must be sent."
_SMTP_PORTS = {"smtp": 25, "smtps": 465}
_STATUS = re.compile(r"error=(\d{3})\b")
"Status code of a response in apprise's log."
_SMTP_REPLY = re.compile(r"(?:Socket Exception|was refused): (.+)")
_TOO_LARGE = re.compile(r"\b552\b")
"Status of a mail server that does not accept the size of a mail (RFC 1870)."


@dataclass(frozen=True, slots=True)
class Receiver:
    """A receiver of notices."""

    name: str
    "Name for messages, without secrets."
    send: Callable[[Notice], str | None] = field(repr=False)
    "Send a notice; return an error without secrets, or None."
    is_mail: bool = False
    "Whether it gets report.html."

    def seconds(self, notice: Notice) -> float:
        """Return the maximum seconds for sending a notice."""
        return SECONDS + (_bytes(notice) / _BYTES_A_SECOND if self.is_mail else 0)


def read_receivers(options: Options) -> list[Receiver]:
    """Read the receivers from the options.

    Raises:
        UsageError: a receiver is not valid, or what sends to it is not installed; the message
            contains no secret.
    """
    return [_receiver(written, options) for written in options.notify]


def refuse_in_command(notify: str | Sequence[str] | None) -> None:
    """Refuse an apprise URL in a command, because the process list shows it to all users.

    Raises:
        UsageError: there is one; the message does not repeat it.
    """
    written = notify if isinstance(notify, str) else ",".join(notify or ())
    if re.search(r"(?<![\w.+-])(?!https?:)[\w.+-]+://", written):
        raise UsageError(
            "notify holds an apprise URL, and all users of this machine can see it in the process"
            " list. Pass env:NAME, or write it into the TOML file."
        )


def _receiver(written: str, options: Options) -> Receiver:
    value = resolve_variable(written, "notify")
    if re.match(r"https?://", value):
        return _webhook(value)
    address = value.removeprefix("mailto:")
    is_mail = re.fullmatch(r"[^\s@<>,:/?]+@[^\s@<>,:/?]+", address) is not None
    start = re.match(r"\w*(://)?", value)
    shown = written if written.startswith("env:") else f"{start[0] if start else ''}…"
    if (is_mail or "://" in value) and not find_spec("apprise"):
        name = address if is_mail else shown
        raise NotInstalledError(f"A notice to {name}", "apprise", "sitemap-audit[notify]")
    if "://" in value and (service := _service(value)) is not None:
        name = str(service.service_name)
        if service.protocol == "mailto":
            return Receiver(name, partial(_send_mail_by, service), is_mail=True)
        return Receiver(name, partial(_send_by_apprise, service, _STATUS))
    if is_mail:
        return Receiver(address, partial(_send_mail, address, options), is_mail=True)
    raise UsageError(
        f"notify is {shown!r}; it must be the URL of a webhook, mailto:NAME@HOST, a URL of apprise"
        " such as slack://…, or env:NAME for a variable that holds one."
    )


def send_notice(receiver: Receiver, notice: Notice, stop: Stop | None = None) -> str | None:
    """Send a notice within a time limit; return an error sentence if it failed.

    Args:
        stop: ends it early when requested.
    """
    seconds = receiver.seconds(notice)
    try:
        fault = run_stoppable(partial(receiver.send, notice), stop or Stop(), seconds)
    except StoppedError:
        fault = "it was stopped"
    except TimeLimitError:
        fault = f"no response in {seconds:.0f} seconds"
    except Exception as error:  # of the service's library; its message may contain secrets
        fault = f"it failed with {type(error).__name__}"
    return f"The notice to {receiver.name} was not sent: {fault}." if fault else None


def _webhook(url: str) -> Receiver:
    """Make the receiver for a webhook, which gets JSON in Slack's format; errors name its host."""
    host = urlsplit(url).netloc
    if not ada_url.check_url(url) or "@" in host:
        raise UsageError(
            "notify holds a webhook URL that cannot be used. Check it; it must not contain a user"
            " name or password."
        )
    return Receiver(f"the webhook on {host}", partial(_post, url))


def _post(url: str, notice: Notice) -> str | None:
    # Not with apprise: its JSON allows only strings as values, and the audit is an object.
    from sitemap_audit.web_apis.web_requests import NoResponseError, responding  # late: slow

    _silence("urllib3")
    body = {"text": _escaped(notice.text), "audit": notice.facts}
    headers = {"Content-Type": "application/json", "User-Agent": "sitemap-audit"}
    try:
        with responding(url, headers, SECONDS, json.dumps(body).encode()) as response:
            status = response.status_code
    except NoResponseError as error:
        return str(error)
    return None if 200 <= status < 300 else f"it returned {status}"


def _escaped(text: str) -> str:
    """Escape text for Slack, so that it contains no mentions and no links."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _silence(*names: str) -> None:
    """Silence logs of libraries: they have URLs with secrets."""
    for name in names:
        logger = logging.getLogger(name)
        logger.propagate = False
        logger.addHandler(logging.NullHandler())


@cache
def _apprise() -> ModuleType:
    """Import apprise, which is slow."""
    _silence("apprise", "oauthlib", "requests_oauthlib", "urllib3")
    import apprise

    apprise.logger.setLevel(logging.DEBUG)  # the level of its error reasons
    return apprise


def _asset() -> Any:
    return _apprise().AppriseAsset(
        app_id="sitemap-audit",
        async_mode=False,
        http_redirects=False,
        service_timeout=0,
    )


def _service(url: str) -> Any:
    """Return apprise's service for a URL; None if it has none."""
    return _apprise().Apprise.instantiate(url, asset=_asset())


def _send_by_apprise(
    service: Any, reason: re.Pattern[str], notice: Notice, attachment: Attachment | None = None
) -> str | None:
    """Send with a service of apprise; return the error, found in its log by ``reason``, or None."""
    sender = _apprise().Apprise(asset=service.asset)
    sender.add(service)
    result = sender.notify(
        notice.text,
        title=notice.subject,
        body_format="text",
        attach=attachment and _in_memory(attachment),
        log_level=logging.DEBUG,
    )
    if result:
        return None
    found = [match[1] for entry in result.logs() if (match := reason.search(entry.message))]
    if not found:
        return "it could not be reached, or did not take it"
    return f"it returned {found[-1]}" if reason is _STATUS else error_message(found[-1])


def _in_memory(attachment: Attachment) -> Any:
    from apprise.attachment.memory import AttachMemory

    return AttachMemory(  # type: ignore[no-untyped-call]  # apprise types some of it
        attachment.content, name=attachment.name, mimetype=attachment.mimetype
    )


def _bytes(notice: Notice) -> int:
    """Return the maximum size of a notice's attachment."""
    try:
        return min(notice.report.stat().st_size, MAX_BYTES) if notice.report else 0
    except OSError:
        return 0


def _send_mail_by(service: Any, notice: Notice) -> str | None:
    """Send a mail with report.html; without it if the server refuses the size."""
    service.socket_connect_timeout = SECONDS + _bytes(notice) / _BYTES_A_SECOND  # for each command
    attachment: Attachment | str | None = None
    try:
        attachment = read_attachment(notice.report) if notice.report else None
    except OSError as error:
        attachment = error_message(error)
    fault = None
    if isinstance(attachment, Attachment):
        fault = _send_by_apprise(service, _SMTP_REPLY, notice, attachment)
        if fault is None or not _TOO_LARGE.search(fault):
            return fault
        attachment = "the mail server does not accept its size"
    if attachment:
        line = left_out(attachment, notice.facts["reports"])
        notice = notice._replace(text=f"{notice.text}\n{line}")
    return _send_by_apprise(service, _SMTP_REPLY, notice)


def _send_mail(address: str, options: Options, notice: Notice) -> str | None:
    """Send a mail through the server in the options; return the error, or None."""
    server = urlsplit(options.mail_server)
    host = server.hostname or "localhost"
    port = server.port or _SMTP_PORTS[server.scheme]
    user, password = os.environ.get("SMTP_USER"), os.environ.get("SMTP_PASSWORD", "")
    try:
        mode = "ssl" if server.scheme == "smtps" else _smtp_security(host, port)
    except OSError as error:
        return f"{host}:{port} cannot be reached: {error_message(error)}"
    if mode == "insecure" and user:
        return f"{host}:{port} offers no STARTTLS, so no password is sent"
    _apprise()
    from apprise.plugins.email import NotifyEmail

    service = NotifyEmail(  # type: ignore[no-untyped-call]  # apprise types some of it
        smtp_host=host,
        host=host,
        port=port,
        secure_mode=mode,
        # STARTTLS without a login does not verify the certificate.
        verify=mode == "ssl" or bool(user),
        user=user and quote(user),
        password=quote(password),
        from_addr=options.mail_from or f"sitemap-audit@{address.rpartition('@')[2]}",
        targets=[address],
        format="text",
        asset=_asset(),
    )
    fault = _send_mail_by(service, notice)
    return f"{host}:{port} did not take it: {fault}" if fault else None


def _smtp_security(host: str, port: int) -> str:
    """Return apprise's security mode for a mail server: STARTTLS if the server offers it.

    apprise has no such mode: it fails without STARTTLS, or sends in the clear.

    Raises:
        OSError: the server cannot be reached.
    """
    import smtplib

    with smtplib.SMTP(host, port, timeout=SECONDS) as server:
        server.ehlo()
        return "starttls" if server.has_extn("starttls") else "insecure"
