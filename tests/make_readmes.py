"""Write the READMEs of checks, views and diagnoses, views/columns.csv, docs/columns.md.

And in the tables of docs/options.md the last column: who needs an option.

``python tests/make_readmes.py``
"""

from __future__ import annotations

import csv
import re
from graphlib import TopologicalSorter
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.catalogue.column_docs import CSV_FILES, columns_of
from sitemap_audit.analysis.catalogue.diagnosisfile import load_diagnoses
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import (
    COLUMNS,
    FOLDERS,
    make_reported,
    make_view,
    view_uses,
    views_before_checks,
    written_views,
)
from sitemap_audit.options import OPTIONS
from sitemap_audit.storage.csv_parts import file_of
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.analysis.catalogue.viewfile import View


def of_checks(checks: Sequence[Check]) -> str:
    """The README of the checks: the form of a check's file, then every check in one line."""
    subjects = [
        (name, list(group)) for name, group in groupby(checks, key=lambda check: check.subject)
    ]
    return _CHECKS.format(
        count=len(checks), subjects="\n".join(_section(name, group) for name, group in subjects)
    )


def _section(subject: str, checks: Sequence[Check]) -> str:
    rows = "\n".join(_line(check) for check in checks)
    head = "| check | finds | severity | confidence | whose rule |\n|---|---|---|---|---|"
    return f"## {subject}\n\n{head}\n{rows}\n"


def _line(check: Check) -> str:
    link = f"[{check.name}]({check.name}.sql)"
    engines = ", ".join(check.engines)
    title = re.sub(r"<[^>]+>", r"`\g<0>`", check.title)
    return f"| {link} | {title} | {check.severity} | {check.confidence} | {engines} |"


def of_diagnoses() -> str:
    """The README of the diagnoses: the form of a diagnosis' file, then every one in one line."""
    rows = "\n".join(
        f"| [{each.name}]({each.name}.sql) | {each.title} | {', '.join(each.explains)} |"
        for each in load_diagnoses()
    )
    return _DIAGNOSES.format(rows=rows)


def of_views() -> str:
    """The README of the views: what a row of each is, and its columns."""
    with DuckDBStore() as store:
        prepare(store)
        run_checks(store, ())
        find_causes(store, ())
        make_reported(store)
        sections: dict[str, list[str]] = {folder: [] for folder in FOLDERS}
        for name, view in sorted(written_views().items()):
            sections[view.folder].append(_view(name, view, store.columns(name)))
    return _VIEWS.format(
        count=len(written_views()),
        folders="\n".join(f"| [{name}](#{name}) | {holds} |" for name, holds in FOLDERS.items()),
        views="\n".join("\n".join([f"## {name}\n", *each]) for name, each in sections.items()),
    )


def columns_of_views() -> str:
    """The file of the columns of the views, with the types that their queries give them."""
    columns = {}
    with DuckDBStore() as store:
        prepare(store, ())
        for name in TopologicalSorter(view_uses()).static_order():
            if name not in views_before_checks():
                continue
            make_view(store, name, set())
            described = store.describe(f"SELECT * FROM {name}")
            columns[name] = ", ".join(f"{column} {kind}" for column, kind in described)
    file = StringIO()
    rows = csv.writer(file, lineterminator="\n")
    rows.writerows([("view", "columns"), *sorted(columns.items())])
    return file.getvalue()


def _view(name: str, view: View, columns: Sequence[str]) -> str:
    listed = ", ".join(f"`{column}`" for column in columns)
    facts = f"Row: {view.row}. Rests on {view.rests_on}."
    return f"### [{name}]({view.folder}/{name}.sql)\n\n{view.text}\n\n{facts} Columns: {listed}\n"


def of_columns() -> str:
    """The page docs/columns.md."""
    return _COLUMNS.format(sections="\n".join(_table(table) for table in CSV_FILES))


def _table(table: str) -> str:
    rows = (
        f"| `{each.name}` | {_escaped(each.meaning)} | {each.unit} | {_escaped(each.empty)} |"
        for each in columns_of(table)
    )
    head = "| column | meaning | unit | empty |\n|---|---|---|---|"
    return "\n".join((f"## {file_of(table)}\n", head, *rows, ""))


def _escaped(text: str) -> str:
    return re.sub(r"<[^>]+>", r"`\g<0>`", text).replace("|", "\\|")


