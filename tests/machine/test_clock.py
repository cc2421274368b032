"""What comes later is noted as later, whatever is done to the machine's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sitemap_audit.machine.clock import Clock


def test_it_goes_on_from_what_was_noted_though_the_machine_is_behind() -> None:
    clock = Clock()
    noted = datetime.now(UTC) + timedelta(hours=1)
    clock.not_before(noted)
    assert noted < clock.now() < clock.now() < noted + timedelta(seconds=1)


def test_it_is_the_machines_time_where_nothing_later_was_noted() -> None:
    clock = Clock()
    clock.not_before(datetime(2020, 1, 1, tzinfo=UTC))
    before = datetime.now(UTC)
    assert before <= clock.now() <= datetime.now(UTC)
