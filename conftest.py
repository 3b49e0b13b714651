"""What all tests have."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

from regexhu import blocks

settings.register_profile("regexhu", deadline=None)
settings.load_profile("regexhu")


@pytest.fixture(autouse=True)
def _vocabulary(doctest_namespace: dict[str, Any]) -> None:
    """The examples of the blocks are written as in a rule file, after `from regexhu.blocks import *`."""
    doctest_namespace.update({name: getattr(blocks, name) for name in blocks.__all__})
