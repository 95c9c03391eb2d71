"""Every value of every option that is away from its default."""

from collections.abc import Iterator

from referee.game import Option
from referee.games.shengji.dagunzi.rules import OPTIONS

NUMBERS = {
    "threshold": ("80", "100", "150"),
    "kitty_multiplier": ("0", "1", "4", "300"),
    "blood_low": ("0", "40", "120"),
    "blood_high": ("120", "200", "300"),
    "blood_step": ("1", "15", "300"),
}
"""The ends of what is allowed, and something between."""
MORE_NUMBERS = ("0", "1", "2", "5", "300")
LISTS = ("", "3", "T", "5,J", "3,4,5,6,7,8,9,T")
FITTING = {
    "gunzi_shelter=true": {"follow_mode": "dead"},
    "start_level=J": {"end_level": "A"},
    "start_level=Q": {"end_level": "A"},
    "start_level=K": {"end_level": "K"},
    "start_level=A": {"end_level": "A"},
}
"""What a value needs beside it to be allowed, or to matter."""
TOGETHER: tuple[dict[str, str], ...] = (
    {"threshold": "0", "blood_low": "0"},
    {"threshold": "300", "blood_high": "300"},
    {"obligatory_levels": "", "obligatory_mode": "no_skip"},
    {"obligatory_mode": "defend", "rotation": "stay_on_lost_kitty"},
    {"dry_pot_test": "merged", "dry_pot_first_hand": "false"},
    {"zero_ends": "false", "full_ends": "false", "triple_joker_end": "off"},
)


def values(option: Option) -> tuple[str, ...]:
    if option.type == "int":
        return NUMBERS.get(option.name, MORE_NUMBERS)
    return LISTS if option.type == "words" else option.values


def away() -> Iterator[dict[str, str]]:
    for option in OPTIONS:
        for value in values(option):
            if value != option.default:
                yield {option.name: value} | FITTING.get(f"{option.name}={value}", {})
    yield from TOGETHER


def label(options: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
