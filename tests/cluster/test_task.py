"""A task whose crawl failed ends so that Spark does the next thing."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pyspark
import pytest

from sitemap_audit.cluster import task
from sitemap_audit.cluster.rounds import reason_of
from sitemap_audit.cluster.task import (
    MAX_ATTEMPTS,
    STOPPED,
    TAKEN_OVER,
    SliceFailedError,
    SliceResult,
    SliceTask,
    fetch_slice,
)
from sitemap_audit.run_record import FINISHED
from sitemap_audit.storage.slices import SliceName

if TYPE_CHECKING:
    from collections.abc import Callable

    Fetch = Callable[[int, str | None], SliceResult]

NAME = SliceName(1, 3, 0)
FAILURES = 2


@pytest.fixture
def fetch(monkeypatch: pytest.MonkeyPatch) -> Fetch:
    """Run an attempt whose crawler returns a reason, or dies."""

    def fetch(attempt: int, reason: str | None) -> SliceResult:
        context = SimpleNamespace(attemptNumber=lambda: attempt)
        monkeypatch.setattr(pyspark.TaskContext, "get", lambda: context)
        name = NAME._replace(attempt=attempt)
        result = SliceResult(name=name, reason=reason) if reason is not None else None
        process = SimpleNamespace(returncode=-9)
        monkeypatch.setattr(task, "start_child", lambda _: nullcontext(process))
        monkeypatch.setattr(task, "send_task", lambda *_: None)
        monkeypatch.setattr(task, "receive_result", lambda _: result)
        given: Any = SimpleNamespace(audit=".", name=NAME, failures=FAILURES)
        return fetch_slice(cast("SliceTask", given))

    return fetch


@pytest.mark.parametrize("reason", [FINISHED, STOPPED])
def test_a_crawl_that_ended_is_returned(fetch: Fetch, reason: str) -> None:
    result = fetch(0, reason)
    assert result.name == NAME
    assert not result.has_failed


@pytest.mark.parametrize("reason", ["cannot write: no space left on device", None])
def test_a_crawl_that_failed_is_started_again_until_the_last_attempt(
    fetch: Fetch, reason: str | None
) -> None:
    with pytest.raises(SliceFailedError):
        fetch(0, reason)
    result = fetch(FAILURES - 1, reason)
    assert result.has_failed
    assert result.reason == (reason or "the crawler ended without a result (status -9)")


def test_an_attempt_that_another_has_taken_over_is_no_result(fetch: Fetch) -> None:
    with pytest.raises(SliceFailedError):
        fetch(FAILURES - 1, TAKEN_OVER)


def test_no_attempt_has_the_ids_of_another_slice(fetch: Fetch) -> None:
    assert not fetch(MAX_ATTEMPTS - 1, FINISHED).has_failed
    assert fetch(MAX_ATTEMPTS, FINISHED).reason == f"{MAX_ATTEMPTS} attempts were lost"


def test_the_reason_is_the_last_failure() -> None:
    lost = (
        "Job aborted due to stage failure: Task 1 in stage 0.0 failed 4 times, most recent failure:"
        " Lost task 1.3 in stage 0.0 (TID 5): ExecutorLostFailure (executor 6 exited)\n"
        "Driver stacktrace:\n\tat org.apache"
    )
    error = RuntimeError("An error occurred while calling z:org.apache")
    vars(error)["java_exception"] = SimpleNamespace(getMessage=lambda: lost)
    said = "Lost task 1.3 in stage 0.0 (TID 5): ExecutorLostFailure (executor 6 exited)"
    assert reason_of(error) == said
    assert reason_of(OSError("Broken pipe.")) == "Broken pipe"
    assert reason_of(OSError()) == "OSError"
