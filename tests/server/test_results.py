import asyncio
from pathlib import Path

import pytest

from referee.server.item import MatchResult
from referee.server.wire import admin as wire_admin
from referee.server.wire.admin import FRAME_BYTES, frames
from referee.table.match import Ended, EndReason
from tests.server.house import default, go, house, spec


def result(number: int, size: int) -> MatchResult:
    return MatchResult(f"t{number}", f"m{number}", Ended(EndReason.VOID), "", 0, "x" * size, "", ())


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        pytest.param([], [], id="none"),
        pytest.param([10] * 64, [64], id="short ones together"),
        pytest.param([FRAME_BYTES // 2] * 5, [1] * 5, id="two that are too long together"),
        pytest.param([10, 3 * FRAME_BYTES, 10, 10], [1, 1, 2], id="a very long one alone"),
    ],
)
def test_results_go_together_as_long_as_they_are_short(sizes: list[int], expected: list[int]) -> None:
    found = list(frames([result(number, size) for number, size in enumerate(sizes)]))
    assert [len(frame) for frame in found] == expected
    assert [one.match for frame in found for one in frame] == [f"m{number}" for number in range(len(sizes))]


def test_a_result_may_be_as_long_as_the_notes_of_its_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = wire_admin.match_result
    long = "n" * 40_000_000  # 200 letters and who says them, at each of the 160 decisions of a thousand deals
    monkeypatch.setattr(wire_admin, "match_result", lambda end: written(end._replace(times=long)))

    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            await asyncio.gather(*[client.play_on(default) for client in await here.join()])
            [result] = await here.results()
            assert result.times == long.encode()

    go(main())
