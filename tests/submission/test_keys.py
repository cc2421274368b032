"""The key and its file."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.errors import UsageError
from sitemap_audit.search_engines.engine_keys import read_keys
from submission.audits import planned, stored
from submission.server import KEY, KEY_FILE, SITE

if TYPE_CHECKING:
    from pathlib import Path

    from submission.conftest import Submit
    from submission.server import IndexNow


def test_nothing_is_sent_without_a_valid_key_file(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    folder = planned(output)
    for text, words in ((None, "returns 404"), ("other", "does not contain the key alone")):
        indexnow.files = {} if text is None else {KEY_FILE: text}
        done = submit(folder, "--yes")
        assert f"Not sent: the URLs of www.example.com. {KEY_FILE} {words}. Put" in done.output
        assert done.returncode == 3
    assert indexnow.received == []
    indexnow.files = {KEY_FILE: KEY}
    assert submit(folder, "--yes").returncode == 0


def test_a_key_file_in_a_folder_allows_its_urls(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    stored(output, 1, {"/": "Home"})
    folder = stored(output, 2, {"/": "Home", "/a": "A", "/shop/b": "B"})
    indexnow.files = {f"{SITE}/shop/key.txt": KEY}
    done = submit(folder, "--yes", "--key", KEY, "--key-location", f"{SITE}/shop/key.txt")
    assert "Not sent: 1 URL of www.example.com outside /shop/, the folder" in done.output
    assert indexnow.urls == [f"{SITE}/shop/b"]
    assert done.returncode == 3
    later = submit(stored(output, 3, {"/": "Home", "/a": "A", "/shop/b": "B"}))
    assert f"left from the last submission: 1\n  {SITE}/a" in later.output
    indexnow.files[KEY_FILE] = KEY
    assert submit(folder, "--yes", "--key", KEY).returncode == 0
    assert indexnow.urls == [f"{SITE}/shop/b", f"{SITE}/a"]


def test_the_printed_commands_have_what_was_given(
    output: Path, indexnow: IndexNow, submit: Submit
) -> None:
    old = stored(output, 1, {"/": "Home"})
    folder = stored(output, 2, {"/": "Home", "/a": "A"})
    keys = output / "my keys.toml"
    keys.write_text('bing_key = "0123"\n')
    keys.chmod(0o600)
    words = ("--to", "indexnow", "--engine-keys", keys, "--baseline", old, "--key", KEY)
    told = submit(folder, *words, "--list").output
    command = shlex.split(told.partition("To send it: ")[2])
    assert command[:3] == ["sitemap-audit", "submit", str(folder)]
    assert command[-1] == "--yes"
    assert {*zip(words[::2], map(str, words[1::2]), strict=True)} <= {
        *zip(command[3::2], command[4::2], strict=False)
    }
    assert "--list" not in command
    indexnow.planned = [(500, {})]
    told = submit(folder, *words, "--yes").output
    command = shlex.split(told.partition("To go on: ")[2])
    assert str(keys) in command
    assert not {"--baseline", "--key"} & {*command}  # they would begin another submission
    assert submit(folder, *command[3:]).returncode == 0
    assert indexnow.urls == [f"{SITE}/a", f"{SITE}/a"]


@pytest.mark.parametrize("token", ["“y0_s3cret”", "y0\ns3cret", "y0 s3cret"])
def test_what_cannot_be_a_key_is_refused_and_not_shown(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITEMAP_AUDIT_YANDEX_TOKEN", token)
    with pytest.raises(UsageError, match=r"SITEMAP_AUDIT_YANDEX_TOKEN.*Copy it again") as told:
        read_keys(None)
    assert "s3cret" not in str(told.value)


def test_a_new_key_says_where_to_put_it(output: Path, indexnow: IndexNow, submit: Submit) -> None:
    folder = planned(output)
    (folder.parent / "submissions" / "indexnow.json").unlink()
    (folder.parent / "submissions" / f"{KEY}.txt").unlink()
    done = submit(folder, "--yes")
    assert "there is no key yet. --new-key makes one" in done.output
    assert done.returncode == 2
    done = submit(folder, "--new-key", "--to", "indexnow")
    assert done.returncode == 0
    then = done.output.partition("Then: ")[2]
    assert "--to indexnow" in then
    assert "--new-key" not in then
    (file,) = output.glob("*/submissions/*.txt")
    key = file.read_text("utf-8")
    assert file.stem == key
    assert len(key) == 32
    assert f"Put {file} on the server, so that {SITE}/{key}.txt returns it" in done.output
    indexnow.files = {f"{SITE}/{key}.txt": key}
    assert submit(folder, "--yes").returncode == 0
    assert indexnow.received[0]["key"] == key
