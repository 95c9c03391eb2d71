"""The taste of a player: what it counts on, in points unless said otherwise."""

from typing import NamedTuple


class Style(NamedTuple):
    master: float = 2.5
    """What a card is worth that nobody can beat in its group."""
    master_pair: float = 2.0
    """What is added for each card of a pair that no pair can beat."""
    pair: float = 0.7
    """What is added for each card of any other pair."""
    trump: float = 2.5
    """What is added for a trump, however low."""
    void: float = 2.0
    """What the last card of a side suit is worth less, while there are trumps to ruff with."""
    trick: float = 8.0
    """What others are expected to add to a trick, a card led."""
    partner: float = 0.15
    """How likely partner takes a trick that is not mine."""
    lead: float = 2.0
    """What it is worth to lead next."""
    buried_point: float = 0.8
    """What it costs to bury a point."""
    buried_void: float = 3.0
    """What it is worth to bury a side suit to the last card."""
    declare: float = 0.42
    """The share of trumps in the hand, jokers counted twice, at which to declare while cards are dealt."""
    declare_last: float = 0.36
    """The same after the last card, or to counter the other side."""
    stake: float = 0.57
    """The share of trumps beside them, the high ones counted twice, at which big jokers go into the kitty."""
    throws: bool = False
    """Whether to lead several units at once where nothing that is out can beat any of them."""
