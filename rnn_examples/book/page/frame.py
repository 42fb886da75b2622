"""The page around the book: head, contents, landmarks, style and script, all in the one file."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from rnn_examples.book.page import live, scene
from rnn_examples.book.page.pictures import picture
from rnn_examples.book.page.tables import PageTables
from rnn_examples.tables.formats import Look
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from rnn_examples.book.contents import Book, Part

# Nothing is fetched, from anywhere.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
SCENE = ("scene", "Blame and influence, live (lesson)")


def render(book: "Book", look: Look) -> Iterator[str]:
    """The page in pieces, a part at a time."""
    title = escape(visible(book.document.title))
    parts = [_shown(part) for part in book.parts]
    places = [(part.document.example, part.document.title) for part in parts]
    after = _place_of_scene([name for name, _ in places])
    if after is not None:
        places.insert(after, SCENE)
    yield _opening(title, places)
    tables, inner = PageTables(), Look(look.digits, equations=True)
    for place, part in enumerate(parts):
        if place == after:
            yield _section(*SCENE)
            yield f"{live.markup(scene.compute())}</section>\n"
        yield _section(part.document.example, part.document.title)
        # Drawn first: a table that comes as it is computed is read once.
        drawn = picture(part.module, part.result, part.document.example)
        yield from tables.blocks(part.document, inner)
        if drawn is not None:
            yield f'<figure class="picture">\n{drawn}</figure>\n'
        yield "</section>\n"
    yield _closing(after is not None)


def _shown(part: "Part") -> "Part":
    return part.but(document=part.document.for_people())


def _place_of_scene(names: list[str]) -> int | None:
    """After both of the examples that it brings together; None without them."""
    if not {"blame", "influence"} <= set(names):
        return None
    return 1 + max(names.index("blame"), names.index("influence"))


def _section(name: str, title: str) -> str:
    return f'<section>\n<h2 id="{escape(name)}">{escape(title)}</h2>\n'


def _opening(title: str, places: list[tuple[str, str]]) -> str:
    items = "\n".join(
        f'<li><a href="#{escape(name)}">{escape(title)}</a></li>' for name, title in places
    )
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{title}</title>
<style>
{text_of("page.css")}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the examples</a>
<header>
<h1>{title}</h1>
</header>
<nav aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ol>
{items}
</ol>
</nav>
<main id="content" tabindex="-1">
"""


def _closing(has_scene: bool) -> str:
    scripts = ("page.js", "scene.js") if has_scene else ("page.js",)
    script = "".join(f"<script>\n{text_of(name)}</script>\n" for name in scripts)
    return f'</main>\n<p class="heard" id="said" role="status"></p>\n{script}</body>\n</html>\n'


def text_of(name: str) -> str:
    """A file beside this one."""
    return files("rnn_examples.book.page").joinpath(name).read_text(encoding="utf-8")
