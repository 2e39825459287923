"""Passwords are kept as argon2id hashes."""

from judge.mail.passwords import check_password, hash_password


def test_a_password_matches_its_own_hash_only() -> None:
    kept = hash_password("møøse-17")
    assert kept.startswith("$argon2id$")
    assert "møøse" not in kept
    assert check_password("møøse-17", kept)
    assert not check_password("MØØSE-17", kept)
    assert not check_password("", kept)


def test_two_hashes_of_one_password_differ() -> None:
    assert hash_password("same") != hash_password("same")


def test_a_hash_that_is_none_matches_nothing() -> None:
    assert not check_password("", "")
    assert not check_password("anything", "")
    assert not check_password("anything", "$argon2id$broken")
    assert not check_password("half \ud800 a character", hash_password("other"))
