"""What a deal comes to, slowly: cards are text, and every rule is read off the page (docs/rules/dagunzi.md 6, 9 to 11).

No table of the referee is used.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tests.games.dagunzi.slow_following import Setting, group

RANKS = "3456789TJQKA"
POINTS = {"5": 5, "T": 10, "K": 10}
MOST = 8


class Told(NamedTuple):
    """What all know of a deal when it is over."""

    progress: str
    """What it began with."""
    declarer: int
    trump: str
    seen: Sequence[str]
    """The kitty as it was dealt, if somebody had shown; else nothing."""
    tricks: Sequence[Sequence[tuple[int, Sequence[str]]]]
    kitty: Sequence[str]


class Settled(NamedTuple):
    dry: bool
    winners: list[int]
    """Of the tricks."""
    case: str
    ending: str
    """How the match ended, if it did: none, all, jokers, levels."""
    captured: int
    score: int
    """For the declarers' side."""
    progress: str


class Jokers(NamedTuple):
    big: int
    small: int


def settle(options: Mapping[str, str], told: Told) -> Settled:
    levels, first = told.progress.split()[:2], told.progress.split()[2] == "-"
    side = told.declarer % 2
    setting = Setting(levels[side], told.trump, "", shelter=False)
    dry = is_dry(options, setting, told.seen, first=first)
    winners = [winner(setting, trick) for trick in told.tricks]
    taken = winners[-1] % 2 != side
    won = [play for seat, trick in zip(winners, told.tricks, strict=True) if seat % 2 != side for _, play in trick]
    captured = sum(map(worth, won)) + taken * int(options["kitty_multiplier"]) * worth(told.kitty)
    case = ("CD" if captured >= int(options["threshold"]) else "AB")[taken]
    jokers = Jokers(0, 0) if dry else Jokers(told.kitty.count("HJ"), told.kitty.count("LJ"))
    ending, steps = special(options, case, captured, jokers), rise(options, case, jokers)
    owed = 0 if ending else blood(options, case, captured, jokers)
    levels, played, off_the_last = climbed(options, told, case, 0 if ending else steps)
    ended = "levels" if off_the_last else ending
    progress = [
        *levels,
        following(options, told.declarer, case),
        won_by(side, case, ended),
        "0" if ended else str(owed),
        *played,
    ]
    return Settled(dry, winners, case, ended, captured, score(case, ending, steps), " ".join(progress))


def worth(cards: Iterable[str]) -> int:
    return sum(POINTS.get(card[0], 0) for card in cards)


def height(card: str, setting: Setting) -> int:
    if card in {"HJ", "LJ"}:
        return 100 if card == "HJ" else 99
    in_suit = card[1] == setting.trump
    if card[0] == setting.level:
        return 97 + in_suit
    return 95 + in_suit if card[0] == "2" else RANKS.index(card[0])


def winner(setting: Setting, trick: Sequence[tuple[int, Sequence[str]]]) -> int:
    led = group(trick[0][1][0], setting)
    best, holds = (-1, -1), trick[0][0]
    for seat, play in trick:
        suit = group(play[0], setting)
        power = (int(suit == "trump"), height(play[0], setting))
        if len(set(play)) == 1 and suit in {led, "trump"} and power > best:
            best, holds = power, seat
    return holds


def is_dry(options: Mapping[str, str], setting: Setting, seen: Sequence[str], *, first: bool) -> bool:
    if not seen or options["dry_pot"] == "false" or (first and options["dry_pot_first_hand"] == "false"):
        return False
    trumps = [card for card in seen if group(card, setting) == "trump"]
    jokers, twos, level = {"HJ", "LJ"}, {f"2{suit}" for suit in "cdhs"}, {f"{setting.level}{suit}" for suit in "cdhs"}
    if options["dry_pot_test"] == "trump_suit":
        left = [card for card in trumps if card not in jokers | level and card[1] == setting.trump]
    else:
        left = [card for card in trumps if card not in jokers | twos]
        if options["dry_pot_test"] == "merged":
            left = [card for card in left if card not in level]
    return len(trumps) == 6 or not left


def special(options: Mapping[str, str], case: str, captured: int, jokers: Jokers) -> str:
    if captured == 0 and options["zero_ends"] == "true":
        return "none"
    if captured >= 300 and options["full_ends"] == "true":
        return "all"
    count = {"identical": max(jokers), "big_only": jokers.big, "off": 0}[options["triple_joker_end"]]
    return "jokers" if count == 3 and case in "AD" else ""


def rise(options: Mapping[str, str], case: str, jokers: Jokers) -> int:
    if case in "BC":
        return 0
    return 1 + jokers.big * int(options["big_joker_levels"]) + jokers.small * int(options["small_joker_levels"])


def blood(options: Mapping[str, str], case: str, captured: int, jokers: Jokers) -> int:
    low, high, step = (int(options[name]) for name in ("blood_low", "blood_high", "blood_step"))
    owed = 0
    while captured + owed * step < low:
        owed += 1
    while captured - (owed + 1) * step >= high:
        owed += 1
    if case == "B":
        return owed
    return owed + jokers.big * int(options["big_joker_blood"]) + jokers.small * int(options["small_joker_blood"])


def score(case: str, ending: str, steps: int) -> int:
    """For the declarers' side."""
    if ending == "jokers":
        return MOST if case == "A" else -MOST
    if ending:
        return MOST if ending == "none" else -MOST
    return {"A": 1, "B": 1, "C": -1, "D": -1}[case] * min(MOST, steps + 1)


def climbed(options: Mapping[str, str], told: Told, case: str, steps: int) -> tuple[list[str], list[str], bool]:
    """Return the levels, the obligatory ones each side has declared at, and whether a step led off the last."""
    words = told.progress.split()
    levels, played = words[:2], words[5:]
    declares, obligatory = told.declarer % 2, options["obligatory_levels"].split(",")
    if levels[declares] in obligatory:
        had = set(played[declares]) - {"-"}
        played[declares] = "".join(sorted(had | {levels[declares]}, key=RANKS.index))
    rises = declares if case in "AB" else 1 - declares
    leaves = {"played": levels[rises] in played[rises], "defend": rises == declares, "no_skip": True}
    for step in range(steps):
        if levels[rises] in obligatory and (step > 0 or not leaves[options["obligatory_mode"]]):
            break
        if levels[rises] == options["end_level"]:
            return levels, played, True
        levels[rises] = RANKS[RANKS.index(levels[rises]) + 1]
    return levels, played, False


def following(options: Mapping[str, str], declarer: int, case: str) -> str:
    if case in "CD":
        return str((declarer + 1) % 4)
    stays = case == "B" and options["rotation"] == "stay_on_lost_kitty"
    return str(declarer if stays else (declarer + 2) % 4)


def won_by(declares: int, case: str, ended: str) -> str:
    """Return the side that wins the match, or a dash."""
    if not ended:
        return "-"
    declarers = ended == "none" or (ended in {"jokers", "levels"} and case == "A")
    return str(declares if declarers else 1 - declares)
