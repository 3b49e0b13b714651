"""Each fault that was once found has a test that carries its number: `@pytest.mark.fault(n)`, n counted from 0.

`cases/faults.json` lists them: the call, what came, what is right. The tests stand with their rooms.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

HERE = Path(__file__).parent
FAULTS = json.loads((HERE / "cases" / "faults.json").read_text())


def numbers(text: str) -> set[int]:
    """The numbers that the `fault` markers of a test file carry."""
    return {
        argument.value
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "fault"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, int)
    }


def marked() -> set[int]:
    """The numbers of all test files."""
    return set().union(*(numbers(path.read_text()) for path in HERE.rglob("test_*.py")))


def test_each_fault_has_a_test() -> None:
    held = marked()
    missing = [f"{number}: {fault['call']}" for number, fault in enumerate(FAULTS) if number not in held]
    assert not missing, "\n".join(missing)


def test_no_marker_names_a_fault_that_is_not_listed() -> None:
    assert marked() <= set(range(len(FAULTS)))


def test_a_marker_is_read_with_all_its_numbers_wherever_it_stands() -> None:
    mark = "pytest" + ".mark.fault"
    assert numbers(f"@{mark}(3, 5)\ndef test_a(): ...\ncases = [pytest.param(1, marks={mark}(7))]") == {3, 5, 7}
