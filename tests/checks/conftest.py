"""What the checks make of their examples, for the tests of what they find and what they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from checks.examples.all_checks import CHECKS, run_examples
from checks.test_changes import ERRORS, KNOWN, TELLING

if TYPE_CHECKING:
    from checks.examples.together import Run


@pytest.fixture(scope="session")
def runs(request: pytest.FixtureRequest) -> dict[str, list[Run]]:
    """What the checks that are tested make of their examples, with the errors of other checks."""
    items = (item for item in request.session.items if isinstance(item, pytest.Function))
    asked = {item.callspec.id for item in items if "runs" in item.fixturenames}
    checks = [check for check in CHECKS if check.name in asked]
    telling = [check for check in checks if check in TELLING]
    others = [check for check in checks if check not in TELLING]
    return run_examples(telling, also=ERRORS, queries=KNOWN) | run_examples(others)
