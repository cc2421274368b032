"""Makes the stored audit of the tests: ``python tests/make_stored_audit.py``.

``tests/fixtures/site`` is audited, and its data are kept in ``tests/fixtures/stored_audit``. Make
them anew when the format in :mod:`sitemap_audit.storage.run_file` goes up.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from sitemap_audit import demo

FIXTURES = Path(__file__).resolve().parent / "fixtures"
PORT = 8767
"The same each time: URLs are stored with it."


def main() -> None:
    """Audit the small site, and keep run.json and the stored tables."""
    kept = FIXTURES / "stored_audit"
    with tempfile.TemporaryDirectory() as folder, demo.serving(FIXTURES / "site", port=PORT) as url:
        command = [sys.executable, "-m", "sitemap_audit", url, "-o", "reports"]
        subprocess.run(command, cwd=folder, check=False)  # the site has faults: the status is 1
        (run,) = Path(folder).glob("reports/*/*/run.json")
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(run.parent / "data", kept / "data")
        shutil.copy(run, kept)


if __name__ == "__main__":
    main()
