"""Every case, by its name, in the order they are told."""

from referee.conformance.case import Case, cases
from referee.conformance.cases import connecting, playing, returning, tolerance, verdicts

CASES: dict[str, Case] = cases((*connecting.CASES, *returning.CASES, *playing.CASES, *verdicts.CASES, *tolerance.CASES))
