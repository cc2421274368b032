"""The control groups of this process (cgroups(7)), which limit what a container may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class ControlGroup(NamedTuple):
    """A folder of files, one a limit."""

    folder: Path
    is_v1: bool
    "Of the older version, whose files have other names."

    def read(self, name: str) -> list[str]:
        """The words of a file; none where it is not there."""
        file = self.folder / name
        return file.read_text().split() if file.is_file() else []


def control_groups(root: Path, controller: str) -> Iterator[ControlGroup]:
    """The groups of this process and those above them, in which a controller may have limits.

    Args:
        root: of the file system.
        controller: ``memory`` or ``cpu``.
    """
    groups = root / "proc/self/cgroup"
    for line in groups.read_text().splitlines() if groups.is_file() else ():
        _, controllers, path = line.split(":", 2)
        is_v1 = controller in controllers.split(",")
        if controllers and not is_v1:
            continue
        mount = root / "sys/fs/cgroup" / (controller if is_v1 else "")
        group = mount / path.lstrip("/")
        # A container may see its own group as the root of the mount, whatever its path says.
        for folder in {group, *group.parents} - set(mount.parents):
            yield ControlGroup(folder, is_v1)
