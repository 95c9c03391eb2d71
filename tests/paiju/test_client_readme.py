"""The bot of the SDK's README plays."""

import re
from pathlib import Path

from paiju import Bot
from paiju.bots.lowest import Lowest

from referee import practice

README = Path(__file__).parents[2] / "clients" / "python" / "README.md"


def test_the_bot_of_the_readme_plays_a_deal() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    names: dict[str, type[Bot]] = {}
    exec(code, names)
    practice.play([names["Thrifty"], Lowest] * 2)
