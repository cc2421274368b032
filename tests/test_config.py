"""Options: one definition, three ways to give them, and a sentence for what cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitemap_audit.config import OPTIONS, read_options
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options


def test_what_nobody_says_takes_its_default() -> None:
    options, sites = read_options({"max_urls": None})
    assert options == Options()
    assert sites == []


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("max_urls", "100", 100),
        ("delay", "0.5", 0.5),
        ("obey_robots", "no", False),
        ("pedantic", "true", True),
        ("output", "elsewhere", Path("elsewhere")),
        ("select", "hreflang, canonical/*", ("hreflang", "canonical/*")),
        ("engines", "yandex", ("yandex",)),
        ("fail_on", "warning", "warning"),
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
        ({"max_url": "5"}, "There is no option 'max_url'. Did you mean 'max_urls'?"),
        ({"max_urls": "many"}, "max_urls is 'many'; it must be a whole number."),
        ({"max_urls": "0"}, "max_urls is 0; it must be at least 1."),
        ({"timeout": "0"}, "timeout is 0; it must be at least 1."),
        ({"pedantic": "perhaps"}, "pedantic is 'perhaps'; it must be true or false."),
        (
            {"fail_on": "eror"},
            "fail_on is 'eror'; it must be one of error, warning, notice.",
        ),
        (
            {"engines": "google,gogle"},
            "engines is 'gogle'; it must be one of google, bing, yandex.",
        ),
    ],
)
def test_what_cannot_be_used_gets_a_sentence(given: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(given)
    assert str(caught.value) == message


def test_a_file_that_is_not_toml_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "audit.toml"
    file.write_text("max_urls 5")
    with pytest.raises(UsageError, match="is not TOML"):
        read_options({}, file)


def test_parameters_of_checks_are_read_with_their_kind() -> None:
    options, _ = read_options({"set": "a/b.limit=10,a/b.share=0.5,a/b.word=x"})
    assert options.parameters == {"a/b.limit": 10, "a/b.share": 0.5, "a/b.word": "x"}


def test_a_parameter_without_a_value_gets_a_sentence() -> None:
    options, _ = read_options({"set": "sitemap/too-many-urls"})
    with pytest.raises(UsageError, match=r"it must be CHECK\.PARAMETER=VALUE"):
        _ = options.parameters


def test_every_option_says_what_it_is() -> None:
    assert [o.name for o in OPTIONS.values() if not o.help.endswith(".")] == []
