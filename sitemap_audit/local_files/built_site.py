"""The folder of ``--pages``: which site it stands for, and what is in it when the audit begins."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting import hosting_of
from sitemap_audit.local_files.hosting.built_files import is_published
from sitemap_audit.local_files.input_files import folder_url, path_in_repository
from sitemap_audit.masking import quoted, visible
from sitemap_audit.options.kinds import is_url
from sitemap_audit.parsing import urls
from sitemap_audit.plural import counted
from sitemap_audit.run_record import BuiltFolder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemap_audit.audit_targets import Target
    from sitemap_audit.local_files.input_files import LocalFile
    from sitemap_audit.options import Options


class BuiltSite:
    """A folder of built pages, read instead of the site that it will be deployed to.

    Its files are listed once. A file that has changed since is not read: a folder that is built
    anew while it is audited is a mix of two sites.
    """

    def __init__(self, folder: Path, base: str, hosting: str | None) -> None:
        """List the files of a folder.

        Args:
            folder: an absolute path.
            base: URL of the folder, with a slash at its end.
            hosting: who serves it; None for the host that the folder or its URL shows.

        Raises:
            UsageError: the folder, or a file of rules in it, cannot be read, or its rules are of
                one of several hosts.
        """
        self.folder, self.base = folder, base
        self.hosting = hosting_of(hosting, folder, base)
        self._is_host_given = hosting is not None
        path = path_in_repository(folder)
        self.path = "./" if path == "." else path
        "Of the folder, as findings name it; ./ for the root of a repository."
        self._unread: set[str] = set()
        "Files that could not be read, or have changed."

    @property
    def origin(self) -> str:
        """The origin that the folder stands for."""
        return urls.origin(self.base)

    @property
    def host(self) -> str:
        """The host of which nothing is requested."""
        return urls.host(self.base)

    @property
    def record(self) -> BuiltFolder:
        """What the record of the audit says of the folder."""
        return BuiltFolder(
            base=self.base,
            folder=self.path,
            host=self.hosting.title,
            state=self.hosting.state,
        )

    def path_in_repository(self, file: Path) -> str:
        """Return how findings name a file of the folder."""
        name = self._name(file)
        return name if self.path == "./" else f"{self.path}/{name}"

    def serves_otherwise(self, url: str) -> bool:
        """Whether a rule of the host responds to the URL of a file with something else."""
        parts = urlsplit(url)
        name = unquote(parts.path, errors="surrogateescape").removeprefix(
            unquote(urlsplit(self.base).path, errors="surrogateescape")
        )
        if urls.origin(url) != self.origin or name not in self.hosting.files:
            return False
        served = self.hosting.serve(parts.path)
        is_file = served.status == 200 and served.file == self.hosting.files[name]
        return served.unclear is None and not is_file

    def is_unchanged(self, file: Path, status: os.stat_result) -> bool:
        """Return whether an open file is the one that was listed."""
        return self.hosting.files.is_unchanged(self._name(file), status)

    def add_unread(self, file: Path) -> None:
        """Record that a file could not be read, or has changed."""
        self._unread.add(self._name(file))

    @property
    def remarks(self) -> list[str]:
        """Sentences on where pages come from, and on what is not known of them."""
        folder, how = visible(self.path), f"{self.hosting.title} serves them"
        if self.hosting.recognized_by is not None:
            how += f": {self.hosting.recognized_by}"
        remarks = [f"The pages of {self.origin} were read from {folder}, as {how}."]
        if not self._is_host_given:
            remarks[0] += " If another host will serve them, pass --hosting."
        if self.hosting.above:
            remarks.append(
                f"{folder} is not the root of {self.origin}, so it holds no robots.txt: whether"
                " robots.txt disallows pages is not checked. Audit the live site for that."
            )
        return [*remarks, *self.hosting.not_understood]

    @property
    def faults(self) -> list[str]:
        """A sentence on files that could not be read, if there are any."""
        if not self._unread:
            return []
        one = len(self._unread) == 1
        return [
            f"{counted(len(self._unread), 'file')} of {visible(self.path)}"
            f" {'was' if one else 'were'} not read: changed while the audit ran, or not readable"
            f" (for example {visible(min(self._unread))}). Audit the folder again once it is built."
        ]

    def _name(self, file: Path) -> str:
        return file.relative_to(self.folder).as_posix()


def read_built_site(
    options: Options,
    files: Iterable[LocalFile],
    folders: Iterable[Path],
    targets: Iterable[Target],
) -> BuiltSite | None:
    """Return the folder that pages are read from; None if they are those of the live site.

    Args:
        files: the local files of the targets.
        folders: the local folders among them.
        targets: what is audited.

    Raises:
        UsageError: the folder cannot be read, its URL is not known or is that of another site, or
            audits are written into it.
    """
    folder = options.pages_from
    if folder is None:
        return None
    base = _base_of(folder, options.base, files, folders)
    if not any(urls.origin(target.url) == urls.origin(base) for target in targets):
        raise UsageError(
            f"Cannot read the pages from {quoted(str(folder))}: it stands for {base} (--base), and"
            " nothing of that site is audited. Pass the folder itself as the target, or another"
            " --base."
        )
    _refuse_output_in(folder, options.output)
    return BuiltSite(folder, base, options.hosting)


def _refuse_output_in(folder: Path, output: Path | str) -> None:
    """Check that audits are not written into what is published.

    Raises:
        UsageError: they are.
    """
    inside, place = folder.resolve(), Path(output).resolve()
    if is_url(output) or not place.is_relative_to(inside):
        return
    if all(map(is_published, place.relative_to(inside).parts)):
        raise UsageError(
            f"Cannot write audits to {quoted(str(output))}: it is in the folder of --pages, and"
            " would be published with it. Choose another folder with -o."
        )


def _base_of(
    folder: Path, written: str | None, files: Iterable[LocalFile], folders: Iterable[Path]
) -> str:
    """Return the URL of the folder of ``--pages``.

    ``--base`` is the URL of each folder that a target is, and of the folder that contains a file.
    If those are other folders, the URL of ``folder`` follows from the path between them: of an
    audited folder above it, or of a folder or a file in it. Without local targets it is ``--base``.

    Raises:
        UsageError: there is no base URL, its host ends with a dot, or the URL of the folder does
            not follow from it.
    """
    given = folder_url(written)
    if given is None:
        raise UsageError(
            "--pages DIR needs the URL that the folder stands for. Pass it with --base, such as"
            " sitemap-audit ./public --base https://www.example.com --pages ./public."
        )
    if urls.host(given).endswith("."):  # requests to the host are compared without its final dot
        raise UsageError(
            f"Cannot read the pages of {given} from {quoted(str(folder))}: the host of --base ends"
            " with a dot. Leave the dot out."
        )
    inside = folder.resolve()
    found: set[str | None] = set()
    above = dict.fromkeys(folders, given)
    places = {
        each.path.parent: f"{each.url.rpartition('/')[0]}/"
        for each in files
        if each.content is None
    } | above
    for place, url in places.items():
        path = place.resolve()
        if path.is_relative_to(inside):
            below = _path_below(path, inside)
            found.add(url.removesuffix(below) if url.endswith(f"/{below}") else None)
        elif place in above and inside.is_relative_to(path):
            found.add(url + _path_below(inside, path))
    if not places or not os.access(folder, os.R_OK):  # what cannot be read is refused as such
        return given
    base = found.pop() if len(found) == 1 else None
    if base is None:
        others = " and ".join(quoted(str(place)) for place in above or places)
        raise UsageError(
            f"Cannot tell the URL of {quoted(str(folder))}: --base is the URL of {others}, which"
            " does not tell that of another folder. Pass the folder itself, with its URL as --base."
        )
    return base


def _path_below(path: Path, folder: Path) -> str:
    """Return the path of a folder in another one as of a URL: ``docs/``; empty for the same."""
    name = path.relative_to(folder).as_posix()
    return "" if name == "." else f"{quote(name, errors='surrogateescape')}/"
