"""run.json: whole or absent, and of a format that is known."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from commanding import full_disk, run
from rows import RUN, record_of

from sitemap_audit.errors import UsageError
from sitemap_audit.storage.run_file import FORMAT, read_run, write_run

if TYPE_CHECKING:
    from pathlib import Path


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
    ],
    ids=str,
)
def test_a_record_with_values_of_another_type_is_refused(
    tmp_path: Path, damage: dict[str, Any]
) -> None:
    (tmp_path / "run.json").write_text(json.dumps(RUN | damage), "utf-8")
    with pytest.raises(UsageError, match=r"run\.json"):
        read_run(tmp_path)


@pytest.mark.parametrize(
    "record",
    [{}, *({"format": each} for each in (FORMAT + 1, FORMAT - 1, str(FORMAT), True, None, 1.5))],
    ids=str,
)
def test_another_format_is_refused_in_one_sentence(record: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps(RUN | {"format": None} | record), "utf-8")
    with pytest.raises(UsageError) as refused:
        read_run(tmp_path)
    assert str(refused.value) == (
        f"Cannot read {tmp_path}/run.json: its format is {json.dumps(record.get('format'))}, and"
        f" this version of sitemap-audit reads {FORMAT}. Audit the site again, or use the version"
        " that stored it."
    )


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


@pytest.mark.parametrize("command", ["check", "report", "resume"])
def test_a_command_refuses_another_format_and_leaves_the_folder(
    command: str, tmp_path: Path
) -> None:
    text = json.dumps(RUN | {"format": 9})
    (tmp_path / "run.json").write_text(text, "utf-8")
    (tmp_path / "data").mkdir()
    done = run(command, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Audit the site again, or use the version that stored it." in done.stderr
    assert (tmp_path / "run.json").read_text("utf-8") == text
