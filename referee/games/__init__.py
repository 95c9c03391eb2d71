from referee.game import Family
from referee.games.guandan.guandan import GUANDAN
from referee.games.shengji.chaodi import CHAODI
from referee.games.shengji.dagunzi.dagunzi import DAGUNZI
from referee.games.shengji.tractor import TRACTOR

GAMES: dict[str, Family] = {family.name: family for family in (TRACTOR, CHAODI, DAGUNZI, GUANDAN)}
"""Every game there is, by its name."""
