"""The texts of the columns of the CSV files."""

from __future__ import annotations

from pathlib import Path

import pytest
from make_readmes import of_columns

from sitemap_audit.analysis.catalogue import column_docs
from sitemap_audit.errors import UsageError


@pytest.mark.parametrize("table", column_docs.CSV_FILES)
def test_every_column_has_a_meaning_a_unit_and_says_when_it_is_empty(table: str) -> None:
    for each in column_docs.columns_of(table):
        assert each.meaning[0].isupper() or each.meaning.split()[0].strip("<>/,|").islower()
        assert each.meaning.endswith(".")
        assert each.unit
        assert each.empty.startswith(("if ", "in ", "on ")) or each.empty in (
            "never",
            "otherwise",
        )
        assert "NULL" not in each.text


@pytest.mark.parametrize("written", ["findings", "findings.csv", "out/Findings.csv"])
def test_a_table_is_found_by_its_name_or_file(written: str) -> None:
    assert column_docs.find_table(written) == "findings"


def test_an_unknown_table_gets_the_names_of_all() -> None:
    with pytest.raises(UsageError, match=r"no CSV file 'finding'. There are findings, causes,"):
        column_docs.find_table("finding")


def test_the_page_is_up_to_date() -> None:
    page = Path(__file__).parents[3] / "docs" / "columns.md"
    told = "python tests/make_readmes.py writes it anew"
    assert page.read_text("utf-8") == of_columns(), told
