"""Is the event loop held while an audit runs? The gaps of a heartbeat.

``python tests/benchmarks/heartbeat.py [NAME...]`` audits sites of several kinds and prints, of
each, the longest gap between two beats, the longest but one in a thousand, what the loop's own
thread worked at most in one, which is what it can have held the loop itself, and how long the
longest collection of garbage was. A gap may be the
machine's, when others use it; so a bare loop beats beside each audit. Below stands what the loop's
thread did in the longest gap.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from types import FrameType

    from scrapy.crawler import Crawler

HERE = Path(__file__).parent
BEAT = 0.005
"Seconds between two beats."
LATE = 0.03
"Seconds without a beat from which on it is looked at what the loop does."
SITES = {
    "one sitemap, 10 alternates a URL": (["50000", "10"], ["max_urls=3000", "follow=no"]),
    "10 small sitemaps": (["50000"], ["max_urls=3000", "follow=no"]),
    "pages of 2 MB": (["60", "--size", "2000000"], []),
    "pages of 2 MB, no workers": (["60", "--size", "2000000"], ["workers=0"]),
}
"By name: arguments of the server, and of the spider."


class Beats:
    """Beats of a loop, and the gaps between them."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self.last = time.perf_counter()
        self.longest = self.most_worked = self.most_collected = 0.0
        gc.callbacks.append(self._collected)

    def _collected(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self.most_collected = max(self.most_collected, time.thread_time() - self._began)

    async def beat(self) -> None:
        """Beat until cancelled."""
        while True:
            self.last, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(BEAT)
            gap = time.perf_counter() - self.last - BEAT
            self.gaps.append(gap)
            self.longest = max(self.longest, gap)
            self.most_worked = max(self.most_worked, time.thread_time() - worked)

    def record(self) -> dict[str, Any]:
        """Milliseconds."""
        most = sorted(self.gaps)
        return {
            "longest": 1000 * most[-1],
            "of a thousand": 1000 * most[-1 - len(most) // 1000],
            "worked": 1000 * self.most_worked,
            "collected": 1000 * self.most_collected,
        }


class Watch(threading.Thread):
    """Looks at what the loop's thread does while no beat comes."""

    def __init__(self, beats: Beats) -> None:
        super().__init__(daemon=True)
        self._beats = beats
        self._loop_thread = threading.get_ident()
        self._longest, self.seen = 0.0, Counter[str]()
        "Of the longest gap."

    def run(self) -> None:
        """Look every few milliseconds."""
        began, seen = 0.0, Counter[str]()
        while True:
            time.sleep(LATE / 4)
            if began != self._beats.last:
                began, seen = self._beats.last, Counter()
            gap = time.perf_counter() - began
            if gap > LATE:
                seen[self._stack()] += 1
            if gap > max(LATE, self._longest):
                self._longest, self.seen = gap, seen

    def _stack(self) -> str:
        frames = sys._current_frames()
        own = _innermost(frames.pop(self._loop_thread))
        frames.pop(self.ident or 0)
        others = [_innermost(frame) for frame in frames.values()]
        busy = [each for each in others if "threading.py" not in each and "thread.py" not in each]
        return " | ".join([own, *busy])


def _innermost(frame: FrameType | None, depth: int = 4) -> str:
    names: list[str] = []
    while frame is not None and len(names) < depth:
        code = frame.f_code
        names.append(f"{Path(code.co_filename).name}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return " < ".join(names)


class Heartbeat:
    """Scrapy extension: beats while the crawl runs, and prints what came of it."""

    def __init__(self, crawler: Crawler) -> None:
        from scrapy import signals

        crawler.signals.connect(self.begin, signal=signals.engine_started)
        crawler.signals.connect(self.end, signal=signals.spider_idle)
        self._stats = crawler.stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Heartbeat:
        return cls(crawler)

    def begin(self) -> None:
        """Begin to beat."""
        self._beats = Beats()
        self._watch = Watch(self._beats)
        self._task = asyncio.ensure_future(self._beats.beat())
        self._watch.start()

    def end(self) -> None:
        """Say what came of it."""
        self._task.cancel()
        seen = self._watch.seen.most_common(8)
        pages = self._stats.get_value("audit/pages")
        print(json.dumps(self._beats.record() | {"pages": pages, "seen": seen}), flush=True)


class Measured(NamedTuple):
    """What came of an audit, and of the bare loop beside it."""

    audit: dict[str, Any]
    bare: dict[str, Any]


def measure(served: list[str], asked: list[str]) -> Measured:
    """Audit a site."""
    server = subprocess.Popen(
        [sys.executable, HERE / "server.py", *served], stdout=subprocess.PIPE, text=True
    )
    bare = subprocess.Popen([sys.executable, __file__, "bare"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        told = audit(server.stdout.readline().strip(), asked)
    finally:
        server.kill()
        bare.terminate()
    return Measured(json.loads(told), json.loads(bare.communicate()[0]))


def audit(base: str, asked: list[str]) -> str:
    """The last line that an audit prints."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "scrapy", "crawl", "sitemap", "--nolog"]
        for argument in (f"site={base}", f"output={folder}", "select=robots", *asked):
            command += ["-a", argument]
        done = subprocess.run(
            [*command, "-s", 'EXTENSIONS={"heartbeat.Heartbeat": 1}'],
            capture_output=True,
            text=True,
            check=True,
            cwd=HERE.parent.parent,
            env=os.environ | {"PYTHONPATH": str(HERE)},
        )
        return done.stdout.splitlines()[-1]


async def beat_alone() -> None:
    """A loop that does nothing else, until it is told to end."""
    beats, ended = Beats(), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    task = asyncio.ensure_future(beats.beat())
    await ended.wait()
    task.cancel()
    print(json.dumps(beats.record()), flush=True)


def main(names: list[str]) -> None:
    """Print a table."""
    heads = (
        "longest gap, ms",
        "1 of 1,000",
        "worked",
        "garbage",
        "bare: longest",
        "1 of 1,000",
        "pages",
    )
    print(f"{'':36}{''.join(f'{head:>17}' for head in heads)}")
    for name in names:
        ours, bare = measure(*SITES[name])
        figures = [ours[name] for name in ("longest", "of a thousand", "worked", "collected")]
        figures += [bare["longest"], bare["of a thousand"], ours["pages"]]
        print(f"{name:36}{''.join(f'{figure:17,.0f}' for figure in figures)}")
        for stack, times in ours["seen"]:
            print(f"    {times:4} {stack}")


if __name__ == "__main__":
    if sys.argv[1:] == ["bare"]:
        asyncio.run(beat_alone())
    else:
        main([name for name in SITES if not sys.argv[1:] or name in sys.argv[1:]])
