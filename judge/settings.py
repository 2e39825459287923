"""The settings of an installation: a TOML file, environment variables over it, and what both mean.

`judge.toml` is looked for in the working folder, then in `/etc/judge/`; `--config` names another one. An
environment variable `JUDGE_<NAME>` goes over the key `<name>` of the file. `deploy/judge.toml` explains every one.
"""

import difflib
import os
import re
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from judge.errors import SettingError

CONFIG_FILES = (Path("judge.toml"), Path("/etc/judge/judge.toml"))
SECRET_FILE = "secret"
_ENOUGH = 16  # characters; a shorter secret can be guessed
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
_DATABASES = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """Where letters come in. Shape: port 0 takes any free one; `protocol` is what is spoken there."""

    host: str
    port: int
    protocol: Literal["smtp", "lmtp"] = "smtp"


@dataclass(frozen=True, slots=True)
class MaildirFolder:
    """Mails go into Maildirs, one for each recipient, under this folder."""

    path: Path


@dataclass(frozen=True, slots=True)
class SmartHost:
    """Mails go to this SMTP server, which takes them on."""

    host: str
    port: int


def _split_place(text: str) -> tuple[str, int]:
    """Host and port of `host:port` or `[ipv6]:port`. Refuses: ValueError for anything else."""
    found = urlsplit(f"//{text}")
    if not found.hostname or found.port is None or found.path or found.username is not None:
        raise ValueError
    return found.hostname, found.port


def read_listen(value: object) -> ListenAddress:
    """The address of `127.0.0.1:2525` or `lmtp:127.0.0.1:2525`. Refuses: ValueError saying what would be right."""
    if isinstance(value, ListenAddress):
        return value
    text = str(value).strip()
    lmtp = text.lower().startswith("lmtp:")
    try:
        host, port = _split_place(text[5:] if lmtp else text)
    except ValueError:
        raise ValueError("it should be HOST:PORT like 127.0.0.1:2525, with lmtp: before it for LMTP") from None
    return ListenAddress(host, port, "lmtp" if lmtp else "smtp")


class Role(StrEnum):
    """What a process of the judge does.

    `listen` takes letters in, `work` answers them and plays the turns that are due, `send` sends the mails, `tick`
    wakes the workers at each deadline, `draw` draws the pictures, `all` does all of it. Every part takes its work from
    the database, so each may be there any number of times. Without a `tick` a deadline is met a few seconds later, when
    the workers look by themselves; without any other part its work waits.
    """

    LISTEN = "listen"
    WORK = "work"
    SEND = "send"
    TICK = "tick"
    DRAW = "draw"
    ALL = "all"

    def does(self, part: "Role") -> bool:
        """Whether a process of this role has that part."""
        return self in (part, Role.ALL)


@dataclass(frozen=True, slots=True)
class MetricsPlaces:
    """Where Prometheus may ask: at one place whatever a process does, or at one for each role that has any."""

    anywhere: ListenAddress | None = None
    by_role: tuple[tuple[str, ListenAddress], ...] = ()

    def of(self, role: str) -> ListenAddress | None:
        """The place of a process of this role, None for none."""
        return dict(self.by_role).get(role, self.anywhere)


def read_metrics(value: object) -> MetricsPlaces | None:
    """The places of `127.0.0.1:9100`, or of `work=127.0.0.1:9101 send=127.0.0.1:9102`; None for nothing or `none`.

    Refuses: ValueError saying what would be right.
    """
    if value is None or isinstance(value, MetricsPlaces):
        return value
    words = str(value).replace(",", " ").split()
    if [word.lower() for word in words] == ["none"]:
        return None
    if len(words) == 1 and "=" not in words[0]:
        return MetricsPlaces(anywhere=_read_metrics_place(words[0]))
    by_role = dict[str, ListenAddress]()
    for word in words:
        role, _, place = word.partition("=")
        if role not in tuple(Role) or role in by_role:
            raise ValueError(f"it should name each role once, of {', '.join(Role)}: work=127.0.0.1:9101")
        by_role[role] = _read_metrics_place(place)
    return MetricsPlaces(by_role=tuple(by_role.items()))


def _read_metrics_place(text: str) -> ListenAddress:
    try:
        return ListenAddress(*_split_place(text))
    except ValueError:
        raise ValueError(
            "it should be HOST:PORT like 127.0.0.1:9100, or one for each role like work=127.0.0.1:9101, or none"
        ) from None


