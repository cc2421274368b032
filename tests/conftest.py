"""What tests of more than one folder share."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from mockserver.certificates import Certificates
from preloaded import ALLOCATOR

# Each command that a test starts would else compile every module again, twice as long as it runs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# How long an example takes says what else the machine does.
settings.register_profile("suite", deadline=None, max_examples=60)
settings.load_profile("suite")


TESTS = Path(__file__).parent
LONG = {TESTS, *(TESTS / name for name in ("cluster", "link_crawl", "parity", "rendering"))}
"Folders with tests of whole audits."


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with whole audits: a process takes a file at a time, and none shall take long last."""
    items.sort(key=lambda item: item.path.parent not in LONG)


def pytest_xdist_auto_num_workers() -> int:
    """Take a process more than there are cores for ``--numprocesses auto``.

    A test of an audit often waits: for a timeout, a browser, a process that starts. With two more,
    a site that is slow on purpose may be too slow.
    """
    return (os.cpu_count() or 1) + 1


def pytest_xdist_setupnodes() -> None:
    """Let the processes of tests take memory from jemalloc: DuckDB plans in a quarter less time."""
    os.environ |= ALLOCATOR


def pytest_configure(config: pytest.Config) -> None:
    """Let what tests start take memory from the C library, as where it is used."""
    if hasattr(config, "workerinput"):
        for name in ALLOCATOR:
            os.environ.pop(name, None)


@pytest.fixture
def certificates(tmp_path: Path) -> Certificates:
    """Certificates of an authority that is this test's own."""
    return Certificates(tmp_path)
