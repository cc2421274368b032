"""Sitemaps that are submitted to Google, Bing and Yandex, and what is not sent."""

from __future__ import annotations

import base64
import json
import threading
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from api_server import Reply
from commanding import PATIENCE, forked, wait_for
from google_server import service_account, stored_token
from search_engines import search_console_server as google
from search_engines.search_console_server import SearchConsoleServer

from sitemap_audit.imports.told_sitemaps import Sitemap
from sitemap_audit.submission.records import Request
from sitemap_audit.submission.sitemaps_to_submit import FoundSitemap, Sent, judge
from sitemap_audit.web_apis.google_errors import READ, SUBMIT
from sitemap_audit.web_apis.google_token import write_token
from submission.audits import last_record, stored
from submission.engines import (
    BAIDU_TOKEN,
    BING_KEY,
    SITEMAP,
    VARIABLES,
    YANDEX_TOKEN,
    Engines,
    bing_error,
    serving,
    yandex_error,
)
from submission.server import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from api_server import ApiRequest

    from submission.conftest import Submit

TWO = "bing,yandex"


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engines]:
    """Bing and Yandex, with the keys of both."""
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
    with serving(Engines()) as state:
        yield state


def sitemaps_sent(engines: Engines) -> list[str]:
    """The sitemaps that were submitted, each with the engine."""
    bing = [f"bing {each.json['feedUrl']}" for each in engines.sent("/SubmitFeed")]
    return bing + [f"yandex {each.json['url']}" for each in engines.sent("-sitemaps")]


def test_a_sitemap_that_robots_txt_does_not_list_is_submitted_once(
    output: Path, engines: Engines, submit: Submit
) -> None:
    folder = stored(output, 1, {"/": "Home"}, is_named=False)
    dry = submit(folder, "--to", TWO)
    assert dry.returncode == 0, dry.output
    why = f"  {SITEMAP} to {SITE}/: not in robots.txt, and not submitted yet."
    assert f"Bing: 1 sitemap to submit.\n{why}\nYandex: 1 sitemap to submit.\n{why}" in dry.output
    assert f"Nothing was sent.\nTo send it: sitemap-audit submit {folder} --to" in dry.output
    assert sitemaps_sent(engines) == []
    assert not list(output.glob("*/submissions"))

    done = submit(folder, "--to", TWO, "--yes")
    assert done.returncode == 0, done.output
    assert f"Request 1 of 1, {SITEMAP} to {SITE}/: 201, accepted." in done.output
    assert sitemaps_sent(engines) == [f"bing {SITEMAP}", f"yandex {SITEMAP}"]
    (request,) = last_record(output, "yandex")["requests"]
    assert (request["status"], request["is_accepted"]) == (201, True)
    assert request["response"] == '{"sitemap_id": "c7-fe:80-c0"}'

    again = submit(folder, "--to", TWO, "--yes")
    assert again.returncode == 0, again.output
    assert "and it has not changed since." in again.output
    assert "the engine has it, and reads it again by itself." in again.output
    assert len(sitemaps_sent(engines)) == 2


