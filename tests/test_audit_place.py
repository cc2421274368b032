"""A place is shown by its URL, and so is what is in it."""

from __future__ import annotations

from pathlib import Path

from sitemap_audit.audit_place import AuditPlace

COPY = AuditPlace(Path("/copies/host/time"), "s3://audits/host/time")


def test_what_is_in_a_copy_is_shown_by_its_url() -> None:
    selected = COPY / "selected"
    assert (str(selected), selected.folder) == (
        "s3://audits/host/time/selected",
        COPY.folder / "selected",
    )
    assert str(COPY.at(COPY.folder / "data/pages")) == "s3://audits/host/time/data/pages"
    assert COPY.at(COPY.folder) == COPY
    assert COPY.parent == AuditPlace(Path("/copies/host"), "s3://audits/host")
    assert COPY.parent.at(COPY.folder) == COPY
    assert COPY.shared == str(COPY)


def test_other_folders_are_shown_by_their_path() -> None:
    assert COPY.at(Path("reports/host")) == AuditPlace(Path("reports/host"))
    place = AuditPlace(Path("reports/host/time"))
    assert (str(place), place.url) == ("reports/host/time", None)
    assert place / "data" == AuditPlace(Path("reports/host/time/data"))
    assert place.parent == AuditPlace(Path.cwd() / "reports/host")
    assert place.shared == str(Path.cwd() / "reports/host/time")
