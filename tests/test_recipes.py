"""What the README proposes for nightly audits, line by line as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from sitemap_audit.options.option_sources import read_options

ROOT = Path(__file__).parent.parent
CLEAR = "find audits -mindepth 2 -maxdepth 2 -name '20*' -mtime +90 -exec rm -r {} +"
NIGHTLY = "grep -v '^#' sites.txt | xargs -n 1 -P 2 sitemap-audit --config nightly.toml"


def test_the_readme_proposes_these_lines() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert {CLEAR, NIGHTLY} <= {line.partition("   #")[0] for line in lines}


def sh(
    line: str, folder: Path, programs: Path = Path(sys.executable).parent
) -> subprocess.CompletedProcess[str]:
    """Run a line of the README in a folder; ``programs`` has the command."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env=os.environ | {"PATH": path},
    )


def test_old_audits_are_cleared_and_nothing_else(tmp_path: Path) -> None:
    old, new = "2026-01-01T02-30-00Z", "2026-05-01T02-30-00Z_nightly-1"
    for name in (old, new, "notes"):
        (tmp_path / "audits" / "www.example.com" / name / "data" / "2026").mkdir(parents=True)
    ago = time.time() - 91 * 86_400
    for name in (f"www.example.com/{old}", "www.example.com/notes", "www.example.com"):
        os.utime(tmp_path / "audits" / name, (ago, ago))
    done = sh(CLEAR, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    left = {path.name for path in (tmp_path / "audits" / "www.example.com").iterdir()}
    assert left == {new, "notes"}


def test_the_file_of_options_can_be_read(tmp_path: Path) -> None:
    (text,) = re.findall(
        r"^# nightly\.toml\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.M | re.S
    )
    file = tmp_path / "nightly.toml"
    file.write_text(text, "utf-8")
    options, _ = read_options({}, file)
    assert (options.output, options.notify_on) == (Path("audits"), ("new", "incomplete"))


def test_the_command_is_called_for_two_sites_at_once(tmp_path: Path) -> None:
    """A stand-in for it waits until it has been called twice."""
    command = tmp_path / "sitemap-audit"
    command.write_text(
        '#!/bin/sh\necho "$@" >called.$$\n'
        'while [ "$(ls called.* | wc -l)" -lt 2 ]; do sleep 0.01; done\n'
    )
    command.chmod(0o755)
    (tmp_path / "sites.txt").write_text("# ours\nhttps://a.example\nhttps://b.example\n")
    done = sh(NIGHTLY, tmp_path, programs=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.read_text() for path in tmp_path.glob("called.*")) == [
        f"--config nightly.toml https://{name}.example\n" for name in "ab"
    ]
