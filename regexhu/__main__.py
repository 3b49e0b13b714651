"""`python -m regexhu`."""

from regexhu.cli import main

main(prog_name="regexhu")
