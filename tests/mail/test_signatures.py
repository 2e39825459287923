"""Signatures by themselves: for which domains one may speak."""

import pytest

from judge.mail.signatures import Signature, aligned, ask_nobody


@pytest.mark.parametrize(
    ("signer", "sender", "speaks"),
    [
        ("home.example", "home.example", True), ("mail.home.example", "home.example", True),
        ("home.example", "mail.home.example", True), ("other.example", "home.example", False),
        ("example", "home.example", False), ("", "home.example", False), ("co.uk", "home.co.uk", False),
    ],
)  # fmt: skip
def test_a_signature_speaks_for_its_own_organization_and_for_no_other(
    signer: str, sender: str, *, speaks: bool
) -> None:
    one = Signature(number=0, domain=signer, selector="key", key_kind=b"rsa", agent=signer, covers=("from",))
    assert aligned(one, sender, ask_nobody) is speaks
