"""Transcripts: what is written is what was played, and nothing else passes."""

import gzip
import random
from hashlib import sha256

import pytest

from referee.cards import LJ, SEATS, Suit, cards
from referee.game import Action, Claim, Combination, Verb
from referee.games import GAMES
from referee.table.match import EndReason
from referee.table.replay import verify
from referee.table.table import DefaultReason, Table, start
from referee.table.times import Times
from referee.table.transcript import TranscriptError, action_text, read_action, seal, unpacked, write
from tests.deals import match, play, tractor


def written(table: Table) -> str:
    assert table.ended is not None
    return write(table.match, table.deals, table.ended)


def sealed(seed: int, board: int = 0) -> bytes:
    table, _ = play(match(tractor(), board, seed), random.Random(seed))
    return seal(written(table), table.match).encode()


@pytest.mark.parametrize("seed", range(20))
def test_a_played_match_verifies(seed: int) -> None:
    record = verify(sealed(seed, board=seed), GAMES)
    assert record.ended.reason is EndReason.FINISHED


def test_any_change_of_one_byte_is_found() -> None:
    good = sealed(3)
    for at in range(len(good)):
        for flip in (0x01, 0x20, 0x80):
            bad = bytearray(good)
            bad[at] ^= flip
            with pytest.raises(TranscriptError):
                verify(bytes(bad), GAMES)


def test_any_cut_or_addition_is_found() -> None:
    good = sealed(4)
    for end in range(len(good)):
        with pytest.raises(TranscriptError):
            verify(good[:end], GAMES)
    for more in (b"\n", b" ", b"seed 00\n"):
        with pytest.raises(TranscriptError):
            verify(good + more, GAMES)


def test_any_change_of_a_packed_transcript_is_found_or_harmless() -> None:
    plain = sealed(3)
    packed = gzip.compress(plain, mtime=0)
    for at in range(len(packed)):
        bad = bytearray(packed)
        bad[at] ^= 0x10
        try:
            assert verify(unpacked(bytes(bad)), GAMES)
        except TranscriptError:
            continue
        assert unpacked(bytes(bad)) == plain


def test_a_gzip_bomb_is_not_unpacked() -> None:
    bomb = gzip.compress(bytes(64 * 2**20))
    with pytest.raises(TranscriptError, match="reasonable size"):
        unpacked(bomb)


def forge(text: str, old: str, new: str) -> bytes:
    """Change a transcript and write a fitting digest, as a forger would."""
    assert old in text
    body = text[: text.index("sha256 ")].replace(old, new, 1)
    seed = text[text.index("seed 0") if "seed 0" in text else len(text) :]
    return f"{body}sha256 {sha256(body.encode()).hexdigest()}\n{seed}".encode()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param("points ", "points 1", "line|it says", id="other points"),
        pytest.param("board 0", "board 1", "committed", id="another board"),
        pytest.param("deal 0 ", "deal 0  ", "begin", id="another progress"),
        pytest.param("game tractor 1", "game tractor 2", "rules version 2; this is 1", id="other rules"),
        pytest.param("game tractor 1", "game whist 1", "no game is called 'whist'", id="unknown game"),
        pytest.param("option decks 2", "option decks 9", "decks", id="bad option"),
        pytest.param("end finished", "end void", "it says", id="another end"),
        pytest.param("end finished", "end finished seat 0", "it says", id="a fault that was none"),
        pytest.param("0 play ", "1 play ", "turn", id="out of turn"),
        pytest.param("board 0", "board 00", "not a number", id="another form"),
        pytest.param("tractor 1", "tractor", "'' is not a number", id="no version"),
        pytest.param("tractor 1", f"tractor {'9' * 5000}", "'99999999999999999999' is not a number", id="long version"),
        pytest.param("end finished score ", f"end finished score {'9' * 5000}", "not the end", id="long score"),
        pytest.param("deal 0", "mode match\nmax_deals 999999999\ndeal 0", "1 to 1000 deals", id="too many deals"),
        pytest.param("0 play ", "0 play Xx\n0 play ", "'Xx' is not a card", id="no card"),
        pytest.param("0 play ", "0 sing\n0 play ", "'0 sing' is not an action", id="no verb"),
        pytest.param("0 play ", "7 play 5h\n0 play ", "'7 play 5h' is not an action", id="no seat"),
        pytest.param(
            "0 play ", "0 play 5h ; bomb x\n0 play ", "'0 play 5h ; bomb x' is not an", id="no key of a claim"
        ),
        pytest.param("0 play ", "0 play 5h ; suit\n0 play ", "'0 play 5h ; suit' is not an action", id="half a claim"),
        pytest.param("0 play ", "0 play 5h ! tired\n0 play ", "'0 play 5h ! tired' is not an", id="no reason"),
    ],
)
def test_a_forgery_with_a_fitting_digest_is_found(old: str, new: str, told: str) -> None:
    text = sealed(5).decode()
    with pytest.raises(TranscriptError, match=told):
        verify(forge(text, old, new), GAMES)


