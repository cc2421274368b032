"""The tools of the server: each returns JSON, and changes nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from sitemap_audit.analysis.catalogue import catalogue, column_docs, diagnosisfile, manuals
from sitemap_audit.analysis.catalogue import lookup as check_lookup
from sitemap_audit.analysis.comparison import chosen_audits
from sitemap_audit.errors import UsageError
from sitemap_audit.evaluation import evaluator
from sitemap_audit.evaluation.url_lookup import url_report
from sitemap_audit.mcp_server.site_data import PAGE, answer
from sitemap_audit.options.option_sources import read_again
from sitemap_audit.storage.run_file import as_json, stored_run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from sitemap_audit.mcp_server.served_audits import ServedAudits

Severity = Literal["error", "warning", "notice"]

SECONDS = 10
"The most that a query may take; one that DuckDB cannot interrupt ends a second later."
_NOT_TOLD = frozenset(
    {
        "options",
        "targets",
        "local_files",
        "built",
        "traffic",
        "causes",
        "checks",
        "files",
        "published",
    }
)
"Keys of run.json that are long, or of this machine."
_WIDTH = 100


class Tools:
    """The tools over the audits of one folder."""

    def __init__(self, audits: ServedAudits) -> None:
        self._audits = audits

    def audits(self, offset: int = 0) -> str:
        """List the stored audits, the last one first: name, sites, time, complete, findings.

        Other tools take the name (HOST/TIME); HOST is its last audit. At most 100 an answer:
        offset leaves out the first ones.
        """
        found, refused = self._audits.audits()
        rows = [
            {
                "audit": each.name,
                "sites": each.run.sites,
                "started_at": each.run.started_at.isoformat(),
                "complete": each.run.complete,
                "findings": each.run.findings and each.run.findings.by_severity,
            }
            for each in found[_start(offset) :][:PAGE]
        ]
        return answer(rows, total=len(found), offset=offset, not_read=refused)

    def summary(self, audit: str | None = None) -> str:
        """Tell the key figures of an audit, whether it is complete, and what was not checked."""
        served = self._audits.find(audit)
        redaction = self._audits.redaction(served)
        run = redaction.record(served.run) if redaction else served.run
        record = as_json(run)
        told = {name: record[name] for name in record if name not in _NOT_TOLD}
        return answer(told, audit=served.name)

    def issues(
        self, audit: str | None = None, severity: Severity | None = None, offset: int = 0
    ) -> str:
        """List the causes of the findings, the worst first, each with its number of URLs.

        The columns are those of causes.csv. At most 100 an answer.
        """
        return self._rows("causes", audit, offset, {"severity": severity})

    def findings(
        self,
        audit: str | None = None,
        check: str | None = None,
        severity: Severity | None = None,
        url: str | None = None,
        sitemap_url: str | None = None,
        offset: int = 0,
    ) -> str:
        """List findings, the worst first: URL at fault, observed, expected, fix, page to change.

        The columns are those of findings.csv. Filters are exact: check is a name as the column has
        it. At most 100 an answer: offset leaves out the first ones.
        """
        given = {"check": check, "severity": severity, "url": url, "sitemap_url": sitemap_url}
        return self._rows("findings", audit, offset, given)

    def lookup(self, url: str, audit: str | None = None) -> str:
        """Tell all that an audit knows of one URL: response, sitemaps, hreflang, robots, findings.

        Write the URL as the site does; /path is of the audited site.
        """
        served = self._audits.find(audit)
        is_found, text = url_report(served.place, url, self._audits.checks, as_json=True)
        told = json.loads(text)
        redaction = self._audits.redaction(served)
        told = redaction.values(told) if redaction else told
        return answer(told, audit=served.name, found=is_found)

    def explain(self, name: str | None = None, columns: str | None = None) -> str:
        """Return the manual of a check or diagnosis, or what the columns of a table mean.

        Give one: name, the name or title of a check as findings has it, or columns, a table such
        as findings.
        """
        if bool(name) == bool(columns):
            raise UsageError("Cannot explain: give either name or columns.")
        if columns:
            of_table = column_docs.columns_of(column_docs.find_table(columns))
            return "\n".join(manuals.column_lines(of_table))
        for diagnosis in diagnosisfile.load_diagnoses():
            if diagnosis.name == name:
                return _plain(manuals.diagnosis_manual(diagnosis))
        known = catalogue.load_checks([Path(folder) for folder in self._audits.checks])
        found = check_lookup.find(known, str(name))
        return _plain(manuals.manual(found[0])) if len(found) == 1 else _listed(found)

    def compare(self, audit: str | None = None, base: str | None = None) -> str:
        """Compare an audit with an earlier one (base, HOST/TIME; default the one before).

        Tells new and resolved findings by severity, and the worst changes. No report is written.
        """
        served = self._audits.find(audit)
        if base is None:
            place, previous = chosen_audits.choose_audits(
                [served.place], "last", served.place.parent.parent
            )
        else:
            earlier = self._audits.find(base)
            place, previous = chosen_audits.choose_audits(
                [earlier.place, served.place], "last", served.place.parent.parent
            )
        chosen_audits.refuse_other_site(place, previous)
        run = replace(stored_run(place.folder), is_comparison=True)
        options = replace(read_again(run.options, {"checks": self._audits.checks}), format=None)
        with TemporaryDirectory(prefix="sitemap-audit-") as folder:
            compared = evaluator.compare_only(
                place, run, options, previous, Path(folder) / "tables"
            )
        redaction = self._audits.redaction(served)
        record = as_json(redaction.record(compared) if redaction else compared)
        told = {name: record[name] for name in ("changes", "previous")}
        return answer(told, audit=served.name)

    def sql(self, query: str, audit: str | None = None) -> str:
        """Run one SELECT in DuckDB's SQL over the tables of an audit.

        Tables are those of the CSV files (findings, pages, entries, alternates, ledger …): explain
        tells their columns. At most 100 rows and 10 seconds; nothing is written, no file is read.
        """
        served = self._audits.find(audit)
        return self._audits.tables(served).select(query, SECONDS, audit=served.name)

    def _rows(
        self, table: str, audit: str | None, offset: int, given: Mapping[str, str | None]
    ) -> str:
        served = self._audits.find(audit)
        wanted = {name: value for name, value in given.items() if value is not None}
        tables = self._audits.tables(served)
        return tables.page(table, wanted, _start(offset), audit=served.name, offset=offset)


def _start(offset: int) -> int:
    if offset < 0:
        raise UsageError(f"Cannot begin at offset {offset}: it is negative. Give 0 or more.")
    return offset


def _plain(text: RenderableType) -> str:
    from rich.console import Console

    file = StringIO()
    Console(file=file, width=_WIDTH, color_system=None).print(text, crop=False)
    return file.getvalue()


def _listed(found: list[Any]) -> str:
    return "\n".join([*manuals.lines(found), "Several checks have the name: give one of these."])
