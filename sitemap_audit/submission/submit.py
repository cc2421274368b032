"""Submit an audit to search engines: the ones that the user wants, one after the other."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.evaluation.opening import open_store
from sitemap_audit.items import TABLES
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.machine.resources import allowed
from sitemap_audit.search_engines.engine_keys import variable
from sitemap_audit.storage.audit_files import refuse_foreign_files
from sitemap_audit.storage.parts import describe_damage
from sitemap_audit.submission import indexnow, records, sitemap_engines
from sitemap_audit.submission.baidu import Baidu
from sitemap_audit.submission.indexnow_service import IndexNow
from sitemap_audit.submission.keys import KeyFiles
from sitemap_audit.submission.refusals import refuse_audit
from sitemap_audit.submission.sitemap_submission import SitemapSubmission
from sitemap_audit.submission.sitemaps_to_submit import make_found_sitemaps, usable_sitemaps
from sitemap_audit.submission.submit_task import ENGINES, SITEMAP_ENGINES, Task
from sitemap_audit.submission.url_submission import UrlSubmission
from sitemap_audit.web_apis.google_token import token_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.submission.sitemap_engines import SitemapEngine
    from sitemap_audit.submission.sitemaps_to_submit import FoundSitemap
    from sitemap_audit.submission.submit_task import Wanted

_KEYS = {"bing": "bing_key", "yandex": "yandex_token", "baidu": "baidu_token"}
_NO_KEY = (
    "there is no key yet. --new-key makes one; --key passes the one whose file is on the server."
)


class Submitter:
    """One run of the command for a stored audit."""

    def __init__(
        self,
        folder: Path,
        run: RunRecord,
        options: Options,
        wanted: Wanted,
        tell: Callable[[str], None],
    ) -> None:
        """Check that the audit may be submitted.

        Args:
            folder: of the audit, locked.
            run: its run record.
            tell: prints a line.

        Raises:
            UsageError: it may not, or an engine has no credentials.
        """
        refuse_audit(run, is_forced=wanted.is_forced)
        folder = folder.absolute()
        place = folder.parent / records.FOLDER
        refuse_foreign_files(place)
        self._task = Task(
            folder=folder,
            run=run,
            options=options,
            wanted=wanted,
            place=place,
            tell=tell,
        )
        key, location = records.stored_key(place)
        self._location = wanted.key_location or (location if not wanted.key else None)
        self._keys = KeyFiles(wanted.key or key or "", self._location)
        self._has_plan = False
        "Whether there is anything that could be sent."

    def make_key(self) -> None:
        """Make a key, keep it, and say where to put its file."""
        task, key = self._task, indexnow.new_key()
        task.place.mkdir(exist_ok=True)
        path = records.store_key(task.place, key, task.wanted.key_location)
        task.tell(f"The new key is {key}.")
        hosts = dict.fromkeys(urlsplit(site)[:2] for site in task.run.sites)
        for scheme, host in hosts:
            url = task.wanted.key_location or f"{scheme}://{host}/{key}.txt"
            task.tell(f"Put {path} on the server, so that {url} returns it as text.")
        task.tell(f"Then: {task.command}")

    def submit(self) -> bool:
        """Print what would be sent, or send it; return whether nothing is left to send.

        Where one of several engines cannot be used, the others are.

        Raises:
            UsageError: nothing can be sent.
            AuditError: a check failed.
        """
        task = self._task
        engines = task.wanted.engines or self._engines_with_credentials()
        for engine in task.wanted.engines:
            self._require_credentials(engine)
        if lost := describe_damage(task.folder, task.run, TABLES):
            raise UsageError(f"Not submitted: {lost}. Restore it from a copy, or audit again.")
        if task.wanted.is_sent:
            task.place.mkdir(exist_ok=True)
            take_lock(task.place)
            if self._keys.key and (task.wanted.key or task.wanted.key_location):
                records.store_key(task.place, self._keys.key, self._location)
        is_done = True
        for engine in engines:
            is_done &= self._submit_to(engine, is_alone=len(engines) == 1)
            if task.is_stopped:
                return False
        if self._has_plan and not task.wanted.is_sent:
            task.tell("Nothing was sent.")
            task.tell(f"To send it: {task.command}")
        return is_done

    def _submit_to(self, engine: str, *, is_alone: bool) -> bool:
        """Submit to an engine; return whether nothing is left to send.

        Args:
            is_alone: whether there is no other one, which an error must not stop.
        """
        try:
            submission = self._submission(engine)
            if not is_alone and engine not in SITEMAP_ENGINES:
                self._task.tell(f"{submission.title}:")
            is_done = submission.submit()
        except AuditError as error:
            if is_alone:
                raise
            self._task.tell(str(error))
            return False
        self._has_plan = self._has_plan or submission.has_plan
        return is_done

    def _engines_with_credentials(self) -> list[str]:
        """Return the engines of which the user has credentials; IndexNow if there is none."""
        options, keys = self._task.options, self._task.wanted.keys
        found = {name for name, key in _KEYS.items() if getattr(keys, key)}
        if options.google_credentials is not None or token_file().exists():
            found.add("google")
        if self._keys.key or not found:
            found.add("indexnow")
        else:
            self._task.tell(f"Not submitted to IndexNow: {_NO_KEY}")
        return [each for each in ENGINES if each in found]

    def _require_credentials(self, engine: str) -> None:
        """Raise an error if there is no key of an engine.

        Raises:
            UsageError: there is none.
        """
        if (name := _KEYS.get(engine)) and not getattr(self._task.wanted.keys, name):
            raise UsageError(
                f"Cannot submit to {engine}: there is no key of it. Set {variable(name)}, or write"
                f" {name} into a file for --engine-keys."
            )

    def _submission(self, engine: str) -> SitemapSubmission | UrlSubmission:
        """Return what submits to an engine.

        Raises:
            UsageError: there is no key for it.
        """
        task, keys = self._task, self._task.wanted.keys
        if engine in SITEMAP_ENGINES:
            return SitemapSubmission(task, self._sitemap_engine(engine), self._found)
        if engine == "baidu":
            return UrlSubmission(task, Baidu(keys.baidu_token or "", keys.baidu_site))
        if task.wanted.is_sent and not self._keys.key:
            raise UsageError(f"Not submitted to IndexNow: {_NO_KEY}")
        return UrlSubmission(task, IndexNow(self._keys, task.wanted.endpoint))

    def _sitemap_engine(self, name: str) -> SitemapEngine:
        keys = self._task.wanted.keys
        if name == "bing":
            return sitemap_engines.bing(keys.bing_key or "")
        if name == "yandex":
            return sitemap_engines.yandex(keys.yandex_token or "")
        return sitemap_engines.google(self._task.options.google_credentials)

    @cached_property
    def _found(self) -> list[FoundSitemap]:
        """The sitemaps of the audit that can be submitted."""
        audit, memory = AuditPlace(self._task.folder), allowed(self._task.options.memory)
        with open_store(audit, memory) as store:
            make_found_sitemaps(store)
            return usable_sitemaps(store)
