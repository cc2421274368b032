"""Webhooks, mailboxes and services of apprise: real ones on loopback, sound and broken."""

from __future__ import annotations

import asyncio
import email.policy
import gzip
import io
import json
import logging
import socket
import ssl
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from commanding import PATIENCE

from sitemap_audit.delivery import attachments, receivers
from sitemap_audit.delivery.notices import Notice
from sitemap_audit.delivery.receivers import read_receivers, send_notice
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator
    from pathlib import Path

    from mockserver.certificates import Certificates

NOTICE = Notice("It ended", "It ended <!channel> & well.\nReports: é", {"complete": True})
SECRET = "/services/T000/B000/XXXX"  # noqa: S105
RIGHT = "p%61ss:word+/@"
"A password that stands in no URL as it is."


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take its time to send a notice."""
    monkeypatch.setattr(receivers, "SECONDS", PATIENCE)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything that a log of the root logger has, also what is for debugging."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.addFilter(lambda record: not record.name.startswith("mail."))  # aiosmtpd's
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(before)


@contextmanager
def webhook(*answers: int, slow: bool = False) -> Iterator[tuple[str, list[Any]]]:
    """A receiver of JSON; its address, and what it was told."""
    told: list[Any] = []
    hung_up = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.append((self.path, self.headers["Content-Type"], json.loads(body)))
            if slow:
                hung_up.wait(PATIENCE)
            self.send_response(answers[0])
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}{SECRET}", told
        finally:
            hung_up.set()
            server.shutdown()


class Inbox:
    """What aiosmtpd asks: keeps each mail."""

    def __init__(self, refusal: str = "") -> None:
        self.mails: list[tuple[str, list[str], str]] = []
        self._refusal = refusal

    async def handle_DATA(  # noqa: N802 - as aiosmtpd calls it
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        if self._refusal:
            return self._refusal
        text = envelope.content.decode("utf-8", "replace")
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, text))
        return "250 taken"


class MailServer(Controller):
    """Closes what clients have left open; otherwise the loop that ends leaves it to chance."""

    def __init__(self, inbox: Inbox, **options: Any) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        host, port = self._listening.getsockname()
        super().__init__(inbox, hostname=host, port=port, ready_timeout=PATIENCE, **options)
        self._sessions: list[SMTP] = []

    def _create_server(self) -> Awaitable[asyncio.AbstractServer]:
        return self.loop.create_server(
            self._factory_invoker, sock=self._listening, ssl=self.ssl_context
        )

    def factory(self) -> SMTP:
        session = SMTP(self.handler, **self.SMTP_kwargs)
        self._sessions.append(session)
        return session

    def stop(self, no_assert: bool = False) -> None:
        asyncio.run_coroutine_threadsafe(self._hang_up(), self.loop).result()
        super().stop(no_assert)

    async def _hang_up(self) -> None:
        for session in self._sessions:
            if isinstance(session.transport, asyncio.WriteTransport):
                with suppress(AttributeError):  # of one with TLS that both sides have closed
                    session.transport.abort()
        await asyncio.sleep(0)  # until what aborts them has been called


@contextmanager
def mail_server(inbox: Inbox, **options: Any) -> Iterator[str]:
    """A mail server on loopback; its address."""
    controller = MailServer(inbox, **options)
    controller.start()
    try:
        yield f"smtp://localhost:{controller.port}"
    finally:
        controller.stop()


def say(url: str, **options: Any) -> str | None:
    """Tell the one receiver of an address."""
    (receiver,) = read_receivers(Options(notify=(url,), **options))
    return send_notice(receiver, NOTICE)


def test_a_webhook_gets_text_as_slack_wants_it_and_facts(logged: io.StringIO) -> None:
    with webhook(200) as (url, told):
        assert say(url) is None
    assert SECRET not in logged.getvalue()
    text = "It ended &lt;!channel&gt; &amp; well.\nReports: é"
    assert told == [(SECRET, "application/json", {"text": text, "audit": {"complete": True}})]


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_webhook_that_answers_otherwise_gets_a_sentence(status: int) -> None:
    with webhook(status) as (url, told):
        host = url.removeprefix("http://").removesuffix(SECRET)
        assert say(url) == (
            f"The notice to the webhook on {host} was not sent: it returned {status}."
        )
    assert len(told) == 1


def test_a_webhook_that_is_down_gets_a_sentence_without_its_secret() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{closed.getsockname()[1]}"
        sentence = say(f"http://{host}{SECRET}")
    assert sentence is not None
    assert sentence.startswith(f"The notice to the webhook on {host} was not sent: ")
    assert "refused" in sentence
    assert SECRET not in sentence


def test_a_webhook_that_is_slow_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receivers, "SECONDS", 0.2)
    with webhook(200, slow=True) as (url, _):
        sentence = say(url)
    assert sentence is not None
    assert SECRET not in sentence


def test_a_mailbox_gets_a_mail() -> None:
    inbox = Inbox()
    with mail_server(inbox) as server:
        assert say("mailto:seo@example.com", mail_server=server) is None
    ((sender, recipients, text),) = inbox.mails
    assert (sender, recipients) == ("sitemap-audit@example.com", ["seo@example.com"])
    assert "Subject: It ended\r\n" in text
    assert "It ended <!channel> & well." in text


REPORT = b"<!doctype html>\n" + bytes(range(256)) * 40 + b"\r\n.\r\n" + b"<p>Same.</p>" * 2_000
"A report of 34 KB, most of which gzip saves; with every byte and what ends a mail."


@pytest.fixture
def with_report(tmp_path: Path) -> Notice:
    """A notice of an audit that has a report."""
    (tmp_path / "report.html").write_bytes(REPORT)
    return NOTICE._replace(facts={"reports": "s3://bucket/x"}, report=tmp_path / "report.html")


def parts(text: str) -> tuple[str, dict[str, tuple[str, bytes]]]:
    """The text of a mail, and its attachments by name: type and content."""
    mail = email.message_from_string(text, policy=email.policy.default)
    body = mail.get_body()
    assert body is not None
    attached = {}
    for each in mail.iter_attachments():
        content = each.get_payload(decode=True)
        assert isinstance(content, bytes)
        attached[str(each.get_filename())] = (each.get_content_type(), content)
    return "\n".join(body.get_content().splitlines()), attached


@pytest.mark.parametrize("is_by_apprise", [False, True], ids=["--mail-server", "mailto://"])
@pytest.mark.parametrize(
    ("limits", "name", "note"),
    [
        ({}, "report.html", ""),
        ({"PLAIN_BYTES": 20_000}, "report.html.gz", ""),
        ({"MAX_BYTES": 200}, "", "it has 0.0 MB with gzip"),
    ],
    ids=["as it is", "gzip", "left out"],
)
def test_a_mail_has_the_report(
    with_report: Notice,
    monkeypatch: pytest.MonkeyPatch,
    is_by_apprise: bool,
    limits: dict[str, int],
    name: str,
    note: str,
) -> None:
    for limit, size in limits.items():
        monkeypatch.setattr(attachments, limit, size)
    inbox = Inbox()
    with mail_server(inbox) as server:
        url = f"mailto://{server.removeprefix('smtp://')}?from=a@example.com&to=b@example.com"
        (receiver,) = read_receivers(
            Options(notify=(url if is_by_apprise else "b@example.com",), mail_server=server)
        )
        assert send_notice(receiver, with_report) is None
    ((_, _, text),) = inbox.mails
    body, attached = parts(text)
    told = f"\nreport.html is not attached: {note}. It is here: s3://bucket/x/report.html"
    assert body == with_report.text + (told if note else "")
    assert list(attached) == ([name] if name else [])
    for kind, content in attached.values():
        is_gzip = name.endswith(".gz")
        assert kind == ("application/gzip" if is_gzip else "text/html")
        assert (gzip.decompress(content) if is_gzip else content) == REPORT


def test_a_mail_whose_size_is_refused_comes_without_the_report(with_report: Notice) -> None:
    inbox = Inbox()
    with mail_server(inbox, data_size_limit=20_000) as server:
        (receiver,) = read_receivers(Options(notify=("b@example.com",), mail_server=server))
        assert send_notice(receiver, with_report) is None
    ((_, _, text),) = inbox.mails
    body, attached = parts(text)
    assert attached == {}
    assert body.splitlines()[-1] == (
        "report.html is not attached: the mail server does not accept its size."
        " It is here: s3://bucket/x/report.html"
    )


def test_a_report_that_is_gone_is_left_out(with_report: Notice) -> None:
    assert with_report.report is not None
    with_report.report.unlink()
    inbox = Inbox()
    with mail_server(inbox) as server:
        (receiver,) = read_receivers(Options(notify=("b@example.com",), mail_server=server))
        assert send_notice(receiver, with_report) is None
    ((_, _, text),) = inbox.mails
    assert "report.html is not attached: No such file or directory" in parts(text)[0]


def test_a_large_report_has_more_time(with_report: Notice) -> None:
    mail, webhook = read_receivers(Options(notify=("b@example.com", "https://example.com/")))
    assert webhook.seconds(with_report) == receivers.SECONDS == mail.seconds(NOTICE)
    assert mail.seconds(with_report) == pytest.approx(receivers.SECONDS + len(REPORT) / 250_000)


@pytest.fixture
def trusted(certificates: Certificates, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A server's context whose certificate this process trusts."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates.good())
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates.authority))
    return context


def login(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
    """Whether it is the user nightly with the right password."""
    is_known = (data.login, data.password) == (b"nightly", RIGHT.encode())
    return AuthResult(success=is_known, handled=False)


@pytest.mark.parametrize(
    ("password", "arrives"), [(RIGHT, True), ("wrong", False)], ids=["right", "wrong"]
)
def test_credentials_are_shown_by_starttls_alone(
    trusted: ssl.SSLContext,
    monkeypatch: pytest.MonkeyPatch,
    logged: io.StringIO,
    password: str,
    arrives: bool,
) -> None:
    monkeypatch.setenv("SMTP_USER", "nightly")
    monkeypatch.setenv("SMTP_PASSWORD", password)
    inbox = Inbox()
    options = {"tls_context": trusted, "require_starttls": True, "authenticator": login}
    with mail_server(inbox, **options, auth_required=True) as server:
        sentence = say("seo@example.com", mail_server=server, mail_from="audits@example.com")
    assert [mail[0] for mail in inbox.mails] == ["audits@example.com"] * arrives
    assert (sentence is None) is arrives
    assert "wrong" not in (sentence or "")
    assert password not in logged.getvalue()
    assert arrives or "535" in (sentence or "")


def test_no_password_is_sent_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMTP_USER", "nightly")
    monkeypatch.setenv("SMTP_PASSWORD", "secret")
    inbox = Inbox()
    with mail_server(inbox) as server:
        sentence = say("mailto:seo@example.com", mail_server=server)
    assert sentence is not None
    assert "offers no STARTTLS, so no password is sent" in sentence
    assert inbox.mails == []


def test_a_mail_server_that_is_down_is_named() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{closed.getsockname()[1]}"
        sentence = say("mailto:seo@example.com", mail_server=f"smtp://{host}")
    assert sentence == (
        f"The notice to seo@example.com was not sent: {host} cannot be reached: Connection refused."
    )


@pytest.mark.parametrize("refusal", ["552 the box is full", "451 later"])
def test_a_mail_that_is_refused_gets_a_sentence(refusal: str) -> None:
    with mail_server(Inbox(refusal)) as server:
        sentence = say("mailto:seo@example.com", mail_server=server)
    assert sentence is not None
    assert sentence.startswith("The notice to seo@example.com was not sent: ")
    assert refusal[4:] in sentence


def test_a_receiver_may_be_named_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    with webhook(200) as (url, told):
        monkeypatch.setenv("SLACK", url)
        assert say("env:SLACK") is None
    assert len(told) == 1


@pytest.mark.parametrize(
    "written",
    [
        "env:NOT_SET",
        "slack",
        "ftp://example.com/",
        "a@b@c",
        f"hooks.example.com{SECRET}",
        f"https://user:XXXX@hooks.example.com{SECRET}",
        f"slack://hooks.example.com{SECRET}/#",
        f"json://:none{SECRET}",
    ],
)
def test_what_cannot_be_told_is_said_before_the_audit(written: str) -> None:
    with pytest.raises(UsageError, match=r"^notify (is|holds) ") as caught:
        read_receivers(Options(notify=(written,)))
    assert "XXXX" not in str(caught.value)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("mailto:seo@example.com", "seo@example.com"),
        (f"slack:/{SECRET}", "slack://…"),
        ("env:SLACK", "env:SLACK"),
    ],
)
def test_without_apprise_the_error_names_the_extra(
    written: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK", f"slack:/{SECRET}")
    monkeypatch.setitem(sys.modules, "apprise", None)
    with pytest.raises(UsageError) as caught:
        read_receivers(Options(notify=("https://hooks.example.com/", written)))
    assert str(caught.value) == (
        f"A notice to {name} needs apprise, which is not installed."
        " Run: pip install 'sitemap-audit[notify]' (with uv or pipx: docs/options.md, Extras)"
    )


def test_a_variable_that_holds_something_else_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK", "hooks.slack.com/services/XXXX")
    with pytest.raises(UsageError) as caught:
        read_receivers(Options(notify=("env:SLACK",)))
    assert "XXXX" not in str(caught.value)


USER = "nightly:not-to-be-told@"


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (200, None),
        (302, "The notice to JSON was not sent: it returned 302."),
        (404, "The notice to JSON was not sent: it returned 404."),
        (500, "The notice to JSON was not sent: it returned 500."),
    ],
)
def test_a_service_of_apprise_is_told_and_no_log_has_its_url(
    status: int,
    sentence: str | None,
    logged: io.StringIO,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with webhook(status) as (url, told):
        assert say(url.replace("http://", f"json://{USER}")) == sentence
    ((path, _, body),) = told
    assert path == SECRET
    assert (body["title"], body["message"]) == (NOTICE.subject, NOTICE.text)
    assert "XXXX" not in logged.getvalue()
    assert "not-to-be-told" not in logged.getvalue()
    assert capfd.readouterr() == ("", "")


def test_a_service_of_apprise_that_is_down_gets_a_sentence_without_its_secret(
    logged: io.StringIO,
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        sentence = say(f"json://{USER}127.0.0.1:{closed.getsockname()[1]}{SECRET}")
    assert sentence == (
        "The notice to JSON was not sent: it could not be reached, or did not take it."
    )
    assert "XXXX" not in logged.getvalue()
    assert "not-to-be-told" not in logged.getvalue()


def test_a_service_of_apprise_that_is_slow_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receivers, "SECONDS", 0.2)
    with webhook(200, slow=True) as (url, _):
        sentence = say(url.replace("http://", f"json://{USER}"))
    assert sentence == "The notice to JSON was not sent: no response in 0 seconds."


def test_a_mailbox_of_apprise_gets_a_mail_by_its_own_server(
    logged: io.StringIO,
) -> None:
    inbox = Inbox()
    with mail_server(inbox) as server:
        host = server.removeprefix("smtp://")
        assert say(f"mailto://{host}?from=audits@example.com&to=seo@example.com") is None
    ((sender, recipients, _),) = inbox.mails
    assert (sender, recipients) == ("audits@example.com", ["seo@example.com"])
    assert "Email" not in logged.getvalue()


def test_receivers_show_no_secret() -> None:
    written = (f"https://hooks.example.com{SECRET}", f"json://{USER}hooks.example.com{SECRET}")
    shown = repr(read_receivers(Options(notify=written)))
    assert "XXXX" not in shown
    assert "not-to-be-told" not in shown


def test_run_json_keeps_no_url_of_a_service() -> None:
    written = ("env:HOOK", "mailto:seo@example.com", f"mailto://{USER}example.com", "slack://a/b/c")
    assert Options(notify=written).record["notify"] == ["env:HOOK", "mailto:seo@example.com"]


def test_apprise_is_not_imported_where_nobody_is_told() -> None:
    program = (
        "import sys; from sitemap_audit.delivery.delivering import read_delivery;"
        " from sitemap_audit.options import Options;"
        " read_delivery(Options(notify=('https://hooks.example.com/', 'mailto:seo@example.com')));"
        " sys.exit('apprise' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
