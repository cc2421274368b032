"""What is installed is what was locked."""

from __future__ import annotations

import tomllib
from pathlib import Path

LOCK = Path(__file__).parent.parent / "uv.lock"


def test_every_file_that_may_be_installed_has_its_hash_in_the_lock() -> None:
    packages = tomllib.loads(LOCK.read_text("utf-8"))["package"]
    foreign = [package for package in packages if "editable" not in package["source"]]
    assert {"aiohttp", "scrapy"} <= {package["name"] for package in foreign}
    for package in foreign:
        files = [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else ())]
        assert files, package["name"]
        assert all(file["hash"].startswith("sha256:") for file in files), package["name"]
