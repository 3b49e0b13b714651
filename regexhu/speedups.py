"""Whether the C extension runs. It is optional where regexhu is built, and `REGEXHU_PURE=1` turns it off."""

from __future__ import annotations

import os
from types import ModuleType

native: ModuleType | None = None
"""The module `regexhu._speedups`; None where plain Python and NumPy run instead."""

if os.environ.get("REGEXHU_PURE", "0") in ("", "0"):
    try:
        import regexhu._speedups as native
    except ImportError:
        native = None

RUNS = "native" if native else "pure Python"
"""What runs, in words."""
