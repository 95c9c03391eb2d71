"""A match of the schedule as the referee is to play it: a pure function of the configuration and the seeds."""

from collections.abc import Sequence

from referee.shuffle import SEED_BYTES
from tournament.client import Adjudication, Clocks, Deal, Table
from tournament.config import Config
from tournament.config_checks import shares_boards
from tournament.schedule import Match
from tournament.seeds import Seeds

CONNECT_MS = 1000
"""Players are there when their match is opened; this is for one that is just coming back."""


def table(config: Config, seeds: Seeds, match: Match, players: Sequence[str]) -> Table:
    """`players` are names at the referee, by seat."""
    return Table(
        match=match.id,
        deal=Deal(seeds.tournament, match.group, match.board, seeds.board(match.group, match.board)),
        game=config.game.name,
        options=config.game.options,
        players=players,
        clocks=_clocks(config),
        adjudication=_adjudication(config),
        sittings=match.sittings,
        trusted=_is_trusted(config, match),
        connect_ms=CONNECT_MS,
        mode=config.game.mode,
        max_deals=config.adjudication.max_deals,
    )


def _clocks(config: Config) -> Clocks:
    time = config.time_control
    return Clocks(time.move_ms, time.bank_ms, time.increment_ms, time.margin_ms, time.reconnect_ms)


def _adjudication(config: Config) -> Adjudication:
    rules = config.adjudication
    return Adjudication(
        illegal_retries=rules.illegal_retries if rules.illegal_move == "retry" else 0,
        max_strikes=rules.max_strikes,
        timeout_forfeits=rules.timeout == "forfeit",
        illegal_forfeits=rules.illegal_move == "forfeit",
    )


def _is_trusted(config: Config, match: Match) -> bool:
    """Return whether a player may meet this board again: one that is trusted, or far away where boards are shared."""
    teams = [team for team in config.teams if team.name in (match.a, match.b)]
    remote = shares_boards(config) and any(bot.remote for team in teams for bot in team.bots)
    return remote or any(team.trusted for team in teams)


def trial(config: Config, match: str, players: Sequence[str]) -> Table:
    """Return a match that counts nowhere: one deal of a seed that everybody knows."""
    return Table(
        match=match,
        deal=Deal(config.tournament_id, match, 0, bytes(SEED_BYTES)),
        game=config.game.name,
        options=config.game.options,
        players=players,
        clocks=_clocks(config),
        adjudication=_adjudication(config),
        sittings=1,
        trusted=False,
        connect_ms=CONNECT_MS,
        mode="board",
        max_deals=1,
    )
