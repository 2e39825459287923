"""What the DNS says of the judge's domain: each fault of a mail domain is found, and how to set it right."""

from pathlib import Path

import pytest

from judge.service.domain import LookUp, look_at_domain
from judge.service.findings import Finding, is_well

HOST = "play.dipl.org"
KEYS = Path(__file__).parents[1] / "keys"
KEY = (KEYS / "dkim.pem").read_bytes()
PUBLIC = "".join((KEYS / "dkim.pub").read_text().splitlines()[1:-1])
WELL = {
    (HOST, "MX"): ("10 mail.dipl.org.",),
    ("mail.dipl.org", "A"): ("192.0.2.7",),
    ("192.0.2.7", "PTR"): ("mail.dipl.org.",),
    (HOST, "TXT"): ("v=spf1 mx -all", "something else"),
    (f"judge._domainkey.{HOST}", "TXT"): (f"v=DKIM1; k=rsa; p={PUBLIC}",),
    ("_dmarc.dipl.org", "TXT"): ("v=DMARC1; p=reject",),
}
Zone = dict[tuple[str, str], tuple[str, ...]]


def looked(zone: Zone, key: bytes | None = KEY, host: str = HOST) -> list[Finding]:
    return look_at_domain(host, selector="judge", key=key, look_up=lambda name, kind: zone.get((name, kind), ()))


def test_a_domain_that_is_set_up_as_it_should_be_is_well() -> None:
    found = looked(WELL)
    assert [(one.level, one.about) for one in found] == [
        ("ok", "mx"), ("ok", "ptr"), ("ok", "spf"), ("ok", "dkim"), ("ok", "dmarc"),
    ]  # fmt: skip
    assert is_well(found)


FAULTS: dict[str, tuple[Zone, str, str, str]] = {
    "no MX": ({(HOST, "MX"): (), (HOST, "A"): ("192.0.2.7",)}, "warn", "mx", "has no MX"),
    "no MX and no address": ({(HOST, "MX"): ()}, "fail", "mx", "which has no address"),
    "an MX without an address": ({("mail.dipl.org", "A"): ()}, "fail", "mx", "mail.dipl.org, which has no address"),
    "a null MX": ({(HOST, "MX"): ("0 .",)}, "fail", "mx", "takes no mail"),
    "no PTR": ({("192.0.2.7", "PTR"): ()}, "warn", "ptr", "192.0.2.7 does not lead back"),
    "a PTR to elsewhere": ({("192.0.2.7", "PTR"): ("host7.cloud.example.",)}, "warn", "ptr", "192.0.2.7"),
    "no SPF": ({(HOST, "TXT"): ("something else",)}, "fail", "spf", "does not say who sends"),
    "two SPF": ({(HOST, "TXT"): ("v=spf1 mx -all", "v=spf1 a -all")}, "fail", "spf", "2 rules"),
    "SPF for everybody": ({(HOST, "TXT"): ("v=spf1 mx +all",)}, "fail", "spf", "everybody may send"),
    "no DKIM": ({(f"judge._domainkey.{HOST}", "TXT"): ()}, "fail", "dkim", "has no key"),
    "another DKIM": (
        {(f"judge._domainkey.{HOST}", "TXT"): ("v=DKIM1; p=MIGfMA0GCSqGSIb3DQ",)}, "fail", "dkim", "is not that of",
    ),
    "no DMARC": ({("_dmarc.dipl.org", "TXT"): ()}, "warn", "dmarc", "does not say"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_what_to_publish_is_told(fault: str) -> None:
    change, level, about, says = FAULTS[fault]
    wrong = [one for one in looked(WELL | change) if one.level != "ok"]
    assert [(one.level, one.about) for one in wrong] == [(level, about)]
    assert says in wrong[0].says
    assert wrong[0].do


def test_the_domain_of_an_organization_speaks_for_its_subdomains_and_the_own_rule_goes_before() -> None:
    own = looked(WELL | {(f"_dmarc.{HOST}", "TXT"): ("v=DMARC1; p=none",)})
    assert own[-1].says == "v=DMARC1; p=none"


def test_without_a_key_of_ours_the_mail_server_is_to_sign() -> None:
    assert [one.level for one in looked(WELL, key=None)] == ["ok"] * 5
    unsigned = looked(WELL | {(f"judge._domainkey.{HOST}", "TXT"): ()}, key=None)
    assert ("warn", "dkim") in [(one.level, one.about) for one in unsigned]


@pytest.mark.parametrize("host", ["localhost", "judge.example", "box.local", "judge"])
def test_a_name_that_no_dns_knows_is_not_asked_for(host: str) -> None:
    def refuse(name: str, kind: str) -> tuple[str, ...]:
        raise AssertionError(name)

    (found,) = look_at_domain(host, selector="judge", key=None, look_up=refuse)
    assert (found.level, found.about) == ("warn", "dns")


def test_a_dns_that_does_not_answer_is_one_finding() -> None:
    def silent(name: str, kind: str) -> tuple[str, ...]:
        raise OSError(f"{kind} of {name}: LifetimeTimeout")

    asked: LookUp = silent
    (found,) = look_at_domain(HOST, selector="judge", key=None, look_up=asked)
    assert (found.level, found.says) == ("warn", f"no answer about {HOST} (MX of {HOST}: LifetimeTimeout)")
