"""What was written in a played phase is in no log line: no reply token, no password, no press, no order."""


def test_the_log_of_a_played_phase_holds_no_secret_and_no_body(played) -> None:
    assert '"event": "letters_stored"' in played.log
    assert '"event": "mail.sent"' in played.log
    assert len(played.tokens) > 5
    for secret in (*played.tokens, *played.bodies, (played.folder / "secret").read_text().strip()):
        assert secret not in played.log


def test_no_command_shows_a_password_or_a_token(judge, folder, played) -> None:
    told = [judge("games", "--all"), judge("show", "vault"), judge("trace", played.orders)]
    for done in told:
        assert done.status == 0
        for secret in (*played.tokens, *played.bodies):
            assert secret not in done.out
