"""Every command and the panel of --help that it stands in; its module is imported when needed."""

from rnn_examples.examples.catalogue import CHAPTER, EXAMPLES, LESSON, NOTEBOOK
from rnn_examples.record import Record

PANELS = {
    CHAPTER: "The chapter: recurrent networks",
    LESSON: "The lesson: sequences and memory",
    NOTEBOOK: "The notebook: RNN and LSTM from scratch",
}
TOOLS_PANEL = "The book and your documents"


class Command(Record):
    name: str
    panel: str
    summary: str


COMMANDS = (
    *(Command(entry.name, PANELS[entry.source], entry.summary) for entry in EXAMPLES),
    Command("book", TOOLS_PANEL, "Every example in the book's order, as one document."),
    Command("model", TOOLS_PANEL, "Networks as files: the book's own as a start for yours."),
    Command("docs", TOOLS_PANEL, "Keep the tables in documents true: update and check."),
    Command("list", TOOLS_PANEL, "What each example shows, and where in the book it stands."),
    Command("verify", TOOLS_PANEL, "Every printed figure beside what computing it gives."),
)
BY_NAME = {command.name: command for command in COMMANDS}


def module_of(name: str) -> str:
    """The module that defines a command."""
    return f"rnn_examples.cli.commands.{name.replace('-', '_')}"
