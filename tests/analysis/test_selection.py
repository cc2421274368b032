"""The checks that an audit is to run."""

from __future__ import annotations

import pytest

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.selection import count_known
from sitemap_audit.options import Options

ALL = len(load_checks())


@pytest.mark.parametrize(
    ("options", "known"),
    [
        pytest.param(Options(), None, id="by default"),
        pytest.param(Options(pedantic=True), None, id="more than by default"),
        pytest.param(Options(select=("hreflang",)), ALL, id="selected"),
        pytest.param(Options(ignore=("entry/fragment",)), ALL, id="one ignored"),
        pytest.param(Options(engines=("bing",)), ALL, id="another engine"),
        pytest.param(Options(engines=()), None, id="every engine"),
    ],
)
def test_how_many_checks_there_are_is_told_where_some_are_left_out(
    options: Options, known: int | None
) -> None:
    assert count_known(options) == known
