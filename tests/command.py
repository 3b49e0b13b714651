"""The command line, run within the test."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from regexhu.cli.main import main


def run(*words: str, stdin: str | bytes = "") -> Result:
    """The command's outcome; it must not end in a traceback."""
    result = CliRunner().invoke(main, words, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def printed(*words: str, stdin: str | bytes = "") -> Any:
    """What the command prints with `--json`."""
    return json.loads(run(*words, "--json", stdin=stdin).stdout)
