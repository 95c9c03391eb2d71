from dataclasses import dataclass

from referee.games.guandan.order import Order
from referee.games.guandan.progress import Progress
from referee.games.guandan.rules import Rules


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled before the first question."""

    rules: Rules
    order: Order
    progress: Progress
    """What the deal before left."""
    crossed: bool = False
    """How a tie between two payers is settled: each pays the seat before him, unless chance has crossed them."""
