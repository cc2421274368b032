"""URLs that are submitted to Baidu: https://ziyuan.baidu.com/college/courseinfo?id=267."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from api_server import Reply

from submission.audits import last_record, stored
from submission.engines import BAIDU_TOKEN, VARIABLES, Engines, baidu_error, serving
from submission.server import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from submission.conftest import Submit

PAGES: dict[str, str | int] = {"/": "Home", "/a": "A", "/b": "B", "/c": "C"}


@pytest.fixture
def baidu(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engines]:
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
    with serving(Engines()) as state:
        yield state


def bodies(baidu: Engines) -> list[str]:
    return [each.body.decode() for each in baidu.sent("/urls")]


def test_urls_are_sent_as_far_as_the_quota_goes(
    output: Path, baidu: Engines, submit: Submit
) -> None:
    stored(output, 1, {"/": "Home", "/gone": "Gone"})
    folder = stored(output, 2, {**PAGES, "/gone": 404})  # Baidu takes no URLs that are gone
    dry = submit(folder, "--to", "baidu")
    assert "Baidu's API is http: your token is sent in clear." in dry.output
    assert "3 URLs to submit.\nadded: 3" in dry.output
    assert bodies(baidu) == []
    baidu.quota = 2
    done = submit(folder, "--to", "baidu", "--yes")
    assert "Request 1 of 2, 1 URL of www.example.com: 200, 1 accepted; 1 left of" in done.output
    assert "Request 2 of 3, 1 URL of www.example.com: 200, 1 accepted; the quota of the day" in (
        done.output
    )
    assert "1 URL left to send." in done.output
    assert done.returncode == 3
    assert bodies(baidu) == [f"{SITE}/a", f"{SITE}/b"]
    baidu.quota = 1000
    assert submit(folder, "--to", "baidu", "--yes").returncode == 0
    assert "Nothing is left to send." in submit(folder, "--to", "baidu", "--yes").output
    assert bodies(baidu)[2:] == [f"{SITE}/c"]
    (request, *_) = baidu.sent("/urls")
    assert request.query == {"site": SITE, "token": BAIDU_TOKEN}
    assert all(each["is_accepted"] for each in last_record(output, "baidu")["requests"])


REFUSALS = {
    "401, refused. Check SITEMAP_AUDIT_BAIDU_TOKEN.": baidu_error(401, "token is not valid"),
    "400, refused. Verify the site at https://ziyuan.baidu.": baidu_error(400, "site error"),
    "400, refused. The quota of the day is used up. Run the": baidu_error(400, "over quota"),
    "500, refused. Try later.": Reply({"error": 500, "message": "x"}, 500),
    "200, not accepted: the response is not as documented.": Reply({}),
    "200, 0 accepted; 1 not of the site; 9 left of the quota of the day.": Reply(
        {"remain": 9, "success": 0, "not_same_site": [f"{SITE}/a"]}
    ),
}


def test_each_error_is_a_sentence(output: Path, baidu: Engines, submit: Submit) -> None:
    stored(output, 1, {"/": "Home"})
    folder = stored(output, 2, PAGES)
    for words, reply in REFUSALS.items():
        baidu.failures = {"urls": [reply]}
        done = submit(folder, "--to", "baidu", "--yes")
        assert words in done.output, done.output
        assert done.returncode == 3
    assert bodies(baidu) == [f"{SITE}/a"] * len(REFUSALS)
    assert submit(folder, "--to", "baidu", "--yes").returncode == 0
    assert bodies(baidu)[len(REFUSALS) :] == [f"{SITE}/a", f"{SITE}/b\n{SITE}/c"]
