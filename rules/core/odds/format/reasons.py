"""Why a question has no plain answer."""

from typing import Literal

from rules.core.text.text import Text

Status = Literal["may-not", "out-of-range", "unseen", "cannot", "immune", "ok"]

REASONS: dict[Status, Text] = {
    "may-not": Text("le regole vietano questo tiro", "the rules forbid this fire"),
    "out-of-range": Text("è fuori portata", "it is out of range"),
    "unseen": Text("il bersaglio non si vede", "the target is not seen"),
    "cannot": Text("nessun tiro può riuscire", "no roll can succeed"),
    "immune": Text("il bersaglio è immune", "the target is immune to it"),
}
