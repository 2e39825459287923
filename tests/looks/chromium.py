"""Pages in a headless Chromium: what they look like, and which of their boxes are wider than the screen."""

import json
import re
import shutil
import subprocess
from pathlib import Path

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WIDTHS = (360, 600, 1000)
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


def screenshot(page: Path, target: Path, width: int, *, dark: bool) -> None:
    """A picture of a page on a screen of this width, light or dark."""
    scheme = ("--blink-settings=preferredColorScheme=0",) if dark else ("--blink-settings=preferredColorScheme=1",)
    frame = page.with_suffix(f".{width}.frame.html")
    frame.write_text(
        f'<body style="margin:0"><iframe width="{width}" height="2400" style="border:0" src="{page.name}"></iframe>'
    )
    subprocess.run(
        [BROWSER or "", *_FLAGS, *scheme, f"--window-size={width},2400", f"--screenshot={target}", frame.as_uri()],
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    frame.unlink()


def _quoted(html: str) -> str:
    return html.replace("&", "&amp;").replace('"', "&quot;")
