"""Match mode: deals follow each other until a side has won."""

import random

import pytest

from referee.cards import SEATS
from referee.game import EventKind
from referee.games import GAMES
from referee.table.match import EndReason
from referee.table.replay import verify
from referee.table.table import Table
from referee.table.transcript import TranscriptError, Writer, seal, write
from tests.deals import play, tractor, whole_match


def played(seed: int, max_deals: int = 200) -> Table:
    table, _ = play(whole_match(tractor(), seed, max_deals), random.Random(seed))
    return table


def sealed(table: Table) -> bytes:
    assert table.ended is not None
    return seal(write(table.match, table.deals, table.ended), table.match).encode()


def test_a_match_goes_on_until_a_side_has_won_and_scores_one() -> None:
    table = played(1)
    assert table.ended is not None
    last = table.deal.result
    assert last is not None
    assert last.progress.winner is not None
    assert table.ended.score == (1 if last.progress.winner == 0 else -1)
    assert all(deal.result is not None and deal.result.progress.winner is None for deal in table.past)
    assert len(table.deals) > 8


def test_each_deal_begins_where_the_last_one_ended() -> None:
    table = played(2)
    for before, after in zip(table.deals, table.deals[1:], strict=False):
        assert before.result is not None
        assert after.progress == str(before.result.progress)
    assert table.deals[0].progress == str(tractor().start())


def test_deals_are_numbered_and_differ() -> None:
    _, events = play(whole_match(tractor(), 3, 5), random.Random(3))
    headers = [event.header for event in events if event.kind is EventKind.DEAL_STARTED]
    assert [header.deal_no for header in headers if header] == [0, 1, 2, 3, 4]
    kitties = [event.cards for event in events if event.kind is EventKind.KITTY]
    assert len(set(kitties)) == 5


def test_after_the_last_deal_allowed_the_higher_level_wins_or_nobody() -> None:
    scores = set()
    for seed in range(30):
        table = played(seed, max_deals=2)
        assert table.ended is not None
        assert len(table.deals) <= 2
        result = table.deal.result
        assert result is not None
        even, odd = result.progress.levels
        assert table.ended.score == (even > odd) - (even < odd)
        scores.add(table.ended.score)
    assert scores == {-1, 0, 1}


def test_a_forfeit_loses_the_match_and_keeps_its_deals() -> None:
    table = played(4, max_deals=3)
    assert table.ended is not None
    assert table.ended.reason is EndReason.FINISHED
    begun = Table(table.match, table.position, table.chairs, table.deal, table.past, None)
    ended = begun.forfeit(SEATS[1], EndReason.CRASH)
    assert ended.ended is not None
    assert ended.ended[:3] == (EndReason.CRASH, 1, 1)
    assert verify(sealed(ended), GAMES).ended.at_fault == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_match_verifies(seed: int) -> None:
    table = played(seed)
    record = verify(sealed(table), GAMES)
    assert [deal.entries for deal in record.deals] == [deal.entries for deal in table.deals]
    assert len(table.match.commitments) == 200


def test_any_change_of_one_byte_of_a_match_is_found() -> None:
    good = sealed(played(6, max_deals=3))
    assert good.count(b"\nsha256 ") == 3
    for at in range(len(good)):
        bad = bytearray(good)
        bad[at] ^= 0x01
        with pytest.raises(TranscriptError):
            verify(bytes(bad), GAMES)
    with pytest.raises(TranscriptError, match="committed"):
        seal(good.partition(b"seed ")[0].decode(), played(7, max_deals=3).match)


def test_a_match_cut_after_a_deal_is_not_over() -> None:
    table = played(8, max_deals=4)
    assert table.ended is not None
    cut = write(table.match, table.deals[:2], table.ended)
    with pytest.raises(TranscriptError, match="not over"):
        verify(seal(cut, table.match).encode(), GAMES)


def test_a_match_written_deal_by_deal_is_what_it_is_at_once() -> None:
    table = played(9, max_deals=5)
    assert table.ended is not None
    writer = Writer(table.match)
    for number in (0, 1, 1, 3):
        writer.follow(table.past[:number])
        assert writer.deals == number
    assert writer.ended(table.deals, table.ended) == write(table.match, table.deals, table.ended)
