"""Everybody the referee knows: players by token, tables, boards and the runs they belong to."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from referee.cards import SEATS, BySeat, NotationError, Seat
from referee.game import Family
from referee.server.item import Answer, Draining, Manners, MatchResult, Told
from referee.server.kept import Kept
from referee.server.link import Link
from referee.server.room import Player, Room
from referee.table import transcript
from referee.table.clock import Clocks
from referee.table.match import MOST_DEALS, Adjudication, BoardName, EndReason, Match, Mode
from referee.table.table import Stale
from referee.table.view import Sight

KEPT_RESULTS = 2_000
"""Results of a run kept for an organiser that comes back."""
KEPT_TRANSCRIPTS = 1_000
"""Transcripts of closed boards kept for players."""
KEPT_LETTERS = 1 << 27
"""Of either, in all: long matches whose bots take notes have a million each."""
TABLE_NAME = 64
"""Letters of the name of a table, which nobody knows, that are told back."""


class RequestError(Exception):
    """An organiser or player asked for something that cannot be had. The text is safe to send."""


class EmbargoError(RequestError):
    """Nothing of a board is told before all its sittings have ended."""


class TableSpec(NamedTuple):
    """One sitting of one board, as an organiser orders it."""

    match: str
    board: BoardName
    game: str
    options: Mapping[str, str]
    seed: bytes
    players: tuple[str, ...]
    clocks: Clocks
    adjudication: Adjudication
    sittings: int
    trusted: bool
    connect_ms: int
    mode: Mode = Mode.BOARD
    max_deals: int = 1


@dataclass(slots=True, eq=False)
class Board:
    """The sittings of one deal; its players, so that none meets it twice."""

    sittings: int
    rooms: dict[str, Room] = field(default_factory=dict)
    """By match; a void one is replaced when it is played again."""

    @property
    def closed(self) -> bool:
        return sum(room.result is not None and not room.is_void for room in self.rooms.values()) == self.sittings


@dataclass(slots=True, eq=False)
class Run:
    name: str
    players: dict[str, Player] = field(default_factory=dict)
    boards: dict[BoardName, Board] = field(default_factory=dict)
    rooms: dict[str, Room] = field(default_factory=dict)
    results: Kept[int, MatchResult] = field(default_factory=lambda: Kept(KEPT_RESULTS, KEPT_LETTERS, letters))
    """By number, from 1."""
    ended: int = 0
    """Results so far, those no longer kept included."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set, with another in its place, when a match has ended or the run is closed."""

    def since(self, sent: int) -> list[MatchResult]:
        """Return the results after so many, as far as they are kept."""
        return [result for number, result in self.results.items() if number > sent]

    def tell(self) -> None:
        self.news.set()
        self.news = asyncio.Event()


