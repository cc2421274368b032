"""Mask user names and passwords of URLs, and secrets of the audit, in stored tables.

User name and password of a URL become ``***`` with twelve digits: a keyed hash. Different
credentials stay distinct, also between audits of a site, and the data alone do not allow guessing
passwords. The key is stored beside the audits of a site, and is not copied with them.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING

import pyarrow as pa

from sitemap_audit.errors import file_name_in_errors
from sitemap_audit.machine.files import create_new
from sitemap_audit.masking import DIGITS, MASK, Secrets, without_userinfo

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

KEY_FILE = ".masking-key"
_KEY_BYTES = 32
_AT = re.compile(b"@")
_CANDIDATE = r"(?:[:/\\][\t\r\n]*[/\\]|:)[^/\\?#]+@"
"Candidates for without_userinfo(), as an RE2 pattern."
_PROSE = frozenset(
    {
        *("caption", "description", "detail", "error_detail", "genres", "geo_location", "h1"),
        *("keywords", "problem_detail", "publication_name", "text", "title", "uploader"),
    }
)
"""Columns in which ``Contact:me@example.com`` is a mail address with a word before it.

In the others a URL may stand, of which the scheme was left out.
"""


class Masking:
    """Masks the strings of tables before they are written."""

    def __init__(self, folder: Path | None, hidden: Iterable[str] = ()) -> None:
        """Prepare to mask the tables of an audit.

        Args:
            folder: folder of the audit; None if it is not local: the key is then random, and the
                digits differ in each run.
            hidden: secrets to mask wherever they occur.
        """
        self._folder, self._secrets = folder, Secrets(hidden)
        self._in_bytes = re.compile(self._secrets.pattern.encode() or rb"(?!)")

    @cached_property
    def _key(self) -> bytes:
        return secrets.token_bytes(_KEY_BYTES) if self._folder is None else key_of(self._folder)

    def table(self, table: pa.Table) -> pa.Table:
        """Return the table with masked strings; the same object if there is nothing to mask.

        Raises:
            OSError: the key cannot be written.
        """
        for place, field in enumerate(table.schema):
            if field.type == pa.string():
                chunks = table.column(place).chunks
                is_url = field.name not in _PROSE
                masked = [self._masked(chunk, is_url=is_url) for chunk in chunks]
                if any(one is not other for one, other in zip(masked, chunks, strict=True)):
                    table = table.set_column(place, field, pa.chunked_array(masked, pa.string()))
        return table

    def _masked(self, texts: pa.StringArray, *, is_url: bool) -> pa.StringArray:
        written = texts.buffers()[2] or b""  # no copy, which would take twice as long
        patterns = [_CANDIDATE] if _AT.search(written) else []
        if self._secrets and self._in_bytes.search(written):
            patterns.append(self._secrets.pattern)
        if not patterns:
            return texts
        import pyarrow.compute as pc  # late: it takes memory, and few tables have what is masked

        found = pc.match_substring_regex(texts, pattern="|".join(patterns)).fill_null(False)
        if not found.true_count:
            return texts
        safe = [self._safe(text, is_url=is_url) for text in texts.filter(found).to_pylist()]
        return pc.replace_with_mask(texts, found, pa.array(safe, pa.string()))

    def _safe(self, text: str, *, is_url: bool) -> str:
        masked = without_userinfo(text, self._digits, is_url=is_url)
        return self._secrets.hide(masked, self._digits)

    def _digits(self, userinfo: str) -> str:
        written = userinfo.encode("utf-8", "surrogatepass")
        return MASK + blake2b(written, key=self._key, digest_size=DIGITS // 2).hexdigest()


def key_of(folder: Path) -> bytes:
    """Return the key of a site's audits; create it if there is none.

    Raises:
        OSError: it cannot be read or written.
    """
    path = folder.absolute().parent / KEY_FILE
    with suppress(FileNotFoundError):
        return _read(path)
    unfinished = path.with_name(f"{KEY_FILE}.{os.getpid()}.unfinished")
    with file_name_in_errors(path):
        descriptor = create_new(unfinished, 0o600)
        try:
            os.write(descriptor, secrets.token_bytes(_KEY_BYTES))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        with suppress(FileExistsError):  # two audits may start at the same time
            os.link(unfinished, path)
        unfinished.unlink()
    return _read(path)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        key = file.read(_KEY_BYTES)
    if len(key) < _KEY_BYTES:
        raise OSError(f"{path} is too short for a key: remove it, and the next audit creates one")
    return key
