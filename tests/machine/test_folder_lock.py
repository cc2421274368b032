"""Who may write an audit's folder."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.errors import UsageError
from sitemap_audit.machine import lock
from sitemap_audit.machine.lock import take_lock

if TYPE_CHECKING:
    from pathlib import Path

HOLDING = (
    "import pathlib, sys; from sitemap_audit.machine.lock import take_lock\n"
    "take_lock(pathlib.Path(sys.argv[1])); print('held', flush=True); input()"
)


def test_a_folder_that_is_written_is_refused_until_its_process_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, tmp_path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        monkeypatch.setattr(lock, "PATIENCE", 0)
        with pytest.raises(
            UsageError, match="another process crawls, checks or reports this audit"
        ):
            take_lock(tmp_path)
        process.kill()
        process.wait()
        os.close(take_lock(tmp_path))


def test_a_lock_that_is_given_back_can_be_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        os.close(take_lock(tmp_path))
