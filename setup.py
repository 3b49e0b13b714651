"""The C extension, which is optional: without a compiler the library is the same, and slower."""

from pathlib import Path

from setuptools import Extension, setup

HEADERS = sorted(map(str, Path("regexhu").glob("_*.h")))

setup(ext_modules=[Extension("regexhu._speedups", ["regexhu/_speedups.c"], depends=HEADERS, optional=True)])
