"""Requests, the responses to them, and what is sent again."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest
from commanding import PATIENCE, forked, wait_for

from sitemap_audit.submission import indexnow as protocol
from submission.audits import last_record, planned, stored
from submission.server import KEY, SITE

if TYPE_CHECKING:
    from pathlib import Path

    from submission.conftest import Submit
    from submission.server import IndexNow

THREE = [f"{SITE}/a", f"{SITE}/b", f"{SITE}/c"]


def test_a_request_has_at_most_10_000_urls(
    output: Path, indexnow: IndexNow, submit: Submit, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert protocol.MAX_URLS == 10_000
    monkeypatch.setattr(protocol, "MAX_URLS", 2)
    stored(output, 1, {"/": "Home"})
    folder = stored(output, 2, {"/": "Home", "/a": "A", "/b": "B", "/c": "C"})
    done = submit(folder, "--yes", "--key", KEY)
    assert done.returncode == 0, done.output
    assert [each["urlList"] for each in indexnow.received] == [THREE[:2], THREE[2:]]
    assert "Request 2 of 2, 1 URL of www.example.com: 200, accepted." in done.output


@pytest.mark.parametrize(
    ("status", "words", "sent"),
    [
        (200, "2 URLs of www.example.com: 200, accepted.", 2),
        (202, "202, accepted; the key file is still to be validated.", 2),
        (400, "400, refused: the request is not valid.", 1),
        (403, "403, refused: the key is not valid. Check the key file", 1),
        (422, "422, refused: the URLs do not belong to the host", 1),
        (429, "The endpoint asks to wait 3,600 seconds: more than --max-wait.", 1),
        (500, "500, not accepted. Check --endpoint, or try later.", 1),
        (301, "301, not accepted. Check --endpoint", 1),
    ],
)
def test_each_status_is_handled(
    output: Path, indexnow: IndexNow, submit: Submit, status: int, words: str, sent: int
) -> None:
    folder = planned(output)
    indexnow.planned = [(status, {"Retry-After": "3600", "Location": f"{indexnow.url}/indexnow"})]
    done = submit(folder, "--yes")
    assert words in done.output, done.output
    assert done.returncode == (0 if sent == 2 else 3)
    assert len(indexnow.received) == sent
    assert last_record(output)["requests"][0]["status"] == status
    if sent == 1:
        dry = submit(folder)
        listed = "".join(f"\n  {url}" for url in THREE)
        assert f"left to send: 3{listed}\nNothing was sent." in dry.output
    again = submit(folder, "--yes")
    assert again.returncode == 0
    assert indexnow.urls == (THREE if sent == 2 else [*THREE[:2], *THREE])


def test_429_is_sent_again_after_the_pause_and_what_was_accepted_is_not(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    folder = planned(output)
    indexnow.planned = [(200, {}), (429, {"Retry-After": "0"}), (429, {"Retry-After": "3600"})]
    done = submit(folder, "--yes")
    assert "Waiting 1 seconds." in done.output
    assert "1 URL left to send. To go on: sitemap-audit submit" in done.output
    assert done.returncode == 3
    assert submit(folder, "--yes").returncode == 0
    assert indexnow.urls == [*THREE, THREE[2], THREE[2]]


def test_an_endpoint_that_asks_for_no_pause_is_not_sent_requests_without_end(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    folder = planned(output)
    past = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}
    indexnow.planned = [(429, {"Retry-After": "0"}), (503, past), (429, past)]
    done = submit(folder, "--yes", "--max-wait", 2)
    assert done.returncode == 3
    assert "The endpoint asks to wait 2 seconds: more than --max-wait." in done.output
    assert len(indexnow.received) == 2


def test_an_unreachable_endpoint_is_a_sentence(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    folder = planned(output)
    done = submit(folder, "--yes", "--endpoint", "http://127.0.0.1:1/indexnow")
    assert "failed: http://127.0.0.1:1/indexnow: Connection refused." in done.output
    assert done.returncode == 3
    assert submit(folder, "--yes").returncode == 0
    assert indexnow.urls == THREE


def test_a_kill_in_the_middle_sends_nothing_twice(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    folder = planned(output)
    indexnow.planned = [(200, {}), None]
    with forked("submit", folder, "--yes", "--endpoint", f"{indexnow.url}/indexnow") as process:
        wait_for(lambda: len(indexnow.received) == 2)
        process.kill()
    assert [each["status"] for each in last_record(output)["requests"]] == [200, None]
    done = submit(folder, "--yes")
    assert "It is not sent again without --resend." in done.output
    assert done.returncode == 3
    assert "Sent without a response: 1 URL of the last submission." in submit(folder).output
    assert indexnow.urls == THREE
    assert submit(folder, "--yes", "--resend").returncode == 0
    assert indexnow.urls == [*THREE, THREE[2]]


def test_ctrl_c_in_a_pause_ends_it(output: Path, indexnow: IndexNow, submit: Submit) -> None:
    folder = planned(output)
    indexnow.planned = [(200, {}), (429, {"Retry-After": str(PATIENCE)})]
    words = ("--yes", "--max-wait", PATIENCE, "--endpoint", f"{indexnow.url}/indexnow")
    with forked("submit", folder, *words) as process:
        process.said_until("\nWaiting")
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(PATIENCE)
    assert "Stopped. What was accepted is kept." in said
    assert process.returncode == 3
    assert submit(folder, "--yes").returncode == 0
    assert indexnow.urls == [*THREE, THREE[2]]
