"""Every choice in the rules of Da Gunzi, as one value (docs/rules/dagunzi.md, Options)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from referee.cards import Rank
from referee.game import Option
from referee.games.options import check, refuse, text, words
from referee.games.shengji.rules import BOOL

LEVELS = tuple(str(rank) for rank in Rank if rank != Rank.TWO)
"""The 2s are always trumps, so nobody plays at that level."""
MOST = 300
"""No number of the rules needs to be greater: there are 300 points."""
KITTY_SIZE, HAND_SIZE = 6, 39

OPTIONS = (
    Option("follow_mode", "word", ("live", "dead"), "live", "dead: pairs and triples led must be answered in kind"),
    Option("gunzi_shelter", "bool", BOOL, "false", "dead: a triple may be kept whole although a pair was led"),
    Option("start_level", "word", LEVELS, "3", "level both sides begin at"),
    Option("end_level", "word", LEVELS, "T", "level whose end wins the match"),
    Option("obligatory_levels", "words", LEVELS, "3,T", "levels that must be played"),
    Option("obligatory_mode", "word", ("played", "defend", "no_skip"), "played", "how a side may leave such a level"),
    Option("rotation", "word", ("partner", "stay_on_lost_kitty"), "partner", "who declares after holding the stage"),
    Option("threshold", "int", (), "120", "points with which the attackers take the stage"),
    Option("kitty_multiplier", "int", (), "2", "what the kitty's points count when the attackers take it"),
    Option("blood_low", "int", (), "80", "below so many points the attackers owe blood"),
    Option("blood_high", "int", (), "150", "above so many points the declarers owe blood"),
    Option("blood_step", "int", (), "10", "points for one card of blood"),
    Option("big_joker_blood", "int", (), "2", "blood for each big joker in the kitty"),
    Option("small_joker_blood", "int", (), "1", "blood for each small joker in the kitty"),
    Option("big_joker_levels", "int", (), "2", "levels for each big joker in the kitty"),
    Option("small_joker_levels", "int", (), "1", "levels for each small joker in the kitty"),
    Option("tribute_level_points", "bool", BOOL, "true", "point cards of the level are paid as tribute"),
    Option("tribute_return", "word", ("any", "lowest_non_joker"), "any", "which cards are given back for tribute"),
    Option("first_seize", "word", ("voluntary", "auto"), "voluntary", "auto: the first big joker dealt is shown"),
    Option("first_flip", "word", ("smallest", "largest"), "smallest", "which flipped card makes the first declarer"),
    Option("dry_pot", "bool", BOOL, "true", "a public kitty may turn out dry"),
    Option(
        "dry_pot_test",
        "word",
        ("permanents", "trump_suit", "merged"),
        "permanents",
        "the trumps that are left out when a kitty is tested for being dry",
    ),
    Option("dry_pot_first_hand", "bool", BOOL, "true", "the first kitty of a match may be dry too"),
    Option("others_bury", "bool", BOOL, "true", "the other three may add jokers to the kitty"),
    Option(
        "others_bury_block",
        "word",
        ("no_pickable", "any_point"),
        "no_pickable",
        "which kitty takes no more jokers",
    ),
    Option(
        "triple_joker_end",
        "word",
        ("identical", "big_only", "off"),
        "identical",
        "three such jokers in the kitty end the match",
    ),
    Option("zero_ends", "bool", BOOL, "true", "attackers without a point lose the match"),
    Option("full_ends", "bool", BOOL, "true", "attackers with 300 points win the match"),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What each option means stands beside it in `OPTIONS`."""

    follow_mode: str
    gunzi_shelter: bool
    start_level: Rank
    end_level: Rank
    obligatory_levels: tuple[Rank, ...]
    obligatory_mode: str
    rotation: str
    threshold: int
    kitty_multiplier: int
    blood_low: int
    blood_high: int
    blood_step: int
    big_joker_blood: int
    small_joker_blood: int
    big_joker_levels: int
    small_joker_levels: int
    tribute_level_points: bool
    tribute_return: str
    first_seize: str
    first_flip: str
    dry_pot: bool
    dry_pot_test: str
    dry_pot_first_hand: bool
    others_bury: bool
    others_bury_block: str
    triple_joker_end: str
    zero_ends: bool
    full_ends: bool

    @property
    def dead(self) -> bool:
        return self.follow_mode == "dead"

    @property
    def ladder(self) -> tuple[Rank, ...]:
        """The levels of a match."""
        return tuple(rank for rank in Rank if self.start_level <= rank <= self.end_level)

    @property
    def options(self) -> dict[str, str]:
        return {field.name: text(getattr(self, field.name)) for field in fields(self)}


def parse(given: Mapping[str, str]) -> Rules:
    """Read the options that are away from their defaults. Raise OptionError."""
    check(OPTIONS, given, most=MOST)
    return fitting(build({option.name: option.default for option in OPTIONS} | dict(given)))


def build(chosen: Mapping[str, str]) -> Rules:
    return Rules(
        follow_mode=chosen["follow_mode"],
        gunzi_shelter=chosen["gunzi_shelter"] == "true",
        start_level=Rank.parse(chosen["start_level"]),
        end_level=Rank.parse(chosen["end_level"]),
        obligatory_levels=tuple(sorted(set(map(Rank.parse, words(chosen["obligatory_levels"]))))),
        obligatory_mode=chosen["obligatory_mode"],
        rotation=chosen["rotation"],
        threshold=int(chosen["threshold"]),
        kitty_multiplier=int(chosen["kitty_multiplier"]),
        blood_low=int(chosen["blood_low"]),
        blood_high=int(chosen["blood_high"]),
        blood_step=int(chosen["blood_step"]),
        big_joker_blood=int(chosen["big_joker_blood"]),
        small_joker_blood=int(chosen["small_joker_blood"]),
        big_joker_levels=int(chosen["big_joker_levels"]),
        small_joker_levels=int(chosen["small_joker_levels"]),
        tribute_level_points=chosen["tribute_level_points"] == "true",
        tribute_return=chosen["tribute_return"],
        first_seize=chosen["first_seize"],
        first_flip=chosen["first_flip"],
        dry_pot=chosen["dry_pot"] == "true",
        dry_pot_test=chosen["dry_pot_test"],
        dry_pot_first_hand=chosen["dry_pot_first_hand"] == "true",
        others_bury=chosen["others_bury"] == "true",
        others_bury_block=chosen["others_bury_block"],
        triple_joker_end=chosen["triple_joker_end"],
        zero_ends=chosen["zero_ends"] == "true",
        full_ends=chosen["full_ends"] == "true",
    )


def fitting(rules: Rules) -> Rules:
    """Refuse choices that do not fit each other."""
    if rules.start_level > rules.end_level:
        levels = (rank for rank in Rank if rank >= rules.start_level)
        refuse("end_level", f"{rules.end_level} below start_level = {rules.start_level}", levels)
    if not rules.blood_low <= rules.threshold <= rules.blood_high:
        refuse(
            "threshold", str(rules.threshold), (f"{rules.blood_low} (blood_low) to {rules.blood_high} (blood_high)",)
        )
    if rules.blood_step == 0:
        refuse("blood_step", "0", (f"a number from 1 to {MOST}",))
    return rules
