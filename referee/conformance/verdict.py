"""What is printed of a run."""

import json
from collections.abc import Iterator, Sequence

from referee.conformance.run import Outcome


def lines(outcome: Outcome) -> Iterator[str]:
    case = outcome.case
    if outcome.skipped:
        yield f"skip  {case.name}: {outcome.reason}"
        return
    mark = "pass" if outcome.passed else "FAIL"
    yield f"{mark}  {case.name} ({outcome.seconds:.1f} s)"
    if not outcome.passed:
        yield f"      must: {case.says}"
        yield f"      but:  {outcome.reason}"
    for remark in outcome.remarks:
        yield f"      note: {remark}"
    if not outcome.passed and outcome.output:
        yield "      the client's last lines:"
        yield from (f"      | {line}" for line in outcome.output)


def summary(outcomes: Sequence[Outcome]) -> str:
    passed = sum(outcome.passed for outcome in outcomes)
    skipped = sum(outcome.skipped for outcome in outcomes)
    failed = [outcome.case.name for outcome in outcomes if not outcome.passed and not outcome.skipped]
    counts = f"{passed} passed, {len(failed)} failed" + (f", {skipped} skipped" if skipped else "")
    return f"{counts}: {', '.join(failed)}" if failed else counts


def as_json(outcome: Outcome) -> str:
    return json.dumps(
        {
            "case": outcome.case.name,
            "must": outcome.case.says,
            "verdict": "skip" if outcome.skipped else "pass" if outcome.passed else "fail",
            "reason": outcome.reason,
            "remarks": outcome.remarks,
            "seconds": round(outcome.seconds, 3),
            "output": outcome.output,
        },
        ensure_ascii=False,
    )
