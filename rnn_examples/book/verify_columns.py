"""The columns of what `verify` prints."""

from rnn_examples.book.ledger import VERDICTS
from rnn_examples.tables.table import Column

COLOURS = {"agrees": "green", "differs": "red", "depends": "yellow"}
CLAIM = Column("claim", "claim", key=True, text=True)
SOURCE = Column("source", "source", text=True)
PLACE = Column("place", "place", text=True)
WHAT = Column("what", "what", text=True)
PRINTED = Column("printed", "printed", text=True)
VERDICT = Column("verdict", "verdict", text=True, styles=COLOURS)
WHY = Column("why", "why", text=True)
LEDGER = (
    CLAIM,
    SOURCE,
    PLACE,
    WHAT,
    PRINTED,
    Column("computed", "computed", text=True),
    VERDICT,
    Column("recorded", "on record", text=True),
    WHY,
)
ERRATA = (
    CLAIM,
    SOURCE,
    PLACE,
    WHAT,
    PRINTED,
    Column("should_read", "should read", text=True),
    VERDICT,
    WHY,
)
VERDICT_COUNTS = (
    Column("source", "source", key=True, text=True),
    Column("claims", "claims"),
    *(Column(verdict, verdict) for verdict in VERDICTS),
)
