"""Choose the audits to compare, as options and arguments name them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.analysis.comparison.previous import earlier_audits, pinned_audit, previous_audit
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.parsing.sites import site
from sitemap_audit.parsing.urls import origin, read_link
from sitemap_audit.storage.audits import audits_of
from sitemap_audit.storage.run_file import RUN_FILE, read_run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.comparison.previous import Previous
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord


def compared_audit(place: AuditPlace, run: RunRecord, options: Options) -> Previous | None:
    """Return the audit to compare one with: the baseline, or the previous one; None if none.

    Raises:
        UsageError: the baseline is not a complete audit with results.
    """
    if not options.compare:
        return None
    if options.baseline is not None:
        return pinned_audit(options.baseline)
    return previous_audit(place, run)


def read_origins(pairs: Sequence[str]) -> dict[str, str]:
    """Read pairs of origins, 'https://staging.example.com=https://www.example.com'.

    Raises:
        UsageError: one is not two URLs without a path.
    """
    origins = {}
    for pair in pairs:
        old, new = (read_link(f"{side.rstrip('/')}/").url for side in pair.partition("=")[::2])
        if not old or not new or urlsplit(old).path != "/" or urlsplit(new).path != "/":
            raise UsageError(
                f"--map is '{pair}'; it must be two URLs without a path, OLD=NEW, such as"
                " https://staging.example.com=https://www.example.com."
            )
        origins[origin(old)] = origin(new)
    return origins


def refuse_other_site(place: AuditPlace, previous: Previous) -> None:
    """Refuse to compare audits that have no site in common.

    Raises:
        UsageError: they have none.
    """
    new, old = (record.sites for record in (read_run(place.folder), previous.record))
    if {site(each) for each in new}.isdisjoint(site(each) for each in old):
        raise UsageError(
            f"Cannot compare {place} with {previous.place}: one is of {new[0]}, the other of"
            f" {old[0]}. If they have the same paths, pass --map"
            f" {old[0].rstrip('/')}={new[0].rstrip('/')}."
        )


def choose_audits(
    given: Sequence[AuditPlace | str], base: AuditPlace | str, output: AuditPlace
) -> tuple[AuditPlace, Previous]:
    """Return the audit to compare, and the audit to compare it with.

    Args:
        given: places of two audits, the old one first; or one audit or one site, of which the last
            complete audit is compared.
        base: last | first | the folder of an audit.
        output: folder of the audits.

    Raises:
        UsageError: there is no such audit, or it cannot be compared.
    """
    if len(given) > 2:
        raise UsageError("Give the folders of two audits, OLD and NEW, or one site.")
    if len(given) == 2:
        old, new = map(_place, given)
        return new, _other_audit(old, new)
    new = last_complete(given[0], output)
    if base not in ("last", "first"):
        return new, _other_audit(_place(base), new)
    earlier = list(earlier_audits(new, read_run(new.folder)))
    if not earlier:
        raise UsageError(
            f"No audit to compare {new} with: there is no earlier complete audit of the same sites"
            " and scope. Give the folders of two audits to compare them anyway."
        )
    return new, earlier[0 if base == "last" else -1]


def _place(given: AuditPlace | str) -> AuditPlace:
    return AuditPlace(Path(given)) if isinstance(given, str) else given


def _other_audit(old: AuditPlace, new: AuditPlace) -> Previous:
    if old.folder.resolve() == new.folder.resolve():
        raise UsageError(f"{old} and {new} are the same audit. Give two.")
    return pinned_audit(old.folder)


def last_complete(name: AuditPlace | str, output: AuditPlace) -> AuditPlace:
    """Return an audit, or the last complete one of a site.

    Raises:
        UsageError: there is none.
    """
    if isinstance(name, AuditPlace) or (Path(name) / RUN_FILE).exists():
        return _place(name)
    complete = [audit for audit in audits_of(name, output) if audit.record.complete]
    if not complete:
        raise UsageError(f"No audit of {name} in {output} is complete. Resume one, or audit again.")
    return complete[-1].place
