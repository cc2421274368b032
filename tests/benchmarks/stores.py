"""What an audit on a store costs: writing and reading rows on S3, compared with a local folder.

``python tests/benchmarks/stores.py 1000000``: so many pages are written as a crawl does, in
parts of 20,000 rows, and loaded as ``check`` does. On S3 (a moto server in a process of its own)
the parts are uploaded meanwhile, and the audit is copied before it is loaded. Printed are seconds,
and how often those of the local folder.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import fsspec
from object_store import BUCKET, variables
from rows import make, record_of

from sitemap_audit.items import Page
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.run_file import write_run
from sitemap_audit.storage.temporary_copies import copies, reading_copy
from sitemap_audit.storage.working_copy import stored
from sitemap_audit.storage.writer import ROWS, Writer

RUN = {
    "id": "0" * 32,
    "sites": ["https://www.example.com"],
    "options": {},
    "started_at": "2026-01-01T12:00:00+00:00",
    "complete": True,
    "incomplete_because": [],
    "reason": "finished",
}
AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
SERVER = """
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server
import logging
logging.getLogger("werkzeug").setLevel(logging.WARNING)
server = make_server(
    "127.0.0.1", 0, DomainDispatcherApplication(create_backend_app), threaded=True
)
print(server.port, flush=True)
server.serve_forever()
"""


def write(folder: Path, rows: int) -> None:
    """Write the pages and the run record of an audit."""
    folder.mkdir(parents=True, exist_ok=True)
    write_run(folder, record_of(RUN | {"complete": False}))
    writer = Writer(folder)
    page = make("pages", fetched_at=AT)
    blank = {name: getattr(page, name) for name in page.__dataclass_fields__}
    for number in range(rows):
        url = f"https://www.example.com/shop/product-{number}"
        own = {"id": number, "url": url, "url_key": number, "title": url[24:]}
        writer.add(Page(**(blank | own)))
        if (number + 1) % ROWS == 0:
            writer.flush()
    writer.flush()
    write_run(folder, record_of(RUN))


def load(folder: Path, rows: int) -> None:
    """Load the pages as a command does."""
    with DuckDBStore(folder, tables=("pages",)) as store:
        assert store.value("SELECT COUNT(*) FROM pages") == rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int, nargs="?", default=1_000_000)
    rows = parser.parse_args().rows
    times = []
    with tempfile.TemporaryDirectory() as temporary:
        local = Path(temporary) / "www.example.com" / "2026-01-01T12-00-00Z"
        times.append(time.perf_counter())
        write(local, rows)
        times.append(time.perf_counter())
        load(local, rows)
        times.append(time.perf_counter())
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            os.environ |= variables(f"http://127.0.0.1:{int(server.stdout.readline())}")
            fsspec.filesystem("s3").mkdir(BUCKET)
            base = f"s3://{BUCKET}/benchmark"
            times.append(time.perf_counter())
            with copies(base) as root:
                place = root / "www.example.com" / "2026-01-01T12-00-00Z"
                with stored(place):
                    write(place.folder, rows)
            times.append(time.perf_counter())
            with reading_copy(f"{base}/www.example.com/2026-01-01T12-00-00Z") as place:
                load(place.folder, rows)
            times.append(time.perf_counter())
        finally:
            server.kill()
    write_local, load_local, _, write_s3, load_s3 = (
        after - before for before, after in itertools.pairwise(times)
    )
    print(f"{'':8} {'local':>9} {'S3':>9} {'ratio':>6}")
    for name, one, other in (("write", write_local, write_s3), ("load", load_local, load_s3)):
        print(f"{name:8} {one:8.1f}s {other:8.1f}s {other / one:6.2f}")
    one, other = write_local + load_local, write_s3 + load_s3
    print(f"{'both':8} {one:8.1f}s {other:8.1f}s {other / one:6.2f}")


if __name__ == "__main__":
    main()
