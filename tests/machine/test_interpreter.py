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


def test_scrapy_takes_the_event_loop_that_was_opened_and_leaves_none_open() -> None:
    code = (
        "from scrapy.crawler import AsyncCrawlerProcess\n"
        "from sitemap_audit.machine.interpreter import open_event_loop\n"
        "open_event_loop('uvloop.Loop')\n"
        "AsyncCrawlerProcess({'ASYNCIO_EVENT_LOOP': 'uvloop.Loop', 'LOG_ENABLED': False})\n"
    )
    ended = subprocess.run(
        [sys.executable, "-W", "always::ResourceWarning", "-c", code],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stderr == ""
