"""How the C extension is built: only where there is a compiler, without a warning, and clean under sanitizers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "regexhu" / "_speedups.c"
HEADERS = sysconfig.get_path("include")

needs_compiler = pytest.mark.skipif(
    not shutil.which("gcc") or not Path(HEADERS, "Python.h").exists(), reason="no gcc, or no Python.h"
)


def built(folder: Path, compiler: str) -> tuple[str, list[Path]]:
    """What `setup.py` says in a folder of its own with that compiler, and the extensions that it builds."""
    pytest.importorskip("setuptools")
    (folder / "regexhu").mkdir()
    for file in SOURCE.parent.glob("_*.[ch]"):
        shutil.copy(file, folder / "regexhu")
    shutil.copy(ROOT / "setup.py", folder)
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    environ = {**os.environ, "CC": compiler}
    run = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=True)
    return run.stdout + run.stderr, list((folder / "regexhu").glob("*.so"))


def test_without_a_compiler_there_is_a_warning_and_no_extension(tmp_path: Path) -> None:
    said, extensions = built(tmp_path, "false")
    assert 'building extension "regexhu._speedups" failed' in said
    assert not extensions


@needs_compiler
def test_with_a_compiler_there_is_one(tmp_path: Path) -> None:
    assert len(built(tmp_path, "gcc")[1]) == 1


def compiled(to: Path, *flags: str) -> None:
    """Compile the extension, with every warning an error."""
    quiet = ["-Wno-unused-parameter", "-Wno-missing-field-initializers", "-Wno-cast-function-type"]
    strict = ["-std=c11", "-Wall", "-Wextra", "-Werror", *quiet]
    subprocess.run(
        ["gcc", *strict, *flags, "-fPIC", "-shared", f"-isystem{HEADERS}", str(SOURCE), f"-o{to}"], check=True
    )


@needs_compiler
@pytest.mark.parametrize("flags", [["-O2"], ["-O2", "-U__SSE2__"]])
def test_it_compiles_without_a_warning(flags: list[str], tmp_path: Path) -> None:
    compiled(tmp_path / "_speedups.so", *flags)


RUN = """
import importlib.util, sys, pytest
from importlib.machinery import ExtensionFileLoader
loader = ExtensionFileLoader("regexhu._speedups", sys.argv[1])
sys.modules["regexhu._speedups"] = module = importlib.util.module_from_spec(
    importlib.util.spec_from_loader("regexhu._speedups", loader)
)
loader.exec_module(module)
sys.exit(pytest.main(["-q", "-s", "-x", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""
JUDGE = ["tests/automaton/test_judge.py", "tests/automaton/test_speedups.py"]
MANY = ["tests/rules/test_many_ways.py", "-k", "not one_by_one"]


@pytest.mark.long
@needs_compiler
@pytest.mark.parametrize(("flags", "tests"), [([], [*JUDGE, *MANY]), (["-U__SSE2__"], MANY)])
def test_its_tests_run_clean_under_sanitizers(flags: list[str], tests: list[str], tmp_path: Path) -> None:
    extension = tmp_path / "_speedups.so"
    compiled(extension, "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", *flags)
    library = subprocess.check_output(["gcc", "-print-file-name=libasan.so"], text=True).strip()
    options = {"LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    command = [sys.executable, "-c", RUN, str(extension), *tests]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **options}, check=True)
