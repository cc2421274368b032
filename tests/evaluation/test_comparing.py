"""Audits that cannot be compared."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from commanding import record, run
from filelock import FileLock
from make_stored_audit import FIXTURES

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.comparison.chosen_audits import (
    choose_audits,
    read_origins,
    refuse_other_site,
)
from sitemap_audit.analysis.comparison.previous import pinned_audit
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.evaluation.evaluator import analyse, compare
from sitemap_audit.evaluation.opening import open_audit
from sitemap_audit.evaluation.report_writing import report
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.options import Options
from sitemap_audit.reports.html.portfolio import LOCK
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOST = "127.0.0.1_8767"


@pytest.fixture
def audits(tmp_path: Path) -> list[Path]:
    """Two stored audits of a site, a day apart."""
    return [stored(tmp_path, day) for day in (1, 2)]


def stored(output: Path, day: int, **values: Any) -> Path:
    """Copy the stored audit; ``values`` are of its run record."""
    started_at = f"2026-10-0{day}T10:00:00+00:00"
    folder = output / HOST / f"2026-10-0{day}T10-00-00Z"
    shutil.copytree(FIXTURES / "stored_audit", folder)
    options = record(folder)["options"] | {"select": ["status", "change"]}
    written(folder, started_at=started_at, options=options, **values)
    return folder


def written(folder: Path, **values: Any) -> None:
    """Change values of a run record."""
    told = json.loads((folder / "run.json").read_text("utf-8"))
    (folder / "run.json").write_text(json.dumps(told | values), "utf-8")


def files(folder: Path) -> set[tuple[Path, int]]:
    """List the files below a folder with their times; locks are no output."""
    return {
        (path, path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


def _no_audit(old: Path) -> None:
    (old / "run.json").unlink()


def _later(old: Path) -> None:
    written(old, format=99)


def _other_site(old: Path) -> None:
    written(old, sites=["https://www.example.com/"])


def _incomplete(old: Path) -> None:
    written(old, complete=False, incomplete_because=["Stopped."])


def _unchecked(old: Path) -> None:
    shutil.rmtree(old / "data" / "check_runs")


def _damaged(old: Path, table: str = "pages") -> None:
    (part,) = (old / "data" / table).glob("*.parquet")
    part.write_bytes(b"PAR1")


def _damaged_states(old: Path) -> None:
    _damaged(old, "url_states")


def _damaged_sitemaps(old: Path) -> None:
    _damaged(old, "sitemaps")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_no_audit, "No audit in {old}: run.json is missing. Pass the folder of one audit"),
        (_later, "Cannot read {old}/run.json: its format is 99, and this version of"),
        (_other_site, "Cannot compare {new} with {old}: one is of http://127.0.0.1:8767/, the"),
        (_incomplete, "Cannot compare with {old}: the audit is not complete. Continue it by"),
        (_unchecked, "Cannot compare with {old}: its checks have not run. Run 'sitemap-audit"),
        (_damaged, "Cannot compare with {old}: data/pages"),
        (_damaged_states, "Cannot compare with {old}: data/url_states"),
    ],
)
def test_an_audit_that_cannot_be_compared_is_refused(
    audits: list[Path], spoil: Callable[[Path], None], sentence: str
) -> None:
    old, new = audits
    spoil(old)
    before = files(new.parent)
    done = run("compare", old, new)
    assert done.returncode == 2, done.stdout + done.stderr
    assert sentence.format(old=old, new=new) in done.stderr
    assert "Traceback" not in done.stderr
    assert files(new.parent) == before


@pytest.mark.parametrize("has_begun", [True, False], ids=["later", "before its first part"])
def test_an_audit_that_is_running_is_not_compared(
    audits: list[Path], monkeypatch: pytest.MonkeyPatch, *, has_begun: bool
) -> None:
    if not has_begun:
        shutil.rmtree(audits[1] / "data")
    monkeypatch.setattr("sitemap_audit.machine.lock.PATIENCE", 0.0)
    lock = take_lock(audits[1])
    try:
        with pytest.raises(UsageError, match="another process crawls, checks or reports"):
            open_audit(audits[1])
    finally:
        os.close(lock)


def test_of_a_new_audit_that_is_not_complete_only_what_it_fetched_is_compared(
    audits: list[Path],
) -> None:
    old, new = audits
    written(new, complete=False, reason="shutdown", incomplete_because=["It was stopped."])
    done = run("compare", old, new)
    assert done.returncode == 3, done.stdout + done.stderr
    assert "NOT COMPLETE  It was stopped." in done.stdout
    caveat = "This audit is not complete: what it did not fetch is not compared, and no finding"
    assert caveat in done.stdout
    into = new / f"compared-with-{old.name}"
    assert caveat in (into / "report.html").read_text("utf-8")
    told = json.loads((into / "changes.json").read_text("utf-8"))
    assert told["complete"] is False
    compared = {kind["check"]: kind["compared"] for kind in told["changes"]}
    assert compared["change/title"] > 0
    assert compared["change/finding-resolved"] == 0


def test_two_audits_are_needed(audits: list[Path]) -> None:
    old, new = audits
    output = new.parent.parent
    same = f"{new} and {new} are the same audit. Give two."
    link = output / "link"
    link.symlink_to(new)
    for given, base, sentence in (
        ([str(new), str(new)], "last", same),
        ([str(new)], str(new), same),
        ([str(link), str(new)], "last", f"{link} and {new} are the same audit."),
        ([str(old), str(new), str(new)], "last", "Give the folders of two audits, OLD and NEW"),
        ([str(old)], "last", f"No audit to compare {old} with: there is no earlier complete"),
        (["www.example.com"], "last", f"No audits of www.example.com in {output}. Pass its URL"),
        ([str(new)], str(output / "none"), f"No audit in {output / 'none'}: run.json is missing."),
    ):
        with pytest.raises(UsageError) as refused:
            choose_audits(given, base, AuditPlace(output))
        assert str(refused.value).startswith(sentence)


def test_a_site_of_which_no_audit_is_complete(tmp_path: Path) -> None:
    stored(tmp_path, 1, complete=False)
    with pytest.raises(UsageError, match="Resume one, or audit again"):
        choose_audits(["http://127.0.0.1:8767/"], "last", AuditPlace(tmp_path))


def test_the_audits_of_a_site_are_chosen(audits: list[Path], tmp_path: Path) -> None:
    old, new = audits
    last = stored(tmp_path, 3)
    for base, chosen in (("last", new), ("first", old), (str(old), old)):
        place, previous = choose_audits(["http://127.0.0.1:8767/"], base, AuditPlace(tmp_path))
        assert place.folder == last
        assert previous.folder.resolve() == chosen.resolve()
    refuse_other_site(AuditPlace(last), previous)


@pytest.mark.parametrize(
    "pair",
    ["https://a.example", "https://a.example=", "=https://a.example", "https://a.example/x=b", ""],
)
def test_a_map_that_is_not_two_origins_is_refused(pair: str) -> None:
    with pytest.raises(UsageError, match="it must be two URLs without a path, OLD=NEW"):
        read_origins([pair])
    assert read_origins(["https://A.example/=http://b.example:80"]) == {
        "https://a.example": "http://b.example"
    }


def test_audits_are_compared(audits: list[Path]) -> None:
    old, new = audits
    kept = files(old)
    done = run("compare", old, new)
    assert done.returncode == 0, done.stdout + done.stderr
    into = new / f"compared-with-{old.name}"
    told = json.loads((into / "changes.json").read_text("utf-8"))
    assert told["causes"] == []
    compared = {kind["check"]: kind["compared"] for kind in told["changes"]}
    assert compared["change/status"] > 0
    assert compared["change/url-removed"] > 0

    done = run("check", new)
    assert done.returncode == 0, done.stdout + done.stderr
    assert record(new)["previous"]["folder"] == old.name
    assert files(old) == kept
    assert json.loads((new / "changes.json").read_text("utf-8"))["compared_with"] == {
        "folder": old.name,
        "started_at": "2026-10-01T10:00:00+00:00",
    }


def _gone(old: Path) -> None:
    shutil.rmtree(old, ignore_errors=True)


@pytest.mark.parametrize(
    ("lose", "why"), [(_gone, "{old} is gone"), (_damaged_sitemaps, "{old}: data/sitemaps")]
)
def test_an_earlier_audit_that_is_lost_while_compared(
    audits: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    lose: Callable[[Path], None],
    why: str,
) -> None:
    old, new = (each.resolve() for each in audits)
    options = Options(output=new.parent.parent, select=("status", "change"))

    def prepare(*arguments: Any, **named: Any) -> None:
        lose(old)
        runner_prepare(*arguments, **named)

    runner_prepare = runner.prepare
    kept = new.parent.parent / "kept"
    shutil.copytree(old, kept)
    monkeypatch.setattr(runner, "prepare", prepare)
    told, _ = analyse(AuditPlace(new), read_run(new), options)
    sentence = why.format(old=old)
    assert told.complete
    assert told.previous is None
    assert told.changes is not None
    assert told.changes.sentence.startswith(f"Not compared: {sentence}")
    assert told.changes.sentence in (new / "report.html").read_text("utf-8")
    assert record(new)["complete"]

    _gone(old)
    shutil.copytree(kept, old)
    into = new / "compared"
    with pytest.raises(UsageError, match="Restore it from a copy") as refused:
        compare(AuditPlace(new), read_run(new), options, pinned_audit(old), AuditPlace(into), {})
    assert sentence in str(refused.value)
    assert not into.exists()


def test_an_audit_that_is_not_to_be_compared_says_so(audits: list[Path]) -> None:
    only = Options(output=audits[1].parent.parent, select=("status/not-found",), compare=False)
    told, _ = analyse(AuditPlace(audits[1]), read_run(audits[1]), only)
    assert told.previous is None
    assert told.changes is not None
    assert told.changes.sentence == "Not compared: --no-compare."


def test_an_overview_that_another_audit_writes_is_left_to_it(
    audits: list[Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    output = audits[0].parent.parent
    monkeypatch.setattr("sitemap_audit.reports.html.portfolio._PATIENCE", 0)
    with FileLock(output / LOCK):
        report(AuditPlace(audits[0]), read_run(audits[0]), Options(output=output))
    assert "index.html is not written: another audit writes it" in caplog.text
    assert not (output / "index.html").exists()
    report(AuditPlace(audits[0]), read_run(audits[0]), Options(output=output))
    assert (output / "index.html").exists()
