"""What tests of more than one folder share."""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import bytecode  # noqa: F401 - first: the next ones are compiled, too
import parsed  # noqa: F401 - stores parse statements once
import pytest
from commanding import CLEAN, command, only
from filelock import FileLock
from hypothesis import settings
from make_stored_audit import FIXTURES
from mockserver import served
from mockserver.certificates import Certificates
from preloaded import ALLOCATOR
from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    from collections.abc import Callable

    from xdist.remote import Producer

# What is made while tests are collected stays until they end: nothing of it is garbage.
gc.disable()

# How long an example takes says what else the machine does.
settings.register_profile("suite", deadline=None, max_examples=60)
settings.load_profile("suite")


TESTS = Path(__file__).parent
LONG = {
    TESTS,
    *(TESTS / name for name in ("checks", "cluster", "link_crawl", "parity", "rendering")),
}
LONG |= {
    TESTS / "evaluation" / "test_spark_statements.py",
    TESTS / "reports" / "test_every_figure.py",
}
"Folders and files with tests of whole audits, or that take a minute."


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with whole audits: a process takes a file at a time, and none shall take long last."""
    items.sort(key=lambda item: LONG.isdisjoint((item.path, item.path.parent)))


def pytest_collection_finish() -> None:
    """Look for garbage in what tests make, not in the tests."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Let Python take everything down: DuckDB names on standard error what is left at its end."""
    gc.unfreeze()


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


class Once(Protocol):
    """Fills a folder in the first process that asks for it, for all processes of the tests."""

    def __call__(self, name: str, fill: Callable[[Path], object]) -> Path:
        """Return the folder of this name; ``fill`` is called with it where nobody has yet."""


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Make what several files of tests read once: a test that writes into it takes a copy."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent

    def once(name: str, fill: Callable[[Path], object]) -> Path:
        made, unfinished = shared / name, shared / f"{name}.unfinished"
        with FileLock(shared / f"{name}.lock"):
            if not made.exists():
                shutil.rmtree(unfinished, ignore_errors=True)
                unfinished.mkdir()
                fill(unfinished)
                unfinished.rename(made)
        return made

    return once


@pytest.fixture(scope="session")
def clean(once: Once) -> Path:
    """The folder of an audit of a site without faults."""
    return _audited(once, "clean", CLEAN)


@pytest.fixture(scope="session")
def faulty(once: Once) -> Path:
    """The folder of an audit of a site with faults."""
    return _audited(once, "faulty", FIXTURES / "site")


def _audited(once: Once, name: str, site: Path) -> Path:
    def fill(folder: Path) -> None:
        with served(site) as addresses:
            command(addresses["base"], "-o", folder, "--workers", 0, output=folder)

    return only(once(name, fill))


AT_ONCE = ("/test_spark_", "/checks/test_")
"""Files that share what takes long to make: a Spark session takes ten seconds of a processor to
start, and a second where Java runs already; all examples of all checks take as long."""


class FilesAtOnce(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives a file to one process, and the files that share something to the same one."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        return next((each for each in AT_ONCE if each in file), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FilesAtOnce | None:
    """Distribute files in our way where they are distributed by file."""
    return FilesAtOnce(config, log) if config.option.dist == "loadfile" else None
