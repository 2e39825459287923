"""The containers: what compose.yml, the Containerfiles and the alerts name is there."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import yaml

from judge.cli.app import COMMANDS
from judge.settings import Settings, load_settings
from judge.wire.metrics import ANSWERS, GAUGES, STATES, UP

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
# What the sections of a service may be, of those that we use (compose-spec).
SECTIONS = {"build", "image", "restart", "stop_grace_period", "depends_on", "environment", "volumes", "healthcheck",
            "hostname", "ports"}  # fmt: skip


def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text())
    return document


def test_compose_names_services_volumes_and_files_that_are_there() -> None:
    document = compose()
    assert set(document) == {"services", "volumes"}
    for service in document["services"].values():
        assert set(service) <= SECTIONS
        assert ("image" in service) != ("build" in service)
        if "build" in service:
            context = (DEPLOY / service["build"]["context"]).resolve()
            assert context == ROOT
            assert (context / service["build"]["dockerfile"]).is_file()
        for volume in service["volumes"]:
            assert volume.split(":")[0] in document["volumes"]
        assert set(service.get("depends_on", ())) <= set(document["services"])


def test_the_settings_in_compose_are_settings_and_their_values_are_good(monkeypatch) -> None:
    sample = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / ".env.sample").read_text(), re.MULTILINE))
    given = compose()["services"]["judge"]["environment"]
    assert {name.removeprefix("JUDGE_").lower() for name in given} <= set(Settings.model_fields)
    for name, value in given.items():
        filled = re.sub(r"\$\{(\w+)(?::[?-][^}]*)?\}", lambda found: sample[found[1]], value)
        monkeypatch.setenv(name, filled)
    settings = load_settings(secret=False)
    services = compose()["services"]
    assert settings.database.endswith("@database/judge")
    assert f"judge:{settings.listen.port}" == services["postfix"]["environment"]["JUDGE_LMTP"]
    assert (settings.listen.protocol, settings.delivery.host) == ("lmtp", "postfix")


def test_every_variable_that_compose_wants_is_in_the_sample() -> None:
    text = (DEPLOY / "compose.yml").read_text()
    wanted = set(re.findall(r"\$\{(\w+)", text))
    assert wanted == set(re.findall(r"^(\w+)=", (DEPLOY / ".env.sample").read_text(), re.MULTILINE))


def test_the_containerfiles_copy_what_is_there_and_run_commands_of_ours() -> None:
    for file in (DEPLOY / "Containerfile", DEPLOY / "postfix" / "Containerfile"):
        text = file.read_text()
        for words in re.findall(r"^COPY (.+)$", text, re.MULTILINE):
            assert all((ROOT / name).exists() for name in words.split()[:-1])
    text = (DEPLOY / "Containerfile").read_text()
    assert {'CMD ["serve"]', 'ENTRYPOINT ["judge"]'} <= set(text.splitlines())
    assert set(re.findall(r'"judge", "(\w+)"', text)) <= set(COMMANDS)


def test_the_postfix_of_the_container_is_that_of_main_cf_for_the_judges_address(tmp_path: Path) -> None:
    for name, script in (("postconf", 'echo "$*" >> "$POSTFIX_ETC/set"'), ("postfix", 'echo "$1"')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    environ = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "JUDGE_ADDRESS": "umpire@dip.club.org",
        "JUDGE_LMTP": "judge:2526",
        "JUDGE_MX": "mx.club.org",
        "POSTFIX_ETC": str(tmp_path),
        "POSTFIX_FROM": str(DEPLOY / "postfix"),
    }
    done = subprocess.run(
        ["sh", str(DEPLOY / "postfix" / "start.sh")], env=environ, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("start-fg\n", "")
    rules = (tmp_path / "judge_recipients").read_text().splitlines()
    assert rules[-1] == r"/^umpire(\+[a-z0-9._-]+)?@dip\.club\.org$/  OK"
    assert (tmp_path / "transport").read_text().splitlines()[-1] == "dip.club.org  lmtp:inet:judge:2526"
    settings = (tmp_path / "set").read_text().splitlines()
    assert {"-e relay_domains = dip.club.org", "-e myhostname = mx.club.org"} <= set(settings)
    assert not [line for line in settings if "milter" in line or "example" in line]


def test_only_the_judge_may_send_by_way_of_the_postfix_of_the_container() -> None:
    """At a port that compose does not open; a caller from outside may have the address of a neighbor."""
    postfix, judge = compose()["services"]["postfix"], compose()["services"]["judge"]
    script = (DEPLOY / "postfix" / "start.sh").read_text()
    (port,) = re.findall(r"(\d+)/inet/mynetworks", script)
    assert judge["environment"]["JUDGE_DELIVERY"] == f"smtp://postfix:{port}"
    assert postfix["ports"] == ["25:25"]
    assert 'postconf -e "mynetworks' not in script
    assert "mynetworks = 127.0.0.0/8 [::1]/128" in (DEPLOY / "postfix" / "main.cf").read_text()


def test_the_alerts_watch_figures_that_there_are() -> None:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    known = {UP, ANSWERS, *GAUGES, *STATES}
    used = set()
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "annotations"}
        assert rule["annotations"]["summary"]
        used |= set(re.findall(r"judge_\w+", rule["expr"]))
    assert used <= known
    assert {UP, "judge_phases_overdue", "judge_mail_oldest_seconds", "judge_letter_oldest_seconds"} <= used
