"""The scene's place in the page: its sliders, its pictures, and the values they show as JSON."""

import json
from html import escape
from typing import Any

from rnn_examples.book.page.scene import GAINS, MOST_STEPS, SENTENCES, START, Scene, Value

# What is said of the pictures to those who do not see them, before the value chosen.
BLAME = "Bars on a log scale: what the last state feels of a nudge at every word"
INFLUENCE = f"Points on a log scale: what is left of a nudge after 0 to {MOST_STEPS} steps"


def markup(scene: Scene) -> str:
    """Hidden until the script that moves it runs: without one, sliders do nothing."""
    first = escape(SENTENCES[0])
    return f"""\
<div id="live-scene" hidden>
<p>A nudge some steps back, and what the last state still feels of it: word by word in a random
untrained network, and in the lesson's two units that read one input. Every value was computed
beforehand; the page only draws it. The first sentence is the one in the table, the others are
ours.</p>
<form class="sliders" aria-label="What the pictures show">
{_slider("gain", "Gain", len(GAINS) - 1, GAINS.index(START))}
{_slider("sentence", "Sentence", len(SENTENCES) - 1, 0)}
{_slider("step", "Steps back", MOST_STEPS, 1)}
</form>
<p class="read" id="live-sentence-read">{first}</p>
{_picture("blame", "Blame through time, by word", BLAME)}
{_picture("influence", "Influence, by steps", INFLUENCE)}
</div>
<noscript><p>The scene needs JavaScript; the tables above do not.</p></noscript>
<script type="application/json" id="live-values">
{embedded(_values(scene))}
</script>
"""


def _slider(name: str, label: str, most: int, start: int) -> str:
    return f"""\
<div class="slider">
<label for="live-{name}">{label}</label>
<input type="range" id="live-{name}" min="0" max="{most}" step="1" value="{start}">
<span class="chosen" id="live-{name}-chosen" aria-hidden="true"></span>
</div>"""


def _picture(name: str, title: str, description: str) -> str:
    return f"""\
<figure class="picture">
<figcaption>{title}</figcaption>
<svg id="live-{name}" role="img" aria-label="{description}" aria-describedby="live-{name}-value">\
</svg>
<p><output id="live-{name}-value" for="live-gain live-sentence live-step" aria-live="polite">\
</output></p>
<p class="command"><code id="live-{name}-command"></code></p>
</figure>"""


def _values(scene: Scene) -> dict[str, Any]:
    return {
        "gains": GAINS,
        "sentences": [sentence.split() for sentence in SENTENCES],
        "blame": {
            "decades": scene.blame_decades,
            "values": [[_cells(row) for row in rows] for rows in scene.blame],
        },
        "influence": {
            "decades": scene.influence_decades,
            "values": [_cells(row) for row in scene.influence],
        },
    }


def _cells(row: tuple[Value, ...]) -> list[list[str | float | None]]:
    return [[value.text, value.value, value.log10] for value in row]


def embedded(values: Any) -> str:
    """JSON that can stand in a script element: nothing in it ends the element or begins a comment,
    and it is ASCII alone."""
    text = json.dumps(values, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
