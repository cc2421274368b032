"""Audits that somebody else made or changed: what their folder holds is data, whatever it says."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from commanding import ROOT, record, run

from sitemap_audit.options import OPTIONS, Options
from sitemap_audit.options.sources import not_applied, read_again

if TYPE_CHECKING:
    from pathlib import Path

STORED = {
    *("output", "base", "max_list_lines", "max_local_bytes", "map", "include", "exclude"),
    *("sitemap", "sample", "seed", "since", "max_urls", "pages", "follow", "crawl", "crawl_depth"),
    *("crawl_max", "media", "compare_user_agent", "keep_received", "import_column"),
    *("concurrency", "delay", "max_rate", "hours", "max_wait", "timeout", "max_page_bytes"),
    *("user_agent", "robots_token", "obey_robots", "select", "ignore", "engines", "pedantic"),
    *("set", "fail_on", "compare", "render", "render_per_pattern", "render_max"),
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
    "imports": ["/secret"],
    "bot_ranges": ["/secret"],
    "verify_bots": True,
    "baseline": "/other",
    "browser": "/program",
    "cluster": "spark://thief.example:7077",
    "proxy": "http://thief.example:3128",
    "connect_to": ["www.example.com:443:192.0.2.1:443"],
    "allow_private": True,
    "workers": 10_000,
    "memory": "1000TB",
    "render_memory": "1000TB",
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
    assert not_applied(run, read_again(stored, {}), names) == ["proxy", "budget"]
    options = read_again(stored, {"budget": "budget.toml", "proxy": None})
    assert (options.budget, options.max_urls) == (tmp_path / "budget.toml", 5)
    assert not_applied(run, options, names) == ["proxy"]
    (tmp_path / "sitemap-audit.toml").write_text('budget = "budget.toml"\nproxy = "http://p:1"\n')
    options = read_again(stored, {})
    assert options.budget == tmp_path / "budget.toml"
    assert options.proxy is None
    monkeypatch.setenv("SITEMAP_AUDIT_PROXY", "none")
    assert not_applied(run, read_again(stored, {}), names) == []


@pytest.mark.parametrize(
    "command",
    [
        ("check", "{folder}"),
        ("check", "{folder}", "--select", "status"),
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
    change(folder, complete=command[0] != "resume", options=hostile(tmp_path))
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(folder)}
    done = run(*(word.format(folder=folder, old=old) for word in command), folder=tmp_path)
    told = done.stdout + done.stderr
    assert "internal" not in told
    assert "Traceback" not in told
    assert victim.read_text() == "mine\n"
    assert {path for path in tmp_path.rglob("*") if not path.is_relative_to(folder)} == before
    kept = (path for path in folder.rglob("*") if path.is_file() and path.name != "run.json")
    assert [path for path in kept if b"sesame" in path.read_bytes()] == []
    takes_options = command[0] not in ("lookup", "fix")
    assert ("Not taken from the stored audit, which somebody else" in told) == takes_options


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
