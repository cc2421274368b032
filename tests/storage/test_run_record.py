"""run.json: whole or absent, and of a format that is known."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from commanding import full_disk, run
from rows import RUN, record_of

from sitemap_audit import __version__
from sitemap_audit.errors import UsageError
from sitemap_audit.storage.run_file import FORMAT, read_run, stored_run, write_run

if TYPE_CHECKING:
    from pathlib import Path

NO_VERSIONS: list[object] = [None, 1, "", "x", [], {}, True]


def test_a_record_is_written_with_its_format_and_read_again(tmp_path: Path) -> None:
    write_run(tmp_path, record_of())
    text = (tmp_path / "run.json").read_text("utf-8")
    assert json.loads(text)["format"] == FORMAT
    write_run(tmp_path, read_run(tmp_path))
    assert (tmp_path / "run.json").read_text("utf-8") == text
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_record_is_json_whatever_the_text_in_it(tmp_path: Path) -> None:
    record = replace(record_of(), notes=["\udc80\x1bé"], options={"output": tmp_path})
    write_run(tmp_path, record)
    told = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert (told["notes"], told["options"]) == (["\udc80\x1bé"], {"output": str(tmp_path)})


def test_a_disk_that_is_full_is_told_with_the_file(tmp_path: Path) -> None:
    with full_disk(), pytest.raises(OSError, match=rf"File too large: '{tmp_path}/run.json'"):
        write_run(tmp_path, record_of(RUN))


@pytest.mark.parametrize(
    "damage",
    [
        {"sites": [5]},
        {"targets": {}},
        {"told": "x"},
        {"imports": None},
        {"imports": ["x"]},
        {"traffic": 1e308},
        {"running_since": 5},
        {"running_since": "today"},
        {"finished_at": "x"},
        {"finished_at": []},
        {"limit_reached": "x"},
        {"asks_pages": {}},
        {"seconds_worked": "1"},
        {"figures": {"checked": "1"}},
        {"selected": 1e308},
        {"private_addresses": [1]},
        {"private_addresses": {"example.com": 5}},
    ],
    ids=str,
)
def test_a_record_with_values_of_another_type_is_refused(
    tmp_path: Path, damage: dict[str, Any]
) -> None:
    (tmp_path / "run.json").write_text(json.dumps(RUN | damage), "utf-8")
    with pytest.raises(UsageError, match=r"run\.json"):
        read_run(tmp_path)


def test_an_audit_of_before_the_format_opens(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps(RUN), "utf-8")
    (tmp_path / "data").mkdir()
    assert stored_run(tmp_path).sites == RUN["sites"]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        pytest.param(
            FORMAT + 1,
            f"it has format {FORMAT + 1}, and this version of sitemap-audit reads up to"
            f" {FORMAT}. Upgrade sitemap-audit to open the audit.",
            id="newer",
        ),
        *(
            pytest.param(
                value,
                f"{json.dumps(value)} is not a valid format. Restore the file from a copy, or audit"
                " the site again.",
                id=f"malformed-{value}",
            )
            for value in ("1", 0, True, None, 1.5)
        ),
    ],
)
def test_another_format_is_refused_in_one_sentence(
    written: object, sentence: str, tmp_path: Path
) -> None:
    record: dict[str, Any] = {"format": written, "tables": "as they will be"}
    (tmp_path / "run.json").write_text(json.dumps(record), "utf-8")
    with pytest.raises(UsageError) as refused:
        read_run(tmp_path)
    assert str(refused.value) == f"Cannot read {tmp_path}/run.json: {sentence}"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        pytest.param(
            version,
            f"sitemap-audit {version} wrote it, and this is {__version__}. Upgrade"
            " sitemap-audit to open the audit.",
            id=version,
        )
        for version in ("9.9.9", "10.0", "9.9.9rc1", f"{__version__}.1")
    ]
    + [
        pytest.param(
            value,
            f"{json.dumps(value)} is not a valid version. Restore the file from a copy, or audit"
            " the site again.",
            id=f"malformed-{value}",
        )
        for value in NO_VERSIONS
    ],
)
@pytest.mark.parametrize("has_format", [True, False])
def test_another_version_is_refused_in_one_sentence(
    written: object, sentence: str, has_format: bool, tmp_path: Path
) -> None:
    record = RUN | {"version": written} | ({"format": FORMAT} if has_format else {})
    (tmp_path / "run.json").write_text(json.dumps(record), "utf-8")
    with pytest.raises(UsageError) as refused:
        read_run(tmp_path)
    assert str(refused.value) == f"Cannot read {tmp_path}/run.json: {sentence}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 200_000, "is damaged (maximum recursion depth exceeded"),
        ('{"format": 1', "is damaged (Expecting ',' delimiter: line 1 column 13 (char 12))."),
        ("", "is damaged (Expecting value: line 1 column 1 (char 0))."),
        *(
            (text, "is not the record of an audit.")
            for text in (
                "[]",
                *(
                    json.dumps(RUN | {"checks": checks})
                    for checks in (7, {"results": [1]}, {"results": 7})
                ),
            )
        ),
    ],
    ids=["nested", "truncated", "empty", "a list", "no checks", "no results", "no list"],
)
def test_what_is_no_record_gets_a_sentence(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(UsageError) as refused:
        read_run(tmp_path)
    assert str(refused.value).startswith(f"Cannot read {tmp_path}/run.json: it {why}")
    assert str(refused.value).endswith(" Restore the file from a copy, or audit the site again.")


@pytest.mark.parametrize("version", ["0.0.9", __version__, f"{__version__}.dev1"])
def test_an_audit_of_this_version_or_before_opens(version: str, tmp_path: Path) -> None:
    write_run(tmp_path, record_of(RUN | {"version": version}))
    assert read_run(tmp_path).version == version


@pytest.mark.parametrize("command", ["check", "report", "resume"])
def test_a_command_refuses_a_later_version_and_leaves_the_folder(
    command: str, tmp_path: Path
) -> None:
    text = json.dumps(RUN | {"version": "9.9.9", "format": 9})
    (tmp_path / "run.json").write_text(text, "utf-8")
    (tmp_path / "data").mkdir()
    done = run(command, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Upgrade sitemap-audit to open the audit." in done.stderr
    assert (tmp_path / "run.json").read_text("utf-8") == text
