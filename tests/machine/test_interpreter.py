"""Arrow in a process that crawls."""

from __future__ import annotations

import subprocess
import sys


def printed(code: str) -> str:
    """What a fresh process prints."""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ended.stdout


def test_making_an_array_of_a_list_imports_no_pandas() -> None:
    code = (
        "import sys, pyarrow, sitemap_audit.storage.writer\n"
        "pyarrow.array(['a', None], type=pyarrow.string())\n"
        "print('pandas' in sys.modules)"
    )
    assert printed(code) == "False\n"


def test_a_table_can_still_be_made_one_of_pandas() -> None:
    code = (
        "import pyarrow, sitemap_audit.storage.writer\n"
        "print(pyarrow.table({'a': [1, 2]}).to_pandas()['a'].sum())"
    )
    assert printed(code) == "3\n"
