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

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

_QUERY = re.compile(
    r"""\?[^\s#"'<>]+"""
    r"""|[&#][^\s=&#?"'<>]*=[^\s&#"'<>]+"""
    r"""|(?i:;[a-z]{0,20}sess?[a-z]{0,20}=)[^\s?;&#"'<>]+"""
)
"A query; a parameter of a fragment or of a truncated query; a session ID in a path."
_SENTENCE_END = ",.;:)]"
_FINISHED = re.compile(rf"{re.escape(MASK)}[0-9a-f]{{{DIGITS}}}")
_COLUMNS = """
SELECT columns.table_name, STRING_AGG('"' || columns.column_name || '"', ',')
FROM information_schema.columns AS columns
INNER JOIN information_schema.tables AS tables ON columns.table_name = tables.table_name
WHERE columns.data_type = 'VARCHAR' AND tables.table_type = 'BASE TABLE'
GROUP BY columns.table_name
"""

_IDS = """
SELECT ids.table_name, ids.column_name
FROM information_schema.columns AS ids
INNER JOIN information_schema.tables AS tables ON ids.table_name = tables.table_name
WHERE ids.column_name IN ('finding_id', 'root_id') AND tables.table_type = 'BASE TABLE'
"""
_FINDINGS = """
SELECT columns.table_name
FROM information_schema.columns AS columns
INNER JOIN information_schema.tables AS tables ON columns.table_name = tables.table_name
WHERE tables.table_type = 'BASE TABLE'
    AND columns.column_name IN ('finding_id', 'url', 'related_url', 'sitemap_url')
GROUP BY columns.table_name
HAVING COUNT(*) = 4
"""
_HAS_VALUES = "REGEXP_MATCHES(CONCAT(url, related_url, sitemap_url), '[=?]')"


class Redaction:
    """The redaction of one set of reports."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def text(self, text: str) -> str:
        """Redact the query values of every URL in a text."""
        return _QUERY.sub(self._redacted, text) if "=" in text or "?" in text else text

    def record(self, value: Any) -> Any:
        """Redact the texts in a run record, or in a part of it."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self.record(each) for key, each in value.items()}
        return [self.record(each) for each in value] if isinstance(value, list | tuple) else value

    def store(self, store: Store) -> None:
        """Redact every text of an open store; the stored files stay as they are."""
        self._redact_ids(store)
        for table, names in store.rows(_COLUMNS):
            columns = names.split(",")
            changes = ", ".join(f"{name} = redacted({name})" for name in columns)
            texts = ", ".join(columns)
            store.execute_with(
                "redacted",
                self.text,
                f"UPDATE \"{table}\" SET {changes} WHERE REGEXP_MATCHES(CONCAT({texts}), '[=?]')",
            )

    def _redact_ids(self, store: Store) -> None:
        """Give the findings whose URLs have values other IDs, the same ones in every table."""
        columns = store.rows(_IDS)
        store.execute("CREATE TABLE redacted_ids (finding_id VARCHAR)")
        for (table,) in store.rows(_FINDINGS):
            store.execute(
                f'INSERT INTO redacted_ids SELECT finding_id FROM "{table}" WHERE {_HAS_VALUES}'
            )
        for table, name in columns:
            store.execute_with(
                "redacted_id",
                self._digest,
                f'UPDATE "{table}" SET {name} = redacted_id({name})'
                f" WHERE {name} IN (SELECT finding_id FROM redacted_ids)",
            )
        store.execute("DROP TABLE redacted_ids")

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
