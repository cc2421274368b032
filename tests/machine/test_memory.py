"""How much memory the checks may take: of files as Linux writes them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.machine.memory import allowed, of_machine

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
UNLIMITED = "9223372036854771712"


def machine(root: Path, groups: str, files: dict[str, str]) -> int:
    """The memory of a machine with these control groups and limits."""
    for name, text in {"proc/self/cgroup": groups, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return of_machine(root)


@pytest.mark.parametrize(
    ("groups", "files", "expected"),
    [
        pytest.param("", {}, WHOLE, id="no groups"),
        pytest.param("0::/", {"sys/fs/cgroup/memory.max": "1000000"}, 1_000_000, id="v2"),
        pytest.param("0::/", {"sys/fs/cgroup/memory.max": "max"}, WHOLE, id="v2 without a limit"),
        pytest.param(
            "0::/a/b", {"sys/fs/cgroup/a/memory.max": "2000000"}, 2_000_000, id="v2, a group above"
        ),
        pytest.param(
            "0::/a/b",
            {
                "sys/fs/cgroup/a/memory.max": "3000000",
                "sys/fs/cgroup/a/b/memory.max": "4000000",
            },
            3_000_000,
            id="v2, the least counts",
        ),
        pytest.param(
            "9:memory:/docker/1\n0::/docker/1",
            {"sys/fs/cgroup/memory/memory.limit_in_bytes": "5000000"},
            5_000_000,
            id="v1, the container's own is the root",
        ),
        pytest.param(
            "9:cpu,memory:/x",
            {"sys/fs/cgroup/memory/x/memory.limit_in_bytes": UNLIMITED},
            WHOLE,
            id="v1 without a limit",
        ),
    ],
)
def test_a_container_has_what_it_is_given(
    groups: str, files: dict[str, str], expected: int, tmp_path: Path
) -> None:
    assert machine(tmp_path, groups, files) == expected


@pytest.mark.parametrize(
    ("size", "expected"),
    [("300MB", 300_000_000), ("1.5 GiB", 1_610_612_736), ("2GB", 2_000_000_000)],
)
def test_a_size_is_taken_at_its_word(size: str, expected: int) -> None:
    assert allowed(size) == expected


def test_a_quarter_of_the_machine_is_taken_where_nothing_is_said() -> None:
    assert allowed(None) == of_machine() // 4
