"""The parts of a judge, which one process has together or several processes and machines share."""

from enum import StrEnum


class Role(StrEnum):
    """What a process of the judge does.

    `listen` takes letters in, `work` answers them and plays the turns that are due, `send` sends the mails, `tick`
    wakes the workers at each deadline, `draw` draws the pictures, `all` does all of it. Every part takes its work from
    the database, so each may be there any number of times. Without a `tick` a deadline is met a few seconds later, when
    the workers look by themselves; without any other part its work waits.
    """

    LISTEN = "listen"
    WORK = "work"
    SEND = "send"
    TICK = "tick"
    DRAW = "draw"
    ALL = "all"

    def does(self, part: "Role") -> bool:
        """Whether a process of this role has that part."""
        return self in (part, Role.ALL)
