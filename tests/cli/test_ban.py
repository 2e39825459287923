"""`judge ban` and `judge unban`: the list of those whose letters are not taken."""


def test_a_ban_is_kept_listed_and_lifted(judge, folder) -> None:
    assert judge("ban").out.strip() == "Nobody is banned."
    done = judge("ban", "Vic@Spam.Example", "other.example", "--why", "advertises")
    assert done.status == 0
    assert "banned @other.example since" in done.flat
    assert judge("ban", "--allow", "@club.other.example").status == 0
    listed = judge("ban").flat
    assert "allowed @club.other.example since" in listed
    assert "banned vic@spam.example since" in listed
    assert "(advertises)" in listed
    assert judge("unban", "@other.example", "vic@spam.example").status == 0
    assert "@other.example" not in judge("ban").flat.replace("@club.other.example", "")
    done = judge("unban", "@other.example")
    assert (done.status, done.err.strip()) == (2, "judge: there is no entry @other.example; `judge ban` lists them")


def test_whoever_plays_is_named_with_his_games(judge, folder) -> None:
    told = judge("ban", "anna@players.example").flat
    assert "Anna plays in vault; EJECT is for its master, or `judge master vault EJECT ...`." in told


def test_what_is_no_address_and_the_keeper_himself_are_refused(judge, folder) -> None:
    done = judge("ban", "vic")
    assert (done.status, done.err.strip()) == (2, "judge: 'vic' is no address, no @domain, and no *")
    assert judge("unban").status == 2
