"""advertools on a list of URLs: ``python tests/benchmarks/advertools_crawl.py BASE PAGES KIND``.

KIND is ``crawl`` (fetches and parses) or ``headers`` (asks by HEAD, keeps the headers). Prints how
many lines it has written.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from pathlib import Path

import advertools

SETTINGS = {
    "LOG_LEVEL": "WARNING",
    "CONCURRENT_REQUESTS": 32,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
    "ROBOTSTXT_OBEY": False,
}


def main(base: str, pages: int, kind: str) -> None:
    """Crawl the list."""
    urls = [f"{base}/p/{number}" for number in range(pages)]
    # Elsewhere, since it starts Scrapy anew, which would take up this project's settings.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        file = Path(folder) / "out.jl"
        if kind == "crawl":
            # It takes a host with its port for a domain, and would leave all of it out.
            advertools.crawl(
                urls, str(file), allowed_domains=["127.0.0.1"], custom_settings=SETTINGS
            )
        else:
            advertools.crawl_headers(urls, str(file), custom_settings=SETTINGS)
        with file.open("rb") as lines:
            print(sum(1 for _ in lines))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
