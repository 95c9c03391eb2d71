"""What is printed of a run."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from referee.conformance.run import Mark, Outcome


def lines(outcome: Outcome) -> Iterator[str]:
    case = outcome.case
    if outcome.mark is Mark.SKIPPED:
        yield f"skip  {case.name}: {outcome.reason}"
        return
    yield f"{'pass' if outcome.passed else 'FAIL'}  {case.name} ({outcome.seconds:.1f} s)"
    if not outcome.passed:
        yield f"      must: {case.says}"
        yield f"      but:  {outcome.reason}"
    for remark in outcome.remarks:
        yield f"      note: {remark}"
    if not outcome.passed and outcome.output:
        yield "      the client's last lines:"
        yield from (f"      | {line}" for line in outcome.output)


def summary(outcomes: Sequence[Outcome]) -> str:
    marks = Counter(outcome.mark for outcome in outcomes)
    failed = [outcome.case.name for outcome in outcomes if outcome.mark is Mark.FAILED]
    skipped = f", {marks[Mark.SKIPPED]} skipped" if marks[Mark.SKIPPED] else ""
    counts = f"{marks[Mark.PASSED]} passed, {len(failed)} failed{skipped}"
    return f"{counts}: {', '.join(failed)}" if failed else counts


def as_json(outcome: Outcome) -> str:
    return json.dumps(
        {
            "case": outcome.case.name,
            "must": outcome.case.says,
            "verdict": outcome.mark,
            "reason": outcome.reason,
            "remarks": outcome.remarks,
            "seconds": round(outcome.seconds, 3),
            "output": outcome.output,
        },
        ensure_ascii=False,
    )