def test_nothing_is_sent_where_it_does_not_help(
    output: Path, engines: Engines, submit: Submit, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = stored(output, 1, {"/": "Home"}, is_named=False)
    engines.sites = ("https://www.example.com/", f"{SITE}/shop/", "http://www.example.co")
    told = submit(folder, "--to", TWO, "--yes").output
    assert "no site that you have verified at Yandex has it. Verify www.example.com at" in told
    monkeypatch.delenv("SITEMAP_AUDIT_BING_KEY")
    done = submit(folder, "--to", TWO, "--yes")
    assert "Cannot submit to bing: there is no key of it. Set SITEMAP_AUDIT_BING_KEY" in done.output
    assert done.returncode == 2
    done = submit(folder, "--to", "bong")
    assert "--to names 'bong'; it may name google, bing," in done.output
    assert sitemaps_sent(engines) == []


DAY = datetime(2026, 10, 2, tzinfo=UTC)
EARLIER, LATER = DAY - timedelta(days=1), DAY + timedelta(days=1)
FOUND = FoundSitemap(SITEMAP, 1, SITE, False, "hash", DAY, None, LATER)
"Changed on the day, and fetched on the next one."
OTHER = FOUND._replace(content_hash="other")


def of_us(sent_at: datetime, status: int | None = 200) -> Request:
    """A request of ours with the sitemap as it was then."""
    made = Request(file="", origin=SITE, urls=1, content_hash="hash", sent_at=sent_at.isoformat())
    made.status, made.is_accepted = status, status == 200
    return made


@pytest.mark.parametrize(
    ("found", "known", "sent", "why"),
    [
        (FOUND, None, Sent(), "+not in robots.txt, and not submitted yet"),
        (FOUND._replace(is_declared=True), None, Sent(), "robots.txt lists it"),
        (FOUND._replace(is_declared=None), None, Sent(), "/robots.txt could not be read"),
        # What another program submitted: by the dates of the engine and of the site.
        (
            FOUND,
            Sitemap("", submitted_at=EARLIER),
            Sent(),
            "+it has changed since the engine got it on 2026-10-01",
        ),
        (FOUND, Sitemap("", submitted_at=EARLIER, downloaded_at=DAY), Sent(), "has not changed"),
        (
            FOUND._replace(is_declared=True),
            Sitemap("", submitted_at=EARLIER),
            Sent(),
            "+it has changed",
        ),
        (FOUND._replace(changed_at=None), Sitemap("", submitted_at=DAY), Sent(), "is not known"),
        (
            FOUND._replace(changed_at=None, last_modified="Fri, 02 Oct 2026 00:00:00 GMT"),
            Sitemap("", submitted_at=EARLIER),
            Sent(),
            "+it has changed since",
        ),
        # What we submitted: by its content, unless the engine has downloaded it since.
        (FOUND, None, Sent(of_us(EARLIER)), "has not changed since"),
        (OTHER, None, Sent(of_us(LATER)), "+it has changed since"),
        (OTHER, Sitemap("", downloaded_at=LATER), Sent(of_us(DAY)), "has not changed since"),
        # What was sent without a response.
        (FOUND, None, Sent(None, of_us(DAY, None)), "is not sent again without --resend"),
        (
            FOUND,
            Sitemap("", submitted_at=LATER),
            Sent(None, of_us(DAY, None)),
            "has not changed since",
        ),
    ],
)
def test_a_sitemap_is_submitted_where_the_engine_lacks_it(
    found: FoundSitemap, known: Sitemap | None, sent: Sent, why: str
) -> None:
    judged = judge(found, known, sent, takes_again=True, resends=False)
    assert why.removeprefix("+") in judged.why
    assert judged.is_proposed == why.startswith("+")
    if sent.unanswered and known is None:
        assert judge(found, known, sent, takes_again=True, resends=True).is_proposed


@pytest.mark.parametrize(
    ("engine", "what", "reply", "words"),
    [
        # https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.apierrorcode
        (
            "bing",
            "GetFeeds",
            bing_error(3, "InvalidApiKey"),
            "400 InvalidApiKey. Copy the key from",
        ),
        ("bing", "SubmitFeed", bing_error(14, "NotAuthorized"), "400, refused. Verify the site in"),
        ("bing", "SubmitFeed", bing_error(4, "ThrottleUser"), "400, refused. Try again in an hour"),
        ("bing", "SubmitFeed", Reply("<html>", 500), "500, not accepted. Try again later."),
        ("bing", "SubmitFeed", bing_error(12, "AlreadyExists"), "400, Bing has it already."),
        # https://yandex.com/dev/webmaster/doc/en/reference/errors
        ("yandex", "user", yandex_error(403, "INVALID_OAUTH_TOKEN"), "Get a new token (docs/"),
        ("yandex", "hosts", yandex_error(403, "ACCESS_FORBIDDEN"), "rights webmaster:hostinfo and"),
        (
            "yandex",
            "user-added-sitemaps",
            yandex_error(404, "HOST_NOT_LOADED"),
            "HOST_NOT_LOADED: some string. Yandex has not loaded the site yet. Try again in some",
        ),
    ],
)
def test_each_error_is_a_sentence(
    output: Path, engines: Engines, submit: Submit, engine: str, what: str, reply: Reply, words: str
) -> None:
    folder = stored(output, 1, {"/": "Home"}, is_named=False)
    engines.failures = {what: [reply] * 5}
    done = submit(folder, "--to", engine, "--yes")
    assert words in done.output, done.output
    is_there = "has it already" in words
    assert done.returncode == (0 if is_there else 3)
    assert len(sitemaps_sent(engines)) == (what == "SubmitFeed")
    engines.failures = {}
    assert submit(folder, "--to", engine, "--yes").returncode == 0
    assert len(sitemaps_sent(engines)) == (what == "SubmitFeed") + (not is_there)


def test_429_is_sent_again_within_max_wait(output: Path, engines: Engines, submit: Submit) -> None:
    folder = stored(output, 1, {"/": "Home"}, is_named=False)
    busy = Reply({"Message": "Too many", "ErrorCode": 4}, 429, {"Retry-After": "0"})
    engines.failures = {"SubmitFeed": [busy, busy._replace(headers={"Retry-After": "3600"})]}
    done = submit(folder, "--to", "bing", "--yes")
    assert "Waiting 1 seconds." in done.output
    assert "The endpoint asks to wait 3,600 seconds: more than --max-wait." in done.output
    assert f"1 sitemap left to send. To go on: sitemap-audit submit {folder} " in done.output
    assert done.returncode == 3


def test_a_kill_between_request_and_response_sends_nothing_twice(
    output: Path, engines: Engines, submit: Submit
) -> None:
    folder = stored(output, 1, {"/": "Home"}, is_named=False)
    release = threading.Event()

    def respond(request: ApiRequest) -> Reply:
        if request.path.endswith("/SubmitFeed"):
            release.wait(PATIENCE)
        return engines.respond(request)

    engines.server.respond = respond
    with forked("submit", folder, "--to", "bing", "--yes") as process:
        wait_for(lambda: bool(sitemaps_sent(engines)))
        process.kill()
    release.set()
    done = submit(folder, "--to", "bing", "--yes")
    assert "and no response came. It is not sent again without --resend." in done.output
    assert done.returncode == 3
    assert len(sitemaps_sent(engines)) == 1
    assert submit(folder, "--to", "bing", "--yes", "--resend").returncode == 0
    assert len(sitemaps_sent(engines)) == 2


def test_google_gets_a_sitemap_with_the_scope_to_submit(
    output: Path, tmp_path: Path, submit: Submit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """https://developers.google.com/webmaster-tools/v1/sitemaps/submit."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = stored(output, 1, {"/": "Home"}, is_named=False)
    file = service_account(tmp_path / "google.json")
    sites = {"sc-domain:example.com": "siteOwner", f"{SITE}/": "siteRestrictedUser"}
    state = SearchConsoleServer(sites=sites)
    words = ("--to", "google", "--google-credentials", file)
    with google.serving(state):
        write_token(stored_token(READ))
        told = submit(folder, "--to", "google").output
        assert "To send it, more is needed. Cannot use the stored token of Google: it has" in told
        assert "Run: sitemap-audit google login --client FILE --submit" in told
        write_token(stored_token(SUBMIT))
        assert "more is needed" not in submit(folder, "--to", "google").output
        state.requests.clear()
        dry = submit(folder, *words)
        assert "more is needed" not in dry.output
        assert f"{SITEMAP} to sc-domain:example.com: not in robots.txt" in dry.output
        assert "its Indexing API is for pages with job postings and broadcasts only" in dry.output
        assert state.requests_for(google.SUBMIT) == []
        scopes = [_scopes(each) for each in state.requests if each.path == "/google_token"]
        assert scopes == [READ]
        done = submit(folder, *words, "--yes")
        assert done.returncode == 0, done.output
        scopes = [_scopes(each) for each in state.requests if each.path == "/google_token"]
        assert scopes[-1] == SUBMIT
        (request,) = state.requests_for(google.SUBMIT)
        assert request.segments[2:] == ["sc-domain:example.com", "sitemaps", SITEMAP]
        assert request.body == b""
        assert submit(folder, *words, "--yes").returncode == 0
        assert len(state.requests_for(google.SUBMIT)) == 1
        del state.sites["sc-domain:example.com"]
        told = submit(folder, *words).output
        assert "Verify www.example.com at https://search.google.com/search-console, or get" in told


def _scopes(request: ApiRequest) -> str:
    """The scopes in the assertion of a service account (RFC 7523)."""
    payload = request.form["assertion"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(f"{payload}==="))
    return str(claims["scope"])


def test_keys_stand_in_nothing_that_is_written(
    output: Path, tmp_path: Path, engines: Engines, submit: Submit, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = stored(output, 1, {"/": "Home"}, is_named=False)
    done = submit(folder, "--yes")  # to those of which there are keys
    told = [done.output]
    assert done.returncode == 0, done.output
    assert "Not submitted to IndexNow: there is no key yet." in told[0]
    assert len(sitemaps_sent(engines)) == 2
    # The server repeats the key, and the connection fails with the URL in its error.
    echo = Reply({"ErrorCode": 8, "Message": f"no site for {quote(BING_KEY, safe='')}"}, 400)
    engines.failures = {"GetUserSites": [echo], "user": [yandex_error(403, "X", YANDEX_TOKEN)]}
    told.append(submit(folder, "--to", TWO).output)
    assert "no site for ***" in told[1]
    for name in ("BING", "YANDEX", "BAIDU"):
        monkeypatch.setenv(f"SITEMAP_AUDIT_ENDPOINT_{name}", "http://127.0.0.1:1")
    told.append(submit(folder, "--to", "bing,baidu", "--yes").output)
    keys = tmp_path / "keys.toml"
    keys.write_text(f'bing_key = "{BING_KEY}')
    keys.chmod(0o600)
    told.append(submit(folder, "--engine-keys", keys).output)
    assert f"{keys} is not TOML." in told[-1]
    keys.chmod(0o644)
    told.append(submit(folder, "--engine-keys", keys).output)
    assert f"Cannot use {keys}: other users can read the keys in it. Run: chmod 600" in told[-1]
    written = [path.read_bytes() for path in output.rglob("*") if path.is_file()]
    text = b"".join([*written, "".join(told).encode()])
    for key in (BING_KEY, quote(BING_KEY, safe=""), YANDEX_TOKEN, BAIDU_TOKEN):
        assert key.encode() not in text
