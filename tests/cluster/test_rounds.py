"""Rounds are stopped even where no executor is left that could end their tasks."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.cluster import rounds
from sitemap_audit.cluster.rounds import ClusterRounds
from sitemap_audit.storage.slices import FOLDER, STOP_FILE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("has_executors", [True, False])
def test_tasks_that_do_not_end_are_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_executors: bool
) -> None:
    monkeypatch.setattr(rounds, "_STOP_SECONDS", 600 if has_executors else 0.01)
    (tmp_path / FOLDER).mkdir()
    stop_file = tmp_path / FOLDER / STOP_FILE
    began, over = threading.Event(), threading.Event()
    cancelled: list[str] = []

    def cancel(jobs: str) -> None:
        cancelled.append(jobs)
        over.set()

    def fetch_all(_: object) -> None:
        began.set()
        while not (over.is_set() or (has_executors and stop_file.exists())):
            over.wait(0.01)

    run: Any = SimpleNamespace(folder=tmp_path, place=AuditPlace(tmp_path))
    context: Any = SimpleNamespace(cancelJobGroup=cancel)
    fetching: Any = ClusterRounds(run, context, lambda: None)
    monkeypatch.setattr(fetching, "_fetch_all", fetch_all)

    async def stop_while_it_fetches() -> None:
        fetched = asyncio.ensure_future(fetching.fetch(None))
        await asyncio.to_thread(began.wait)
        await fetching.stop()
        await fetched

    asyncio.run(stop_while_it_fetches())
    assert stop_file.exists()
    assert len(cancelled) == (0 if has_executors else 1)
