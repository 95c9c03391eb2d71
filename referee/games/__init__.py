from referee.game import Family
from referee.games.shengji.tractor import TRACTOR

GAMES: dict[str, Family] = {family.name: family for family in (TRACTOR,)}
"""Every game there is, by its name."""
