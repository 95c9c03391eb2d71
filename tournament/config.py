"""`brackets.toml` read and checked: `load` gives a Config, or a ConfigError with all that is wrong, a line each."""

# mypy: disable-error-code="explicit-any"
# pydantic.BaseModel mentions Any, and each of its subclasses is blamed for it.

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

from pydantic import JsonValue, ValidationError

from tournament import config_checks
from tournament.brackets import Bot, Brackets, Table, TeamTable
from tournament.config_lines import Location, Problem, lines, problem_of, shown
from tournament.errors import TourneyError
from tournament.names import slug

SAFE = (("tournament", "concurrency"), ("output",))
"""Keys that may change while a tournament is under way: no result depends on them."""


class ConfigError(TourneyError):
    """The configuration cannot be used. `lines` say why, one problem each."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Team(Table):
    """An entrant: two bots that sit as partners."""

    name: str
    bots: tuple[Bot, Bot]
    trusted: bool


class Config(Brackets):
    path: Path
    teams: tuple[Team, ...]
    warnings: tuple[str, ...]

    @property
    def base(self) -> Path:
        """Relative paths start here."""
        return self.path.parent

    @property
    def tournament_id(self) -> str:
        return slug(self.event.name)

    @property
    def output_directory(self) -> Path:
        return self.base / (self.output.directory or f"out/{self.tournament_id}")

    @property
    def database_url(self) -> str:
        return self.storage.url or f"sqlite:///{self.base / 'paiju.sqlite'}"

    def directory_of(self, bot: Bot) -> Path:
        """Where a bot's processes run."""
        return config_checks.directory_of(bot, self.base)

    def argv(self, bot: Bot) -> tuple[str, ...]:
        """Return what to execute. Raise ConfigError if the program has gone since it was checked."""
        found = config_checks.argv(bot, self.base)
        if found is None:
            raise ConfigError([f"{self.path}: bot {shown(bot.name)}: {config_checks.unfit(bot, self.base)}"])
        return found

    def moved(self, output: Path | None = None, concurrency: int | None = None) -> "Config":
        """Return it with what a command line may override; a relative path starts at the working directory."""
        config = self
        if output is not None:
            changed = self.output.model_copy(update={"directory": str(output.absolute())})
            config = config.model_copy(update={"output": changed})
        if concurrency is not None:
            faster = self.tournament.model_copy(update={"concurrency": concurrency})
            config = config.model_copy(update={"tournament": faster})
        return config


def template() -> str:
    """Return a commented file to start from."""
    return resources.files("tournament").joinpath("template.toml").read_text(encoding="utf-8")


def load(path: Path) -> Config:
    text = _read(path)
    try:
        data: dict[str, JsonValue] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ConfigError([f"{path}: {fault}"]) from None
    except RecursionError:
        raise ConfigError([f"{path}: nested too deep to be read"]) from None
    file, found = _parsed(data)
    if file is not None:
        found += [problem for problem in config_checks.problems(file, path.parent) if not _follows(problem, found)]
    if file is None or found:
        raise ConfigError(lines(str(path), text, found))
    warnings = lines(str(path), text, list(config_checks.warnings(file)))
    return _config(file, path.absolute(), warnings)


def _read(path: Path) -> str:
    try:
        if path.stat().st_mode & config_checks.WRITABLE_BY_ALL:
            raise ConfigError([f"{path}: anybody may write it, and it names programs to start: chmod o-w {path}"])
        return path.read_text(encoding="utf-8")
    except OSError as fault:
        raise ConfigError([f"{path}: {fault.strerror}"]) from None
    except UnicodeDecodeError:
        raise ConfigError([f"{path}: not UTF-8"]) from None


def _parsed(data: Mapping[str, JsonValue]) -> tuple[Brackets | None, list[Problem]]:
    """Return the file and its problems; what is wrong is left out, so that the rest can be checked too."""
    try:
        return Brackets.model_validate(data), []
    except ValidationError as fault:
        found = [problem_of(error, Brackets) for error in fault.errors(include_url=False)]
    try:
        return Brackets.model_validate(_without(dict(data), [problem.location for problem in found])), found
    except ValidationError:
        return None, found


def _without(data: dict[str, JsonValue], locations: list[Location]) -> JsonValue:
    """Return a copy that lacks the keys at these locations."""

    def kept(value: JsonValue, at: Location) -> JsonValue:
        match value:
            case dict():
                return {key: kept(inner, (*at, key)) for key, inner in value.items() if (*at, key) not in locations}
            case list():
                return [kept(inner, (*at, i)) for i, inner in enumerate(value)]
        return value

    return kept(data, ())


def _follows(problem: Problem, earlier: list[Problem]) -> bool:
    """Return whether a problem may come of a key left out for another problem."""
    places = [(one.location, problem.location) for one in earlier]
    return any(long[: len(short)] == short for long, short in (sorted(pair, key=len, reverse=True) for pair in places))


def _config(file: Brackets, path: Path, warnings: list[str]) -> Config:
    full = file.model_copy(
        update={
            "bot": tuple(bot.under(file.each) for bot in file.bot),
            "team": tuple(team.under(file.each) for team in file.team),
        }
    )
    bots = {bot.name: bot for bot in full.bot}
    teams = tuple(Team(name=team.name, bots=_members(team, bots), trusted=team.trusted) for team in full.team)
    return Config(**dict(full), path=path, teams=teams, warnings=tuple(warnings))


def _members(team: TeamTable, bots: Mapping[str, Bot]) -> tuple[Bot, Bot]:
    if team.bots:
        return bots[team.bots[0]], bots[team.bots[1]]
    return team.own_bot(), team.own_bot()


def canonical(config: Config) -> str:
    """Return the file with all defaults as JSON, sorted, without the keys no result depends on."""
    data = config.model_dump(mode="json", exclude={"path", "teams", "warnings"})
    return json.dumps(_without(data, list(SAFE)), ensure_ascii=False, sort_keys=True)


def config_hash(config: Config) -> str:
    return hashlib.sha256(canonical(config).encode()).hexdigest()


def restored(text: str, path: Path) -> Config:
    """Return the Config that `canonical` was made of; programs are not looked for."""
    return _config(Brackets.model_validate(json.loads(text)), path, [])


def difference(old: str, config: Config) -> list[str]:
    """Compare with the canonical text of an earlier run: `key: was x, now y` for every key that changed."""
    # Keys the earlier program did not know have their defaults.
    then = canonical(restored(old, config.path))
    before, after = dict(_leaves(json.loads(then))), dict(_leaves(json.loads(canonical(config))))
    return [
        f"{key}: was {shown(before.get(key))}, now {shown(after.get(key))}"
        for key in sorted({*before, *after})
        if before.get(key) != after.get(key)
    ]


def _leaves(value: JsonValue, key: str = "") -> Iterator[tuple[str, JsonValue]]:
    match value:
        case dict():
            for name, inner in value.items():
                yield from _leaves(inner, f"{key}.{name}" if key else name)
        case list() if value and isinstance(value[0], dict):
            for i, inner in enumerate(value):
                yield from _leaves(inner, f"{key}.{i + 1}")
        case _:
            yield key, value