_CHECKS = """\
# The checks

{count} checks, one file each. `sitemap-audit explain NAME` prints a check's manual. This page is
written by `python tests/make_readmes.py`.

## Adding a check

Add one file, `<subject>/<bad-state>.sql`: its path is its name. It holds, in this order:

1. a header in YAML: `severity` (error, warning, notice), `confidence` (high, medium, pedantic),
   `basis` (documented, inferred, advisory), `engines` (google, bing, yandex, protocol), `needs`
   (the stored tables it rests on), `over` (the table or view whose rows it looks at), `see` (where
   the rule is written), `since`, `cause` (the fault as a clause without its subject, `has no
   canonical`, or with `{{host}}`, `{{locales}}` or `{{back}}`: reports make the sentence of a cause
   from it); and where wanted `keeps_out` (what the fault keeps out of the index: a whole `host`, or
   `pages`; of one severity, such findings are told first), `follows` (the checks of whose findings
   one of its own can be a consequence: a hreflang link to a page that is not found follows
   `status/not-found`), `own_kinds` (the `kind`s of its findings that follow from none of them),
   `explains_url` (`true`: all other findings about a URL at fault are its consequences and have no
   change, as another URL was meant),
   `worse` (the checks that report the fault instead where it is worse: a comparison of two audits
   takes the fault for the same one), `rests_on` (`named`: what the query reads of other pages and
   of imports is for the fix only, so a comparison of two audits needs the URLs that are named),
   `finds_unnamed` (`true`: it finds sitemaps that nothing names; other findings in these are told
   last), `of_findings` of a change (`new`, `back`, `resolved`: the findings that it tells),
   `severe_at_home` (`true`: the change is one step more severe on the homepage), `tag` (the tag
   of a page that its findings are about, where no `place` of a change says it: findings in built
   pages name its line; `TagKind` in `sitemap_audit/items.py` has the words), `submit`
   (`false`: pages with the change are not submitted to IndexNow), `fix` (what `sitemap-audit fix`
   does that the changes of the findings cannot say: `Fix` in
   `sitemap_audit/analysis/catalogue/checkfile.py` has the words), `adds` (a number: `fix
   --add-missing` adds the pages that it finds; where several checks find one, that with the lowest
   number is named),
   `known_as` (the names of the issue in other tools, a list for each tool), `when` (which rows it
   applies to), `unknown` (which of those could not be judged) and `parameters` (`$name` in the
   query);
2. a manual: What it finds, Why it matters, How to fix it, Example;
3. a query. Each row that it returns is a finding, with any of the columns `url`, `sitemap_url`,
   `related_url`, `line`, `observed`, `expected`, `fix` (what to write or to list instead, where it
   can be computed) and `kind` (which of several kinds of the fault it is; each has its causes). A
   row may also say what to change, for programs: `change_url` (the URL of the file or page to
   change, often not `url`), `action` (`add`, `remove`, `replace` or `move`), `place` (where in
   it: `loc`, `canonical`, `hreflang`; `sitemap_audit/analysis/catalogue/findings.py` has them
   all), `from` (what stands there, as written) and `to` (what shall stand there). `change`, the
   sentence, is made from them. A check that cannot say it stands in
   `tests/checks/without-change.csv` with the reason.
   Columns that a query leaves out are NULL.

The check and the subject of a finding (its `url`, `related_url`, `sitemap_url`, and `line` where no
entry of a sitemap is named) are its identity, `finding_id`. Texts are not: a comparison of two
audits takes a finding whose `observed` has changed for the same one. Of several findings with the
same subject (two hreflang codes for one URL), the second one and the next get a number.

An example is a heading (`### …`) with the rows given, each table below a line with its name in
backticks, then `finds:` and the table of findings, or `nothing`. An empty cell is NULL, and text
may stand in double quotes. What the rows leave out follows from what they say (keys, normal forms,
the sitemap of an entry) or is what it is on a sound page or file; columns of a finding that are
left out must be NULL. A table `parameters` of one row sets the check's parameters. What a server
sends may be given as it is, a robots.txt, a sitemap or a page below a line such as
`` `sitemap` https://example.com/a.xml ``; it is read as in an audit
(`tests/checks/examples/responses.py` has the form). Examples are run as tests, and so is the form
of every file: `python -m pytest tests/checks`. Cases that the manual has no room for are in
`tests/checks/cases/`.

The short [robots/html](robots/html.sql) is a good one to copy.

A check that ran **passed**, **failed** (it found something), was **not applicable** (no row that it
could look at), **not checked** (none of those rows could be judged) or ended in an **error**. A
row that could not be judged is never a finding.

A folder of one's own checks, laid out in the same way, is added by `--checks FOLDER`. A check is
code that you trust. If its queries take more than 15 minutes, it ends in an **error**; the others
run.

{subjects}"""

