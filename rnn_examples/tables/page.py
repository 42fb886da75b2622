"""A page that stands alone: the frame around a book in HTML, its style within it."""

from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --rule: #767676; --soft: #f3f3f0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e3; --paper: #16181b; --rule: #8f8f8f; --soft: #212428; }
}
body { margin: 0 auto; padding: 1rem; max-width: 52rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 Georgia, "Times New Roman", serif; }
h1, h2, caption { line-height: 1.25; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--rule); }
.rnn-example-table { overflow-x: auto; margin: 1.5rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding: 0.25rem 0; }
th, td { padding: 0.2rem 0.7rem; white-space: nowrap; font-weight: normal; }
thead th { border-bottom: 1px solid var(--rule); background: var(--soft); font-weight: bold; }
tbody + tbody { border-top: 1px solid var(--rule); }
tbody tr:hover { background: var(--soft); }
math[display="block"] { overflow-x: auto; padding: 0.5rem 0; }
@media print { body { max-width: none; } h2 { break-after: avoid; } table { break-inside: avoid; } }
"""


def opening(title: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )


def closing() -> str:
    return "</main>\n</body>\n</html>\n"
