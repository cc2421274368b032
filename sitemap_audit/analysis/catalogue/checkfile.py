"""Read and validate the file of a check: header, manual, query."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from sitemap_audit.analysis.catalogue.checkheader import (
    CatalogueError,
    listed,
    lists,
    one_of,
    read_header,
    some_of,
    text_of,
    texts,
)
from sitemap_audit.items import TABLES, TagKind
from sitemap_audit.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

Parameter: TypeAlias = int | float | str | bool
PREVIOUS = "previous"
"What a check needs that compares the audit with the previous one."


class KeepsOut(StrEnum):
    """What a fault makes non-indexable, the worst first."""

    HOST = "host"
    "Every page of a host."
    PAGES = "pages"
    "A page, or the pages of a file."


class Confidence(StrEnum):
    """How likely a finding is a fault; pedantic checks run only with --pedantic."""

    HIGH = "high"
    MEDIUM = "medium"
    PEDANTIC = "pedantic"


class Basis(StrEnum):
    """The basis of a check: a documented rule, an inference from one, or good practice."""

    DOCUMENTED = "documented"
    INFERRED = "inferred"
    ADVISORY = "advisory"


class Engine(StrEnum):
    """The source of a rule."""

    GOOGLE = "google"
    BING = "bing"
    YANDEX = "yandex"
    PROTOCOL = "protocol"


class OfFindings(StrEnum):
    """The findings that a check of changes tells: ``change`` in the table finding_changes."""

    NEW = "new"
    BACK = "back"
    RESOLVED = "resolved"

    @property
    def state(self) -> str:
        """The state of its changes."""
        return "fixed" if self is OfFindings.RESOLVED else self.value


class Fix(StrEnum):
    """What ``fix`` does that the changes of the findings cannot say."""

    REMOVE = "remove"
    "It removes the entry, although the finding leaves it to the site to allow the page instead."
    KEEP_ONE = "keep-one"
    "Of all entries of the URL it keeps one, whichever entry the finding names."
    KEEP_ONE_IN_FILE = "keep-one-in-file"
    "The same in each file."
    ESCAPE = "escape"
    "It escapes each & in the file, if that is all that is wrong with the XML."
    SPLIT_URLS = "split-urls"
    "It splits the file, which has too many entries."
    SPLIT_BYTES = "split-bytes"
    "It splits the file, which is too large."
    UNLIST = "unlist"
    "It removes a file from its index if it has removed all of its entries."
    ENTRIES = "entries"
    "It corrects the findings about the entries of the file instead."
    LEAVE = "leave"
    "It changes no entry of the URL: the site did not show it to us."


class RestsOn(StrEnum):
    """On whose responses a finding rests, or what a row of a view says."""

    NAMED = "named"
    "On those of the URLs and files that it names, and of what these redirect to."
    OTHERS = "others"
    """On others too: other pages or files, links, imports, the previous audit. Comparing two audits
    needs all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A check: header, manual, and the query that returns its findings."""

    name: str
    "Its path: subject/fault."
    title: str
    severity: Severity
    cause: str = ""
    """The fault as a clause: 'has no canonical', of a page, entry or file, or '{host} returns 503'.

    ``{locales}`` is 'from de to fr', ``{back}`` is 'from fr to de'. Empty: the title says it."""
    keeps_out: KeepsOut | None = None
    "None if pages are indexed in spite of the fault."
    confidence: Confidence
    basis: Basis
    engines: tuple[Engine, ...]
    follows: tuple[str, ...] = ()
    "Checks whose findings can cause this one's."
    own_kinds: tuple[str, ...] = ()
    "Those ``kind``s of its findings that follow from none of these checks."
    explains_url: bool = False
    "Whether all other findings about a URL at fault are consequences: another URL was meant."
    worse: tuple[str, ...] = ()
    "Checks that report the same fault instead of this one where it is worse."
    rests_on: RestsOn | None = None
    "None if that follows from its query; ``named`` if what else this reads is for the fix only."
    finds_unnamed: bool = False
    "Whether it finds sitemaps that nothing names; other findings in such sitemaps are told last."
    of_findings: OfFindings | None = None
    "None if it tells no findings of other checks, new or gone."
    severe_at_home: bool = False
    "Whether a change is one step more severe on the homepage."
    submit: bool = True
    "Whether pages with the change are submitted to IndexNow."
    tag: TagKind | None = None
    """The tag of a page that its findings are about, as in the table page_tags, where the place of
    their change does not say it."""
    fix: Fix | None = None
    "None if ``fix`` makes the changes of the findings, where it can."
    adds: int | None = None
    """Set if ``fix --add-missing`` adds the pages that it finds: where several checks find one, the
    one with the lowest number is named."""
    known_as: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    "Names of the issue in other tools, by tool."
    needs: tuple[str, ...]
    "Stored tables that it needs."
    over: str
    "Table or view whose rows it checks."
    when: str = "TRUE"
    "SQL condition: the rows that the check applies to."
    unknown: str = "FALSE"
    "SQL condition: those rows that could not be checked."
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    "Limits and thresholds with their values; ``$name`` in the SQL."
    see: tuple[str, ...]
    "URLs of the rule or its basis."
    since: str
    "First version with this check."
    what_it_finds: str
    why_it_matters: str
    how_to_fix_it: str
    example: str
    "Cases in the form that the README of the checks describes; tests read and run them."
    sql: str
    seconds: float | None = None
    "How long its queries may take; None for ours."

    @property
    def subject(self) -> str:
        """The folder of the check."""
        return self.name.partition("/")[0]

    @property
    def unit(self) -> str | None:
        """What its findings affect: host | sitemap; None if each finding says: a page or a file."""
        if "{host}" in self.cause or self.keeps_out == KeepsOut.HOST:
            return "host"
        return "sitemap" if self.subject in ("index", "sitemap") else None

    @property
    def is_of_changes(self) -> bool:
        """Whether it finds changes since the previous audit, and no faults."""
        return self.subject == "change"


_FILE = re.compile(r"/\*\n---\n(.*?)\n---\n(.*?)\n\*/\n(.+)", re.DOTALL)
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*")
_SECTION = re.compile(r"^## +(.+)$", re.MULTILINE)
_SECTIONS = ("What it finds", "Why it matters", "How to fix it", "Example")
_REQUIRED = ("severity", "confidence", "basis", "engines", "needs", "over", "see", "since")
_OPTIONAL = (
    *("cause", "keeps_out", "follows", "own_kinds", "explains_url"),
    *("worse", "rests_on", "finds_unnamed", "of_findings", "severe_at_home", "submit"),
    *("tag", "fix", "adds"),
    *("known_as", "when", "unknown", "parameters"),
)


def read_check(name: str, text: str) -> Check:
    """Parse the text of a check's file.

    Raises:
        CatalogueError: it is not in the form that the README of the checks describes.
    """
    try:
        return _check(name, text.replace("\r\n", "\n"))
    except CatalogueError as error:
        raise CatalogueError(f"The check {name} cannot be read: {error}.") from error


def _check(name: str, text: str) -> Check:
    if not _NAME.fullmatch(name):
        raise CatalogueError("its path must be folder/name, lower case with hyphens between words")
    head, manual, sql = parts_of(text)
    title, finds, why, fix, example = read_manual(manual)
    header = read_header(head, required=_REQUIRED, optional=_OPTIONAL)
    parameters = _parameters(header, sql)
    return Check(
        name=name,
        title=title,
        severity=one_of(Severity, header, "severity"),
        cause=text_of(header, "cause") if "cause" in header else "",
        keeps_out=one_of(KeepsOut, header, "keeps_out") if "keeps_out" in header else None,
        confidence=one_of(Confidence, header, "confidence"),
        basis=one_of(Basis, header, "basis"),
        engines=some_of(Engine, header, "engines"),
        follows=texts(header, "follows"),
        own_kinds=texts(header, "own_kinds"),
        explains_url=header.get("explains_url") is True,
        worse=texts(header, "worse"),
        rests_on=one_of(RestsOn, header, "rests_on") if "rests_on" in header else None,
        finds_unnamed=header.get("finds_unnamed") is True,
        of_findings=one_of(OfFindings, header, "of_findings") if "of_findings" in header else None,
        severe_at_home=header.get("severe_at_home") is True,
        submit=header.get("submit") is not False,
        tag=one_of(TagKind, header, "tag") if "tag" in header else None,
        fix=one_of(Fix, header, "fix") if "fix" in header else None,
        adds=_adds(header),
        known_as=lists(header, "known_as"),
        needs=_needs(header),
        over=text_of(header, "over"),
        when=text_of(header, "when", "TRUE"),
        unknown=text_of(header, "unknown", "FALSE"),
        parameters=parameters,
        see=_see(header),
        since=text_of(header, "since"),
        what_it_finds=finds,
        why_it_matters=why,
        how_to_fix_it=fix,
        example=example,
        sql=sql,
    )


def parts_of(text: str) -> tuple[str, str, str]:
    """Return the header, the manual and the query of a file.

    Raises:
        CatalogueError: it does not have the three.
    """
    parts = _FILE.fullmatch(text)
    if not parts:
        raise CatalogueError(
            "it must start with '/*' and '---', have '---' after the header and '*/' after the "
            "manual, each on a line of its own, and then the query"
        )
    head, manual, sql = parts.groups()
    if "/*" in head + manual or "*/" in head + manual:
        raise CatalogueError("its manual holds a comment mark ('/*' or '*/'), which would end it")
    return head, manual, sql.strip().rstrip(";")


def read_manual(text: str) -> list[str]:
    """Return the title and the four sections of a manual.

    Raises:
        CatalogueError: it does not have them.
    """
    first, *parts = _SECTION.split(text.strip())
    if not re.fullmatch(r"# +\S.*", first.strip()):
        raise CatalogueError("its manual must start with one line '# Title'")
    headings = tuple(heading.strip() for heading in parts[::2])
    if headings != _SECTIONS:
        raise CatalogueError(
            f"its manual must have the headings {listed(_SECTIONS)}, in this order"
        )
    sections = [section.strip() for section in parts[1::2]]
    for heading, section in zip(headings, sections, strict=True):
        if not section:
            raise CatalogueError(f"its manual says nothing below '{heading}'")
    return [first.strip().removeprefix("#").strip(), *sections]


def _needs(header: Mapping[str, object]) -> tuple[str, ...]:
    needs = texts(header, "needs")
    for table in needs:
        if table not in (*TABLES, PREVIOUS):
            raise CatalogueError(
                f"it needs '{table}', which is no stored table ({listed(list(TABLES))}), and not"
                f" '{PREVIOUS}'"
            )
    if not needs:
        raise CatalogueError("its 'needs' names nothing, expected the stored tables it rests on")
    return needs


def _adds(header: Mapping[str, object]) -> int | None:
    adds = header.get("adds")
    if adds is not None and type(adds) is not int:
        raise CatalogueError(f"its 'adds' is {adds!r}, expected a number")
    return adds


def _see(header: Mapping[str, object]) -> tuple[str, ...]:
    see = texts(header, "see")
    if not see or not all(url.startswith("https://") for url in see):
        raise CatalogueError(
            f"its 'see' is {list(see)}, expected addresses that start with https://"
        )
    return see


def _parameters(header: Mapping[str, object], sql: str) -> dict[str, Parameter]:
    parameters = header.get("parameters", {})
    if not isinstance(parameters, dict):
        raise CatalogueError("its 'parameters' must be names with values: {max_urls: 50000}")
    conditions = f"{header.get('when')} {header.get('unknown')}"
    used = set(names_of_parameters(f"{sql} {conditions}"))
    for name, value in parameters.items():
        if name not in used:
            raise CatalogueError(f"its parameter '{name}' is not used in the query as ${name}")
        if not isinstance(value, int | float | str):
            raise CatalogueError(f"its parameter '{name}' is {value!r}, expected a number or text")
    if missing := sorted(used - set(parameters)):
        raise CatalogueError(f"its query uses ${missing[0]}, which is not among its 'parameters'")
    return parameters


def names_of_parameters(sql: str) -> list[str]:
    """Return the names of parameters (``$name``) in a query."""
    return re.findall(r"\$([a-z_][a-z0-9_]*)", sql)
