"""How the browser is started: quiet, walled in, and without what an audit has no use for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

HEAP = 512
"MiB that the scripts of one page may take."

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-quic",  # it would go round the gateway
    "--disable-sync",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--js-flags=--max-old-space-size={HEAP}",
    "--no-first-run",
    # Names are looked up by the gateway alone, and loopback, too, is asked for through it.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--proxy-bypass-list=<-loopback>",
)


def launch_options(program: Path) -> dict[str, Any]:
    """How the browser is started; its own sandbox is of no use to the superuser."""
    return {
        "executable_path": str(program),
        "headless": True,
        "chromium_sandbox": getattr(os, "geteuid", lambda: 1)() != 0,
        "handle_sigint": False,  # Ctrl-C stops the crawl, which then ends the browser
        "handle_sigterm": False,
        "handle_sighup": False,
        "ignore_default_args": ["--disable-popup-blocking"],
        "args": list(FLAGS),
    }
