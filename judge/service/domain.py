"""The judge's mail domain as the DNS tells it: whether mail finds us, and whether ours is believed."""

import base64
import re
from collections.abc import Callable

from dkim.crypto import parse_pem_private_key, parse_public_key

from judge.mail.domains import organization
from judge.service.findings import Finding, fail, ok, warn

LookUp = Callable[[str, str], tuple[str, ...]]  # the records of a name and a type; OSError when nobody answers
_NOT_IN_THE_DNS = re.compile(r"(?:.*\.)?(?:localhost|local|internal|test|example|invalid)|[^.]+")


def look_at_domain(host: str, *, selector: str, key: bytes | None, look_up: LookUp) -> list[Finding]:
    """What the DNS says of the judge's domain; `key` the private key (PEM) that signs our mails, None when none does.

    Rule: RFC 5321 5.1 (MX, else the address), 7208 (SPF), 6376 (DKIM), 7489 (DMARC). Large mail services take mail
    of machines only with SPF or DKIM, and with a name for the sending address (PTR).
    """
    if _NOT_IN_THE_DNS.fullmatch(host):
        return [warn("dns", f"{host} is no domain of the Internet", "set address to one, for a judge that all can use")]
    try:
        return [
            *_way_in(host, look_up),
            _spf(host, look_up),
            _dkim(f"{selector}._domainkey.{host}", key, look_up),
            _dmarc(host, look_up),
        ]
    except OSError as trouble:
        return [warn("dns", f"no answer about {host} ({trouble})", "does /etc/resolv.conf name a server that answers?")]


def _way_in(host: str, look_up: LookUp) -> list[Finding]:
    """Where mail for us is brought, and whether those machines have names."""
    targets = sorted(_priority_and_name(record) for record in look_up(host, "MX"))
    if any(name == "" for _, name in targets):
        return [fail("mx", f"{host} says that it takes no mail (MX .)", f"publish: {host}. MX 10 mail.{host}.")]
    names = [name for _, name in targets] or [host]
    homes = {name: (*look_up(name, "A"), *look_up(name, "AAAA")) for name in names}
    lost = [name for name in names if not homes[name]]
    if lost:
        do = f"publish: {host}. MX 10 NAME. and the addresses (A, AAAA) of NAME"
        return [fail("mx", f"mail for {host} goes to {', '.join(lost)}, which has no address", do)]
    found = [
        ok("mx", f"mail for {host} goes to {', '.join(names)}")
        if targets
        else warn("mx", f"{host} has no MX; its own address is taken for one", f"publish: {host}. MX 10 {host}.")
    ]
    addresses = [address for name in names for address in homes[name]]
    nameless = [address for address in addresses if not _is_named(address, look_up)]
    if nameless:
        says = f"the name of {', '.join(nameless)} does not lead back to it"
        do = "have your provider set it to the mail server's name, if mails go out from there"
        return [*found, warn("ptr", says, do)]
    return [*found, ok("ptr", f"{', '.join(addresses)} named")]


def _priority_and_name(record: str) -> tuple[int, str]:
    priority, _, name = record.partition(" ")
    return int(priority) if priority.isdigit() else 0, name.strip().rstrip(".").lower()


def _is_named(address: str, look_up: LookUp) -> bool:
    names = look_up(address, "PTR")
    kind = "AAAA" if ":" in address else "A"
    return any(address in look_up(name.rstrip("."), kind) for name in names)


def _spf(host: str, look_up: LookUp) -> Finding:
    rules = [text for text in look_up(host, "TXT") if re.match(r"v=spf1(?: |$)", text, re.IGNORECASE)]
    if not rules:
        return fail("spf", f"{host} does not say who sends for it", f'publish: {host}. TXT "v=spf1 mx -all"')
    if len(rules) > 1:
        return fail("spf", f"{host} has {len(rules)} rules, and so none", "publish one TXT record with v=spf1")
    last = rules[0].split()[-1].lower()
    if last in ("all", "+all", "?all"):
        return fail("spf", f"everybody may send for {host} ({last})", "end the rule in -all or ~all")
    return ok("spf", rules[0])


def _dkim(name: str, key: bytes | None, look_up: LookUp) -> Finding:
    published = [text for text in look_up(name, "TXT") if "p=" in text]
    if key is None:
        if published:
            return ok("dkim", f"{name} has a key; the mail server signs")
        do = "set dkim_key, or have the mail server sign and set dkim_selector to its selector"
        return warn("dkim", f"mails are not signed by the judge, and {name} has no key", do)
    if not published:
        return fail("dkim", f"{name} has no key", "publish the public half of dkim_key there; see deploy/dns.md")
    if len(published) > 1 or _modulus_of(published[0]) != parse_pem_private_key(key)["modulus"]:
        return fail("dkim", f"the key of {name} is not that of dkim_key", "publish the public half of dkim_key there")
    return ok("dkim", f"{name} has the key of dkim_key")


def _modulus_of(record: str) -> int | None:
    tags = dict(part.strip().partition("=")[::2] for part in record.split(";"))
    try:
        found = parse_public_key(base64.b64decode("".join(tags.get("p", "").split()), validate=True))
        return int(found["modulus"])
    except Exception:  # the library's own kinds, and what it did not think of
        return None


def _dmarc(host: str, look_up: LookUp) -> Finding:
    for name in dict.fromkeys((host, organization(host))):
        rules = [text for text in look_up(f"_dmarc.{name}", "TXT") if text.lower().startswith("v=dmarc1")]
        if len(rules) == 1:
            return ok("dmarc", rules[0])
    do = f'publish: _dmarc.{host}. TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@{host}"'
    return warn("dmarc", f"{host} does not say what to do with mails in its name that are not its own", do)
