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
from sitemap_audit.storage.text_changes import rewrite_ids, rewrite_texts

if TYPE_CHECKING:
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
_MARKS = ("=", "?")
"A text with a query, or a parameter of one, has one of them."
_NAMED = ("url", "related_url", "sitemap_url")
"The URLs of a finding."
_IDS = ("finding_id", "root_id")
"Its ID, and that of its root."


class Redaction:
    """The redaction of one set of reports."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def text(self, text: str) -> str:
        """Redact the query values of every URL in a text."""
        return _QUERY.sub(self._redacted, text) if any(mark in text for mark in _MARKS) else text

    def record(self, run: RunRecord) -> RunRecord:
        """Redact the texts in a run record."""
        return from_json(self.values(as_json(run)))

    def values(self, value: Any) -> Any:
        """Redact the texts of a value that JSON can hold."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self.values(each) for key, each in value.items()}
        return [self.values(each) for each in value] if isinstance(value, list | tuple) else value

    def store(self, store: Store) -> None:
        """Redact every text of an open store; the stored files stay as they are."""
        rewrite_ids(store, _MARKS, self._id, named=_NAMED, ids=_IDS)
        rewrite_texts(store, _MARKS, self.text)

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
