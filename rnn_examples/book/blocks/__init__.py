"""Blocks in documents: what stands between two markers is what a command prints.

    <!-- rnn-examples: vanish --factors 0.9,1.1 -->
    <!-- /rnn-examples -->

is how a person writes one in Markdown, a notebook's Markdown cell or HTML; `% rnn-examples: ...`
and `% /rnn-examples` in LaTeX, `.. rnn-examples: ...` and `.. /rnn-examples` in
reStructuredText. Each marker has a line of its own, or (HTML comments alone) both share one,
for a single number: `<!-- rnn-examples: vanish --cell 47:remaining --><!-- /rnn-examples -->`.

An update fills in the content and records its checksum in the end marker,
`<!-- /rnn-examples sha256:0123456789abcdef -->`: the first 16 hexadecimal digits of the SHA-256
of the content in UTF-8, newlines as \\n. A block without one counts as not yet up to date; in a
block with another one, a person has changed the content.

A command that names no --format gets the document's own (markdown, html, latex; plain in
reStructuredText), and one with --cell prints a bare value that is escaped for the document.
"""

from rnn_examples.book.blocks.faults import DocumentError, Fault
from rnn_examples.book.blocks.plan import FilePlan, plan

__all__ = ["DocumentError", "Fault", "FilePlan", "plan"]
