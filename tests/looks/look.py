"""Write every board and every page into a folder, to be looked at: `python -m tests.looks.look FOLDER`."""

import sys
from pathlib import Path

from judge.pictures.views import view_of_turn
from tests.looks.chromium import BROWSER, WIDTHS, screenshots
from tests.looks.pages import boards, pages, png
from tests.looks.sites import site, styled


def main(folder: Path) -> None:
    """Draw the boards; with a browser also pages of mails and of the archive at three widths, light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, view in boards():
        (folder / f"board-{name}.png").write_bytes(png(view))
    shown = []
    for page in pages():
        picture = "board-standard-start.png"
        if page.turn is not None and "cid:map" in page.body.html:
            picture = f"map-{page.name}.png"
            (folder / picture).write_bytes(png(view_of_turn(page.turn, page.name)))
        html = page.body.html.replace("cid:map", picture)
        (folder / f"{page.name}.html").write_text(html, encoding="utf-8")
        (folder / f"{page.name}.txt").write_text(page.body.text, encoding="utf-8")
        shown.append((page.name, html))
    for name, html in site():
        shown.append((f"site-{name.removesuffix('.html').replace('/', '-')}", styled(html, "board-standard-start.png")))
    for width in WIDTHS if BROWSER else ():
        for dark in (False, True):
            screenshots(folder, shown, width, dark=dark)
    sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "looks"))
