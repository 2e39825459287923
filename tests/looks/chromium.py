"""Pages in a headless Chromium: what they look like, and which of their boxes are wider than the screen."""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageChops

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WIDTHS = (360, 600, 1000)
_TALLEST = 6000  # pixels of a page that are shown
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1")


def overflowing(page: Path, html: str, width: int) -> list[str]:
    """The boxes of a page that are wider than a screen of this width, or hold text that is cut off."""
    frame = f'<iframe id="f" width="{width}" height="900" style="border:0" srcdoc="{_quoted(html)}"></iframe>'
    page.write_text(_FRAME.replace("FRAME", frame), encoding="utf-8")
    done = subprocess.run(
        [BROWSER or "", *_FLAGS, "--virtual-time-budget=3000", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    found = re.search(r"<title>measured (.*?)</title>", done.stdout, re.DOTALL)
    if found is None:
        raise AssertionError(f"{page} was not measured")
    return list(json.loads(found[1].replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")))


# A window of a headless browser is never narrower than 500 pixels; a frame in it can be.
_FRAME = """<!DOCTYPE html><html><head><title>waiting</title></head><body style="margin:0">FRAME
<script>
document.getElementById("f").addEventListener("load", (event) => {
  const inner = event.target.contentDocument, wide = inner.documentElement.clientWidth, found = [];
  for (const node of inner.querySelectorAll("body *")) {
    if (inner.defaultView.getComputedStyle(node).display === "none") continue;
    const box = node.getBoundingClientRect(), text = node.tagName + ": " + node.textContent.trim().slice(0, 60);
    if (box.width && (box.right > wide + 1 || box.left < -1)) found.push(text);
    else if (node.clientWidth && node.scrollWidth > node.clientWidth + 1) found.push("cut off, " + text);
  }
  document.title = "measured " + JSON.stringify(found);
});
</script></body></html>"""


def screenshots(folder: Path, pages: Sequence[tuple[str, str]], width: int, *, dark: bool) -> None:
    """A picture of each page on a screen of this width, light or dark: `NAME-360-dark.png`.

    Shape: pages of a name and a document, whose images lie in the folder. Many are shown side by side, since a start of
    the browser takes longer than a page.
    """
    scheme, name = f"--blink-settings=preferredColorScheme={0 if dark else 1}", "dark" if dark else "light"
    sheet, taken = folder / "sheet.html", folder / "sheet.png"
    columns = max(1, 2880 // width)
    for start in range(0, len(pages), columns):
        group = pages[start : start + columns]
        shape = f'width="{width}" height="{_TALLEST}" style="border:0;display:block"'
        frames = "".join(f'<iframe {shape} srcdoc="{_quoted(html)}"></iframe>' for _, html in group)
        sheet.write_text(f'<body style="margin:0;display:flex">{frames}</body>', encoding="utf-8")
        size = f"--window-size={width * len(group)},{_TALLEST}"
        subprocess.run(
            [BROWSER or "", *_FLAGS, scheme, size, f"--screenshot={taken}", sheet.as_uri()],
            capture_output=True, timeout=120, check=True,
        )  # fmt: skip
        with Image.open(taken) as picture:
            for place, (title, _) in enumerate(group):
                column = picture.convert("RGB").crop((place * width, 0, (place + 1) * width, picture.height))
                _trimmed(column).save(folder / f"{title}-{width}-{name}.png")
    sheet.unlink(missing_ok=True)
    taken.unlink(missing_ok=True)


def _trimmed(picture: Image.Image) -> Image.Image:
    """The picture without what is of one colour at its bottom."""
    ground = Image.new("RGB", picture.size, picture.getpixel((0, picture.height - 1)))
    box = ImageChops.difference(picture, ground).getbbox()
    return picture.crop((0, 0, picture.width, min(picture.height, (box[3] if box else 0) + 10)))


def _quoted(html: str) -> str:
    return html.replace("&", "&amp;").replace('"', "&quot;")
