"""The ledger held to account: every printed figure beside what computing it gives (`verify`)."""

from collections.abc import Mapping, Sequence

from rnn_examples.book.erratum import erratum, is_own
from rnn_examples.book.judging import Finding, computed, verdict
from rnn_examples.book.ledger import VERDICTS, Claim, told
from rnn_examples.book.verify_columns import ERRATA, LEDGER, VERDICT_COUNTS
from rnn_examples.errors import InputError
from rnn_examples.record import Record
from rnn_examples.tables.prose import Prose, about
from rnn_examples.tables.table import Cell, Document, Row, Table, table

MOST_NAMED = 8
MORE_DIGITS = 2
# Letters from which people see that computing gives the same, not all of it again.
LONG = 30


class Judged(Record):
    """A claim, what was computed at the printed precision, and the verdict that this gives.

    closer: with more digits, where an author's claim differs.
    """

    claim: Claim
    computed: str
    verdict: str
    why: str
    closer: str = ""

    @property
    def changed(self) -> bool:
        return self.verdict != self.claim.verdict


class Result(Record):
    """errata: only what does not agree is shown. left_out: claims that need a training."""

    judged: tuple[Judged, ...]
    errata: bool = False
    left_out: int = 0
    given: Mapping[str, Cell] | None = None

    @property
    def changed(self) -> tuple[Judged, ...]:
        return tuple(one for one in self.judged if one.changed)

    @property
    def wrong(self) -> tuple[Judged, ...]:
        return tuple(one for one in self.judged if one.verdict != "agrees")


def chosen(
    claims: Sequence[Claim], source: str | None = None, only: Sequence[str] = ()
) -> tuple[Claim, ...]:
    """The claims of a source, or those named. Raises InputError for a name that is not there."""
    known = {claim.id: claim for claim in claims}
    for name in only:
        if name not in known:
            from difflib import get_close_matches

            near = get_close_matches(name, known, MOST_NAMED, 0.5) or list(known)[:MOST_NAMED]
            raise InputError(f"--only: there is no claim '{name}'. Nearest: {', '.join(near)}")
    sources = list(dict.fromkeys(claim.source for claim in claims))
    if source is not None and source not in sources:
        raise InputError(f"--source: '{source}' is none of {', '.join(sources)}")
    return tuple(
        claim
        for claim in claims
        if source in (None, claim.source) and (not only or claim.id in only)
    )


