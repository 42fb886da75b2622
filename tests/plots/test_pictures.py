"""What each picture shows, against the book's figures."""

from math import log10
from typing import Any

import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import (
    clip,
    fade,
    gates,
    influence,
    lstm_cell,
    params,
    remember,
    train,
    unroll,
    vanish,
)
from rnn_examples.examples.guessing import Guessing
from rnn_examples.examples.sentence import of_words
from rnn_examples.network.book_models import book_model
from rnn_examples.notebook.functions import example
from rnn_examples.plots.files import picture_bytes
from rnn_examples.plots.picture import Bars, Chart, Heat, Picture, Plane
from rnn_examples.plots.registry import picture_of
from rnn_examples.plots.terminal.show import show
from rnn_examples.tables.formats import Look
from rnn_examples.training.cell import CellResult
from rnn_examples.training.fade import FadeCurve
from rnn_examples.training.remember import RememberConfig, RememberResult
from rnn_examples.training.train import TrainConfig, TrainHistory, TrainRow

GUESSING = Guessing((0.532, 0.468))


def chart(picture: Picture, place: int = 0) -> Chart:
    panel = picture.panels[place]
    assert isinstance(panel, Chart)
    return panel


def ran(name: str, **values: Any) -> Picture:
    shown = example(name)(**values)
    return picture_of(shown.module.__name__, shown.result)


def unrolled(model: str) -> Heat:
    network = book_model(model)
    assert network.vocabulary is not None
    result = unroll.compute(network, of_words(network, network.vocabulary))
    (panel,) = picture_of("unroll", result).panels
    assert isinstance(panel, Heat)
    return panel


def test_unroll_shows_the_notebooks_states() -> None:
    """Units in rows, words in columns; the first state as the notebook prints it."""
    panel = unrolled("notebook")
    assert panel.columns.names == ("The", "patient", "has", "a", "critical", "condition")
    assert [round(row[0] or 0, 3) for row in panel.cells] == [0.063, -0.066, 0.310, 0.052]
    assert (panel.value.low, panel.value.high) == (-1.0, 1.0)


def test_unroll_reads_the_chapters_states() -> None:
    """h_1 = tanh(0.27 + 0.05, 0.15 - 0.05)."""
    panel = unrolled("chapter")
    assert [text for text, *_ in panel.texts] == ["0.31", "0.10"]


def test_unroll_draws_no_text() -> None:
    result = unroll.compute_text(book_model("chapter"), [[["the", "dog"]]])
    with pytest.raises(InputError, match="Give --sentence"):
        picture_of("unroll", result)


def test_params_marks_both_crossings() -> None:
    """With d = 100, H = 500: 250,000 at five words, 300,000 at six."""
    panel = chart(picture_of("params", params.compute()))
    assert [(spot.x, spot.y) for spot in panel.spots] == [(5.0, 250_000.0), (6.0, 300_000.0)]
    grows = panel.series[0]
    assert all(y == 50_000 * x for x, y in zip(grows.x, grows.y, strict=True))


def test_vanish_marks_the_47() -> None:
    """0.5^47 = 7.1e-15, 0.01^47 = 1e-94, 1.2^47 = 5266.46."""
    panel = chart(picture_of("vanish", vanish.compute()))
    assert [guide.at for guide in panel.guides] == [47.0]
    at_47 = {one.name: one.y[one.x.index(47.0)] for one in panel.series}
    assert at_47["f = 0.01"] == pytest.approx(-94)
    assert at_47["f = 0.5"] == pytest.approx(log10(7.1e-15), abs=0.01)
    assert at_47["f = 1.2"] == pytest.approx(log10(5266.46))
    assert panel.y.low == -20.0


@pytest.mark.parametrize(
    ("name", "result", "note"),
    [
        ("vanish", vanish.compute(), "Lines that fall below 1e-20 leave the picture."),
        ("vanish", vanish.compute(["0.9"], [100]), ""),
        ("gates", gates.compute(), "Lines that fall below 1e-12 leave the picture."),
        ("gates", gates.compute(["3"]), ""),
    ],
)
def test_a_picture_says_where_its_lines_leave_it(name: str, result: Any, note: str) -> None:
    """0.01^100 = 1e-200; bias 0 keeps 0.5^80 = 8e-25."""
    picture = picture_of(name, result)
    assert picture.note == note
    assert picture.description.endswith(note or ".")
    assert f">{note}<" in picture_bytes(picture, ".svg").decode() or not note
    assert (note in show(picture, Look())) is True


def test_vanish_beyond_floats() -> None:
    panel = chart(picture_of("vanish", vanish.compute(["0.5", "0"], [5000])))
    assert [one.name for one in panel.series] == ["f = 0.5"]
    assert panel.series[0].y[-1] == pytest.approx(-5000 * log10(2))


def test_clip_keeps_the_direction() -> None:
    plane, bars = picture_of("clip", clip.compute()).panels
    assert isinstance(plane, Plane)
    assert isinstance(bars, Bars)
    assert plane.radius == 5.0
    for arrow in plane.arrows:
        assert arrow.after is not None
        (x, y), (a, b) = arrow.tip, arrow.after
        assert x * b == pytest.approx(y * a)
        assert a * a + b * b <= 25 + 1e-9
    assert [texts for _, _, texts in bars.series][1][3:5] == ("5.00", "5.00")


def test_clip_of_other_sizes_shows_the_norms_alone() -> None:
    (bars,) = picture_of("clip", clip.compute([("1", "2", "3"), ("0",)])).panels
    assert isinstance(bars, Bars)
    assert bars.series[0][1][1] is None


