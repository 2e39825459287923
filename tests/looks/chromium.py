"""Pages in a headless Chromium: what they look like, and what of them is too wide, cut off or too faint."""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import unescape
from pathlib import Path

from PIL import Image, ImageChops

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WIDTHS = (360, 600, 1000)
_TOGETHER = 12  # pages
_TALLEST = 6000  # pixels of a page that are shown
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1")


def seen(
    page: Path, pages: Sequence[tuple[str, str]], widths: Sequence[int], *, dark: bool = False
) -> list[tuple[str, int, str]]:
    """What is wrong on screens of these widths: boxes too wide, text cut off, contrasts below 4.5 (WCAG 2 1.4.3).

    Shape: pages of a name and a document; of each fault the name, the width and words. All is measured in one start of
    the browser, which takes longer than a page. What lies in a box that can be scrolled may be wider than it.
    """
    frames = "".join(
        f'<iframe name="{name}" width="{width}" height="900" style="border:0" srcdoc="{_quoted(html)}"></iframe>'
        for name, html in pages
        for width in widths
    )
    page.write_text(_FRAMES.replace("FRAMES", frames), encoding="utf-8")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    done = subprocess.run(
        [BROWSER or "", *_FLAGS, scheme, "--virtual-time-budget=3000", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=180, check=True,
    )  # fmt: skip
    found = re.search(r"<title>measured (.*?)</title>", done.stdout, re.DOTALL)
    if found is None:
        raise AssertionError(f"{page} was not measured")
    return [(name, width, told) for name, width, told in json.loads(unescape(found[1]))]


def seen_all(
    page: Path, pages: Sequence[tuple[str, str]], widths: Sequence[int], *, dark: bool = False
) -> list[tuple[str, int, str]]:
    """The same of any number of pages, a few at each start of the browser."""
    groups = (pages[start : start + _TOGETHER] for start in range(0, len(pages), _TOGETHER))
    return [fault for group in groups for fault in seen(page, group, widths, dark=dark)]


# A window of a headless browser is never narrower than 500 pixels; a frame in it can be.
_FRAMES = """<!DOCTYPE html><html><head><title>waiting</title></head><body style="margin:0">FRAMES
<script>
const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
const part = (value) => value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const light = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
function contrast(node, view) {
  let ground = node, paper = [255, 255, 255];
  for (; ground; ground = ground.parentElement) {
    const [red, green, blue, alpha = 1] = numbers(view.getComputedStyle(ground).backgroundColor);
    if (alpha > 0) { paper = [red, green, blue]; break; }
  }
  const [low, high] = [light(numbers(view.getComputedStyle(node).color)), light(paper)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
const scrolls = (node, view) => node && (view.getComputedStyle(node).overflowX === "auto"
  || scrolls(node.parentElement, view));
window.addEventListener("load", () => {
  const found = [];
  for (const frame of document.querySelectorAll("iframe")) {
    const inner = frame.contentDocument, view = inner.defaultView, wide = inner.documentElement.clientWidth;
    const tell = (told) => found.push([frame.name, Number(frame.width), told]);
    for (const node of inner.querySelectorAll("body *")) {
      if (!node.checkVisibility()) continue;
      const box = node.getBoundingClientRect(), text = node.tagName + ": " + node.textContent.trim().slice(0, 60);
      const own = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
      if (own && contrast(node, view) < 4.5) tell("too faint, " + text);
      if (scrolls(node, view)) continue;
      if (box.width && (box.right > wide + 1 || box.left < -1)) tell(text);
      else if (node.clientWidth && node.scrollWidth > node.clientWidth + 1) tell("cut off, " + text);
    }
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
