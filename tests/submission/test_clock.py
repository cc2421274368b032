"""The machine's clock jumps between audits and submissions: nothing is sent twice, or never."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.machine.clock import Clock
from sitemap_audit.submission import records
from submission.audits import stored
from submission.server import KEY, SITE

if TYPE_CHECKING:
    from pathlib import Path

    from submission.conftest import Submit
    from submission.server import IndexNow

NOW = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
"Half an hour before summer time ends in Europe."


def _same(moment: datetime) -> datetime:
    return moment


@pytest.mark.thorough
def test_submissions_follow_each_other_though_the_clock_is_set(
    output: Path,
    indexnow: IndexNow,
    submit: Submit,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages: dict[str, str | int] = {"/": "Home"}
    stored(output, 1, pages)
    hours = (0, -24, 365 * 24, 1)
    moments = [NOW + timedelta(hours=each) for each in hours]
    for day, moment in enumerate(moments, start=2):
        pages[f"/{day}"] = f"Page {day}"
        folder = stored(output, day, pages)
        for _ in range(2):  # the second time, nothing is left
            monkeypatch.setattr(records, "clock", Clock(partial(_same, moment)))
            done = submit(folder, "--yes", "--key", KEY)
            assert done.returncode == 0, done.output
    assert indexnow.urls == [f"{SITE}/{day}" for day in range(2, 6)]


@pytest.mark.thorough
def test_audits_of_a_wrong_clock_can_be_followed_by_right_ones(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    stored(output, 1, {"/": "Home"})
    wrong = stored(output, 20, {"/": "Home", "/a": "A"})
    assert submit(wrong, "--yes", "--key", KEY).returncode == 0
    right = stored(output, 2, {"/": "Home", "/a": "A", "/b": "B"})
    told = submit(right, "--yes").output
    assert f"If the clock of this machine was wrong then, pass --baseline {wrong}." in told
    assert submit(right, "--yes", "--baseline", wrong).returncode == 0
    assert submit(stored(output, 3, {"/": "Home", "/a": "A", "/b": "B", "/c": "C"}), "--yes")
    assert indexnow.urls == [f"{SITE}/a", f"{SITE}/b", f"{SITE}/c"]