def read_delivery(value: object) -> MaildirFolder | SmartHost:
    """Where mails go, of `maildir:PATH` or `smtp://HOST:PORT`. Refuses: ValueError saying what would be right."""
    if isinstance(value, MaildirFolder | SmartHost):
        return value
    text = str(value).strip()
    if text.lower().startswith("maildir:") and text[8:]:
        return MaildirFolder(Path(text[8:]))
    try:
        if not text.lower().startswith("smtp://"):
            raise ValueError
        host, port = _split_place(text[7:].rstrip("/"))
    except ValueError:
        raise ValueError("it should be maildir:FOLDER like maildir:var/mail, or smtp://HOST:PORT") from None
    return SmartHost(host, port)


def _read_database(value: object) -> str:
    scheme, separator, rest = str(value).strip().partition("://")
    if scheme.lower() not in _DATABASES or not separator or (scheme.lower() == "sqlite" and len(rest) < 2):
        raise ValueError("it should be sqlite:///FILE like sqlite:///var/judge.db, or postgresql://USER@HOST/NAME")
    return f"{_DATABASES[scheme.lower()]}://{rest}"


def _read_address(value: object) -> str:
    text = str(value).strip()
    if not _ADDRESS.fullmatch(text):
        raise ValueError("it should be a plain mail address like judge@example.org, without a + in it")
    return text.lower()


def _read_optional_address(value: object) -> str:
    text = str(value).strip()
    if text and not re.fullmatch(r"[^\s@<>\",;:]+@[^\s@<>\",;:]+", text):
        raise ValueError("it should be a mail address like keeper@example.org, or empty")
    return text


def _read_readable(value: object) -> Path:
    path = Path(str(value))
    if not os.access(path, os.R_OK) or not path.is_file():
        raise ValueError("it should be a file that this program may read")
    return path


def _read_selector(value: object) -> str:
    text = str(value).strip()
    if not re.fullmatch(r"[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?", text, re.IGNORECASE):
        raise ValueError("it should be a name in the DNS like judge or mail2027")
    return text


def _read_secret(value: object) -> SecretStr:
    secret = value if isinstance(value, SecretStr) else SecretStr(str(value))
    if len(secret.get_secret_value()) < _ENOUGH:
        raise ValueError(f"it should have {_ENOUGH} characters or more, made at random")
    return secret


def _read_name(value: object) -> str:
    text = str(value).strip()
    if not text or not text.isprintable():
        raise ValueError("it should be a name of one line, like The Judge")
    return text


