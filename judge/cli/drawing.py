"""Pictures put into files, as SVG or PNG by the file's name."""

from collections.abc import Sequence
from pathlib import Path

import typer

from judge.cli.files import save_file
from judge.errors import MisuseError
from judge.pictures.views import View

KINDS = (".svg", ".png")


def picture_kind(target: Path) -> str:
    """The kind of picture that a file's name asks for. Refuses: MisuseError for neither `.svg` nor `.png`."""
    kind = target.suffix.lower()
    if kind not in KINDS:
        raise MisuseError(f"{target}: a picture is written as .svg or .png")
    return kind


def save_picture(view: View, target: Path) -> None:
    """Draw a view into a file.

    Refuses: MisuseError for a name that is neither SVG nor PNG, or a file that cannot be written; PictureError for a
    board without a drawing.
    """
    kind = picture_kind(target)
    from judge.pictures.drawings import EXTRA, can_follow
    from judge.pictures.picture import draw, palette_styles, sheets  # takes longer to load than a case to adjudicate

    if view.drawing is not None and not can_follow():
        typer.echo(f"the events cannot be drawn: {EXTRA} brings what it takes", err=True)
    if kind == ".svg":
        data = draw(view).encode()
    else:
        from judge.pictures.raster import rasterized

        data = rasterized(sheets(view), palette_styles(view))
    save_file(target, data)


def save_film(pictures: Sequence[Path], target: Path, seconds: float) -> None:
    """Pictures one after the other as a GIF that begins again; the last one stands three times as long.

    Refuses: MisuseError for a file that cannot be written.
    """
    from judge.pictures.raster import filmed

    save_file(target, filmed([path.read_bytes() for path in pictures], seconds))
