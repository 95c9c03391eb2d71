"""Every case, by its name, in the order they are told."""

from referee.conformance.case import Case, theme
from referee.conformance.cases import connecting, playing, returning

CASES: dict[str, Case] = theme((*connecting.CASES, *returning.CASES, *playing.CASES))
