"""The bot of the SDK's README plays."""

import re
from pathlib import Path

from paiju import Bot
from paiju.bots.lowest import Lowest

from tests.paiju.playout import play_deal, seated, tractor

README = Path(__file__).parents[2] / "clients" / "python" / "README.md"


def test_the_bot_of_the_readme_plays_a_deal() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    names: dict[str, type[Bot]] = {}
    exec(code, names)
    game = tractor()
    own, other = seated(names["Thrifty"]({}), game), seated(Lowest({}), game)
    play_deal(game, 0, (own, other, own, other))
