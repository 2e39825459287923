"""`python -m judge`: the `judge` command where no script of that name is on the path."""

from judge.cli.main import main

main()
