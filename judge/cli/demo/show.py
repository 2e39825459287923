"""`judge demo`: a whole game by mail, shown as it goes."""

import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from judge.cli.demo.play import Play, Played
from judge.cli.demo.script import read_script
from judge.cli.demo.stage import Stage, stage_settings
from judge.errors import MisuseError
from judge.wire.clock import SetClock
from judge.wire.logs import set_up_logs

SCRIPTS = Path(__file__).parent
BEGINS = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
SPEED = 1_800.0  # half an hour of the judge's clock is a second of ours: time enough to write on a busy machine
CLOCK = "movement=4d retreat=3d adjustment=3d remind=1d delay=none"
DAYS = 4  # that pass, one after the other, when somebody stays silent and all wait for the deadline


def scripted_games() -> tuple[str, ...]:
    """The variants of which there is a scripted game."""
    return tuple(sorted(path.stem for path in SCRIPTS.glob("*.game")))


def demo(
    variant: Annotated[str, typer.Option(help="Which game to play.")] = "standard",
    folder: Annotated[Path | None, typer.Option(help="Where database and mails go; default: a new one.")] = None,
    quiet: Annotated[bool, typer.Option(help="Show the progress only, not the conversation.")] = False,
) -> None:
    """Play a whole game over SMTP on free ports, with a temporary database and a fast clock, and show it."""
    if variant not in scripted_games():
        raise MisuseError(f"there is no scripted game of {variant}; there is {', '.join(scripted_games())}")
    script = read_script(SCRIPTS / f"{variant}.game")
    home = folder or Path(tempfile.mkdtemp(prefix="judge-demo-"))
    home.mkdir(parents=True, exist_ok=True)
    console = Console()
    began = time.monotonic()
    with (home / "judge.log").open("w", encoding="utf-8") as log:
        set_up_logs("json", "info", stream=log)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with (
            Stage(stage_settings(home), SetClock(BEGINS, speed=SPEED)) as stage,
            Progress(*columns, console=console) as progress,
        ):
            console.print(f"A judge listens on 127.0.0.1:{stage.port}; its files are in {home}")
            task = progress.add_task("phases", total=len(script.phases))

            def tell(who: str, what: str) -> None:
                if not quiet:
                    console.print(f"[bold]{who:8}[/] {what}", highlight=False)
                if who == "judge" and "is adjudicated" in what:
                    progress.advance(task)

            def let_time_pass() -> None:
                for _ in range(DAYS):
                    stage.advance(timedelta(days=1))
                    time.sleep(0.1)  # for the judge to see each day, and to remind on the last but one

            play = Play(
                script,
                smtp=("127.0.0.1", stage.port),
                mail_root=home / "mail",
                address=stage.settings.address,
                options=CLOCK,
                tell=tell,
                let_time_pass=let_time_pass,
            )
            played = play.run()
    _sum_up(console, played, home, time.monotonic() - began)


def _sum_up(console: Console, played: Played, home: Path, seconds: float) -> None:
    mails = sum(len(person.mails) for person in played.people.values())
    console.print()
    console.print(f"{played.phases} phases, {played.letters} mails in, {mails} mails out, {seconds:.0f} seconds.")
    console.print("Everything that was sent lies in these Maildirs:")
    for who, person in played.people.items():
        console.print(f"  {who:8} {len(person.mails):4} mails  {home / 'mail' / person.email}", highlight=False)
    console.print(f"The judge's log is {home / 'judge.log'}, its database {home / 'judge.db'}.", highlight=False)