class Settings(BaseSettings):
    """All settings; `load_settings` makes them.

    Shape: every field has a default, so that nothing need be set. `listen` and `delivery` are read into values;
    paths are as written, relative to the working folder.
    """

    model_config = SettingsConfigDict(frozen=True, extra="forbid", env_prefix="JUDGE_", env_ignore_empty=True)

    var: Path = Path("var")
    database: Annotated[str, BeforeValidator(_read_database)] = Field(
        default_factory=lambda known: f"sqlite:///{known['var']}/judge.db"
    )
    listen: Annotated[ListenAddress, NoDecode, BeforeValidator(read_listen)] = ListenAddress("127.0.0.1", 2525)
    delivery: Annotated[MaildirFolder | SmartHost, NoDecode, BeforeValidator(read_delivery)] = Field(
        default_factory=lambda known: MaildirFolder(known["var"] / "mail")
    )
    address: Annotated[str, BeforeValidator(_read_address)] = "judge@localhost"
    name: Annotated[str, BeforeValidator(_read_name)] = "The Judge"
    keeper: Annotated[str, BeforeValidator(_read_optional_address)] = ""
    authserv_id: str = ""
    dkim_key: Annotated[Path, BeforeValidator(_read_readable)] | None = None
    dkim_selector: Annotated[str, BeforeValidator(_read_selector)] = "judge"
    tls_cert: Annotated[Path, BeforeValidator(_read_readable)] | None = None
    tls_key: Annotated[Path, BeforeValidator(_read_readable)] | None = None
    outage: Annotated[int, Field(ge=0, le=10_080)] = 15
    lease: Annotated[int, Field(ge=2, le=3_600)] = 60
    picture_wait: Annotated[int, Field(ge=0, le=3_600)] = 120
    archive: Path | None = None
    secret: Annotated[SecretStr, BeforeValidator(_read_secret)] | None = None
    metrics: Annotated[MetricsPlaces | None, NoDecode, BeforeValidator(read_metrics)] = None
    log: Literal["auto", "text", "json"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @model_validator(mode="after")
    def _certificate_and_key_go_together(self) -> "Settings":
        if (self.tls_cert is None) != (self.tls_key is None):
            missing, given = ("tls_key", "tls_cert") if self.tls_key is None else ("tls_cert", "tls_key")
            raise ValueError(f"{_told(missing)}: it is needed because {given} is set; set both or neither")
        return self

    @property
    def host(self) -> str:
        """The domain of the judge's address."""
        return self.address.rpartition("@")[2]

    @property
    def secret_key(self) -> bytes:
        """What tokens are made with. Refuses: SettingError when there is none, which `load_settings` rules out."""
        if self.secret is None:
            raise SettingError(f"{_told('secret')}: it is not set")
        return self.secret.get_secret_value().encode()


def load_settings(
    config: Path | None = None, given: Mapping[str, Any] | None = None, *, secret: bool = True
) -> Settings:
    """The settings in force: what is `given`, over the environment, over the file, over the defaults.

    Shape: `config` None looks for the usual files, and none need be there; the secret is there afterwards, made and
    kept under `var` when nothing sets it, unless it is not asked for. `given` holds what a command line says, by field
    name.
    Refuses: SettingError with the setting's name and what would be right; a named file that is missing.
    """
    file = config or found_config()
    written = {} if file is None else _read_file(file)

    class Loaded(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library names the arguments
            file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return init_settings, env_settings, InitSettingsSource(settings_cls, written)

    try:
        settings = Settings.model_construct(**dict(Loaded(**(given or {}))))
    except ValidationError as error:
        faults = [one for one in error.errors() if one["type"] != "default_factory_not_called"]
        raise SettingError("\n".join(_tell(one, file) for one in faults)) from None
    if settings.secret is None and secret:
        settings = settings.model_copy(update={"secret": SecretStr(kept_secret(settings.var))})
    return settings


def found_config() -> Path | None:
    """The settings file that is taken when none is named."""
    return next((path for path in CONFIG_FILES if path.is_file()), None)


def kept_secret(var: Path) -> str:
    """The installation's secret from its file under `var`, made on first use (mode 600).

    Refuses: SettingError when the file cannot be read or made, or holds too little.
    """
    path = var / SECRET_FILE
    try:
        if not path.exists():
            _make_secret(path)
        secret = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{_told('secret')}: {path} cannot be made or read ({error}); set it yourself") from None
    if len(secret) < _ENOUGH:
        raise SettingError(f"{_told('secret')}: {path} holds no secret; put a line of random characters there")
    return secret


def put_secret(var: Path, secret: str) -> None:
    """Have this secret from now on, in its file under `var`; another one that was there lies beside it as `.old`.

    Refuses: SettingError when the file cannot be made.
    """
    path = var / SECRET_FILE
    try:
        if path.exists() and path.read_text(encoding="utf-8", errors="replace").strip() != secret:
            path.rename(path.with_name(f"{path.name}.old"))
        _make_secret(path, secret)
    except OSError as error:
        raise SettingError(f"{_told('secret')}: {path} cannot be made ({error})") from None


def _make_secret(path: Path, secret: str = "") -> None:
    """Keep a secret, a new one when none is given, unless there is one.

    Shape: written aside first and linked, so that of two starting processes both use the same one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write((secret or secrets.token_hex(32)) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(aside, path)
        except FileExistsError:
            return
    finally:
        aside.unlink()


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingError(f"{file}: the settings file cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f'{file}: it should be TOML, lines like listen = "127.0.0.1:2525" ({error})') from None


def _told(name: str) -> str:
    return f"{name} (JUDGE_{name.upper()})"


def _tell(error: Mapping[str, Any], file: Path | None) -> str:
    """One fault of a setting in words: which, what it is, what would be right. What may hold a secret is not shown."""
    name = str(error["loc"][0]) if error["loc"] else ""
    problem = str(error["msg"]).removeprefix("Value error, ")
    if not name:
        return problem
    if error["type"] == "extra_forbidden":
        near = difflib.get_close_matches(name, Settings.model_fields, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(Settings.model_fields)}"
        return f"{'' if file is None else f'{file}: '}{name}: there is no such setting; {hint}"
    if error["type"] == "literal_error":
        problem = f"it should be {error['ctx']['expected']}"
    shown = "" if name in {"secret", "database"} else f" {error['input']!r}"
    return f"{_told(name)}{shown}: {problem}"
