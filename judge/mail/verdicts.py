"""What one's own mail server says of a letter: its Authentication-Results field, and nobody else's."""

from dataclasses import dataclass
from email.message import Message

from authres import AuthenticationResult, AuthenticationResultsHeader

from judge.mail.addresses import host_of
from judge.mail.domains import same_organization
from judge.mail.headers import LONGEST_VALUE, first_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of a DMARC check.

    Shape: `result` as in RFC 7489 11.2 ("pass", "fail", "none" …); `domain` the From domain it is about, lower case;
    `by_host` whether the sending host was right for it (SPF), and not a signature alone.
    """

    result: str
    domain: str
    by_host: bool = False


def read_verdict(message: Message, authserv_id: str) -> Verdict | None:
    """The verdict of the server that calls itself `authserv_id`, None when it gave none.

    Rule: RFC 8601 5. A server writes its field above all that came with the mail, so the top one alone is looked
    at; when that is another server's, ours has said nothing and what stands below was written by the sender.
    Not: whether a letter can reach us past that server; see `authserv_id` in deploy/judge.toml.
    """
    value = first_value(message, "authentication-results")
    if not authserv_id or not value or len(value) >= LONGEST_VALUE:
        return None
    # The library raises much on crooked fields; `prove` takes that as no proof.
    field = AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    if str(field.authserv_id).lower() != authserv_id.lower():
        return None
    found = [one for one in field.results if one.method.lower() == "dmarc"]
    if len(found) != 1:
        return None
    domain = _property(found[0], "header", "from")
    hosts = [_property(one, "smtp", "mailfrom") for one in field.results if _passed(one, "spf")]
    return Verdict(
        result=found[0].result.lower(),
        domain=domain,
        by_host=any(host != "" and same_organization(host_of(host), domain) for host in hosts),
    )


def _passed(result: AuthenticationResult, method: str) -> bool:
    return bool(result.method.lower() == method and result.result.lower() == "pass")


def _property(result: AuthenticationResult, kind: str, name: str) -> str:
    """The value of a property such as `header.from`, lower case, "" when the result does not have it just once."""
    found = [str(one.value) for one in result.properties if (one.type, one.name) == (kind, name)]
    return found[0].lower() if len(found) == 1 else ""
