"""Every choice in the rules, as one value (docs/rules/guandan.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from referee.cards import Rank
from referee.game import Option
from referee.games.options import check, refuse, text

BOOL = ("false", "true")
RANK_VALUES = tuple(str(rank) for rank in Rank)

OPTIONS = (
    Option("profile", "word", ("source", "official", "pagat"), "source", "sets the defaults of five other options"),
    Option("start_level", "word", RANK_VALUES, "2", "level both sides begin at"),
    Option("level_track", "word", ("per_team", "shared"), "per_team", "a level for each side, or one that both share"),
    Option("gain_12", "int", (), "3", "levels won when the partner is second; 4 in profile pagat"),
    Option("gain_13", "int", (), "2", "levels won when the partner is third"),
    Option("gain_14", "int", (), "1", "levels won when the partner is last"),
    Option("overshoot_wins", "bool", BOOL, "false", "a gain that goes beyond A wins the match at once"),
    Option(
        "a_pass", "word", ("any_win", "partner_not_last", "one_two"), "partner_not_last", "the finish that passes A"
    ),
    Option("a_requires_declarer", "bool", BOOL, "true", "only the declarers can pass A"),
    Option("a_max_fails", "int", (), "3", "failed tries at A before a side goes back; 0: it never does"),
    Option("a_fail_level", "word", RANK_VALUES, "2", "the level it goes back to"),
    Option("a_fail_count", "word", ("cumulative", "consecutive"), "cumulative", "how failed tries are counted"),
    Option("after_pass", "word", ("end", "restart"), "end", "what follows when A is passed"),
    Option(
        "first_lead",
        "word",
        ("revealed_card", "random_seat", "fixed_seat"),
        "revealed_card",
        "who leads in the first deal of a match; fixed is seat 0",
    ),
    Option(
        "revealed_redraw",
        "word",
        ("none", "jokers", "jokers_and_wilds"),
        "none",
        "cards that cannot be the revealed one; jokers in profile official",
    ),
    Option(
        "one_suit_straight",
        "word",
        ("never", "needs_wild", "always"),
        "needs_wild",
        "when cards of one suit can be read as a plain straight",
    ),
    Option("full_house_joker_pair", "bool", BOOL, "true", "two equal jokers may be the pair of a full house"),
    Option("five_alike_full_house", "bool", BOOL, "false", "five alike may be claimed as a full house"),
    Option("lone_wild_downgrade", "bool", BOOL, "false", "wilds alone may be claimed as any rank"),
    Option("wild_in_straight_flush", "bool", BOOL, "true", "a wild may stand for another card in a straight flush"),
    Option("joker_bomb_top", "bool", BOOL, "true", "nothing beats the joker bomb; false: eight alike do"),
    Option("undeclared", "word", ("reject", "strongest"), "reject", "what an ambiguous play without a claim is"),
    Option("wind_to", "word", ("partner", "next_seat"), "partner", "who leads after an unbeaten last play"),
    Option("tribute", "bool", BOOL, "true", "tribute is paid"),
    Option("payer_14", "word", ("last", "third", "none"), "last", "who pays when the partner of the first is last"),
    Option("tribute_pick", "word", ("payer", "auto"), "payer", "who chooses among equal highest cards"),
    Option(
        "double_pairing",
        "word",
        ("cards_left", "card_rank"),
        "cards_left",
        "who of two payers pays the first; card_rank in profiles official and pagat",
    ),
    Option("double_tie", "word", ("neighbour", "random"), "neighbour", "what settles a tie of that"),
    Option(
        "double_lead",
        "word",
        ("larger_tribute", "payer_to_first"),
        "larger_tribute",
        "which of two payers leads",
    ),
    Option(
        "resist_mode",
        "word",
        ("voluntary", "automatic"),
        "voluntary",
        "whether payers may choose not to resist; automatic in profiles official and pagat",
    ),
    Option("resist_jokers", "word", ("big", "any_two"), "big", "the two jokers that make tribute void"),
    Option(
        "return_rule",
        "word",
        ("any", "any_except_tribute", "max10", "max10_partner_only"),
        "any",
        "cards that may be returned; max10 in profile official, any_except_tribute in pagat",
    ),
    Option("tribute_visibility", "word", ("public", "parties"), "public", "who sees the cards of tribute"),
    Option("card_counts", "word", ("always", "le10"), "always", "whether large hands are counted for others"),
    Option("reveal_rest", "bool", BOOL, "true", "cards left at the end of a deal are shown"),
)
"""The defaults are those of the profile `source`."""

PROFILES: dict[str, dict[str, str]] = {
    "source": {},
    "official": {
        "double_pairing": "card_rank",
        "resist_mode": "automatic",
        "return_rule": "max10",
        "revealed_redraw": "jokers",
    },
    "pagat": {
        "gain_12": "4",
        "double_pairing": "card_rank",
        "resist_mode": "automatic",
        "return_rule": "any_except_tribute",
    },
}


@dataclass(frozen=True, slots=True)
class Rules:
    """What each option means stands beside it in `OPTIONS`."""

    profile: str
    start_level: Rank
    level_track: str
    gain_12: int
    gain_13: int
    gain_14: int
    overshoot_wins: bool
    a_pass: str
    a_requires_declarer: bool
    a_max_fails: int
    a_fail_level: Rank
    a_fail_count: str
    after_pass: str
    first_lead: str
    revealed_redraw: str
    one_suit_straight: str
    full_house_joker_pair: bool
    five_alike_full_house: bool
    lone_wild_downgrade: bool
    wild_in_straight_flush: bool
    joker_bomb_top: bool
    undeclared: str
    wind_to: str
    tribute: bool
    payer_14: str
    tribute_pick: str
    double_pairing: str
    double_tie: str
    double_lead: str
    resist_mode: str
    resist_jokers: str
    return_rule: str
    tribute_visibility: str
    card_counts: str
    reveal_rest: bool

    @property
    def options(self) -> dict[str, str]:
        return {field.name: text(getattr(self, field.name)) for field in fields(self)}


def parse(given: Mapping[str, str]) -> Rules:
    """Read the options that are away from their defaults. Raise OptionError."""
    check(OPTIONS, given)
    defaults = {option.name: option.default for option in OPTIONS} | PROFILES[given.get("profile", "source")]
    rules = build(defaults | dict(given))
    if rules.level_track == "shared" and rules.a_max_fails:
        refuse("a_max_fails", f"{rules.a_max_fails} with level_track = shared", ("0",))
    return rules


def build(chosen: Mapping[str, str]) -> Rules:
    return Rules(
        profile=chosen["profile"],
        start_level=Rank.parse(chosen["start_level"]),
        level_track=chosen["level_track"],
        gain_12=int(chosen["gain_12"]),
        gain_13=int(chosen["gain_13"]),
        gain_14=int(chosen["gain_14"]),
        overshoot_wins=chosen["overshoot_wins"] == "true",
        a_pass=chosen["a_pass"],
        a_requires_declarer=chosen["a_requires_declarer"] == "true",
        a_max_fails=int(chosen["a_max_fails"]),
        a_fail_level=Rank.parse(chosen["a_fail_level"]),
        a_fail_count=chosen["a_fail_count"],
        after_pass=chosen["after_pass"],
        first_lead=chosen["first_lead"],
        revealed_redraw=chosen["revealed_redraw"],
        one_suit_straight=chosen["one_suit_straight"],
        full_house_joker_pair=chosen["full_house_joker_pair"] == "true",
        five_alike_full_house=chosen["five_alike_full_house"] == "true",
        lone_wild_downgrade=chosen["lone_wild_downgrade"] == "true",
        wild_in_straight_flush=chosen["wild_in_straight_flush"] == "true",
        joker_bomb_top=chosen["joker_bomb_top"] == "true",
        undeclared=chosen["undeclared"],
        wind_to=chosen["wind_to"],
        tribute=chosen["tribute"] == "true",
        payer_14=chosen["payer_14"],
        tribute_pick=chosen["tribute_pick"],
        double_pairing=chosen["double_pairing"],
        double_tie=chosen["double_tie"],
        double_lead=chosen["double_lead"],
        resist_mode=chosen["resist_mode"],
        resist_jokers=chosen["resist_jokers"],
        return_rule=chosen["return_rule"],
        tribute_visibility=chosen["tribute_visibility"],
        card_counts=chosen["card_counts"],
        reveal_rest=chosen["reveal_rest"] == "true",
    )
