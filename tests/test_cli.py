"""The command line: its help, what it imports, and a sentence for wrong usage."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
from rows import record_of

from sitemap_audit import cli
from sitemap_audit.commands import ending, showing
from sitemap_audit.options import OPTIONS, Options
from sitemap_audit.options.option_sources import read_options

if TYPE_CHECKING:
    from collections.abc import Sequence

DOCS = Path(__file__).parent.parent / "docs" / "options.md"


def help_of(*command: str) -> str:
    """The help on a screen of 130 columns."""
    (name, *_) = command or ("sitemap-audit",)
    made = cli.command_line.commands[name] if command else cli.command_line
    context = click.Context(made, info_name=name, terminal_width=130)
    return made.get_help(context)


def test_each_option_is_one_line_with_its_default() -> None:
    lines = help_of("audit").splitlines()
    for option in OPTIONS.values():
        name = option.flag or option.name.replace("_", "-")
        (line,) = [line for line in lines if re.match(rf" +(-o, )?--(\[no-\])?{name}( |$)", line)]
        shown = option.default_text
        assert line.endswith(option.help + (f" [default: {shown}]" if shown else ""))


def test_the_help_groups_options_as_the_documentation_does() -> None:
    written = DOCS.read_text("utf-8")
    tables = re.findall(r"^## (.+)\n\n\| option .*\n\|-.*\n((?:\|.*\n)+)", written, re.MULTILINE)
    groups: dict[str, set[str]] = {}
    for name, option in OPTIONS.items():
        groups.setdefault(option.group, set()).add(name)
    assert groups == {title: _options_in(rows) for title, rows in tables}
    sections = [line[:-1] for line in help_of("audit").splitlines() if re.match(r"\w.*:$", line)]
    assert sections == ["Positional arguments", *groups, "Options"]


def _options_in(rows: str) -> set[str]:
    flags = {
        flag
        for row in rows.splitlines()
        for flag in re.findall(r"`(?:-o`, `)?--([a-z-]+)", row.split(" | ")[0])
    }
    others = {option.flag: name for name, option in OPTIONS.items() if option.flag}
    return {others.get(flag) or flag.removeprefix("no-").replace("-", "_") for flag in flags}


@pytest.mark.parametrize(
    ("name", "kinds"), [("imports", ["file"]), ("auth", ["file"]), ("seed", [])]
)
def test_the_shell_completes_paths_of_options_that_take_one(name: str, kinds: list[str]) -> None:
    command = cli.command_line.commands["audit"]
    (flag,) = [each for each in command.params if each.name == name]
    found = flag.shell_complete(click.Context(command), "acc")
    assert [each.type for each in found] == kinds


def test_commands_are_listed_as_they_are_needed() -> None:
    listed = re.findall(r"^  (\w+) {2,}[A-Z].*\.$", help_of(), re.MULTILINE)
    assert listed == [
        *("audit", "resume", "check", "report", "compare", "import", "google"),
        *("sign", "fix", "submit"),
        *("lookup", "open", "history", "checks", "explain", "mcp", "demo"),
    ]


def given(*arguments: str) -> dict[str, Any]:
    """What the command ``audit`` is given by its flags."""
    context = cli.command_line.commands["audit"].make_context("audit", list(arguments))
    return {name: value for name, value in context.params.items() if name in OPTIONS}


def test_flags_become_options() -> None:
    flags = "-o elsewhere --max-urls 9 --no-follow --pedantic --workers 0"
    lists = "--select hreflang --select entry,status --set a/b.c=1"
    assert read_options(given(*flags.split(), *lists.split()))[0] == Options(
        output=Path("elsewhere"),
        max_urls=9,
        follow=False,
        pedantic=True,
        workers=0,
        select=("hreflang", "entry", "status"),
        set=("a/b.c=1",),
    )


def test_a_flag_that_is_not_given_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "audit.toml"
    file.write_text('follow = false\nselect = ["entry"]\nignore = ["status"]\nmax_urls = 3\n')
    options, _ = read_options(given("--ignore", ""), file)
    assert options == Options(follow=False, select=("entry",), max_urls=3)


def run(
    arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[object, str]:
    """The exit status and what stands on standard error."""
    monkeypatch.setattr(sys, "argv", ["sitemap-audit", *arguments])
    monkeypatch.setenv("COLUMNS", "10000")
    monkeypatch.setattr("signal.signal", lambda *_: None)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    return caught.value.code, capsys.readouterr().err


def test_a_folder_with_the_name_of_no_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "public").mkdir()
    status, told = run(["public"], monkeypatch, capsys)
    assert (status, told.endswith("To audit what is in public, write ./public.\n")) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chekc x", "Unknown command 'chekc'. Did you mean 'check'?"),
        (
            "zzz",
            "Unknown command 'zzz'. sitemap-audit --help lists the commands.",
        ),
        (
            "https://a.example --max-url 5",
            "Unknown option '--max-url'. Did you mean '--max-urls'?",
        ),
        (
            "check --follow x",
            "Unknown option '--follow'. See sitemap-audit check --help.",
        ),
        (
            "resume",
            "Missing argument 'DIR'. See sitemap-audit resume --help.",
        ),
        (
            "audit --max-urls",
            "Option '--max-urls' requires an argument. See sitemap-audit audit --help.",
        ),
        (
            "checks x",
            "Got unexpected extra argument (x). See sitemap-audit checks --help.",
        ),
        ("checks --checks nowhere", "nowhere"),
        ("htps://example.com", "only http and https can be audited"),
        ("https://example.com --max-urls many", "it must be a whole number"),
        ("https://example.com --select hreflnag", "Did you mean hreflang"),
        ("check .", "No audit in "),
        ("report . --format junit --format sarif", "--format is repeated; a command writes one"),
        ("explain hreflang/missing-return-lnk", "hreflang/missing-return-link"),
        ("explain --columns finding", "There are findings, causes,"),
        ("explain", "Give either a check or --columns."),
    ],
)
def test_wrong_usage_gets_one_sentence(
    arguments: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, error = run(arguments.split(), monkeypatch, capsys)
    assert status == ending.WRONG_USAGE
    assert error.startswith("sitemap-audit: ")
    assert error.count("\n") == 1
    assert sentence in error


def test_without_arguments_the_help_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, error = run([], monkeypatch, capsys)
    assert status == ending.WRONG_USAGE
    assert error.startswith("Usage: sitemap-audit")


@pytest.mark.parametrize(
    ("raised", "status", "last"),
    [
        (
            OSError(28, "No space left on device", "/x"),
            3,
            "Cannot use /x: No space left on device.",
        ),
        (ValueError("x"), 3, "Internal error. Please report it with the lines above."),
    ],
    ids=["system", "ours"],
)
def test_what_fails_within_a_command_gets_a_sentence(
    raised: Exception,
    status: int,
    last: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        raise raised

    monkeypatch.setattr(showing, "read_options", fail)
    ended, error = run(["checks"], monkeypatch, capsys)
    assert (ended, error.splitlines()[-1]) == (status, f"sitemap-audit: {last}")


def test_ctrl_c_during_the_first_imports_ends_the_command_quietly() -> None:
    program = """
