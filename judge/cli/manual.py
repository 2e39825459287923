"""`judge manual`: the manuals of players and masters as pages."""

from pathlib import Path
from typing import Annotated

import typer

from judge.cli.files import save_file
from judge.errors import MisuseError
from judge.reports.manual import CHAPTERS, manual_page
from judge.reports.pages import site_style


def manual(folder: Annotated[Path, typer.Argument(help="The folder; it is made when it is not there.")]) -> None:
    """Write the manuals of players and masters into a folder, made from the help mails of this program."""
    pages = {f"{who}.html": manual_page(who) for who in CHAPTERS} | {"style.css": site_style()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise MisuseError(f"{trouble.filename}: {trouble.strerror}") from None
    for name, text in pages.items():
        save_file(folder / name, text.encode())
    typer.echo(f"{', '.join(pages)} in {folder}")
