"""Chaodi: whoever can go over what stands takes the kitty up again (docs/rules/chaodi.md)."""

from collections.abc import Mapping

from referee.game import Family
from referee.games.shengji.rules import parse, profile
from referee.games.shengji.tractor import Tractor

OPTIONS = profile(
    {
        "allow_partner_protect": "false",
        "nobody_bids": "no_trump",
        "fandi": "true",
        "attacker_level_cap": "none",
        "fan_doubles": "true",
    },
    {"decks": ("2", "3")},
)


def make(options: Mapping[str, str]) -> Tractor:
    return Tractor(parse(options, OPTIONS), "chaodi")


CHAODI = Family("chaodi", 1, OPTIONS, make)
