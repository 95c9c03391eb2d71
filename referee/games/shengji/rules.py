"""Every choice in the rules of the family, as one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction

from referee.cards import Rank
from referee.game import Option
from referee.games.options import check, refuse, text, words

BOOL = ("false", "true")
RANK_VALUES = tuple(str(rank) for rank in Rank)
KITTY_SIZES = tuple(str(size) for size in range(2, 22, 2))

OPTIONS = (
    Option("decks", "int", ("1", "2", "3"), "2", "decks of 54 cards"),
    Option("two_trump", "bool", BOOL, "false", "the 2s are always trumps; levels then begin at 3"),
    Option("start_level", "word", RANK_VALUES, "2", "level both sides begin at; 3 where the 2s are always trumps"),
    Option("kitty_size", "int", KITTY_SIZES, "8", "cards laid away; 6 with one or three decks"),
    Option(
        "bid_policy",
        "word",
        ("first_event", "ladder", "reveal_only"),
        "first_event",
        "how declarations beat each other; reveal_only with one deck, ladder with three",
    ),
    Option("allow_self_counter", "bool", BOOL, "true", "whoever declared may counter with another suit"),
    Option("allow_partner_protect", "bool", BOOL, "true", "the partner may protect a single with the second copy"),
    Option(
        "no_trump_bid", "word", ("joker_pair", "four_jokers", "off"), "joker_pair", "the jokers that declare no-trump"
    ),
    Option(
        "nobody_bids",
        "word",
        ("third_kitty_card", "no_trump", "redeal"),
        "third_kitty_card",
        "what settles trump when nobody declares",
    ),
    Option(
        "first_declarer",
        "word",
        ("first_reveal", "final_bid"),
        "first_reveal",
        "whose declaration makes the declarer of the first deal",
    ),
    Option("deal_mode", "word", ("polled", "fast"), "polled", "ask while cards are dealt, or only after the last"),
    Option("kitty_point_limit", "int", (), "none", "most points that may be buried"),
    Option("fandi", "bool", BOOL, "false", "the kitty may be taken up again by a stronger declaration"),
    Option("fandi_allow_self", "bool", BOOL, "false", "so may whoever made the declaration that stands"),
    Option("fandi_changes_first_declarer", "bool", BOOL, "false", "in the first deal whoever does so last declares"),
    Option("throw_allowed", "bool", BOOL, "true", "several units may be led at once"),
    Option(
        "throw_forced",
        "word",
        ("lowest_rank", "largest_type_first", "shortest_first"),
        "lowest_rank",
        "which beaten unit of a failed throw is played",
    ),
    Option("throw_penalty", "int", (), "0", "points to the other side for a failed throw"),
    Option("protect_triples", "bool", BOOL, "false", "a triple need not be broken to follow with a pair"),
    Option(
        "ruff_tiebreak",
        "word",
        ("first", "next_unit"),
        "first",
        "between equal principal units: earlier, or compare on",
    ),
    Option(
        "kitty_multiplier",
        "word",
        ("pow2_shape", "times2", "pow2_cards", "fixed2"),
        "pow2_shape",
        "what the kitty counts when the attackers win the last trick",
    ),
    Option(
        "kitty_multiplier_basis",
        "word",
        ("lead", "winner"),
        "lead",
        "whose units count in it: the lead's or the winner's",
    ),
    Option("attacker_level_cap", "int", (), "3", "most levels attackers can win; none with three decks"),
    Option("mandatory_levels", "words", RANK_VALUES, "A", "levels nobody may jump over; A always is one"),
    Option("coins", "bool", BOOL, "false", "play for coins"),
    Option("room_factor", "int", (), "1000", "coins of one unit"),
    Option("coin_win_rate", "word", (), "9/10", "share of the stake that a winner gets, from 0 to 1"),
    Option("coin_attacker_offset", "int", (), "2", "units that attackers who win get beside their levels"),
    Option("fan_doubles", "bool", BOOL, "false", "each counter, and each taking up of the kitty, doubles the coins"),
)
"""The defaults are those of two decks."""

UNLIMITED = ("kitty_point_limit", "attacker_level_cap")
"""Numbers that may be none."""

BY_DECKS: dict[str, dict[str, str]] = {
    "1": {"kitty_size": "6", "bid_policy": "reveal_only"},
    "2": {},
    "3": {"kitty_size": "6", "bid_policy": "ladder", "attacker_level_cap": "none"},
}
"""Defaults that depend on the number of decks."""

DIGITS = 5
"""Numbers are small, so that points and coins fit into what the wire carries."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What each option means stands beside it in `OPTIONS`."""

    decks: int
    two_trump: bool
    start_level: Rank
    kitty_size: int
    bid_policy: str
    allow_self_counter: bool
    allow_partner_protect: bool
    no_trump_bid: str
    nobody_bids: str
    first_declarer: str
    deal_mode: str
    kitty_point_limit: int | None
    fandi: bool
    fandi_allow_self: bool
    fandi_changes_first_declarer: bool
    throw_allowed: bool
    throw_forced: str
    throw_penalty: int
    protect_triples: bool
    ruff_tiebreak: str
    kitty_multiplier: str
    kitty_multiplier_basis: str
    attacker_level_cap: int | None
    mandatory_levels: tuple[Rank, ...]
    coins: bool
    room_factor: int
    coin_win_rate: Fraction
    coin_attacker_offset: int
    fan_doubles: bool

    @property
    def hand_size(self) -> int:
        return (54 * self.decks - self.kitty_size) // 4

    @property
    def fewest_points(self) -> int:
        """Return how few points whoever holds all the points of the pack can bury."""
        must = max(12 * self.decks - self.hand_size, 0)
        return 5 * must + 5 * max(must - 4 * self.decks, 0)

    @property
    def step(self) -> int:
        """The points that make one level."""
        return 20 * self.decks

    @property
    def ladder(self) -> tuple[Rank, ...]:
        """The levels from the lowest to A."""
        return tuple(rank for rank in Rank if not (self.two_trump and rank == Rank.TWO))

    @property
    def options(self) -> dict[str, str]:
        return {field.name: text(getattr(self, field.name)) for field in fields(self)}


