"""A wheel of the checkout, installed elsewhere, is the whole program: its data come along, and nothing else."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = ("grammar", "maps", "migrations", "templates")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout, with what a clone of it holds."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("judge", *DATA):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a fresh environment with the wheel; its libraries are those of the tests'."""
    home = tmp_path_factory.mktemp("elsewhere") / "env"
    venv.create(home, with_pip=False)
    site = Path(sysconfig.get_path("purelib", scheme="venv", vars={"base": str(home), "platbase": str(home)}))
    libraries = sysconfig.get_path("purelib")
    (site / "libraries.pth").write_text(libraries + "\n")  # the last one on the path: the wheel goes before it
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index",
               "--ignore-installed", "--disable-pip-version-check", "-q", str(wheel)]  # fmt: skip
    subprocess.run(install, check=True, capture_output=True)
    return python.parent


def run(program: Path, *arguments: str, at: Path) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("JUDGE_", "PYTHON"))}
    return subprocess.run(
        [str(program), *arguments], cwd=at, env=env | {"HOME": str(at)}, capture_output=True, text=True, timeout=200
    )


def test_the_wheel_holds_the_program_and_its_data_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    for folder in DATA:
        ours = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        packed = {name.removeprefix("judge/_data/") for name in names if name.startswith(f"judge/_data/{folder}/")}
        assert packed == {str(path) for path in ours if "__pycache__" not in path.parts}
    code = [name for name in names if not name.startswith("judge/_data/")]
    assert code
    assert {Path(name).suffix for name in code} <= {".py", ".typed", ".game"}
    assert {name.split("/")[0] for name in names} == {"judge"}


def test_it_runs_from_the_wheel_and_not_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    asked = run(installed / "python", "-c", "import judge; print(judge.__file__)", at=tmp_path)
    assert asked.stdout.startswith(str(installed.parent))
    made = run(installed / "judge", "upgrade", at=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert run(installed / "judge", "games", at=tmp_path).stdout == "There are no games.\n"


def test_the_doctor_says_what_a_fresh_installation_lacks(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "judge", "doctor", at=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    levels = [line.split()[:2] for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert levels[:5] == [
        ["ok", "settings"], ["warn", "address"], ["warn", "keeper"], ["warn", "delivery"], ["fail", "database"],
    ]  # fmt: skip
    assert "judge upgrade" in " ".join(done.stdout.split())


def test_it_plays_a_whole_demonstration(installed: Path, tmp_path: Path) -> None:
    """A short one; the scripts of all games are played by the walks."""
    demo = ("demo", "--quiet", "--variant", "seismic", "--folder", str(tmp_path / "demo"))
    done = run(installed / "judge", *demo, at=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "phases," in done.stdout
    assert (tmp_path / "demo" / "judge.db").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]