class Lobby:
    def __init__(self, games: Mapping[str, Family], *, spectators: bool = False) -> None:
        self.games = games
        self.spectators = spectators
        self.draining = asyncio.Event()
        self.runs: dict[str, Run] = {}
        self.idle = asyncio.Event()
        self.idle.set()
        self._players: dict[bytes, Player] = {}
        self._rooms: dict[str, tuple[Room, Board]] = {}
        self._open = 0
        self._opened = 0
        self._transcripts: Kept[str, str] = Kept(KEPT_TRANSCRIPTS, KEPT_LETTERS, len)

    def player(self, token: str) -> Player | None:
        return self._players.get(sha256(token.encode()).digest())

    def attach(self, player: Player, manners: Manners, seen: Mapping[str, int]) -> Link:
        """Make this the player's stream; an older one ends."""
        old, link = player.link, Link(manners)
        player.link = link
        if old is not None:
            old.supersede()
        for room, seat in self._seats(player):
            room.arrive(seat, link, seen.get(room.id, 0))
        if self.draining.is_set():
            link.put(Draining(0))
        return link

    def detach(self, player: Player, link: Link) -> None:
        """A stream has ended. If a newer one has taken over nothing else changes."""
        link.end()
        if player.link is not link:
            return
        player.link = None
        for room, seat in self._seats(player):
            room.depart(seat)

    def answer(self, player: Player, answer: Answer, now: float) -> tuple[Told, bool]:
        """Return what became of an answer that came at a time, and whether it was useless."""
        room, seat = self.place(player, answer.table)
        if room is None:
            return Told(answer.table[:TABLE_NAME], answer.id, Stale("you do not sit at this table", 0)), True
        return room.answer(seat, answer, now)

    def flood(self, player: Player) -> None:
        """Too many useless messages: the player's matches are forfeited."""
        for room, seat in self._seats(player):
            room.forfeit(seat, EndReason.FLOOD)

    def place(self, player: Player, table: str) -> tuple[Room | None, Seat]:
        found = self._rooms.get(table)
        if found is not None:
            for seat in SEATS:
                if found[0].players[seat] is player:
                    return found[0], seat
        return None, SEATS[0]

    def _seats(self, player: Player) -> list[tuple[Room, Seat]]:
        run = self.runs.get(player.run)
        rooms = [] if run is None else run.rooms.values()
        return [(room, seat) for room in list(rooms) for seat in SEATS if room.players[seat] is player]

    def run(self, name: str) -> Run:
        if not name or name not in self.runs:
            raise RequestError(f"no run is called {name!r} here")
        return self.runs[name]

    def add_players(self, run: str, players: Iterable[tuple[str, bytes]]) -> None:
        known = self.runs.setdefault(run, Run(run))
        for name, digest in players:
            if len(digest) != sha256().digest_size:
                raise RequestError(f"player {name!r}: the digest of a token is 32 bytes")
            other = self._players.get(digest)
            if other is not None and (other.run, other.name) != (run, name):
                raise RequestError(f"player {name!r}: its token is another player's")
            player = known.players.setdefault(name, Player(run, name, digest))
            self._players.pop(player.digest, None)
            player.digest = digest
            self._players[digest] = player

    def drop_player(self, run: str, name: str, reason: EndReason) -> int:
        """Forfeit what the player has open and forget its token. Return how many matches that were."""
        known = self.run(run)
        player = known.players.pop(name, None)
        if player is None:
            return 0
        seats = self._seats(player)
        for room, seat in seats:
            room.forfeit(seat, reason)
        self._players.pop(player.digest, None)
        if player.link is not None:
            player.link.close("this player has been dropped by the organiser")
        return len(seats)

    def open_tables(self, run: str, specs: Iterable[TableSpec]) -> list[str]:
        """Open all or none."""
        if self.draining.is_set():
            raise RequestError("the referee is draining: no new tables")
        known = self.run(run)
        orders: list[tuple[TableSpec, Match]] = []
        ordered: defaultdict[BoardName, list[TableSpec]] = defaultdict(list)
        for spec in specs:
            orders.append((spec, self._order(known, spec, ordered[spec.board])))
            ordered[spec.board].append(spec)
        return [self._open_table(known, spec, match) for spec, match in orders]

    def close_table(self, table: str) -> None:
        self.room(table).void()

    def close_run(self, name: str) -> None:
        """Forget a run altogether, if it is known."""
        run = self.runs.pop(name, None)
        if run is None:
            return
        for room in list(run.rooms.values()):
            room.void()
        for player in run.players.values():
            self._players.pop(player.digest, None)
            if player.link is not None:
                player.link.close()
        for board in run.boards.values():
            for room in board.rooms.values():
                self._rooms.pop(room.id, None)
        run.tell()

    def drain(self, grace_ms: int) -> int:
        """Open no more tables. Return how many are open."""
        self.draining.set()
        for player in self._players.values():
            if player.link is not None:
                player.link.put(Draining(grace_ms))
        return self._open

    async def drained(self) -> None:
        """Wait until no table is open and none will be."""
        await self.draining.wait()
        await self.idle.wait()

    def close_links(self) -> None:
        for player in self._players.values():
            if player.link is not None:
                player.link.close()

    def family(self, game: str) -> Family:
        if game not in self.games:
            raise RequestError(f"no game is called {game!r} here, only {', '.join(self.games)}")
        return self.games[game]

    def room(self, table: str) -> Room:
        if table not in self._rooms:
            raise RequestError(f"no table is called {table!r} here")
        return self._rooms[table][0]

    def transcript(self, table: str) -> str:
        """Return a match's sealed transcript. Raise EmbargoError while its board is open."""
        if table in self._transcripts:
            return self._transcripts[table]
        self.room(table)
        raise EmbargoError("the board is still being played at another table")

    def watch(self, table: str, wake: Callable[[], None]) -> tuple[Room, Sight]:
        """Return a room that may be watched and what is seen of it; `wake` is called when something happens."""
        room, board = self._rooms.get(table, (None, None))
        if not self.spectators:
            raise EmbargoError("this referee has no spectators")
        if room is None or board is None or room.public is None:
            raise RequestError(f"no table is called {table!r} here")
        if board.sittings > 1 and not board.closed:
            raise EmbargoError("this deal is played at several tables: it can be watched when all have ended")
        room.watchers.append(wake)
        return room, room.public

    def _order(self, run: Run, spec: TableSpec, before: Sequence[TableSpec]) -> Match:
        """Check an order of a table, which comes with others of its board before it. Raise RequestError."""
        where = f"match {spec.match!r}"
        family = self.family(spec.game)
        try:
            game = family.make(spec.options)
        except NotationError as error:
            raise RequestError(f"{where}: {error}") from None
        for name in (spec.match, *spec.board[:2], *spec.players):
            if not name or not name.isprintable():
                raise RequestError(f"{where}: {name!r} is not a name")
        if not spec.board.tournament.isascii():
            raise RequestError(f"{where}: the name of a tournament is ASCII, {spec.board.tournament!r} is not")
        if len(spec.seed) != 128 or spec.sittings < 1 or len(spec.players) != len(SEATS):
            raise RequestError(f"{where}: it needs a seed of 128 bytes, 4 players and at least 1 sitting")
        if not 1 <= spec.max_deals <= MOST_DEALS:
            raise RequestError(f"{where}: a match has 1 to {MOST_DEALS} deals")
        unknown = [name for name in spec.players if name not in run.players]
        if unknown:
            raise RequestError(f"{where}: no player is called {unknown[0]!r} in this run")
        check_board(run.boards.get(spec.board), before, spec, where)
        one, two, three, four = spec.players
        return Match(
            spec.match,
            spec.board,
            game,
            family.rules_version,
            BySeat((one, two, three, four)),
            spec.seed,
            spec.clocks,
            spec.adjudication,
            spec.mode,
            spec.max_deals,
        )

    def _open_table(self, run: Run, spec: TableSpec, match: Match) -> str:
        self._opened += 1
        one, two, three, four = (run.players[name] for name in spec.players)
        board = run.boards.setdefault(spec.board, Board(spec.sittings))
        players = BySeat((one, two, three, four))
        room = Room(f"t{self._opened}", match, players, self._ended, spectators=self.spectators)
        if spec.match in board.rooms:
            del self._rooms[board.rooms[spec.match].id]
        board.rooms[spec.match] = run.rooms[room.id] = room
        self._rooms[room.id] = room, board
        self._open += 1
        self.idle.clear()
        for seat in SEATS:
            link = room.players[seat].link
            if link is not None:
                room.arrive(seat, link, 0)
        room.wait(spec.connect_ms / 1000)
        return room.id

    def _ended(self, room: Room) -> None:
        assert room.result is not None
        run = self.runs.get(room.players[0].run)
        self._open -= 1
        if self._open == 0:
            self.idle.set()
        if run is None:
            return
        run.rooms.pop(room.id, None)
        run.ended += 1
        run.results.put(run.ended, room.result)
        _, board = self._rooms[room.id]
        if board.closed:
            self._release(run, room.match.board, board)
        run.tell()

    def _release(self, run: Run, name: BoardName, board: Board) -> None:
        """A board is closed: its transcripts may be read, and it need not be remembered otherwise."""
        for room in board.rooms.values():
            if room.result is not None:
                if not self.spectators:
                    del self._rooms[room.id]
                for old in self._transcripts.put(room.id, transcript.seal(room.result.transcript, room.match)):
                    self._rooms.pop(old, None)
        run.boards.pop(name, None)


def letters(result: MatchResult) -> int:
    return len(result.transcript) + len(result.times)


def check_board(board: Board | None, before: Sequence[TableSpec], spec: TableSpec, where: str) -> None:
    """Raise RequestError unless a table is a sitting more of its board, and its players are new to it."""
    if len(set(spec.players)) < len(SEATS):
        raise RequestError(f"{where}: a player holds two seats")
    rooms = {} if board is None else board.rooms
    sat = {
        match: {player.name for player in room.players}
        for match, room in rooms.items()
        if match != spec.match or not room.is_void
    }
    sat |= {other.match: set(other.players) for other in before}
    if spec.match in sat:
        raise RequestError(f"{where}: it is open or has been played already")
    sittings = board.sittings if board else before[0].sittings if before else spec.sittings
    if spec.sittings != sittings or len(sat) == sittings:
        told = f"its board has {sittings} sittings, of which {len(sat)} are ordered; this one says {spec.sittings}"
        raise RequestError(f"{where}: {told}")
    met = set(spec.players) & set[str]().union(*sat.values())
    if met and not spec.trusted:
        raise RequestError(f"{where}: player {min(met)!r} has met this board at another table")
