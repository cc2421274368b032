"""How much memory and how many processors there are: of files as Linux writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psutil
import pytest

from sitemap_audit.machine.resources import allowed, memory, processors

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = psutil.virtual_memory().total
PROCESSORS = len(psutil.Process().cpu_affinity())
UNLIMITED = "9223372036854771712"


def written(root: Path, groups: str, files: dict[str, str]) -> Path:
    """The root of a machine with these control groups and limits."""
    for name, text in {"proc/self/cgroup": groups, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


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
def test_a_container_has_the_memory_that_it_is_given(
    groups: str, files: dict[str, str], expected: int, tmp_path: Path
) -> None:
    assert memory(written(tmp_path, groups, files)) == expected


@pytest.mark.parametrize(
    ("size", "expected"),
    [("300MB", 300_000_000), ("1.5 GiB", 1_610_612_736), ("2GB", 2_000_000_000)],
)
def test_a_size_is_taken_at_its_word(size: str, expected: int) -> None:
    assert allowed(size) == expected


def test_a_quarter_of_the_machine_is_taken_where_nothing_is_said() -> None:
    assert allowed(None) == memory() // 4


V1 = "4:cpu,cpuacct:/docker/1\n0::/docker/1"


@pytest.mark.parametrize(
    ("groups", "files", "expected"),
    [
        pytest.param("", {}, PROCESSORS, id="no groups"),
        pytest.param("0::/", {"sys/fs/cgroup/cpu.max": "100000 100000"}, 1, id="v2"),
        pytest.param("0::/", {"sys/fs/cgroup/cpu.max": "50000 100000"}, 1, id="v2, half of one"),
        pytest.param(
            "0::/", {"sys/fs/cgroup/cpu.max": "max 100000"}, PROCESSORS, id="v2, no limit"
        ),
        pytest.param("0::/a/b", {"sys/fs/cgroup/a/cpu.max": "9000 9000"}, 1, id="v2, group above"),
        pytest.param(
            V1,
            {
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "100000\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            1,
            id="v1",
        ),
        pytest.param(
            V1,
            {
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            PROCESSORS,
            id="v1, no limit",
        ),
    ],
)
def test_a_container_has_the_processors_that_it_is_given(
    groups: str, files: dict[str, str], expected: int, tmp_path: Path
) -> None:
    assert processors(written(tmp_path, groups, files)) == expected
