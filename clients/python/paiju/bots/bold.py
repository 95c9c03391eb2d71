"""Greedy that declares early, and throws whatever it can prove from what it has seen."""

from paiju import run
from paiju.bots.greedy import Greedy
from paiju.bots.shengji.style import Style


class Bold(Greedy):
    style = Style(declare=0.38, throws=True)


if __name__ == "__main__":
    run(Bold)