_VIEWS = """\
# The views

{count} views: joins that several checks or reports share, each made once as a table; those of the
reports, `reported_*`, read the results of the checks too, and are queries only. This page is
written by `python tests/make_readmes.py`.

A file has a header in YAML, then what a row is in words, then the query. The header:

* `row`: what a row is of: `url`, `entry` of a sitemap, `entry-part` and `page-part` (an image of an
  entry, a canonical of a page), `file`, `line` of one, `sum` (a file, whose entries it sums up),
  `pair` (two URLs: a URL has a row for each other URL), `host`, `directory`, `cluster`, `code`,
  `finding` or `audit`;
* `rests_on`: `named`, if only the URLs and files that the row names decide what it says: two audits
  are compared by these; `others`, if other pages or files, links, imports or the previous audit do,
  too;
* `unread`, where wanted: what pages must say to have a row, `annotations` or `redirects`. Listed
  pages of which that is not known have no row, and are counted as not checked.

A view reads views of its own folder and of those before it only:

| folder | holds |
|---|---|
{folders}

{views}"""


_DIAGNOSES = """\
# The diagnoses

A diagnosis says what several checks have found as one statement, with its correction: the codes
that one template writes, the directory that a generator leaves out. The findings keep their rows
and get its id; *Do this first* has one line for it. This page is written by
`python tests/make_readmes.py`.

## Adding a diagnosis

Add one file, `<name>.sql`, in the form of a check's:

1. a header in YAML: `explains` (the checks of whose findings it is), `certainty` (certain: the
   audit has seen what proves it; likely), `see`, `since`;
2. the manual, with the headings of a check's; what an example finds are rows of the table
   `diagnoses`: `subject`, `statement`, `correction`, `where`, `findings`, `urls`, or some of these;
3. the query over `findings` and the views: a row for each finding that it explains, with
   `finding_id`, `subject` (what it is of: a pattern, an origin, a sitemap; the rows with one
   subject are one diagnosis, and have one statement), `statement` (a sentence without its full
   stop; `{{URLs}}` and `{{pages}}` stand for the number of URLs of its findings, `{{share}}` for
   "All 9" or "7 of 9" of the column `total`, which is told if only sitemaps have findings),
   `correction` and `"where"` (what has to be corrected: template, sitemap
   generator, server, CMS). Where the query has a column `fix` or one of the change (`change_url`,
   `action`, `place`, `"from"`, `"to"`), they replace those of the findings; NULL where nothing is
   to be said. A column `url` has the page at fault, where that is not the `url` of the finding.

A finding has one diagnosis: of several that explain it, the one that explains more findings. A
diagnosis never explains what contradicts it: of five wrong pages among nine it says nothing about
the template.

## All of them

| diagnosis | says | explains findings of |
|---|---|---|
{rows}
"""


_COLUMNS = """\
# The columns of the CSV files

`sitemap-audit explain --columns findings` prints the same for one file, and the header cells of the
workbook have the texts as comments. A URL in normal form has a lower-case scheme and host, no
default port and no fragment. This page is written by `python tests/make_readmes.py`.

{sections}"""


def with_needs(page: str) -> str:
    """docs/options.md with what the options say of who needs them."""
    needed_if = {option.flag_name: option.needed_if for option in OPTIONS.values()}

    def row(match: re.Match[str]) -> str:
        flags = re.findall(r"`(?:-\w`, `)?--([a-z-]+)", match[1].split(" | ")[0])
        needs = dict.fromkeys(
            needed_if.get(flag) or needed_if[flag.removeprefix("no-")] for flag in flags
        )
        return f"{match[1]} {'; '.join(needs)} |"

    return re.sub(r"^(\| `-.*\|)[^|]*\|$", row, page, flags=re.MULTILINE)


def main() -> None:
    """Write the READMEs, views/columns.csv, docs/columns.md and a column of docs/options.md."""
    root = Path(__file__).resolve().parents[1]
    package = root / "sitemap_audit"
    (package / "checks" / "README.md").write_text(of_checks(load_checks()), "utf-8")
    (package / "views" / COLUMNS).write_text(columns_of_views(), "utf-8")
    (package / "views" / "README.md").write_text(of_views(), "utf-8")
    (package / "diagnoses" / "README.md").write_text(of_diagnoses(), "utf-8")
    (root / "docs" / "columns.md").write_text(of_columns(), "utf-8")
    options = root / "docs" / "options.md"
    options.write_text(with_needs(options.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
