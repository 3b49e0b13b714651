"""Rule files run as they are now, leave nothing behind, and say what is wrong in them at its place."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner
from strategies import rule_file

from regexhu import RuleError, UnknownRules, is_win, load
from regexhu.cli.main import main
from regexhu.rules import rulefile

ROOT = Path(__file__).parents[2]
SEVEN_PAIRS, FOUR_MELDS = "1133m5577p2299s55z", "123m456p789s11122z"

OWN_CLASS = '''"""Town 镇: mine."""
from __future__ import annotations
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar
from regexhu.blocks import *
from regexhu.rules import RuleSet

@dataclass(frozen=True)
class Table:
    players: ClassVar[int] = 4
    _: KW_ONLY
    town: str = "镇"

table = Table()
rules = RuleSet(4 * meld + pair)
'''


def fails(path: Path | str) -> str:
    with pytest.raises((RuleError, UnknownRules)) as caught:
        load(path)
    return str(caught.value)


# Run by path


@pytest.mark.fault(30)
def test_the_shipped_file_with_dataclasses_is_tested_alike_by_its_path() -> None:
    by_path = CliRunner().invoke(main, ["test", str(ROOT / "patterns" / "article.py")])
    assert (by_path.exit_code, by_path.output) == (0, CliRunner().invoke(main, ["test", "article"]).output)


def test_the_classes_of_a_rule_file_can_be_pickled(tmp_path: Path) -> None:
    (tmp_path / "town.py").write_text(OWN_CLASS, "utf-8")
    module = rulefile.run(tmp_path / "town.py")
    assert pickle.loads(pickle.dumps(module.table)) == module.table
    load(tmp_path / "town.py")
    assert pickle.loads(pickle.dumps(module.table)) == module.table


def test_files_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, other = rule_file(tmp_path / "a", win="7 * pair"), rule_file(tmp_path / "b", win="4 * meld + pair")
    assert is_win(SEVEN_PAIRS, one) and not is_win(SEVEN_PAIRS, other)
    assert rulefile.run(one).__name__ != rulefile.run(other).__name__


def test_a_file_is_named_in_modules_whatever_letters_its_name_has(tmp_path: Path) -> None:
    path = rule_file(tmp_path).rename(tmp_path / "my town.v2.py")
    name = rulefile.run(path).__name__
    assert name.isidentifier() and sys.modules[name] is rulefile.run(path)


# Nothing left behind


@pytest.mark.fault(42)
def test_threads_load_a_file_at_once_and_no_state_of_the_interpreter_changes(tmp_path: Path) -> None:
    wrote, seen = sys.dont_write_bytecode, set()
    text = OWN_CLASS + "import sys\nseen = sys.dont_write_bytecode\n"
    (tmp_path / "town.py").write_text(text, "utf-8")

    def judge(number: int) -> bool:
        if number % 5 == 0:
            (tmp_path / f"{number}.py").write_text(f"{text}# {number}\n", "utf-8")
            (tmp_path / f"{number}.py").replace(tmp_path / "town.py")
        module = rulefile.run(tmp_path / "town.py")
        seen.add(module.seen)
        return is_win(FOUR_MELDS, tmp_path / "town.py")

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(judge, range(200)))
    assert seen == {wrote} and sys.dont_write_bytecode is wrote
    assert not list(tmp_path.rglob("*.pyc")) and not list(tmp_path.rglob("__pycache__"))


@pytest.mark.fault(42)
def test_a_file_that_changed_within_a_second_is_read_as_it_is_now(tmp_path: Path) -> None:
    path = rule_file(tmp_path, win="4 * meld + pair")
    stamp = path.stat().st_mtime_ns
    for _ in range(3):
        for win, hand, other in (("7 * pair    ", SEVEN_PAIRS, FOUR_MELDS), ("4*meld + pair", FOUR_MELDS, SEVEN_PAIRS)):
            rule_file(tmp_path, win=win)
            os.utime(path, ns=(stamp, stamp))
            assert is_win(hand, path) and not is_win(other, path)


def test_a_file_that_loads_another_is_run_again_when_that_one_changed(tmp_path: Path) -> None:
    base = rule_file(tmp_path, win="4 * meld + pair")
    (tmp_path / "town.py").write_text(
        "from regexhu import RuleSet, load\nfrom pathlib import Path\n"
        "rules = RuleSet(load(Path(__file__).parent / 'own.py').win, title='Town')\n"
    )
    assert not is_win(SEVEN_PAIRS, tmp_path / "town.py")
    rule_file(tmp_path, win="7 * pair")
    assert is_win(SEVEN_PAIRS, tmp_path / "town.py")
    base.unlink()
    assert "no such file" in fails(tmp_path / "town.py")


def test_a_file_that_did_not_change_runs_once(tmp_path: Path) -> None:
    path = rule_file(tmp_path)
    assert load(path) is load(str(path))


def test_another_files_rules_keep_their_own_file(tmp_path: Path) -> None:
    (tmp_path / "alias.py").write_text("from regexhu import load\nrules = load('harbin')\n")
    assert load(tmp_path / "alias.py").path == tmp_path / "alias.py"
    assert load("harbin").path != tmp_path / "alias.py"


def test_only_so_many_files_are_kept(tmp_path: Path) -> None:
    names = []
    for number in range(rulefile.MOST_KEPT + 5):
        (tmp_path / f"n{number}.py").write_text("rules = None")
        names.append(rulefile.run(tmp_path / f"n{number}.py").__name__)
    assert [name in sys.modules for name in names] == [False] * 5 + [True] * rulefile.MOST_KEPT


def test_an_edited_file_leaves_no_module_of_its_old_text(tmp_path: Path) -> None:
    names = []
    for number in range(5):
        (tmp_path / "own.py").write_text(f"rules = {number}")
        names.append(rulefile.run(tmp_path / "own.py").__name__)
    assert [name in sys.modules for name in names] == [False] * 4 + [True]


def test_a_file_that_fails_leaves_no_module(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("1 / 0")
    before = set(sys.modules)
    assert "ZeroDivisionError" in fails(tmp_path / "bad.py")
    assert not [name for name in set(sys.modules) - before if name.startswith("_regexhu_rules")]


# Files that are not there, or can't be read


@pytest.mark.fault(15)
def test_a_file_that_is_not_there_is_named_with_those_most_like_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert fails("foo.py") == "no such file: foo.py"
    rule_file(tmp_path)
    assert fails("owm.py") == "no such file: owm.py; did you mean own.py?"
    assert fails("harbin.py") == "no such file: harbin.py; did you mean harbin?"
    assert fails("own.py/own.py") == "no such file: own.py/own.py"
    assert fails("a\x1b[31m.py") == "no such file: a\\x1b[31m.py"


def test_a_file_that_can_not_be_read_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "loop.py").symlink_to("loop.py")
    assert fails("folder.py") == "folder.py can't be read: Is a directory"
    assert "loop.py can't be read: Too many levels of symbolic links" in fails("loop.py")
    assert fails("n" * 300 + ".py").endswith("n.py can't be read: File name too long")
    assert fails("nul\0.py") == "nul\\x00.py can't be read: embedded null byte"


def test_a_file_that_loads_itself_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from regexhu import load\nrules = load(__file__)\n")
    assert "a.py loads itself" in fails(tmp_path / "a.py")
    (tmp_path / "a.py").write_text("from regexhu import load\nrules = load(__file__.replace('a.py', 'b.py'))\n")
    (tmp_path / "b.py").write_text("from regexhu import load\nrules = load(__file__.replace('b.py', 'a.py'))\n")
    assert "a.py loads itself" in fails(tmp_path / "a.py")


# What other languages write for & | ~


@pytest.mark.fault(18)
@pytest.mark.parametrize(
    ("code", "marked", "says"),
    [
        ("x = count(14) & not has('1m')", "not", "write ~ instead of not"),
        ("x = 4 * not meld", "not", "write ~ instead of not"),
        ("x = has('1m') not has('2m')", "not", "write ~ instead of not"),
        ("x = has('1m') & !has('2m')", "!", "write ~ instead of !"),
        ("x = !has('2m')", "!", "write ~ instead of !"),
        ("x = has('1m') & and has('2m')", "and", "write & instead of and"),
        ("x = has('1m') && has('2m')", "&&", "write & instead of &&"),
        ("x = has('1m') AND has('2m')", "AND", "write & instead of AND"),
        ("x = has('1m') | or has('2m')", "or", "write | instead of or"),
        ("x = has('1m') || has('2m')", "||", "write | instead of ||"),
        ("x = has('1m') or", "or", "write | instead of or"),
        ("x = (has('1m')\n    not has('2m'))", "not", "write ~ instead of not"),
        ("x = has('a or b') has('not')", " ", "this is no Python: invalid syntax"),
        ("x = has('a or b') +", " ", "this is no Python: invalid syntax"),
    ],
)
def test_an_operator_of_another_language_is_answered_with_the_one_to_write(
    tmp_path: Path, code: str, marked: str, says: str
) -> None:
    (tmp_path / "town.py").write_text(code)
    _, line, carets, message = fails(tmp_path / "town.py").split("\n")
    assert message == says
    if marked.strip():
        at = carets.index("^")
        assert line[at : at + carets.count("^")] == marked


def test_control_characters_of_a_rule_file_are_escaped_and_the_caret_still_points(tmp_path: Path) -> None:
    (tmp_path / "town.py").write_text("x = 'a\x1b[31m' & 1\n")
    _, line, carets, _ = fails(tmp_path / "town.py").split("\n")
    assert line == "    x = 'a\\x1b[31m' & 1"
    assert line[carets.index("^")] == "&"
    (tmp_path / "town.py").write_text("raise RuntimeError(chr(27) + '[2J')\n")
    assert fails(tmp_path / "town.py").endswith("RuntimeError: \\x1b[2J")


# A checkout that is not installed


def in_checkout(code: str) -> subprocess.CompletedProcess[str]:
    """Python with the checkout and all that is installed on its path, but without what an editable install hooks in."""
    path = os.pathsep.join([str(ROOT), *(folder for folder in sys.path if folder)])
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False, env=environment, cwd="/"
    )


@pytest.mark.fault(23)
def test_a_checkout_that_is_not_installed_has_its_rule_sets_and_no_more_modules() -> None:
    done = in_checkout(
        "import regexhu, importlib.util\n"
        "assert importlib.util.find_spec('regexhu.patterns') is None\n"
        "assert regexhu.is_win('111s345s55s567s222m', rules='harbin')\n"
        "assert regexhu.load('article').examples and regexhu.load('harbin') is regexhu.load('harbin')\n"
        "print(*regexhu.rule_sets())"
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert {"harbin", "article", "riichi"} <= set(done.stdout.split())


@pytest.mark.fault(23)
@pytest.mark.parametrize("run", [in_checkout, None], ids=["checkout", "installed"])
@pytest.mark.parametrize("name", ["regexhu.benchmarks", "regexhu.tests", "regexhu.regexhu.hands.tiles", "regexhu.docs"])
def test_what_lies_beside_the_package_is_none_of_it(run: object, name: str) -> None:
    code = f"import {name}"
    done = (
        in_checkout(code)
        if run
        else subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd="/")
    )
    assert "No module named" in done.stderr


def test_an_installed_package_finds_its_rule_sets() -> None:
    code = "import regexhu, regexhu.patterns; print(regexhu.is_win('111s345s55s567s222m', rules='harbin'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd="/")
    assert done.stdout == "True\n", done.stderr
