"""The command line: `regexhu VERB …`."""

from regexhu.cli.main import main

__all__ = ["main"]
