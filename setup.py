"""The C extension, which is optional: without a compiler the library is the same, and slower."""

from setuptools import Extension, setup

setup(ext_modules=[Extension("regexhu._speedups", ["regexhu/_speedups.c"], optional=True)])