def profile(defaults: Mapping[str, str], values: Mapping[str, tuple[str, ...]]) -> tuple[Option, ...]:
    """Declare the options of a variant: some defaults differ, and some values are missing."""
    return tuple(
        option._replace(
            default=defaults.get(option.name, option.default), values=values.get(option.name, option.values)
        )
        for option in OPTIONS
    )


def parse(given: Mapping[str, str], options: Sequence[Option] = OPTIONS) -> Rules:
    """Read the options that are away from their defaults. Raise OptionError."""
    check(options, given, unlimited=UNLIMITED)
    chosen = {option.name: option.default for option in options} | BY_DECKS[given.get("decks", "2")]
    if given.get("two_trump") == "true":
        chosen["start_level"] = "3"
    return fitting(build(chosen | dict(given)))


def limit(value: str) -> int | None:
    return None if value == "none" else int(value)


def ratio(name: str, value: str) -> Fraction:
    """Read `9/10` or `0.9`."""
    try:
        read = Fraction(value)
    except (ValueError, ZeroDivisionError):
        read = Fraction(-1)
    if not 0 <= read <= 1:
        refuse(name, value, ("a ratio from 0 to 1, such as 9/10",))
    return read


def build(chosen: Mapping[str, str]) -> Rules:
    return Rules(
        decks=int(chosen["decks"]),
        two_trump=chosen["two_trump"] == "true",
        start_level=Rank.parse(chosen["start_level"]),
        kitty_size=int(chosen["kitty_size"]),
        bid_policy=chosen["bid_policy"],
        allow_self_counter=chosen["allow_self_counter"] == "true",
        allow_partner_protect=chosen["allow_partner_protect"] == "true",
        no_trump_bid=chosen["no_trump_bid"],
        nobody_bids=chosen["nobody_bids"],
        first_declarer=chosen["first_declarer"],
        deal_mode=chosen["deal_mode"],
        kitty_point_limit=limit(chosen["kitty_point_limit"]),
        fandi=chosen["fandi"] == "true",
        fandi_allow_self=chosen["fandi_allow_self"] == "true",
        fandi_changes_first_declarer=chosen["fandi_changes_first_declarer"] == "true",
        throw_allowed=chosen["throw_allowed"] == "true",
        throw_forced=chosen["throw_forced"],
        throw_penalty=int(chosen["throw_penalty"]),
        protect_triples=chosen["protect_triples"] == "true",
        ruff_tiebreak=chosen["ruff_tiebreak"],
        kitty_multiplier=chosen["kitty_multiplier"],
        kitty_multiplier_basis=chosen["kitty_multiplier_basis"],
        attacker_level_cap=limit(chosen["attacker_level_cap"]),
        mandatory_levels=tuple(sorted({Rank.ACE, *map(Rank.parse, words(chosen["mandatory_levels"]))})),
        coins=chosen["coins"] == "true",
        room_factor=int(chosen["room_factor"]),
        coin_win_rate=ratio("coin_win_rate", chosen["coin_win_rate"]),
        coin_attacker_offset=int(chosen["coin_attacker_offset"]),
        fan_doubles=chosen["fan_doubles"] == "true",
    )


def fitting(rules: Rules) -> Rules:
    """Refuse choices that do not fit each other."""
    sizes = [size for size in KITTY_SIZES if (54 * rules.decks - int(size)) % 4 == 0]
    if str(rules.kitty_size) not in sizes:
        refuse("kitty_size", f"{rules.kitty_size} with decks = {rules.decks}", sizes)
    most, least = rules.kitty_point_limit, rules.fewest_points
    if most is not None and most < least:
        refuse("kitty_point_limit", f"{most} with kitty_size = {rules.kitty_size}", (f"{least} or more", "none"))
    if rules.no_trump_bid == "four_jokers" and rules.decks == 1:
        refuse("no_trump_bid", "four_jokers with decks = 1", ("joker_pair", "off"))
    if rules.fandi and rules.decks == 1:
        refuse("fandi", "true with decks = 1", ("false",))
    if rules.start_level not in rules.ladder:
        refuse("start_level", f"{rules.start_level} with two_trump", rules.ladder)
    return rules
