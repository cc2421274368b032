"""What is submitted: what changed since the last submission, and nothing else."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from sitemap_audit.analysis.comparison.compared_tables import STATES, URL_STATES
from sitemap_audit.items import column_types
from submission.audits import stored
from submission.server import KEY, KEY_FILE, SITE

if TYPE_CHECKING:
    from pathlib import Path

    from submission.conftest import Submit
    from submission.server import IndexNow

NEW_SITE = "http://shop.example.org"
MOVED: dict[str, str | int] = {f"{NEW_SITE}/": "Home", f"{NEW_SITE}/a": "A", f"{NEW_SITE}/b": "B"}


def test_only_what_changed_since_the_last_submission_is_sent(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    stored(output, 1, {"/": "Home", "/a": "A", "/b": "B", "/c": "C", "/d": "D", "/g": "G"})
    pages: dict[str, str | int] = {
        "/": "Home",
        "/a": "New",
        "/b": 0,
        "/d": 404,
        "/e": "E",
        "/f": 404,
        "/g": 500,
    }
    second = stored(output, 2, pages)
    dry = submit(second)
    assert dry.returncode == 0, dry.output
    assert "Compared with the audit 2026-10-01T10-00-00Z: 3 URLs to submit." in dry.output
    assert f"added: 1\n  {SITE}/e\nchanged: 1\n  {SITE}/a\nremoved: 1\n  {SITE}/d" in dry.output
    assert "Not submitted: 1 URL, not compared" in dry.output
    assert "Not submitted: 1 URL, removed, but not confirmed by a second" in dry.output
    assert "Not submitted: 1 URL, added, but not indexable" in dry.output
    assert f"{SITE}/g" not in dry.output
    assert "Nothing was sent." in dry.output
    assert not list(output.glob("*/submissions"))
    assert indexnow.received == []

    done = submit(second, "--yes", "--key", KEY)
    assert done.returncode == 0, done.output
    assert indexnow.received == [
        {
            "host": "www.example.com",
            "key": KEY,
            "keyLocation": KEY_FILE,
            "urlList": [f"{SITE}/a", f"{SITE}/d", f"{SITE}/e"],
        }
    ]
    again = submit(second, "--yes")
    assert "Nothing is left to send." in again.output
    assert again.returncode == 0

    # /b changed while it was not checked, /c is missing again, /f can be indexed now.
    indexnow.received.clear()
    pages = {"/": "Home", "/a": "New", "/b": "New", "/d": 404, "/f": "F", "/g": "G"}
    third = stored(output, 3, pages)
    done = submit(third, "--yes")  # the key was kept
    assert done.returncode == 0, done.output
    assert indexnow.urls == [f"{SITE}/b", f"{SITE}/c", f"{SITE}/f"]
    assert "Compared with the submission of" in done.output
    assert "1 URL, removed, but not confirmed" in done.output  # /e
    (baseline,) = output.glob("*/submissions/indexnow/2*/data")
    for table, columns in {STATES: URL_STATES, "robots": column_types("robots")}.items():
        (part,) = (baseline / table).glob("*.parquet")
        assert {*pq.read_schema(part).names} == {*columns}
    earlier = submit(second, "--yes")
    assert "a later audit was submitted, 2026-10-03T10-00-00Z" in earlier.output
    assert earlier.returncode == 2


def test_an_audit_without_pages_that_stopped_removes_nothing(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    stored(output, 1, {"/": "Home", "/a": "A"})
    why: dict[str, Any] = {
        "complete": False,
        "incomplete_because": ["Stopped."],
        "reason": "shutdown",
    }
    second = stored(output, 2, {"/": "Home", "/b": 0}, **why)
    done = submit(second, "--yes", "--key", KEY)
    assert done.returncode == 0, done.output
    assert "The audit is not complete" in done.output
    assert indexnow.urls == [f"{SITE}/b"]
    # Nothing is lost: /a is still known, as it was.
    third = stored(output, 3, {"/": "Home", "/a": "New", "/b": "B"})
    assert submit(third, "--yes").returncode == 0
    assert indexnow.urls[1:] == [f"{SITE}/a"]


def test_a_site_without_an_indexable_page_is_refused(output: Path, submit: Submit) -> None:
    stored(output, 1, {"/": "Home", "/a": "A"})
    done = submit(stored(output, 2, {"/": 404, "/a": 404, "/b": 0}), "--yes", "--key", KEY)
    assert done.output.startswith("Not submitted: none of the 2 listed pages that were checked is")
    assert done.returncode == 2


def test_both_hosts_of_a_site_that_moved_are_submitted(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    indexnow.files = {f"{NEW_SITE}/{KEY}.txt": KEY}
    stored(output, 1, {"/": "Home", "/a": "A", "/b": "B"})
    assert submit(stored(output, 2, MOVED), "--yes", "--key", KEY).returncode == 0
    assert indexnow.urls == list(MOVED)
    kept = shutil.copytree(output, output.with_name("kept")) / "www.example.com"

    # The second audit that misses the old URLs confirms that they are gone.
    third = stored(output, 3, MOVED)
    done = submit(third, "--yes")
    assert done.returncode == 0
    assert (
        "Not submitted: 3 URLs of www.example.com, which no sitemap lists now."
        f" {KEY_FILE} returns 404."
    ) in done.output
    assert "Nothing is left to send." in submit(third, "--yes").output

    indexnow.files[KEY_FILE] = KEY
    done = submit(third.rename(kept / third.name), "--yes")
    assert done.returncode == 0, done.output
    assert indexnow.received[1]["host"] == "www.example.com"
    assert indexnow.urls[3:] == [f"{SITE}/", f"{SITE}/a", f"{SITE}/b"]


def test_an_audit_of_the_old_host_is_a_baseline_for_the_new_one(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    indexnow.files[f"{NEW_SITE}/{KEY}.txt"] = KEY
    old = stored(output, 1, {"/": "Home", "/a": "A", "/b": "B"})
    other = stored(output, 2, {"/x": "X", "/y": "Y"}, site=NEW_SITE)
    done = submit(other, "--baseline", old)
    assert f"the audit to compare with is of {SITE}/, and this one is not." in done.output
    assert done.returncode == 2
    new = stored(output, 3, {"/": "Home", "/a": "A", "/b": "B"}, site=NEW_SITE)
    done = submit(new, "--baseline", old, "--yes", "--key", KEY)
    assert done.returncode == 0, done.output
    assert indexnow.urls == list(MOVED)
