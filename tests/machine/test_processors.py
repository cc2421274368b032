"""How many processors there are to use: of files as Linux writes them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.machine.processors import usable

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = len(os.sched_getaffinity(0))
V1 = "4:cpu,cpuacct:/docker/1\n0::/docker/1"


@pytest.mark.parametrize(
    ("groups", "files", "expected"),
    [
        pytest.param("", {}, WHOLE, id="no groups"),
        pytest.param("0::/", {"sys/fs/cgroup/cpu.max": "100000 100000"}, 1, id="v2"),
        pytest.param("0::/", {"sys/fs/cgroup/cpu.max": "50000 100000"}, 1, id="v2, half of one"),
        pytest.param("0::/", {"sys/fs/cgroup/cpu.max": "max 100000"}, WHOLE, id="v2, no limit"),
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
            WHOLE,
            id="v1, no limit",
        ),
    ],
)
def test_a_container_has_the_processors_that_it_is_given(
    groups: str, files: dict[str, str], expected: int, tmp_path: Path
) -> None:
    for name, text in {"proc/self/cgroup": groups, **files}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert usable(tmp_path) == expected
