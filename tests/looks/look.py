"""Write every board and every page into a folder, to be looked at: `python -m tests.looks.look FOLDER`."""

import sys
from pathlib import Path

from tests.looks.chromium import BROWSER, WIDTHS, screenshot
from tests.looks.pages import boards, pages, png


def main(folder: Path) -> None:
    """Draw the boards; with a browser at hand also the pages at three widths, light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    first = b""
    for name, view in boards():
        data = png(view)
        first = first or data
        (folder / f"board-{name}.png").write_bytes(data)
    (folder / "map.png").write_bytes(first)
    for name, html in pages():
        page = folder / f"{name}.html"
        page.write_text(html.replace("cid:map", "map.png"), encoding="utf-8")
        for width in WIDTHS if BROWSER else ():
            for dark in (False, True):
                screenshot(page, folder / f"{name}-{width}-{'dark' if dark else 'light'}.png", width, dark=dark)
    sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "looks"))
