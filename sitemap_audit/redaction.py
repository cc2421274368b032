"""Leave the values of query parameters out of reports: URLs carry tokens, and reports are mailed.

Names stay: '?user=7&page=2' is '?user=***c01f…&page=***93ab…'. A parameter without '=' is a value:
'?7' is '?***c01f…'. Equal values have equal digests, so that two URLs are still told
apart. The key is made anew for each report: no table of digests tells a value. The ID of a finding
is a digest of its URLs, from which a short value could be guessed: it is made anew as well.
"""

from __future__ import annotations

import re
import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sitemap_audit.masking import DIGITS, MASK
from sitemap_audit.storage.run_file import as_json, from_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

_QUERY = re.compile(
    r"""\?[^\s#"'<>]+"""
    r"""|[&#][^\s=&#?"'<>]*=[^\s&#"'<>]+"""
    r"""|(?<=[^\s"'<>();]);(?!(?i:boundary|charset|q)=)[^\s=;&#/?"'<>]+=[^\s;&#/?"'<>]+"""
)
"""A query; a parameter of a fragment or of a truncated query; one of a path, as a session ID.

A media type has parameters of its own (``text/html;charset=utf-8``).
"""
_SENTENCE_END = ",.;:)]"
_FINISHED = re.compile(rf"{re.escape(MASK)}[0-9a-f]{{{DIGITS}}}")
_OF_FINDINGS = ("finding_id", "url", "related_url", "sitemap_url")
_IDS = ("finding_id", "root_id")


class Redaction:
    """The redaction of one set of reports."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def text(self, text: str) -> str:
        """Redact the query values of every URL in a text."""
        return _QUERY.sub(self._redacted, text) if "=" in text or "?" in text else text

    def record(self, run: RunRecord) -> RunRecord:
        """Redact the texts in a run record."""
        return from_json(self._values(as_json(run)))

    def _values(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self._values(each) for key, each in value.items()}
        return [self._values(each) for each in value] if isinstance(value, list | tuple) else value

    def store(self, store: Store) -> None:
        """Redact every text of an open store; the stored files stay as they are."""
        tables = store.text_columns()
        self._redact_ids(store, tables)
        for table, columns in tables.items():
            changed = {
                name: f'CASE WHEN {_has_value(name)} THEN redacted("{name}") ELSE "{name}" END'
                for name in columns
            }
            has_values = " OR ".join(map(_has_value, columns))
            _replace(store, table, changed, has_values, "redacted", self.text)

    def _redact_ids(self, store: Store, tables: Mapping[str, Sequence[str]]) -> None:
        """Give the findings whose URLs have values other IDs, the same ones in every table."""
        store.execute("CREATE TABLE redacted_ids (finding_id VARCHAR)")
        has_values = " OR ".join(map(_has_value, _OF_FINDINGS[1:]))
        for table, columns in tables.items():
            if set(_OF_FINDINGS) <= set(columns):
                store.execute(
                    f'INSERT INTO redacted_ids SELECT finding_id FROM "{table}" WHERE {has_values}'
                )
        for table, columns in tables.items():
            is_of_one = {
                name: f'"{name}" IN (SELECT finding_id FROM redacted_ids)'
                for name in _IDS
                if name in columns
            }
            changed = {
                name: f'CASE WHEN {condition} THEN redacted_id("{name}") ELSE "{name}" END'
                for name, condition in is_of_one.items()
            }
            if changed:
                condition = " OR ".join(is_of_one.values())
                _replace(store, table, changed, condition, "redacted_id", self._id)
        store.execute("DROP TABLE redacted_ids")

    def _id(self, value: str) -> str:
        return f"f{self._digest(value)}"

    def _digest(self, value: str) -> str:
        return blake2b(value.encode("utf-8", "replace"), key=self._key, digest_size=8).hexdigest()

    def _redacted(self, found: re.Match[str]) -> str:
        query = found[0].rstrip(_SENTENCE_END)
        values = [self._parameter(each) for each in query[1:].split("&")]
        return f"{query[:1]}{'&'.join(values)}{found[0][len(query) :]}"

    def _parameter(self, written: str) -> str:
        name, equals, value = written.partition("=")
        if not equals:
            name, value = "", name
        if _FINISHED.fullmatch(value) or not any(map(str.isalnum, value)):
            return written
        return f"{name}{equals}{MASK}{self._digest(value)[:DIGITS]}"


def _has_value(column: str) -> str:
    """Return SQL for whether a text may have a query, or a parameter of one."""
    return f"""("{column}" LIKE '%=%' OR "{column}" LIKE '%?%')"""


def _replace(
    store: Store,
    table: str,
    changed: Mapping[str, str],
    condition: str,
    name: str,
    function: Callable[[str], str],
) -> None:
    """Give columns of a table other values, if a condition holds for one of its rows.

    Args:
        changed: SQL of the values by column, which may call the function by its name.
    """
    if store.value(f'SELECT COUNT(*) FROM "{table}" WHERE {condition}'):
        columns = ", ".join(
            f'{changed[column]} AS "{column}"' if column in changed else f'"{column}"'
            for column in store.columns(table)
        )
        with store.function(name, function):
            store.create(table, f'SELECT {columns} FROM "{table}"')
