"""The side file of a transcript: how long each decision took, and what else there was to say of a match."""

import hashlib
import json
from collections import deque

from referee.table.table import Timing


class Times:
    """Kept line by line, as a match may have more than a hundred thousand decisions."""

    def __init__(self) -> None:
        self.began = 0.0
        """When the first card was dealt, in seconds."""
        self.last_notes: deque[str] = deque(maxlen=3)
        self._decisions: list[str] = []
        self._notes: list[str] = []

    def add(self, timing: Timing) -> None:
        self._decisions.append(line(timing, self.began))

    def note(self, note: str) -> None:
        self.last_notes.append(note)
        self._notes.append(f"{json.dumps({'note': note})}\n")

    @property
    def text(self) -> str:
        """One JSON line a decision, in milliseconds since the first card, then the notes."""
        body = "".join(self._decisions + self._notes)
        return f'{body}{{"sha256": "{hashlib.sha256(body.encode()).hexdigest()}"}}\n'


def line(timing: Timing, began: float) -> str:
    """Return a JSON object. There is one for each decision of each match, so it is written, not encoded."""
    question = timing.question
    sent = "null" if question.asked is None else round((question.asked - began) * 1000)
    default = "null" if timing.default is None else f'"{timing.default.name.lower()}"'
    return (
        f'{{"deal": {timing.deal}, "seat": {timing.seat}, "decision": {question.id}, "sent": {sent}, '
        f'"received": {round((timing.answered - began) * 1000)}, "charged": {timing.charged_ms}, '
        f'"bank_left": {timing.bank_left_ms}, "refusals": {question.refusals}, "dry_runs": {question.probes}, '
        f'"default": {default}}}\n'
    )
