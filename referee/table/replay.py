"""Believes no transcript: deals again from the seed, judges every action again, scores again, writes again.

`known` makes the match anew, `replay` plays it, `verify` compares to the byte.
"""

import hashlib
from collections.abc import Generator, Iterator, Mapping
from itertools import zip_longest

from referee.cards import NotationError
from referee.game import Event, Family, Progress, RefereeError, Result
from referee.table.clock import Clocks
from referee.table.match import Adjudication, Ended, EndReason, Match, Mode, ended_by, forfeit
from referee.table.table import Entry, Played, dealt
from referee.table.transcript import ReadDeal, Record, TranscriptError, decoded, end_line, entry_line, read, seal, write


def replay(record: Record, games: Mapping[str, Family]) -> Iterator[tuple[Entry | None, tuple[Event, ...]]]:
    """Play a sealed record again: each entry with what happened; a deal's beginning is an entry None.

    Raise TranscriptError where an action is not legal, a default is not the one of the rules, or a deal or the match
    ends otherwise than it says.
    """
    match = known(record, games)
    progress = match.progress
    results: list[Result] = []
    for number, deal in enumerate(record.deals):
        if str(progress) != deal.progress:
            raise TranscriptError(f"deal {number} does not begin with {deal.progress!r} but with {str(progress)!r}")
        result = yield from replay_deal(match, progress, number, deal)
        if result is not None:
            results.append(result)
            progress = result.progress
        check_result(number, deal, result)
    check_end(match, record.ended, results, is_over=len(results) == len(record.deals))


def replay_deal(
    match: Match, progress: Progress, number: int, deal: ReadDeal
) -> Generator[tuple[Entry | None, tuple[Event, ...]], None, Result | None]:
    """Play one deal again, and return its result if it came to one."""
    position, events = dealt(match, progress, number)
    yield None, events
    for at, entry in enumerate(deal.entries, 1):
        where = f"deal {number}, action {at} ({entry_line(entry)})"
        if entry.seat not in position.to_act:
            raise TranscriptError(f"{where}: it is not this seat's turn")
        if entry.default is not None and entry.action != next(position.moves(entry.seat)):
            raise TranscriptError(f"{where}: not the default action")
        try:
            position, events = position.act(entry.seat, entry.action)
        except RefereeError as error:
            raise TranscriptError(f"{where}: {error}") from None
        yield entry, events
    return position.result


def check_result(number: int, deal: ReadDeal, result: Result | None) -> None:
    """Raise TranscriptError unless a deal that is followed by another came to the result it says."""
    if deal.result and (result is None or deal.result != f"score {result.score} points {result.points}"):
        raise TranscriptError(f"deal {number} did not come to the result it says")


def known(record: Record, games: Mapping[str, Family]) -> Match:
    """Return the match a record speaks of, its game made anew. Raise TranscriptError."""
    if record.seed is None:
        raise TranscriptError("the seed has not been revealed yet: its board is not closed")
    if record.game not in games:
        raise TranscriptError(f"no game is called {record.game!r} here")
    family = games[record.game]
    if family.rules_version != record.rules_version:
        raise TranscriptError(f"played by rules version {record.rules_version}; this is {family.rules_version}")
    try:
        game = family.make(record.options)
    except NotationError as error:
        raise TranscriptError(str(error)) from None
    return Match(
        record.match,
        record.board,
        game,
        record.rules_version,
        record.players,
        record.seed,
        Clocks(),
        Adjudication(),
        Mode.BOARD if record.max_deals is None else Mode.MATCH,
        record.max_deals or 1,
    )


def check_end(match: Match, ended: Ended, results: list[Result], *, is_over: bool) -> None:
    """Recompute the end of a match. Raise TranscriptError."""
    if ended.reason is EndReason.FINISHED:
        expected = ended_by(match, results) if is_over else None
    elif ended.at_fault is None:
        expected = Ended(ended.reason)
    else:
        expected = forfeit(match, ended.reason, ended.at_fault)
    if ended != expected:
        told = "the match is not over" if expected is None else end_line(expected)
        raise TranscriptError(f"it says {end_line(ended)!r}, but {told}")


def check_digest(transcript: bytes) -> None:
    """Raise TranscriptError unless each digest is that of the text before it, and only a seed follows the last."""
    at = 0
    summed = hashlib.sha256()
    while (found := transcript.find(b"\nsha256 ", at)) >= 0:
        end = found + 1
        summed.update(transcript[at:end])
        digest = summed.hexdigest().encode()
        summed.update(transcript[end : (at := end + len(b"sha256 ") + len(digest))])
        if transcript[end:at] != b"sha256 " + digest or transcript[at : at + 1] != b"\n":
            raise TranscriptError("it has been changed or cut: its SHA-256 is another")
    if not at:
        raise TranscriptError("it has been changed or cut: it has no SHA-256")


def rewritten(match: Match, record: Record) -> str:
    """Write a record that has been replayed; its results are those it says."""
    deals = []
    for deal in record.deals:
        score, points = map(int, deal.result.split()[1::2]) if deal.result else (0, 0)
        result = Result(score, points, match.progress) if deal.result else None
        deals.append(Played(deal.progress, deal.entries, result))
    return write(match, deals, record.ended)


def verify(transcript: bytes, games: Mapping[str, Family]) -> Record:
    """Believe nothing: deal from the seed, play every action again, score it, and write it again to the byte.

    Raise TranscriptError.
    """
    check_digest(transcript)
    record = read(decoded(transcript))
    match = known(record, games)
    if match.commitment.hex() != record.commitment:
        raise TranscriptError("the seed is not the one committed to")
    for _ in replay(record, games):
        pass
    written = seal(rewritten(match, record), match).encode()
    if written != transcript:
        pairs = zip_longest(written.split(b"\n"), transcript.split(b"\n"))
        line = next(n for n, (ours, theirs) in enumerate(pairs, 1) if ours != theirs)
        raise TranscriptError(f"line {line}: not as this match is written")
    return record
