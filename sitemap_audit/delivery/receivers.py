"""Send notices to webhooks, mailboxes and every service that apprise supports."""

from __future__ import annotations

import http.client
import json
import logging
import os
import re
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import ada_url

from sitemap_audit.errors import UsageError, error_message
from sitemap_audit.options.sources import resolve_variable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from sitemap_audit.delivery.notices import Notice
    from sitemap_audit.options import Options

SECONDS = 10.0
"Maximum seconds for sending to one receiver."
_SMTP_PORTS = {"smtp": 25, "smtps": 465}
_STATUS = re.compile(r"error=(\d{3})\b")
"Status code of a response in apprise's log."
_SMTP_REPLY = re.compile(r"(?:Socket Exception|was refused): (.+)")


@dataclass(frozen=True, slots=True)
class Receiver:
    """A receiver of notices."""

    name: str
    "Name for messages, without secrets."
    send: Callable[[Notice], str | None] = field(repr=False)
    "Send a notice; return an error without secrets, or None."


def read_receivers(options: Options) -> list[Receiver]:
    """Read the receivers from the options.

    Raises:
        UsageError: a receiver is not valid; the message contains no secret.
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
    if "://" in value and (service := _service(value)) is not None:
        return Receiver(str(service.service_name), partial(_send_by_apprise, service, _STATUS))
    address = value.removeprefix("mailto:")
    if re.fullmatch(r"[^\s@<>,:/?]+@[^\s@<>,:/?]+", address):
        return Receiver(address, partial(_send_mail, address, options))
    start = re.match(r"\w*(://)?", value)
    shown = written if written.startswith("env:") else f"{start[0] if start else ''}…"
    raise UsageError(
        f"notify is {shown!r}; it must be the URL of a webhook, mailto:NAME@HOST, a URL of apprise"
        " such as slack://…, or env:NAME for a variable that holds one."
    )


def send_notice(receiver: Receiver, notice: Notice) -> str | None:
    """Send a notice within SECONDS; return an error sentence if it failed."""
    faults: list[str | None] = [f"no response in {SECONDS:.0f} seconds"]
    thread = threading.Thread(target=_send, args=(receiver, notice, faults), daemon=True)
    thread.start()
    thread.join(SECONDS)
    fault = faults[-1]
    return f"The notice to {receiver.name} was not sent: {fault}." if fault else None


def _send(receiver: Receiver, notice: Notice, faults: list[str | None]) -> None:
    try:
        faults.append(receiver.send(notice))
    except Exception as error:  # of the service's library; its message may contain secrets
        faults.append(f"it failed with {type(error).__name__}")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Handler that follows no redirects, so that data goes to no other URL."""

    def redirect_request(self, *_: Any) -> None:
        return None


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
    body = {"text": _escaped(notice.text), "audit": notice.facts}
    headers = {"Content-Type": "application/json", "User-Agent": "sitemap-audit"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310
    try:
        urllib.request.build_opener(_NoRedirects).open(request, timeout=SECONDS).close()
    except urllib.error.HTTPError as error:
        return f"it returned {error.code}"
    except urllib.error.URLError as error:
        return error_message(error.reason)
    except OSError as error:
        return error_message(error)
    except http.client.HTTPException as error:
        return f"its response is not HTTP ({type(error).__name__})"
    return None


def _escaped(text: str) -> str:
    """Escape text for Slack, so that it contains no mentions and no links."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@cache
def _apprise() -> ModuleType:
    """Import apprise, which is slow, and silence its logs and those of its libraries."""
    for name in ("apprise", "oauthlib", "requests_oauthlib", "urllib3"):
        logger = logging.getLogger(name)
        logger.propagate = False
        logger.addHandler(logging.NullHandler())
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


def _send_by_apprise(service: Any, reason: re.Pattern[str], notice: Notice) -> str | None:
    """Send with a service of apprise; return the error, found in its log by ``reason``, or None."""
    sender = _apprise().Apprise(asset=service.asset)
    sender.add(service)
    result = sender.notify(
        notice.text, title=notice.subject, body_format="text", log_level=logging.DEBUG
    )
    if result:
        return None
    found = [match[1] for entry in result.logs() if (match := reason.search(entry.message))]
    if not found:
        return "it could not be reached, or did not take it"
    return f"it returned {found[-1]}" if reason is _STATUS else error_message(found[-1])


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
    fault = _send_by_apprise(service, _SMTP_REPLY, notice)
    return f"{host}:{port} did not take it: {fault}" if fault else None


def _smtp_security(host: str, port: int) -> str:
    """Return apprise's security mode for a mail server: STARTTLS if the server offers it.

    Raises:
        OSError: the server cannot be reached.
    """
    import smtplib

    with smtplib.SMTP(host, port, timeout=SECONDS) as server:
        server.ehlo()
        return "starttls" if server.has_extn("starttls") else "insecure"
