"""`python -m regexhu`."""

from regexhu.cli.main import main

main(prog_name="regexhu")
