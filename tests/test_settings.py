"""Settings: where they come from, what is refused and in what words, and the sample that explains them."""

import re
import stat
import tomllib
from pathlib import Path

import pytest

from judge.errors import SettingError
from judge.settings import (
    ListenAddress,
    MaildirFolder,
    Role,
    Settings,
    SmartHost,
    kept_secret,
    load_settings,
)

SAMPLE = Path(__file__).resolve().parent.parent / "deploy" / "judge.toml"
SECRET = "0123456789abcdef0123"


@pytest.fixture(autouse=True)
def _a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"JUDGE_{name.upper()}", raising=False)
    monkeypatch.setattr("judge.settings.CONFIG_FILES", (Path("judge.toml"), Path("etc/judge.toml")))


def refusal(**given: object) -> str:
    with pytest.raises(SettingError) as caught:
        load_settings(None, given)
    return str(caught.value)


def test_nothing_need_be_set() -> None:
    settings = load_settings()
    assert settings.database == "sqlite:///var/judge.db"
    assert settings.listen == ListenAddress("127.0.0.1", 2525, "smtp")
    assert settings.delivery == MaildirFolder(Path("var/mail"))
    assert (settings.address, settings.host, settings.keeper) == ("judge@localhost", "localhost", "")
    assert settings.tls_cert is None


def test_database_and_mails_follow_the_folder_var() -> None:
    settings = load_settings(None, {"var": "here"})
    assert settings.database == "sqlite:///here/judge.db"
    assert settings.delivery == MaildirFolder(Path("here/mail"))
    assert Path("here/secret").is_file()


def test_the_environment_goes_over_the_file_and_the_command_line_over_both(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("judge.toml").write_text('address = "a@file.example"\nkeeper = "k@file.example"\nname = "File"\n')
    monkeypatch.setenv("JUDGE_KEEPER", "k@env.example")
    monkeypatch.setenv("JUDGE_NAME", "Environment")
    settings = load_settings(None, {"name": "Command"})
    assert (settings.address, settings.keeper, settings.name) == ("a@file.example", "k@env.example", "Command")


def test_the_file_here_goes_before_the_one_in_etc_and_a_named_one_before_both() -> None:
    Path("etc").mkdir()
    Path("etc/judge.toml").write_text('name = "Etc"\n')
    assert load_settings().name == "Etc"
    Path("judge.toml").write_text('name = "Here"\n')
    assert load_settings().name == "Here"
    Path("other.toml").write_text('name = "Named"\n')
    assert load_settings(Path("other.toml")).name == "Named"


def test_a_variable_that_is_set_to_nothing_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_LISTEN", "")
    assert load_settings().listen.port == 2525


@pytest.mark.parametrize(
    ("text", "listen"),
    [
        ("127.0.0.1:0", ListenAddress("127.0.0.1", 0, "smtp")),
        ("lmtp:mail.example:24", ListenAddress("mail.example", 24, "lmtp")),
        ("[::1]:25", ListenAddress("::1", 25, "smtp")),
    ],
)
def test_listen_is_a_place_with_or_without_lmtp(text: str, listen: ListenAddress, monkeypatch) -> None:
    monkeypatch.setenv("JUDGE_LISTEN", text)
    assert load_settings().listen == listen


def test_delivery_is_a_folder_or_a_smart_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_DELIVERY", "smtp://mail.example:587")
    assert load_settings().delivery == SmartHost("mail.example", 587)
    monkeypatch.setenv("JUDGE_DELIVERY", "maildir:/srv/mail")
    assert load_settings().delivery == MaildirFolder(Path("/srv/mail"))


def test_a_postgresql_address_gets_the_driver_we_have() -> None:
    assert load_settings(None, {"database": "postgresql://u@h/n"}).database == "postgresql+psycopg://u@h/n"


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("listen", "2525", "HOST:PORT"),
        ("listen", "localhost:70000", "HOST:PORT"),
        ("listen", "localhost:25/x", "HOST:PORT"),
        ("metrics", "9100", "HOST:PORT like 127.0.0.1:9100"),
        ("metrics", "work=9101", "one for each role like work=127.0.0.1:9101"),
        ("metrics", "cook=127.0.0.1:9101", "each role once, of listen, work, send, tick, draw, all"),
        ("metrics", "work=127.0.0.1:1 work=127.0.0.1:2", "each role once"),
        ("delivery", "mail.example:25", "smtp://HOST:PORT"),
        ("delivery", "smtp://mail.example", "smtp://HOST:PORT"),
        ("delivery", "maildir:", "maildir:FOLDER"),
        ("database", "mysql://h/n", "sqlite:///FILE"),
        ("database", "sqlite://", "sqlite:///FILE"),
        ("address", "judge", "judge@example.org"),
        ("address", "judge+x@example.org", "without a +"),
        ("keeper", "me", "keeper@example.org"),
        ("secret", "short", "16 characters"),
        ("tls_cert", "no-such-file.pem", "a file that this program may read"),
        ("dkim_key", "no-such-file.pem", "a file that this program may read"),
        ("dkim_selector", "a b", "a name in the DNS"),
        ("name", "two\nlines", "one line"),
        ("log", "xml", "'auto', 'text' or 'json'"),
        ("log_level", "loud", "'debug', 'info'"),
    ],
)
def test_a_bad_setting_is_named_with_what_would_be_right(name: str, value: str, right: str, monkeypatch) -> None:
    monkeypatch.setenv(f"JUDGE_{name.upper()}", value)
    with pytest.raises(SettingError) as caught:
        load_settings()
    words = str(caught.value)
    assert words.startswith(f"{name} (JUDGE_{name.upper()})")
    assert right in words
    assert len(words.splitlines()) == 1


