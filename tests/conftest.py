"""What tests of more than one folder share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from mockserver.certificates import Certificates

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def certificates(tmp_path: Path) -> Certificates:
    """Certificates of an authority that is this test's own."""
    return Certificates(tmp_path)
