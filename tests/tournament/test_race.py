import random
from pathlib import Path

from tests.tournament.sample import config, ended
from tournament.boards import boards_of
from tournament.ledger import Reason
from tournament.race import Race
from tournament.schedule import matches
from tournament.standings import standings


def test_who_leads_is_what_the_results_so_far_say(tmp_path: Path) -> None:
    luck = random.Random(2)
    event = config(tmp_path, "abcd", "boards = 6\nrounds = 2\n")
    schedule = matches(event)
    luck.shuffle(schedule)
    race, results = Race(event, "lots"), []
    for match in schedule:
        reason = luck.choice((Reason.FINISHED, Reason.CRASH, Reason.VOID))
        culprit = match.a if reason is Reason.CRASH else None
        results.append(ended(match, luck.randint(-3, 3), reason, culprit))
        race.ended(results[-1])
        assert race.rows() == standings(event, boards_of(event, results), {}, "lots").rows
    assert len({row.points for row in race.rows()}) > 1
