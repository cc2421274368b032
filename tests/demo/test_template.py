from __future__ import annotations

import pytest

from sitemap_audit.demo.template import TemplateError, choices, fill


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        pytest.param("no names", "no names", id="nothing to fill"),
        pytest.param("{{a}} and {{a}}", "1 and 1", id="a name, twice"),
        pytest.param("{{text.{{lang}}.tea}}", "Tee", id="a name within a name"),
        pytest.param("{{both}}", "1 Tee", id="a value that holds names"),
        pytest.param("{{for n in 1..3}}<{{n}}>{{end}}", "<1><2><3>", id="a loop over numbers"),
        pytest.param("{{for x in en de}}{{x}} {{end}}", "en de ", id="a loop over words"),
        pytest.param("{{for x in\na\nb\n}}\n{{x}}{{end}}", "ab", id="a loop over lines"),
        pytest.param(
            "{{for x in a b}}{{for n in 1..2}}{{x}}{{n}} {{end}}{{end}}",
            "a1 a2 b1 b2 ",
            id="a loop within a loop",
        ),
        pytest.param(
            "<x>\n{{for n in 1..2}}\n<y>{{n}}</y>\n{{end}}\n</x>",
            "<x>\n<y>1</y>\n<y>2</y>\n</x>",
            id="a loop on lines of its own leaves none behind",
        ),
    ],
)
def test_a_template_is_filled(text: str, filled: str) -> None:
    values = {"a": "1", "lang": "de", "text.de.tea": "Tee", "both": "{{a}} {{text.de.tea}}"}
    assert fill(text, values) == filled


def test_a_name_without_a_value_is_named() -> None:
    with pytest.raises(TemplateError, match="no value named 'tea'"):
        fill("{{tea}}", {})


def test_values_in_a_circle_end() -> None:
    with pytest.raises(TemplateError, match="in a cycle"):
        fill("{{a}}", {"a": "{{b}}", "b": "{{a}}"})


def test_choices_are_words_and_ranges() -> None:
    assert choices("1..3 seven x-default") == ["1", "2", "3", "seven", "x-default"]
