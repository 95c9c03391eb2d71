"""The transcript of a match: causes in their order and nothing that depends on time, one a line.

paiju transcript 1
match r1.bold-vs-greedy.b007.s1
game tractor 1                      name and version of the rules
option decks 2                      every option
tournament tractor-cup              with group and board: the name of the deal
group r1/bold/greedy
board 7
seat 0 bold/0/1
commitment 5f3a…                    to the seed
deal 0 levels=3,3 declarer=3        the progress it begins with
1 declare Ts
0 play 5h 5h
2 play Ah ! time                    a default action, and why
end finished score 2 points 35      for side 0; a forfeit names the seat at fault
sha256 9c01…                        of all before it
seed 77ab…                          once the board is closed
"""

import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.cards import SEATS, BySeat, Cards, NotationError, Suit, cards, text
from referee.game import Action, Claim, Combination, Verb
from referee.table.match import MOST_DEALS, BoardName, Ended, EndReason, Match, Mode
from referee.table.table import DefaultReason, Entry, Played

FORMAT = "paiju transcript 1"
MOST_BYTES = 16 * 2**20
"""A transcript, unpacked, has some thousands; what has more than this is none."""


class TranscriptError(Exception):
    """What is wrong with a transcript, and on which line."""


class Writer:
    """Writes a match without its seed, each deal as it ends: at once that takes tenths of a second for hundreds."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deals = 0
        """So many have been written."""
        self._text: list[str] = []
        self._digest = hashlib.sha256()

    def follow(self, past: Sequence[Played]) -> None:
        """Write the deals that have ended and are not written yet, the last of the match apart."""
        for deal in past[self.deals :]:
            assert deal.result is not None
            self._write(deal, f"result score {deal.result.score} points {deal.result.points}")

    def ended(self, deals: Sequence[Played], ended: Ended) -> str:
        """Write what is missing; return the text."""
        self.follow(deals[:-1])
        self._write(deals[-1], end_line(ended))
        return "".join(self._text)

    def _write(self, deal: Played, end: str) -> None:
        lines = [f"deal {self.deals} {deal.progress}", *map(entry_line, deal.entries), end]
        self._add([*head(self.match), *lines] if self.deals == 0 else lines)
        self._add([f"sha256 {self._digest.hexdigest()}"])
        self.deals += 1

    def _add(self, lines: Iterable[str]) -> None:
        text = "".join([f"{line}\n" for line in lines])
        self._text.append(text)
        self._digest.update(text.encode())


def write(match: Match, deals: Sequence[Played], ended: Ended) -> str:
    """Return the text of a match without its seed."""
    return Writer(match).ended(deals, ended)


def seal(transcript: str, match: Match) -> str:
    """Append the revealed seed. Raise TranscriptError unless it is the one that was committed to."""
    if f"\ncommitment {match.commitment.hex()}\n" not in transcript:
        raise TranscriptError("the seed is not the one committed to")
    seed = f"seed {match.seed.hex()}\n"
    return transcript if transcript.endswith(seed) else transcript + seed


def head(match: Match) -> Iterator[str]:
    yield FORMAT
    yield f"match {match.id}"
    yield f"game {match.game.name} {match.rules_version}"
    for name, value in sorted(match.game.options.items()):
        yield f"option {name} {value}"
    yield f"tournament {match.board.tournament}"
    yield f"group {match.board.group}"
    yield f"board {match.board.board}"
    for seat in SEATS:
        yield f"seat {seat} {match.players[seat]}"
    yield f"commitment {match.commitment.hex()}"
    if match.mode is Mode.MATCH:
        yield f"mode {match.mode}"
        yield f"max_deals {match.max_deals}"


def action_text(action: Action) -> str:
    """Return `play 5h 5h`, with the claim behind a semicolon."""
    words = [action.verb.name.lower(), text(action.cards)]
    claim = action.claim
    if claim is not None:
        said = [
            f"suit {claim.suit}" if claim.suit is not None else "",
            f"{claim.kind.name.lower()} {claim.key}" if claim.kind is not None else "",
            "units " + " + ".join(map(text, claim.units)) if claim.units else "",
        ]
        words += [";", *said]
    return " ".join(filter(None, words))


def entry_line(entry: Entry) -> str:
    line = f"{entry.seat} {action_text(entry.action)}"
    return line if entry.default is None else f"{line} ! {entry.default.name.lower()}"


def end_line(ended: Ended) -> str:
    fault = "" if ended.at_fault is None else f" seat {ended.at_fault}"
    return f"end {ended.reason.name.lower()}{fault} score {ended.score} points {ended.points}"


class ReadDeal(NamedTuple):
    progress: str
    entries: tuple[Entry, ...]
    result: str
    """The line that closes it, if another deal follows."""


class Record(NamedTuple):
    """A transcript as it was read, not yet believed."""

    match: str
    game: str
    rules_version: int
    options: dict[str, str]
    board: BoardName
    players: BySeat[str]
    commitment: str
    max_deals: int | None
    """None where the match is one board."""
    deals: tuple[ReadDeal, ...]
    ended: Ended
    seed: bytes | None


class Lines:
    """The lines of a transcript, taken one after the other, with errors that name the line."""

    def __init__(self, transcript: str) -> None:
        self.lines = transcript.split("\n")
        self.at = 0

    def fault(self, problem: str) -> TranscriptError:
        return TranscriptError(f"line {self.at}: {problem}")

    def peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def take(self, word: str) -> str:
        """Return the rest of the next line, which must begin with `word`."""
        line = self.peek()
        self.at += 1
        first, _, rest = line.partition(" ")
        if first != word:
            raise self.fault(f"expected {word!r}, got {line[:60]!r}")
        return rest

    def number(self, word: str) -> int:
        return self.whole(self.take(word))

    def whole(self, digits: str) -> int:
        """Read a number that stands on the line just taken."""
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", digits):
            raise self.fault(f"{digits[:20]!r} is not a number")
        return int(digits)


def read(transcript: str) -> Record:
    """Read the form only. Raise TranscriptError."""
    lines = Lines(transcript)
    if lines.take("paiju") != FORMAT.partition(" ")[2]:
        raise lines.fault(f"not a transcript of this format ({FORMAT})")
    match = lines.take("match")
    game, _, written = lines.take("game").partition(" ")
    version = lines.whole(written)
    options = {}
    while lines.peek().startswith("option "):
        name, _, value = lines.take("option").partition(" ")
        options[name] = value
    board = BoardName(lines.take("tournament"), lines.take("group"), lines.number("board"))
    players = [lines.take("seat")[2:] for _ in SEATS]
    committed = lines.take("commitment")
    max_deals = None
    if lines.peek().startswith("mode "):
        if lines.take("mode") != Mode.MATCH:
            raise lines.fault("the mode can only be match")
        max_deals = lines.number("max_deals")
        if not 1 <= max_deals <= MOST_DEALS:
            raise lines.fault(f"a match has 1 to {MOST_DEALS} deals")
    deals = [read_deal(lines, 0)]
    while deals[-1].result:
        lines.take("sha256")
        deals.append(read_deal(lines, len(deals)))
    ended = read_end(lines)
    lines.take("sha256")
    seed = read_seed(lines) if lines.peek() else None
    one, two, three, four = players
    everyone = BySeat((one, two, three, four))
    return Record(match, game, version, options, board, everyone, committed, max_deals, tuple(deals), ended, seed)


def read_deal(lines: Lines, number: int) -> ReadDeal:
    """Read a deal up to the line of its end."""
    told, _, progress = lines.take("deal").partition(" ")
    if told != str(number):
        raise lines.fault(f"expected deal {number}, got {told[:20]!r}")
    entries = []
    while lines.peek()[:1].isdecimal():
        entries.append(read_entry(lines))
    result = lines.take("result") if lines.peek().startswith("result ") else ""
    return ReadDeal(progress, tuple(entries), result)


def read_seed(lines: Lines) -> bytes:
    try:
        return bytes.fromhex(lines.take("seed"))
    except ValueError:
        raise lines.fault("the seed is not hexadecimal") from None


def read_entry(lines: Lines) -> Entry:
    line = lines.peek()
    lines.at += 1
    body, _, reason = line.partition(" ! ")
    try:
        action = read_action(body[2:])
        default = DefaultReason[reason.upper()] if reason else None
        return Entry(SEATS[int(body[0])], action, default)
    except NotationError as error:
        raise lines.fault(f"{line[:60]!r}: {error}") from None
    except (KeyError, IndexError, ValueError):
        raise lines.fault(f"{line[:60]!r} is not an action") from None


def read_action(written: str) -> Action:
    """Read what `action_text` wrote. Raise NotationError, KeyError, IndexError or ValueError."""
    body, _, said = written.partition(" ;")
    verb, _, rest = body.partition(" ")
    return Action(Verb[verb.upper()], cards(rest), read_claim(said.split()) if said else None)


def read_claim(words: list[str]) -> Claim:
    suit = kind = None
    key = 0
    units: tuple[Cards, ...] = ()
    while words:
        word = words.pop(0)
        if word == "suit":
            suit = Suit.parse(words.pop(0))
        elif word == "units":
            units = tuple(map(cards, " ".join(words).split("+")))
            break
        else:
            kind, key = Combination[word.upper()], int(words.pop(0))
    return Claim(suit, kind, key, units)


def read_end(lines: Lines) -> Ended:
    found = re.fullmatch(r"(\w+)(?: seat ([0-3]))? score (-?[0-9]{1,9}) points (-?[0-9]{1,9})", lines.take("end"))
    if found is None or found[1].upper() not in EndReason.__members__:
        raise lines.fault("not the end of a match")
    seat = None if found[2] is None else SEATS[int(found[2])]
    return Ended(EndReason[found[1].upper()], seat, int(found[3]), int(found[4]))


def unpacked(data: bytes) -> bytes:
    """Return the bytes of a transcript, gzipped or not. Raise TranscriptError for a gzip stream that is not whole."""
    if data[:2] != b"\x1f\x8b":
        return data
    unpacker = zlib.decompressobj(wbits=31)
    try:
        plain = unpacker.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise TranscriptError(f"not a gzip file: {error}") from None
    if unpacker.unconsumed_tail or unpacker.unused_data or not unpacker.eof:
        raise TranscriptError("not one whole gzip file of a reasonable size")
    return plain


def decoded(transcript: bytes) -> str:
    """Raise TranscriptError unless it is UTF-8."""
    try:
        return transcript.decode()
    except UnicodeDecodeError as error:
        raise TranscriptError(f"not UTF-8 at byte {error.start}") from None
