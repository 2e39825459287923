"""The `judge` command: where it starts, and what happens when it cannot do what was asked."""

import sys

from judge.errors import JudgeError


def main() -> None:
    """Run the command that was asked for. Trouble of the operator's making ends with status 2 and one line.

    `judge adjudicate` is run by itself: it is called once for each turn by other programs, and the command line's
    library takes longer to load than a turn to adjudicate.
    """
    try:
        if sys.argv[1:2] == ["adjudicate"]:
            from judge.cli.case_command import run

            sys.exit(run(sys.argv[2:]))
        from judge.cli.app import app

        app()
    except JudgeError as trouble:
        sys.stderr.write(f"judge: {trouble}\n")
        sys.exit(2)
