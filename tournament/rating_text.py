"""Ratings across events for people."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from tournament.brackets import RatingTable
from tournament.rating import Ratings, Step
from tournament.report_text import plain_table, with_error

SHORT = 8
"""Characters of a fingerprint that tell programs apart well enough."""


def show_ratings(found: Sequence[Ratings], method: RatingTable, console: Console) -> None:
    if not found:
        console.print("no board has been played in all its sittings yet")
    for one in found:
        title = f"{one.game}, mode {one.mode}: boards {one.boards}, events {one.events}"
        rows = plain_table(title, ("#", "bot", "version", "program"), ("events", "boards", "w-d-l", "rating"))
        for rank, bot in enumerate(one.bots, 1):
            counts = (str(bot.events), str(bot.boards), f"{bot.won}-{bot.drawn}-{bot.lost}")
            names = (str(rank), bot.bot, bot.version, bot.fingerprint[:SHORT])
            rows.add_row(*names, *counts, with_error(bot.rating, bot.rating_error, 0))
        console.print(rows)
        console.print(Text("\n".join(_notes(one, method))), soft_wrap=True)


def _notes(one: Ratings, method: RatingTable) -> list[str]:
    zero = f"{one.anchor_rating:g} is {one.anchor or 'the mean of the field'}"
    prior = f"{method.prior_draws:g} virtual draw{'s' * (method.prior_draws != 1)} a pairing"
    error = f"± the {method.interval:.0%} interval by {method.bootstrap} resamplings of boards"
    notes = [f"rating: Bradley-Terry of boards in Elo, a team as the mean of its bots, {prior}, {zero}, {error}"]
    unrated = [bot.bot for bot in one.bots if bot.rating is None]
    if unrated:
        notes.append(f"not connected with the others, or not told from a partner: {', '.join(unrated)}")
    return notes


def show_history(steps: Sequence[Step], console: Console) -> None:
    words = ("event", "began", "game", "version", "program")
    rows = plain_table("After each event", words, ("boards", "w-d-l", "rating"))
    for step in steps:
        game = step.game if step.mode == "board" else f"{step.game}, {step.mode}"
        began = f"{step.started_at:%Y-%m-%d}"
        names = (step.event, began, game, step.version, step.fingerprint[:SHORT])
        counts = (str(step.boards), f"{step.won}-{step.drawn}-{step.lost}")
        rows.add_row(*names, *counts, with_error(step.rating, step.rating_error, 0))
    console.print(rows)
    console.print("rating: of all results until then, ± by the curvature of the likelihood")
