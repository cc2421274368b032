"""Options: one definition, four ways to give them, and a sentence for what cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sitemap_audit.errors import UsageError
from sitemap_audit.options import OPTIONS, Options
from sitemap_audit.options.option_sources import read_again, read_options

MAP = "such as https://www.example.com=https://staging.example.com"


@pytest.fixture(autouse=True)
def _without_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("SITEMAP_AUDIT_")]:
        monkeypatch.delenv(name)


def test_what_nobody_says_takes_its_default() -> None:
    options, sites = read_options({"max_urls": None})
    assert options == Options()
    assert sites == []


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("max_urls", "100", 100),
        ("sample", "1000", "1000"),
        ("sample", "2.5 %", "2.5%"),
        ("since", "last", "last"),
        ("since", "2026-11-01T06:00Z", "2026-11-01T06:00Z"),
        ("delay", "0.5", 0.5),
        ("obey_robots", "no", False),
        ("pedantic", "true", True),
        ("output", "elsewhere", Path("elsewhere")),
        ("select", "hreflang, canonical/*", ("hreflang", "canonical/*")),
        ("engines", "yandex", ("yandex",)),
        ("fail_on", "warning", "warning"),
        ("workers", "0", 0),
        ("include", "*/de/*, https://a.example/*", ("*/de/*", "https://a.example/*")),
    ],
)
def test_text_becomes_the_value_it_means(name: str, text: str, value: object) -> None:
    options, _ = read_options({name: text})
    assert getattr(options, name) == value


def test_the_file_and_the_arguments_mean_the_same(tmp_path: Path) -> None:
    file = tmp_path / "audit.toml"
    file.write_text(
        'sites = ["https://example.com"]\nmax_urls = 5\nfollow = false\n'
        'select = ["hreflang", "entry"]\n'
    )
    from_file, sites = read_options({}, file)
    given, _ = read_options({"max_urls": "5", "select": "hreflang,entry", "follow": "false"})
    assert from_file == given
    assert sites == ["https://example.com"]


def test_an_argument_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "audit.toml"
    file.write_text("max_urls = 5\ntimeout = 7\n")
    options, _ = read_options({"max_urls": "9"}, file)
    assert (options.max_urls, options.timeout) == (9, 7.0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"max_url": "5"}, "Unknown option 'max_url'. Did you mean 'max_urls'?"),
        ({"max_urls": "many"}, "max_urls is 'many'; it must be a whole number."),
        ({"max_urls": "0"}, "max_urls is 0; it must be at least 1."),
        *(
            (
                {"sample": wrong},
                f"sample is {wrong!r}; it must be a number of pages, such as 1000,"
                " or a share, such as 5%.",
            )
            for wrong in ("0", "-5", "101%", "0%", "1.5", "5 pages", True)
        ),
        *(
            (
                {"since": wrong},
                f"since is {wrong!r}; it must be last, or a date such as 2026-11-01"
                " or 2026-11-01T06:00Z.",
            )
            for wrong in ("yesterday", "2026-13-01", 2026)
        ),
        ({"timeout": "0"}, "timeout is 0; it must be at least 1."),
        ({"pedantic": "perhaps"}, "pedantic is 'perhaps'; it must be true or false."),
        (
            {"fail_on": "eror"},
            "fail_on is 'eror'; it must be one of error, warning, notice, new-error, new-warning,"
            " new-notice.",
        ),
        (
            {"engines": "google,gogle"},
            "engines is 'gogle'; it must be one of google, bing, yandex.",
        ),
        (
            {"hours": 22},
            "hours is 22; it must be two times of day, such as 22-6 or 21:30-5.",
        ),
        (
            {"hours": "22-22"},
            "hours is '22-22'; it must be two times of day, such as 22-6 or 21:30-5.",
        ),
        ({"memory": "0MB"}, "memory is '0MB'; it must be a size, such as 500MB or 2GB."),
        ({"render": True}, "render is True; it must be one of never, sample, all."),
        ({"select": 3}, "select is 3; it must be text, or a list of texts."),
        ({"select": ["hreflang", 3]}, "select is 3; it must be text, or a list of texts."),
        ({"workers": "-1"}, "workers is -1; it must be at least 0."),
        ({"workers": True}, "workers is True; it must be a whole number."),
        ({"delay": "nan"}, "delay is 'nan'; it must be a number."),
        ({"auth": 3}, "auth is 3; it must be a path on this machine."),
        ({"user_agent": "Ä"}, "user_agent is 'Ä'; it must be one line of plain ASCII."),
        ({"map": "https://a.example"}, f"map is 'https://a.example'; it must be two URLs, {MAP}."),
        (
            {"proxy": "http://me:password@proxy/"},
            "proxy is 'http://***@proxy/'; it must be none, a URL such as http://proxy:3128, or"
            " env:NAME for one with a password.",
        ),
        ({"mail_from": "seo"}, "mail_from is 'seo'; it must be a mail address."),
        ({"zzz": "1"}, "Unknown option 'zzz'. See sitemap-audit audit --help."),
        (
            {"robots_token": "Mozilla/5.0 (compatible; Googlebot/2.1)"},
            "robots_token is 'Mozilla/5.0 (compatible; Googlebot/2.1)'; it must be the name of a"
            " bot alone, such as Googlebot or bingbot.",
        ),
    ],
)
def test_what_cannot_be_used_gets_a_sentence(given: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(given)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "Cannot read {}: No such file or directory. Check --config."),
        (b"max_urls 5", "{} is not TOML: "),
        (b"base = '\xff'", "{} is not TOML: 'utf-8' codec can't decode"),
        (b"max_url = 5", "In {}: Unknown option 'max_url'. Did you mean 'max_urls'?"),
        (b"sites = 3", "In {}: sites is 3; it must be text, or a list of texts."),
    ],
    ids=["missing", "toml", "encoding", "name", "sites"],
)
def test_a_file_that_cannot_be_used_gets_a_sentence(
    content: bytes | None, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "audit.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        read_options({}, file)
    assert str(caught.value).startswith(sentence.format(file))


def test_a_fault_in_a_file_that_nobody_named_is_told_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sitemap-audit.toml").write_text("max_urls = 0")
    with pytest.raises(UsageError) as caught:
        read_options({"max_urls": "5"})
    assert str(caught.value) == "In sitemap-audit.toml: max_urls is 0; it must be at least 1."


def test_sites_are_called_otherwise_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "audit.toml"
    file.write_text('site = "https://example.com"')
    with pytest.raises(UsageError, match="In a file it is sites"):
        read_options({}, file)
    with pytest.raises(UsageError, match="As an argument it is site,"):
        read_options({"sites": "https://example.com"})


def test_a_stored_audit_keeps_its_options_but_for_those_said_now(tmp_path: Path) -> None:
    stored = Options(pedantic=True, select=("hreflang",), engines=("yandex",)).record
    file = tmp_path / "again.toml"
    file.write_text('engines = "bing"\nselect = "entry"\noutput = "elsewhere"\n')
    given = {"select": "status", "engines": None, "pedantic": None}
    assert read_again(stored | {"gone": True}, given, file) == Options(
        pedantic=True, select=("status",), engines=("bing",)
    )


def test_a_variable_wins_over_the_file_and_an_argument_over_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "audit.toml"
    file.write_text("max_urls = 5\ntimeout = 7\ndelay = 1.5\n")
    variables = {"MAX_URLS": "6", "TIMEOUT": "8", "SELECT": "hreflang,entry", "FOLLOW": "no"}
    for name, value in (variables | {"DELAY": "", "PORT": "tcp://10.0.0.1"}).items():
        monkeypatch.setenv(f"SITEMAP_AUDIT_{name}", value)
    options, _ = read_options({"max_urls": "9", "select": ()}, file)
    assert options == Options(
        max_urls=9, timeout=8, delay=1.5, select=("hreflang", "entry"), follow=False
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("MAX_URLS", "many", "max_urls is 'many'; it must be a whole number."),
    ],
)
def test_a_fault_in_a_variable_is_told_with_its_name(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"SITEMAP_AUDIT_{name}", value)
    with pytest.raises(UsageError) as caught:
        read_options({})
    assert str(caught.value) == f"In the variable SITEMAP_AUDIT_{name}: {sentence}"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("google_credentials", '{"type": "service_account", "private_key": "s3cret"}'),
        ("sign", "-----BEGIN PRIVATE KEY-----\\ns3cret\\n-----END PRIVATE KEY-----"),
        ("auth", '["www.example.com"]\nbasic = "user:s3cret"\n'),
    ],
)
def test_the_content_of_a_file_in_place_of_its_path_is_not_shown(
    name: str, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"SITEMAP_AUDIT_{name.upper()}", content)
    with pytest.raises(UsageError, match="is the content of a file, and must be its path") as told:
        read_options({})
    assert f"SITEMAP_AUDIT_{name.upper()}" in str(told.value)
    assert "s3cret" not in str(told.value)


@pytest.mark.parametrize(
    ("words", "flag"),
    [
        ("submit audit", "--engine-keys"),
        ("google login", "--client"),
        ("sign key key.pem --agent https://www.example.com", "--with"),
    ],
)
def test_the_content_of_a_file_of_a_command_is_not_shown(words: str, flag: str) -> None:
    from sitemap_audit.cli import command_line

    for content in ('bing_key = "s3cret"', '{"client_secret": "s3cret"}', "-----BEGIN s3cret"):
        with pytest.raises(UsageError, match=f"^{flag} is the content of a file") as told:
            command_line.main([*words.split(), flag, content], standalone_mode=False)
        assert "s3cret" not in str(told.value)


def test_variables_change_a_stored_audit_where_a_flag_could(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SITEMAP_AUDIT_NOTIFY", "env:HOOK")
    monkeypatch.setenv("SITEMAP_AUDIT_MAX_URLS", "5")
    assert read_again(Options().record, {"notify": ()}) == Options(notify=("env:HOOK",))


def test_the_record_keeps_no_address_of_a_webhook() -> None:
    hooks = ("https://hooks.example.com/secret", "env:HOOK", "mailto:seo@example.com")
    record = Options(notify=hooks, output=Path("audits")).record
    assert (record["notify"], record["output"]) == (list(hooks[1:]), "audits")


def test_limits_of_the_whole_crawl_follow_from_those_of_a_host() -> None:
    assert Options(concurrency=2).limits == {
        "AUTOTHROTTLE_TARGET_CONCURRENCY": 8,
        "CONCURRENT_REQUESTS": 32,
    }
    assert Options(concurrency=16).limits == {
        "AUTOTHROTTLE_TARGET_CONCURRENCY": 16,
        "CONCURRENT_REQUESTS": 176,
    }


def test_options_import_little_of_the_package() -> None:
    program = "import sys, sitemap_audit.options; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    imported = done.stdout.split()
    ours = [name for name in imported if name.startswith("sitemap_audit")]
    assert ours == [
        "sitemap_audit",
        "sitemap_audit.bots",
        "sitemap_audit.errors",
        "sitemap_audit.machine",
        "sitemap_audit.machine.files",
        "sitemap_audit.masking",
        "sitemap_audit.options",
        "sitemap_audit.options.kinds",
        "sitemap_audit.severity",
    ]
    assert not {"click", "yaml", "tomllib", "scrapy"} & set(imported)


def test_a_folder_of_checks_is_found_from_another_folder() -> None:
    options, _ = read_options({"checks": "mine"})
    assert options.checks == (str(Path.cwd() / "mine"),)


@pytest.mark.parametrize("uri", ["file:///srv/a folder/of@us", "s3://bucket", "memory:reports"])
def test_a_uri_may_have_any_path(uri: str) -> None:
    assert read_options({"publish": uri})[0].publish == uri


def test_parameters_of_checks_are_read_with_their_kind() -> None:
    options, _ = read_options({"set": "a/b.limit=10,a/b.share=0.5,a/b.word=x"})
    assert options.parameters == {"a/b.limit": 10, "a/b.share": 0.5, "a/b.word": "x"}


def test_a_parameter_without_a_value_gets_a_sentence() -> None:
    options, _ = read_options({"set": "sitemap/too-many-urls"})
    with pytest.raises(UsageError, match=r"it must be CHECK\.PARAMETER=VALUE"):
        _ = options.parameters


def test_every_option_says_what_it_is() -> None:
    assert [o.name for o in OPTIONS.values() if not o.help.endswith(".")] == []


def write(pipe: int, text: bytes) -> None:
    with os.fdopen(pipe, "wb") as file:
        file.write(text)


def test_a_pipe_is_read_to_its_end_unless_nobody_writes_to_it(tmp_path: Path) -> None:
    file = tmp_path / "audit.toml"
    os.mkfifo(file)
    with pytest.raises(UsageError, match=r"audit\.toml: it is a pipe that nobody writes to. Check"):
        read_options({}, file)
    reader, writer = os.pipe()  # as the shell's <(…)
    written = threading.Thread(target=write, args=(writer, b"max_urls = 5"))
    written.start()
    options, _ = read_options({}, Path(f"/dev/fd/{reader}"))
    written.join()
    os.close(reader)
    assert options.max_urls == 5


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("Google-Extended", "Cannot request as Google-Extended: no user agent of it is documented"),
        ("Nobot", "Cannot request as Nobot: no such bot. Pass one of Googlebot, "),
    ],
)
def test_pages_are_requested_as_bots_that_request_pages(bot: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        read_options({"as_bots": bot})
    assert read_options({"as_bots": "gptbot"})[0].bots == ("GPTBot",)
    assert read_options({"compare_user_agent": "5"})[0].bots == ("Googlebot",)
