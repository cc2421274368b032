"""Audits that somebody else made or changed: what their folder holds is data, whatever it says."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from commanding import ROOT, record, run
from rows import RUN, record_of

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.files import write_whole
from sitemap_audit.options import OPTIONS, Options
from sitemap_audit.options.option_sources import not_applied, read_again
from sitemap_audit.storage.parts import describe_damage
from sitemap_audit.storage.run_file import read_run, write_run

if TYPE_CHECKING:
    from collections.abc import Callable

STORED = {
    *("output", "base", "map", "hosting", "offline", "include", "exclude"),
    *("sitemap", "sample", "seed", "since", "max_urls", "pages", "follow", "crawl", "crawl_depth"),
    *("crawl_max", "media", "compare_user_agent", "as_bots", "as_sample", "import_column"),
    *("concurrency", "delay", "max_rate", "hours", "max_wait", "timeout"),
    *("user_agent", "robots_token", "obey_robots", "select", "ignore", "engines", "pedantic"),
    *("set", "fail_on", "compare", "render", "render_max"),
    *("render_timeout", "report_title", "redact_parameters", "notify_on"),
}
"Options that a stored audit may set: scope, crawl, what to check."
OF_THE_USER = {
    "output_file": "/victim",
    "format": "jsonl",
    "publish": "file:///there",
    "notify": ["mailto:thief@example.com"],
    "mail_server": "smtp://thief.example",
    "mail_from": "thief@example.com",
    "checks": ["/checks"],
    "budget": "/secret",
    "ignore_file": "/secret",
    "report_logo": "/secret",
    "auth": "/secret",
    "sign": "/secret",
    "sign_agent": "https://thief.example",
    "imports": ["/secret"],
    "bot_ranges": ["/secret"],
    "search_console": "sc-domain:thief.example",
    "search_days": 486,
    "inspect": 2_000,
    "inspect_days": 1,
    "google_credentials": "/secret",
    "baseline": "/other",
    "browser": "/program",
    "cluster": "spark://thief.example:7077",
    "proxy": "http://thief.example:3128",
    "pages_from": "/other",
    "connect_to": ["www.example.com:443:192.0.2.1:443"],
    "allow_private": True,
    "workers": 10_000,
    "memory": "1000TB",
}
"Options that it may not set: what writes, sends, reads another path or runs a program."


def test_it_is_decided_of_each_option_whether_a_stored_audit_may_set_it() -> None:
    assert {name for name, option in OPTIONS.items() if option.stored} == STORED
    assert OPTIONS.keys() - STORED == OF_THE_USER.keys()
    assert read_again(OF_THE_USER, {}) == Options()
    manual = (ROOT / "docs" / "options.md").read_text("utf-8")
    section = manual.partition("### Options of a stored audit")[2].partition("\n## ")[0]
    assert {f"--{OPTIONS[name].flag_name}" for name in OF_THE_USER} == {
        *re.findall(r"`(--[a-z-]+)`", section)
    }


def test_what_a_user_gives_again_applies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stored = {"budget": str(tmp_path / "budget.toml"), "workers": 3, "max_urls": 5, "proxy": "none"}
    run = {"options": stored}
    names = ("budget", "workers", "proxy", "max_wait")
    assert not_applied(record_of(run), read_again(stored, {}), names) == ["proxy", "budget"]
    options = read_again(stored, {"budget": "budget.toml", "proxy": None})
    assert (options.budget, options.max_urls) == (tmp_path / "budget.toml", 5)
    assert not_applied(record_of(run), options, names) == ["proxy"]
    (tmp_path / "sitemap-audit.toml").write_text('budget = "budget.toml"\nproxy = "http://p:1"\n')
    options = read_again(stored, {})
    assert options.budget == tmp_path / "budget.toml"
    assert options.proxy is None
    monkeypatch.setenv("SITEMAP_AUDIT_PROXY", "none")
    assert not_applied(record_of(run), read_again(stored, {}), names) == []


def test_options_of_any_type_are_not_applied() -> None:
    for value in (5, "x", [["x"]], [5], {"a": 5}, [None], "\0", "[" * 99):
        run = {"options": dict.fromkeys(OF_THE_USER, value)}
        options = read_again(run["options"], {})
        assert options == Options()
        assert "auth" in not_applied(record_of(run), options, OPTIONS)


def test_imports_are_not_named_once_they_are_done() -> None:
    stored: dict[str, Any] = {"imports": ["/log", "/list"], "bot_ranges": ["/ranges"]}
    done = [{"file": file, "told": []} for file in stored["imports"]]
    options = read_again(stored, {})
    assert not_applied(record_of({"options": stored, "imports": done}), options, OPTIONS) == []
    assert not_applied(record_of({"options": stored, "imports": done[:1]}), options, OPTIONS) == [
        *("imports", "bot_ranges"),
    ]


@pytest.mark.parametrize(
    "command",
    [
        ("check", "{folder}"),
        ("report", "{folder}"),
        ("compare", "{old}", "{folder}"),
        ("lookup", "{folder}", "/"),
        ("fix", "{folder}"),
        ("submit", "{folder}"),
        ("resume", "{folder}"),
    ],
    ids=" ".join,
)
def test_options_of_a_stored_audit_write_and_read_nothing_else(
    clean: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder, old = tmp_path / "handed" / "2026-02-01", tmp_path / "handed" / "2026-01-01"
    for each in (folder, old):
        shutil.copytree(clean, each)
    victim, secret = tmp_path / "victim", tmp_path / "secret"
    victim.write_text("mine\n")
    secret.write_text(f"{record(folder)['sites'][0]}?sesame\nsesame = \n")
    (tmp_path / "checks").mkdir()
    options = hostile(tmp_path)
    if command[0] == "resume":
        for name in ("connect_to", "pages_from", "sign"):
            del options[name]  # refused without it
    change(folder, complete=command[0] != "resume", options=options)
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(folder)}
    done = run(*(word.format(folder=folder, old=old) for word in command), folder=tmp_path)
    told = done.stdout + done.stderr
    assert "internal" not in told
    assert "Traceback" not in told
    assert victim.read_text() == "mine\n"
    assert {path for path in tmp_path.rglob("*") if not path.is_relative_to(folder)} == before
    kept = (path for path in folder.rglob("*") if path.is_file() and path.name != "run.json")
    assert [path for path in kept if b"sesame" in path.read_bytes()] == []
    if command[0] == "check":
        assert "The reports of all checks are still in" in told, "the stored folder of checks"
    takes_options = command[0] not in ("lookup", "fix")
    assert ("Not taken from the stored audit, which somebody else" in told) == takes_options


PLANTED = [
    *(
        "run.json",
        ".run.json.unfinished",
        "report.html",
        "report.xlsx",
        "findings.csv",
        "audit.log",
    ),
    *(
        "data",
        "data/pages",
        "data/pages/part-1.parquet",
        "data/parts.csv",
        "received",
        "received/x",
    ),
    *(
        ".lock",
        ".frontier.sqlite",
        ".frontier.sqlite-wal",
        ".spool",
        ".reports",
        "selected",
        "fixed",
    ),
    *("selected/findings.csv", ".fixed.unfinished", "findings/part-00001.csv"),
]
"Files and folders that commands read or write."


@pytest.mark.parametrize("name", PLANTED)
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder, victim = tmp_path / "audit", tmp_path / "victim"
    write_run(folder, record_of(RUN))
    (victim / "data").mkdir(parents=True)
    place = folder / name
    place.unlink(missing_ok=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    for target in (
        victim,
        tmp_path / "none",
        Path("/etc/passwd"),
        Path(os.path.relpath(victim, place.parent)),
    ):
        place.symlink_to(target)
        sentence = f"Cannot use {folder}: {name} is a link out of the folder. Remove it"
        with pytest.raises(UsageError, match=re.escape(sentence)):
            read_run(folder)
        place.unlink()
    os.mkfifo(place)
    with pytest.raises(UsageError, match=f"{re.escape(name)} is no regular file"):
        read_run(folder)


def test_links_above_the_folder_and_within_it_are_followed(tmp_path: Path) -> None:
    write_run(tmp_path / "disk" / "host" / "audit", record_of(RUN))
    (tmp_path / "reports").symlink_to("disk")
    (tmp_path / "disk" / "last").symlink_to("host/audit")
    (tmp_path / "disk" / "host" / "audit" / "newest.json").symlink_to("run.json")
    for folder in (tmp_path / "reports" / "host" / "audit", tmp_path / "reports" / "last"):
        assert read_run(folder).sites == RUN["sites"]


@pytest.mark.parametrize(
    "command",
    [
        ("check", "{folder}"),
        ("report", "{folder}", "--publish", "file://{there}"),
        ("report", "{folder}", "--format", "jsonl"),
        ("compare", "{old}", "{folder}"),
        ("compare", "{folder}", "{old}"),
        ("lookup", "{folder}", "/"),
        ("fix", "{folder}"),
        ("submit", "{folder}"),
        ("resume", "{folder}"),
        ("import", "{folder}", "{secret}"),
        ("open", "{folder}"),
    ],
    ids=" ".join,
)
def test_no_command_reads_or_writes_through_a_link(
    clean: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder, old = tmp_path / "host" / "2026-02-01", tmp_path / "host" / "2026-01-01"
    for each in (folder, old):
        shutil.copytree(clean, each)
    secret, there = tmp_path / "secret", tmp_path / "there"
    secret.write_text("sesame\n")
    (folder / "received" / "x").symlink_to(secret)
    (folder / ".run.json.unfinished").symlink_to(secret)
    words = [each.format(folder=folder, old=old, there=there, secret=secret) for each in command]
    done = run(*words, folder=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "is a link out of the folder. Remove it" in done.stderr
    assert secret.read_text() == "sesame\n"
    assert not there.exists()


@pytest.mark.parametrize("noted", ["", "null", "[1]", "[" * 99_999, "9" * 5_000, "FORGED"])
def test_no_part_is_taken_for_one_on_a_store(clean: Path, tmp_path: Path, noted: str) -> None:
    folder = shutil.copytree(clean, tmp_path / "audit")
    (lost,) = folder.glob("data/pages/part-*.parquet")
    if noted == "FORGED":
        noted = json.dumps({f"data/pages/{lost.name}": lost.stat().st_size})
        lost.unlink()
    (folder / "data" / ".left-on-store.json").write_text(noted)
    told = describe_damage(folder, read_run(folder))
    assert ("data/pages lacks" in told) == (not lost.exists())


def test_what_is_written_goes_through_no_link(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    planted = tmp_path / "folder" / ".file.unfinished"
    planted.parent.mkdir()
    kinds: list[Callable[[], object]] = [
        lambda: planted.symlink_to(victim),
        lambda: planted.hardlink_to(victim),
        lambda: planted.symlink_to(tmp_path / "none"),
        lambda: (planted / "below").mkdir(parents=True),
        lambda: os.mkfifo(planted),
        lambda: planted.write_text("of a process that was killed"),
    ]
    for plant in kinds:
        plant()
        (planted.parent / "file").unlink(missing_ok=True)
        (planted.parent / "file").symlink_to(victim)
        write_whole(planted.parent / "file", lambda file: file.write(b"ours"))
        assert victim.read_text() == "mine"
        assert not (planted.parent / "file").is_symlink()
        assert [(each.name, each.read_text()) for each in planted.parent.iterdir()] == [
            ("file", "ours")
        ]
    assert not (tmp_path / "none").exists()


def hostile(below: Path) -> dict[str, Any]:
    """Options of the user alone, with their paths below a folder."""
    text = json.dumps(OF_THE_USER)
    for name in ("victim", "there", "checks", "secret", "other", "program"):
        text = text.replace(f'"/{name}"', f'"{below}/{name}"')
    written: dict[str, Any] = json.loads(text.replace("file:///", f"file://{below}/"))
    return written


def change(folder: Path, *, options: dict[str, Any], **values: Any) -> None:
    """Change the run record of an audit."""
    run = record(folder)
    run |= values | {"options": run["options"] | options}
    (folder / "run.json").write_text(json.dumps(run), "utf-8")
