"""What comes later is noted as later, whatever is done to the machine's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from sitemap_audit.machine.clock import Clock

START = datetime(2026, 1, 1, tzinfo=UTC)


class Machine:
    """A machine whose clock somebody sets while its counter of seconds goes on."""

    def __init__(self) -> None:
        self.clock, self.counter = START, 5_000.0

    def wait(self, seconds: float, *, then_set_by: timedelta = timedelta(0)) -> None:
        self.clock += timedelta(seconds=seconds) + then_set_by
        self.counter += seconds

    def start(self) -> Clock:
        """A process that starts now."""
        return Clock(lambda: self.clock, lambda: self.counter)


@pytest.mark.parametrize("jump", [timedelta(hours=2), timedelta(days=-400), timedelta(days=3650)])
def test_a_clock_that_jumps_and_comes_back_changes_nothing(jump: timedelta) -> None:
    machine = Machine()
    clock = machine.start()
    machine.wait(10, then_set_by=jump)
    assert clock.now() == START + timedelta(seconds=10)
    machine.wait(10, then_set_by=-jump)
    assert clock.now() == START + timedelta(seconds=20)


def test_another_process_takes_the_machines_time_and_none_that_is_before_what_was_noted() -> None:
    machine = Machine()
    clock = machine.start()
    machine.wait(60)
    noted = clock.now()
    for jump in (timedelta(hours=-1), timedelta(hours=3)):
        machine.wait(0, then_set_by=jump)
        resumed = machine.start()
        resumed.not_before(noted)
        machine.wait(30)
        assert resumed.now() == max(noted, machine.clock - timedelta(seconds=30)) + timedelta(
            seconds=30
        )


def test_it_goes_on_from_what_was_noted_though_the_machine_is_behind() -> None:
    clock = Clock()
    noted = datetime.now(UTC) + timedelta(hours=1)
    clock.not_before(noted)
    assert noted < clock.now() < clock.now() < noted + timedelta(hours=1)


def test_it_is_the_machines_time_where_nothing_later_was_noted() -> None:
    clock = Clock()
    clock.not_before(datetime(2020, 1, 1, tzinfo=UTC))
    before = datetime.now(UTC)
    noted = clock.now()
    minute = timedelta(minutes=1)
    assert before - minute < noted < datetime.now(UTC) + minute
