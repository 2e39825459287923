"""The units of systemd are such as systemd takes, and name what is there."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from judge.cli.app import COMMANDS
from judge.settings import Role, read_listen

UNITS = sorted((Path(__file__).parents[2] / "deploy" / "systemd").glob("judge*"))
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
HARDENED = ("NoNewPrivileges", "PrivateDevices", "PrivateTmp", "ProtectHome", "ProtectSystem", "CapabilityBoundingSet")
# The directives that the units use, by section; a slip of the pen is none of them.
KNOWN = {
    "Unit": "Description Requires Wants After",
    "Install": "WantedBy",
    "Socket": "ListenStream Backlog",
    "Timer": "OnCalendar RandomizedDelaySec Persistent",
    "Service": "Type ExecStart ExecStartPost User Group WorkingDirectory StateDirectory StateDirectoryMode UMask Nice "
    "Restart RestartSec TimeoutStopSec LimitNOFILE OOMPolicy CapabilityBoundingSet NoNewPrivileges LockPersonality "
    "PrivateDevices PrivateTmp ProtectClock ProtectControlGroups ProtectHome ProtectHostname ProtectKernelLogs "
    "ProtectKernelModules ProtectKernelTunables ProtectProc ProtectSystem RemoveIPC RestrictAddressFamilies "
    "RestrictNamespaces RestrictRealtime RestrictSUIDSGID SystemCallArchitectures SystemCallFilter "
    "SystemCallErrorNumber",
}


def read(unit: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(delimiters=("=",), comment_prefixes=("#",), interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(unit.read_text(encoding="utf-8"))
    return parser


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_has_known_directives_only(unit: Path) -> None:
    parser = read(unit)
    assert "Unit" in parser.sections()
    for section in parser.sections():
        assert set(parser[section]) <= set(KNOWN[section].split())


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_is_held_to_its_own_folder(unit: Path) -> None:
    service = read(unit)["Service"]
    assert set(HARDENED) <= set(service)
    assert (service["User"], service["WorkingDirectory"]) == ("judge", "/var/lib/judge")
    assert "judge" in service["StateDirectory"].split()


def test_the_commands_in_the_units_are_ours() -> None:
    for unit in SERVICES:
        (command,) = re.findall(r"/opt/judge/bin/judge (\w+)", read(unit)["Service"]["ExecStart"])
        assert command in COMMANDS


def test_the_unit_for_a_part_of_a_judge_runs_the_role_that_its_name_says() -> None:
    """The manual says how the others are made of it: what stands before the @ is the role."""
    unit = next(unit for unit in UNITS if "@" in unit.name)
    assert read(unit)["Service"]["ExecStart"].endswith("judge serve --role %j")
    assert unit.name.removeprefix("judge-").partition("@")[0] in set(Role)
    manual = (unit.parents[1] / "README.md").read_text()
    (others,) = re.findall(r"for role in ([\w ]+); do", manual)
    assert {*others.split(), "work", "all"} == set(Role)
    assert set(re.findall(r"judge-(\w+)@\d", manual)) == set(Role) - {"all"}


def test_the_socket_is_where_the_settings_beside_it_say() -> None:
    unit = next(unit for unit in UNITS if unit.suffix == ".socket")
    (told,) = re.findall(r'"(lmtp:[^"]+)"', unit.read_text())
    place = read_listen(told)
    assert read(unit)["Socket"]["ListenStream"] == f"{place.host}:{place.port}"
    (main,) = re.findall(r"lmtp:inet:(\S+)", (unit.parents[1] / "postfix" / "transport").read_text())
    assert main == f"{place.host}:{place.port}"


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="only systemd can verify a unit, and it is a program of the system, which no tests of ours may install",
)
def test_systemd_finds_nothing_wrong_with_them(tmp_path: Path) -> None:
    """With a program of ours and a user that are there, since it looks for both."""
    program = tmp_path / "judge"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for unit in UNITS:
        text = unit.read_text().replace("/opt/judge/bin/judge", str(program)).replace("=judge\n", "=root\n")
        (tmp_path / unit.name).write_text(text)
    verify = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in UNITS)]
    done = subprocess.run(verify, capture_output=True, text=True, timeout=60, check=False)
    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line or line.startswith("judge")]
    assert (done.returncode, told) == (0, [])