import signal, sys
from importlib.metadata import entry_points
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
class CtrlC:
    def find_spec(self, name, *_):
        if name == "click":
            signal.raise_signal(signal.SIGINT)
(command,) = entry_points(group="console_scripts", name="sitemap-audit")
main = command.load()
sys.meta_path.insert(0, CtrlC())
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


FOUND = {
    "total": 2,
    "folded": 0,
    "by_severity": {"warning": 2},
    "affected": {},
    "by_check": {},
}
RUN: dict[str, Any] = {"findings": FOUND}
UNDONE = {"complete": False, "incomplete_because": ["stopped"]}


@pytest.mark.parametrize(
    ("run", "fail_on", "status"),
    [
        (RUN, None, ending.COMPLETE),
        (RUN, "error", ending.COMPLETE),
        (RUN, "warning", ending.FOUND),
        (RUN, "notice", ending.FOUND),
        (RUN | UNDONE, "notice", ending.INCOMPLETE),
        (RUN | {"published": {"to": "-", "error": None}}, None, ending.COMPLETE),
        (RUN | {"published": {"to": "-", "error": "down"}}, "notice", ending.UNPUBLISHED),
    ],
)
def test_the_exit_status_says_how_the_audit_ended(
    run: dict[str, Any], fail_on: str | None, status: int
) -> None:
    assert ending.exit_status(record_of(run), fail_on) == status