def test_influence_tells_where_a_nudge_is_held() -> None:
    picture = picture_of("influence", influence.compute())
    lines, heat = picture.panels
    assert isinstance(lines, Chart)
    assert isinstance(heat, Heat)
    assert lines.series[2].name == "g = 1.5"
    printed = [10 ** (y or 0) for y in lines.series[2].y]
    assert printed == pytest.approx([1.2798, 0.8562, 1.218, 1.154], abs=5e-5)
    assert (heat.rows.low, heat.rows.high) == (0.1, 2.5)
    assert "held at gains from 1.35 to 1.5:" in picture.title


def test_the_belt_reaches_the_key_word() -> None:
    """0.97^5 = 0.86."""
    picture = picture_of("lstm_cell", lstm_cell.compute())
    memory, blame = chart(picture), chart(picture, 1)
    assert memory.x.names[1] == "flowers"
    assert blame.series[-1].y[1] == pytest.approx(0.97**5)
    assert memory.series[1].y[-1] == pytest.approx(0.7545, abs=1e-3)


def test_bptt_shows_no_term_of_the_future() -> None:
    picture = ran("bptt")
    (heat,) = picture.panels
    assert isinstance(heat, Heat)
    assert all(heat.cells[t][k] is None for t in range(3) for k in range(t + 1, 3))
    assert heat.cells[2][2] is not None


def test_the_exploding_matrix_lies_in_the_circle_and_grows() -> None:
    """Both |eigenvalues| are 0.894, the product's norm after 20 steps about 2.3e6."""
    picture = ran("spectrum")
    plane, sizes = picture.panels
    assert isinstance(plane, Plane)
    assert isinstance(sizes, Chart)
    found = next(one for one in plane.points if one.name == "exploding")
    assert [round(abs(complex(x, y or 0)), 3) for x, y in zip(found.x, found.y, strict=True)] == [
        0.894,
        0.894,
    ]
    grows = next(one for one in sizes.series if one.name == "exploding")
    assert 10 ** (grows.y[grows.x.index(20.0)] or 0) == pytest.approx(2.3e6, rel=0.02)
    assert "grows" in picture.title


def test_gates_are_straight_lines() -> None:
    """sigma(3) = 0.953."""
    panel = chart(picture_of("gates", gates.compute()))
    line = panel.series[2]
    for x, y in zip(line.x, line.y, strict=True):
        assert y == pytest.approx(x * log10(0.952574127))


def test_gates_of_a_network_are_bars(tmp_path: Any) -> None:
    import numpy as np

    rng = np.random.default_rng(0)
    shapes = {
        "weight_ih_l0": (8, 3),
        "weight_hh_l0": (8, 2),
        "bias_ih_l0": (8,),
        "bias_hh_l0": (8,),
    }
    path = tmp_path / "lstm.npz"
    np.savez(path, **{f"lstm.{name}": rng.normal(size=shape) for name, shape in shapes.items()})
    picture = ran("gates", model=path)
    (bars,) = picture.panels
    assert isinstance(bars, Bars)
    assert len(bars.names) == 2
    assert all(0 < (value or 0) < 1 for value in bars.series[0][1])


def history(*rows: tuple[int, float, float]) -> train.Result:
    every = tuple(TrainRow(*row) for row in rows)
    weights: Any = None
    return train.Result(TrainHistory(TrainConfig(), every, 0.5, weights), GUESSING)


def test_train_says_whether_it_learned() -> None:
    learned = picture_of("train", history((500, 0.691, 0.468), (1000, 0.076, 0.997)))
    assert learned.title.startswith("The network learns")
    assert "0.076" in learned.description
    guesses = picture_of("train", history((500, 0.691, 0.468), (1000, float("nan"), 0.532)))
    assert "still guesses" in guesses.title
    assert chart(guesses).series[0].y == (0.691, None)


def test_fade_marks_the_word_to_remember() -> None:
    curve = FadeCurve((-8.0, log10(3.1e-8), -5.0, log10(4e-3)), 0.7, 0.1)
    dead = FadeCurve((float("-inf"),) * 4, None, None)
    result = fade.Result(1, (("untrained", curve), ("trained", dead)))
    picture = picture_of("fade", result)
    assert chart(picture).guides[0].at == 2.0
    assert chart(picture).series[1].y == (None,) * 4
    assert picture.title.startswith("The gradient has lost 5.1 decades")


def swept(seeds: int) -> Picture:
    config = RememberConfig(networks=("rnn", "lstm"), distances=(5, 10), seeds=seeds)
    found = tuple(
        CellResult(cell, 1.0 if cell.distance == 5 or cell.seed == 0 else 0.468, None)
        for cell in config.cells()
    )
    return picture_of("remember", remember.Result(RememberResult(config, found), GUESSING))


def test_remember_shows_intervals_where_there_are_seeds() -> None:
    """Wilson's interval of one success in two: 0.0945 to 0.9055."""
    line = chart(swept(2)).series[0]
    assert line.y == (1.0, 0.5)
    assert line.low[1] == pytest.approx(0.0945, abs=5e-5)
    assert line.high[1] == pytest.approx(0.9055, abs=5e-5)


def test_remember_of_one_seed_shows_accuracies() -> None:
    panel = chart(swept(1))
    assert panel.series[0].low == ()
    assert [guide.at for guide in panel.guides] == [0.532]


def test_what_has_no_picture_is_refused() -> None:
    with pytest.raises(InputError, match="there is no picture of task"):
        picture_of("rnn_examples.examples.task", None)


def test_too_many_lines_are_refused() -> None:
    factors = [f"0.{n}" for n in range(10, 30)]
    with pytest.raises(InputError, match="20 lines are too many"):
        picture_of("vanish", vanish.compute(factors, [1]))


def test_what_no_eye_can_measure_is_refused() -> None:
    with pytest.raises(InputError, match="a gradient is too large for a picture"):
        picture_of("clip", clip.compute([("1e300", "0")]))