def test_all_bad_settings_are_named_at_once() -> None:
    words = refusal(listen="x", address="y")
    assert [line.split(" ")[0] for line in words.splitlines()] == ["listen", "address"]


def test_a_refusal_does_not_repeat_what_may_be_secret() -> None:
    words = refusal(secret="hush", database="mysql://u:hush@h/n")
    assert "hush" not in words


def test_a_certificate_without_its_key_is_refused() -> None:
    Path("cert.pem").write_text("certificate")
    assert refusal(tls_cert="cert.pem").startswith("tls_key (JUDGE_TLS_KEY): it is needed because tls_cert is set")
    assert refusal(tls_key="cert.pem").startswith("tls_cert (JUDGE_TLS_CERT): it is needed because tls_key is set")


def test_a_misspelt_key_in_the_file_is_refused_with_the_right_name() -> None:
    Path("judge.toml").write_text('adress = "judge@example.org"\n')
    with pytest.raises(SettingError, match=r"^judge\.toml: adress: there is no such setting; did you mean address\?$"):
        load_settings()


def test_a_file_that_is_not_toml_or_not_there_is_refused_with_its_name() -> None:
    Path("bad.toml").write_text("listen = 127.0.0.1:2525\n")
    with pytest.raises(SettingError, match=r"^bad\.toml: it should be TOML.*line 1"):
        load_settings(Path("bad.toml"))
    with pytest.raises(SettingError, match=r"^none\.toml: the settings file cannot be read"):
        load_settings(Path("none.toml"))


def test_settings_cannot_be_changed() -> None:
    settings = load_settings()
    with pytest.raises(ValueError, match="frozen"):
        settings.address = "else@localhost"


def test_a_secret_is_made_once_and_kept_for_the_owner_only() -> None:
    first = load_settings().secret_key
    assert len(first) == 64
    assert load_settings().secret_key == first
    assert stat.S_IMODE(Path("var/secret").stat().st_mode) == 0o600
    assert [path.name for path in Path("var").iterdir()] == ["secret"]


def test_a_given_secret_is_used_and_none_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_SECRET", SECRET)
    settings = load_settings()
    assert settings.secret_key == SECRET.encode()
    assert SECRET not in repr(settings)
    assert not Path("var").exists()


def test_a_secret_that_came_first_wins_over_one_made_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes may start together: the loser of the race takes the winner's secret."""
    Path("var").mkdir()
    Path("var/secret").write_text(SECRET + "\n")
    monkeypatch.setattr(Path, "exists", lambda self: False)
    assert kept_secret(Path("var")) == SECRET
    assert [path.name for path in Path("var").iterdir()] == ["secret"]


def test_a_secret_file_that_holds_nothing_or_cannot_be_made_is_refused() -> None:
    Path("var").mkdir()
    Path("var/secret").write_text("\n")
    assert refusal().startswith("secret (JUDGE_SECRET): var/secret holds no secret")
    Path("file").write_text("in the way")
    assert refusal(var="file").startswith("secret (JUDGE_SECRET): file/secret cannot be made or read")


def test_settings_made_without_loading_have_no_secret_to_give() -> None:
    with pytest.raises(SettingError, match="secret"):
        _ = Settings().secret_key


def test_the_sample_names_every_setting_and_no_other() -> None:
    keys = re.findall(r"^#(\w+) = ", SAMPLE.read_text(), flags=re.MULTILINE)
    assert sorted(keys) == sorted(Settings.model_fields)


def test_every_setting_of_the_sample_has_a_comment_above_it() -> None:
    paragraphs = [part.splitlines() for part in SAMPLE.read_text().split("\n\n")]
    explained = [part for part in paragraphs if part[0].startswith("# ")][1:]
    assert len(explained) == len(paragraphs) - 1
    assert all(re.match(r"#\w+ = ", part[-1]) for part in explained)


def test_the_sample_shows_the_defaults() -> None:
    shown = tomllib.loads(re.sub(r"^#(\w+ = )", r"\1", SAMPLE.read_text(), flags=re.MULTILINE))
    for name in ("archive", "dkim_key", "tls_cert", "tls_key", "secret", "metrics"):
        assert getattr(Settings(), name) is None
        del shown[name]
    assert Settings(**shown) == Settings()


def test_each_role_may_have_its_own_place_for_metrics_or_none() -> None:
    """What a process does is told apart by role; the words are those of `judge serve --role`."""
    one = Settings(metrics="127.0.0.1:9100").metrics
    assert one is not None
    assert {one.of(role) for role in Role} == {ListenAddress("127.0.0.1", 9100)}
    some = Settings(metrics="work=127.0.0.1:9101, send=[::1]:9102").metrics
    assert some is not None
    assert [some.of(role) for role in ("work", "send", "tick")] == [
        ListenAddress("127.0.0.1", 9101), ListenAddress("::1", 9102), None,
    ]  # fmt: skip
    assert Settings(metrics="none").metrics is None


def test_the_sample_is_read_as_it_is() -> None:
    assert load_settings(SAMPLE).address == "judge@localhost"
