"""Who is told that an audit has ended: webhooks and mailboxes."""

from __future__ import annotations

import http.client
import json
import os
import re
import smtplib
import ssl
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError, told
from sitemap_audit.machine.environment import resolved
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from sitemap_audit.delivery.notices import Notice
    from sitemap_audit.options import Options

SECONDS = 10.0
"After which a receiver is given up."
_SMTP_PORTS = {"smtp": 25, "smtps": 465}


class NotSentError(Exception):
    """A notice that did not arrive; why, in words that hold no secret."""


class Receiver(Protocol):
    """Somebody who is told."""

    @property
    def name(self) -> str:
        """As the log may say it."""

    def send(self, notice: Notice) -> None:
        """Send a notice; raises NotSentError or OSError."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """What is meant for one address goes to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that takes JSON as Slack's incoming webhooks do."""

    url: str = field(repr=False)

    @property
    def name(self) -> str:
        """Its host alone: the rest of the address is a secret."""
        return f"the webhook on {urlsplit(self.url).netloc}"

    def send(self, notice: Notice) -> None:
        """Post the notice."""
        body = {"text": _escaped(notice.text), "audit": notice.facts}
        request = urllib.request.Request(  # noqa: S310 - http or https: read_receivers has seen to it
            self.url,
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "User-Agent": "sitemap-audit"},
        )
        try:
            urllib.request.build_opener(_NoRedirects).open(request, timeout=SECONDS).close()
        except urllib.error.HTTPError as error:
            raise NotSentError(f"it answered {error.code}") from None
        except urllib.error.URLError as error:
            raise NotSentError(told(error.reason)) from None
        except http.client.HTTPException as error:
            raise NotSentError(f"its answer is no HTTP ({type(error).__name__})") from None


def _escaped(text: str) -> str:
    """Text that Slack shows as it is: nothing in it mentions a channel or makes a link."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mail address, and the server that takes mails for it."""

    address: str
    sender: str
    host: str
    port: int
    is_encrypted: bool
    "From the first byte; else by STARTTLS where the server offers it."
    user: str | None = None
    password: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """Its address."""
        return self.address

    def send(self, notice: Notice) -> None:
        """Hand the notice to the server."""
        try:
            with self._connected() as server:
                if self.user is not None:
                    server.login(self.user, self.password)
                server.send_message(self._message(notice))
        except smtplib.SMTPException as error:
            raise NotSentError(
                f"{self.host}:{self.port} did not take it: {_reply(error)}"
            ) from None
        except OSError as error:
            raise NotSentError(
                f"{self.host}:{self.port} cannot be reached: {told(error)}"
            ) from None

    def _connected(self) -> smtplib.SMTP:
        if self.is_encrypted:
            verified = ssl.create_default_context()
            return smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=verified)
        server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=self._context())
        elif self.user is not None:
            server.close()
            raise NotSentError(
                f"{self.host}:{self.port} offers no STARTTLS, so no password is sent"
            )
        return server

    def _context(self) -> ssl.SSLContext:
        """Whoever gets the password is verified; without one, TLS is better than none."""
        context = ssl.create_default_context()
        if self.user is None:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context

    def _message(self, notice: Notice) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"] = self.sender, self.address
        message["Subject"] = " ".join(notice.subject.split())
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="sitemap-audit")
        message.set_content(notice.text)
        return message


def _reply(error: smtplib.SMTPException) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {error.smtp_error!r}"
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "; ".join(f"{code} {text!r}" for code, text in error.recipients.values())
    return str(error) or type(error).__name__


def read_receivers(options: Options) -> list[Receiver]:
    """Those whom options name.

    Raises:
        UsageError: one cannot be told; the sentence holds no secret.
    """
    return [_receiver(written, options) for written in options.notify]


def _receiver(written: str, options: Options) -> Receiver:
    value = resolved(written, "notify")
    if re.match(r"https?://", value):
        if read_link(value).problem not in (None, "userinfo"):
            raise UsageError("notify holds an address of a webhook that no browser would take.")
        return Webhook(value)
    address = value.removeprefix("mailto:")
    if not re.fullmatch(r"[^\s@<>,:/?]+@[^\s@<>,:/?]+", address):
        shown = written if written.startswith("env:") else repr(value)
        raise UsageError(
            f"notify is {shown}; it must be the address of a webhook, mailto:NAME@HOST, or"
            " env:NAME for a variable that holds one."
        )
    return _mailbox(address, options)


def _mailbox(address: str, options: Options) -> Mailbox:
    server = urlsplit(options.mail_server)
    host = server.hostname or "localhost"
    return Mailbox(
        address,
        options.mail_from or f"sitemap-audit@{address.rpartition('@')[2]}",
        host,
        server.port or _SMTP_PORTS[server.scheme],
        server.scheme == "smtps",
        os.environ.get("SMTP_USER"),
        os.environ.get("SMTP_PASSWORD", ""),
    )


def tell(receiver: Receiver, notice: Notice) -> str | None:
    """Send a notice within SECONDS; a sentence where it did not arrive."""
    faults: list[str] = []
    thread = threading.Thread(target=_send, args=(receiver, notice, faults), daemon=True)
    thread.start()
    thread.join(SECONDS)
    if thread.is_alive():
        faults = [f"no answer in {SECONDS:.0f} seconds"]
    return f"The notice to {receiver.name} was not sent: {faults[0]}." if faults else None


def _send(receiver: Receiver, notice: Notice, faults: list[str]) -> None:
    try:
        receiver.send(notice)
    except (NotSentError, OSError, ValueError) as error:
        faults.append(told(error))