def test_a_default_that_was_a_choice_is_found() -> None:
    text = sealed(6).decode()
    line = next(line for line in text.splitlines() if line[2:9] == "declare")
    with pytest.raises(TranscriptError, match="not the default action"):
        verify(forge(text, f"{line}\n", f"{line} ! time\n"), GAMES)


def test_an_illegal_action_is_found_with_its_rule() -> None:
    text = sealed(7).decode()
    line = next(line for line in text.splitlines() if line[2:6] == "bury")
    with pytest.raises(TranscriptError, match=r"bury\.count"):
        verify(forge(text, line, line[:-3]), GAMES)


def test_a_default_taken_verifies() -> None:
    begun, _ = start(match(tractor()))
    moved = begun.default(begun.asking[0], DefaultReason.TIME, 0.0)
    ended = moved.table.forfeit(SEATS[2], EndReason.CRASH)
    record = verify(seal(written(ended), ended.match).encode(), GAMES)
    assert record.deals[0].entries[0].default is DefaultReason.TIME
    assert (record.ended.reason, record.ended.at_fault, record.ended.score) == (EndReason.CRASH, 2, -5)


def test_the_seal_takes_only_the_seed_that_was_committed_to() -> None:
    table, _ = play(match(tractor()), random.Random(1))
    with pytest.raises(TranscriptError, match="not the one committed to"):
        seal(written(table), match(tractor(), seed=1))
    once = seal(written(table), table.match)
    assert once == f"{written(table)}seed {table.match.seed.hex()}\n"
    assert seal(once, table.match) == once


def test_an_open_board_cannot_be_verified() -> None:
    table, _ = play(match(tractor()), random.Random(1))
    with pytest.raises(TranscriptError, match="not been revealed"):
        verify(written(table).encode(), GAMES)


@pytest.mark.parametrize(
    "action",
    [
        Action(Verb.PASS),
        Action(Verb.PLAY, cards("5h 5h LJ")),
        Action(Verb.DECLARE, (LJ, LJ, LJ), Claim(suit=Suit.HEARTS)),
        Action(Verb.PLAY, cards("5h 5h 5s 7s"), Claim(kind=Combination.BOMB, key=5)),
        Action(Verb.PLAY, cards("3h 3h 3h 4h 4h"), Claim(units=(cards("3h 3h 3h"), cards("4h 4h")))),
    ],
)
def test_actions_round_trip_through_text(action: Action) -> None:
    assert read_action(action_text(action)) == action


def test_the_side_file_says_how_long_each_decision_took() -> None:
    begun, _ = start(match(tractor()))
    asked = begun.hand_over(begun.asking[0], 10.0)
    moved = asked.answer(begun.asking[0], 1, Action(Verb.PASS), 10.25)
    assert moved.timing is not None
    times = Times()
    times.began = 9.0
    times.add(moved.timing)
    times.note("a note")
    first, note, digest = times.text.splitlines()
    assert '"sent": 1000, "received": 1250, "charged": 250' in first
    assert note == '{"note": "a note"}'
    assert digest.startswith('{"sha256": "')
