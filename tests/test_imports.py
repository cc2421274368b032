"""What is imported: little by short commands, and everything where there is no POSIX (Windows)."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import importlib, os, pkgutil, signal, sys
import sitemap_audit

MODULES = "fcntl resource pwd grp termios tty pty syslog uvloop".split()
SIGNALS = "SIGHUP SIGKILL SIGQUIT SIGALRM SIGCHLD SIGUSR1 SIGUSR2 SIGPIPE SIGSTOP SIGCONT".split()
OF_OS = '''fork forkpty getuid geteuid getgid getegid killpg getpgid setsid setpgid sysconf
    sysconf_names sched_getaffinity chown nice getloadavg mkfifo O_NOFOLLOW O_CLOEXEC O_NONBLOCK
    WNOHANG WIFSIGNALED WEXITSTATUS wait waitid register_at_fork'''.split()

def import_all():
    names = [
        each.name
        for each in pkgutil.walk_packages(sitemap_audit.__path__, "sitemap_audit.")
        if not each.name.endswith("__main__")
    ]
    for name in names:
        importlib.import_module(name)
    return names

known = import_all()  # with them what they import, which may know of systems itself
for name in [each for each in sys.modules if each.split(".")[0] == "sitemap_audit"]:
    del sys.modules[name]
for name in MODULES:
    sys.modules[name] = None
for place, names in ((signal, SIGNALS), (os, OF_OS)):
    for name in names:
        if hasattr(place, name):
            delattr(place, name)
import sitemap_audit
assert import_all() == known
assert sitemap_audit.settings.ASYNCIO_EVENT_LOOP is None
print(len(known))
"""


def test_every_module_is_imported_without_posix() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50


SHORT = """
import sys
import sitemap_audit
assert [name for name in sys.modules if name.startswith("sitemap_audit.")] == []
from sitemap_audit import audit, load
from sitemap_audit.cli import command_line, main
manuals = ["explain status/not-found", "explain hreflang", "explain --columns pages", "checks"]
helps = [f"{name} --help" for name in command_line.commands]
for words in ("--version", "--help", *helps, *manuals):
    sys.argv = ["sitemap-audit", *words.split()]
    try:
        main()
    except SystemExit as ended:
        assert ended.code == 0, words
    slow = "scrapy twisted aiohttp duckdb pandas pyarrow numpy lxml openpyxl".split()
    assert [name for name in slow if name in sys.modules] == [], words
"""


def test_short_commands_and_the_library_import_no_scrapy_duckdb_or_pandas() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHORT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "status/not-found" in done.stdout