def compute(
    claims: Sequence[Claim],
    findings: Mapping[str, Finding],
    *,
    errata: bool = False,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """The verdict on every claim that something was found of; the others were left out.

    Raises InputError for printed text that cannot be compared as the claim says, and where nothing
    is left.
    """
    judged = tuple(_judged(claim, findings[claim.id]) for claim in claims if claim.id in findings)
    if not judged:
        raise InputError("no claim is left. Leave out --fast, or choose others")
    return Result(judged, errata, len(claims) - len(judged), given)


def _judged(claim: Claim, finding: Finding) -> Judged:
    found = verdict(claim, finding)
    value = computed(claim, finding)
    facts = {**finding.facts, "printed": claim.printed, "computed": value}
    # What to print instead has the printed digits; an author sees by how much it differs.
    closer = computed(claim, finding, MORE_DIGITS) if found == "differs" and claim.run else ""
    why = "" if found == "agrees" else told(claim, facts)
    judged = Judged(claim, value, found, why, closer)
    return judged if found == "agrees" or why else judged.but(why=_figures(judged))


def _figures(one: Judged) -> str:
    """The reason of a claim that has none of its own: no more than the ledger's table shows."""
    return f"Computed is {one.closer or one.computed}."


def faults(result: Result) -> tuple[str, ...]:
    """A line for each verdict that is not the recorded one: with any, the check has failed."""
    return tuple(map(_fault, result.changed))


def _fault(one: Judged) -> str:
    figures = f"printed {one.claim.printed}, computed {one.closer or one.computed}"
    if not one.claim.recorded:
        return f"{one.claim.id}: {figures}: {one.verdict}"
    return f"{one.claim.id}: {one.claim.verdict} on record, now it {one.verdict}: {figures}"


def document(result: Result) -> Document:
    """The tables `ledger` and `verdicts`, or `errata` alone."""
    tables: tuple[Table, ...] = (_errata(result),)
    if not result.errata:
        tables = (_ledger(result), _verdicts(result))
    title = "Errata" if result.errata else "The ledger"
    return Document("verify", title, result.given or {}, tables, _notes(result))


def _ledger(result: Result) -> Table:
    rows: list[Row] = [
        (
            one.claim.id,
            one.claim.source,
            one.claim.place,
            one.claim.what,
            one.claim.printed,
            one.closer or one.computed,
            one.verdict,
            one.claim.verdict if one.claim.recorded else None,
            one.why or None,
        )
        for one in result.judged
    ]
    every = table("ledger", "What is printed, and what is computed", LEDGER, rows)
    # The place last: in a narrow terminal the verdict stays beside what it is about.
    shown = ["claim", "printed", "computed", "verdict"]
    shown += ["recorded"] if _off_record(result) else []
    shown += ["place"] if any(one.claim.place for one in result.judged) else []
    printed, value = every.position("printed"), every.position("computed")
    short = [
        row
        if len(str(row[value])) < LONG or row[value] != row[printed]
        else (*row[:value], "the same", *row[value + 1 :])
        for row in rows
    ]
    return every.but(summary=_for_people(every.but(batches=(short,)), shown).summary)


def _verdicts(result: Result) -> Table:
    sources = dict.fromkeys(one.claim.source for one in result.judged)
    rows: list[tuple[str, int, int, int, int]] = []
    for source in sources:
        of_source = [one.verdict for one in result.judged if one.claim.source == source]
        agree, differ, depend = (of_source.count(verdict) for verdict in VERDICTS)
        rows.append((source, len(of_source), agree, differ, depend))
    if len(rows) > 1:
        columns = list(zip(*(row[1:] for row in rows), strict=True))
        claims, agree, differ, depend = map(sum, columns)
        rows.append(("together", claims, agree, differ, depend))
    return table("verdicts", "The verdicts", VERDICT_COUNTS, rows, total=len(rows) > 1)


def _errata(result: Result) -> Table:
    rows: list[Row] = [
        (
            one.claim.id,
            one.claim.source,
            one.claim.place,
            one.claim.what,
            one.claim.printed,
            one.computed,
            one.verdict,
            one.why,
        )
        for one in result.wrong
    ]
    every = table("errata", "What to correct", ERRATA, rows)
    if not rows:
        return every.but(hidden=True)
    shown = ["source", "place", "printed", "should_read", "verdict"]
    if any(is_own(one.claim) for one in result.wrong):
        shown.remove("source")
    if not all(one.claim.place for one in result.wrong):
        shown = ["claim", *shown]
    if not any(one.claim.place for one in result.wrong):
        shown.remove("place")
    return _for_people(every, shown)


def _for_people(every: Table, names: Sequence[str]) -> Table:
    """People see some of the columns; the long texts stand under the table."""
    places = [every.position(name) for name in names]
    columns = [every.columns[place] for place in places]
    rows = [tuple(row[place] for place in places) for row in every.rows]
    return every.but(summary=table(every.name, every.title, columns, rows))


def _notes(result: Result) -> tuple[str | Prose, ...]:
    notes: list[str | Prose] = [
        erratum(one.claim, one.computed, one.why)
        if result.errata
        else about("ledger", f"{one.claim.id}: {one.why}")
        for one in result.wrong
        if result.errata or one.why != _figures(one)
    ]
    if result.errata and not notes:
        notes.append("Every claim agrees: there is nothing to correct.")
    if any(one.verdict == "depends" for one in result.wrong):
        notes.append(
            "Depends: true under one reading alone, or not stable from machine to machine."
        )
    if result.left_out:
        notes.append(f"Left out, for they need a training: {result.left_out} of the claims.")
    changed = _off_record(result)
    if changed:
        count = len(changed)
        named = ", ".join(one.claim.id for one in changed[:MOST_NAMED])
        more = f" and {count - MOST_NAMED} more" if count > MOST_NAMED else ""
        notes.append(f"Not the recorded verdict: {named}{more}.")
    return tuple(notes)


def _off_record(result: Result) -> list[Judged]:
    """The claims whose verdict on record has changed."""
    return [one for one in result.changed if one.claim.recorded]
