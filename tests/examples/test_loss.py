"""Cross-entropy and perplexity against sums by hand and plain Python's logarithms."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import loss
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.network.book_models import chapter, notebook_sentence
from rnn_examples.network.network import Layer, Network

Printed = Callable[..., str]
SENTENCE = ("the", "dog", "ran")


def of(words: str, targets: str | None = None, network: Network | None = None) -> loss.Result:
    chosen = network or chapter()
    wanted = None if targets is None else targets.split()
    return loss.compute(chosen, of_words(chosen, words.split()), wanted)


def by_hand(words: str, targets: str) -> list[float]:
    """The chapter's recurrence in plain Python, no NumPy."""
    x = {"the": (0.5, 0.1), "dog": (0.9, -0.4), "ran": (-0.3, 0.8)}
    h1 = h2 = 0.0
    found = []
    for word, target in zip(words.split(), targets.split(), strict=True):
        a, b = x[word]
        h1, h2 = (
            math.tanh(0.6 * a - 0.3 * b + 0.4 * h1 + 0.1 * h2 + 0.05),
            math.tanh(0.2 * a + 0.5 * b - 0.2 * h1 + 0.7 * h2 - 0.05),
        )
        z = (0.7 * h1 - 0.2 * h2, -0.4 * h1 + 0.6 * h2 + 0.1, 0.1 * h1 + 0.3 * h2 - 0.1)
        found.append(math.log(sum(map(math.exp, z))) - z[SENTENCE.index(target)])
    return found


@pytest.mark.parametrize(
    ("words", "targets"),
    [("the dog ran", "dog ran the"), ("ran", "ran"), ("dog dog the", "dog the dog")],
)
def test_the_next_word_is_the_target_and_the_first_after_the_last(words: str, targets: str) -> None:
    result = of(words)
    assert result.targets is not None
    assert result.targets.words == tuple(targets.split())
    assert result.losses == pytest.approx(by_hand(words, targets), rel=1e-13)
    assert result.whole.total == pytest.approx(math.fsum(by_hand(words, targets)))
    mean = math.fsum(by_hand(words, targets)) / len(words.split())
    assert result.whole.perplexity == pytest.approx(math.exp(mean))


def test_other_targets() -> None:
    assert of("the dog", "ran ran").losses == pytest.approx(by_hand("the dog", "ran ran"))


def test_a_thousand_nats_without_a_warning(printed: Printed) -> None:
    options = ("loss", "--logits=1000,0,-1000", "--targets", "2")
    steps, whole = json.loads(printed(*options, "-f", "json"))["tables"]
    (row,) = steps["rows"]
    assert (row["prediction"], row["loss"]) == ([1, 0, 0], 1000)
    assert row["probability"].startswith("5.07595889754945")
    assert row["probability"].endswith("e-435")
    assert whole["rows"][0]["perplexity"].startswith("1.970071114017047")
    assert printed(*options, "--cell", "1:probability") == "5.1e-435\n"
    assert "E_1 = ln(1.0000) - (-1000.0000) = 1000.0000" in printed(
        *options, "--work", "-f", "plain"
    )


def test_rows_of_logits() -> None:
    result = loss.compute_logits([(0.0, 0.0), (math.log(3), 0.0)], [2, 1])
    assert result.losses == pytest.approx([math.log(2), math.log(4 / 3)])


def test_a_text_is_the_sentence_without_its_last_prediction() -> None:
    words = ("the dog ran ran dog " * 3000).split()
    chunks = [words[:1], words[1:7000], [], words[7000:]]
    result = loss.compute_text(chapter(), chunks)
    assert result.whole.count == 14_999
    whole = of(" ".join(words))
    assert whole.losses is not None
    assert result.whole.total == pytest.approx(math.fsum(whole.losses[:-1].tolist()), rel=1e-12)


def test_a_text_is_refused_at_any_length_by_a_network_that_reads_its_end_first() -> None:
    (layer,) = chapter().layers
    both = replace(chapter(), layers=(Layer(layer.forward, layer.forward),), W_hy=np.zeros((3, 4)))
    for words in (["the", "dog"], ["the", "dog"] * 5000):
        message = (
            "--text: model chapter reads from the end too, so a text cannot be computed word by "
            "word. Give its words with --sentence"
        )
        with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
            loss.compute_text(both, [words])


def test_vectors_need_targets() -> None:
    sentence = Sentence(None, np.array([[0.5, 0.1]]))
    with pytest.raises(InputError, match="the inputs are vectors, so there is no next word"):
        loss.compute(chapter(), sentence)
    by_words = of("the", "ran").losses
    assert loss.compute(chapter(), sentence, ("ran",)).losses == pytest.approx(by_words)


def test_outputs_without_names_are_numbers() -> None:
    nameless = replace(chapter(), vocabulary=None, source="x.npz")
    assert of("0 1", "2 2", nameless).losses == pytest.approx(by_hand("the dog", "ran ran"))
    for wrong in ("3", "-1", "1.0", "the", "٣", "9" * 30):
        with pytest.raises(InputError) as caught:
            of("0 1", f"2 {wrong}", nameless)
        assert f"item 2, '{wrong}', is no output of model x.npz. " in str(caught.value)
        assert str(caught.value).endswith("Expected a number from 0 to 2")


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (lambda: of("the", "dog ran"), "--targets: found 2 words for 1 step. Expected one a step"),
        (
            lambda: of("the", "cat"),
            "word 1 'cat' is not in the vocabulary of model chapter; it knows the, dog, ran",
        ),
        (
            lambda: of("The", None, notebook_sentence()),
            "model notebook: it has no output layer; expected W_hy (and b_y) in [weights] "
            "in its file",
        ),
        (
            lambda: loss.compute_text(notebook_sentence(), [["The"]]),
            "model notebook: it has no output layer; expected W_hy (and b_y) in [weights] "
            "in its file",
        ),
        (
            lambda: loss.compute_text(chapter(), [["the"]]),
            "the text has no word to predict; expected at least two words",
        ),
        (
            lambda: loss.compute_text(chapter(), [["the"]], given={"text": "a.txt"}),
            "--text: 'a.txt' has no word to predict; expected at least two words",
        ),
        (
            lambda: loss.compute_text(chapter(), [["cat"]], given={"text": "a.txt"}),
            "--text: 'a.txt': word 1 'cat' is not in the vocabulary of model chapter; it knows "
            "the, dog, ran",
        ),
        (
            lambda: loss.compute_text(chapter(), [["the"], ["the", "cat"]]),
            "the text: word 3 'cat' is not in the vocabulary of model chapter; it knows "
            "the, dog, ran",
        ),
        (
            lambda: loss.compute_logits([(1.0, 2.0)], [3]),
            "--targets: item 1 is 3. Expected a class from 1 to 2",
        ),
        (
            lambda: loss.compute_logits([(1.0, 2.0), (3.0, 4.0)], [1]),
            "--targets: found 1 class for 2 rows of logits. Expected one a row",
        ),
        (
            lambda: loss.compute_logits([(1.0, 2.0)], [1, 1]),
            "--targets: found 2 classes for 1 row of logits. Expected one a row",
        ),
        (
            lambda: of("the " * 1_400_000),
            "1,400,000 words are too many for 3 outputs at once. Expected at most "
            "1,398,101; --text reads any number",
        ),
    ],
)
def test_faults(run: Callable[[], loss.Result], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        run()


def test_the_command_reads_a_text(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("the dog\nran")
    shown = printed("loss", "--text", str(path), "-f", "csv").splitlines()
    assert shown[0] == "predictions,total,mean,bits,perplexity"
    expected = math.fsum(by_hand("the dog", "dog ran"))
    assert float(shown[1].split(",")[1]) == pytest.approx(expected)


def test_the_command_s_options(printed: Printed) -> None:
    options = ("--sentence", "the dog", "--targets", "ran ran")
    assert (
        printed("loss", *options, "--cell", "2:loss") == f"{by_hand('the dog', 'ran ran')[1]:.4f}\n"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--logits", "1,2"), "--logits: which class is right? Give one a row with --targets"),
        (
            ("--logits", "1,2", "--text", "x"),
            "--text and --logits are both given. Expected one of them",
        ),
        (
            ("--text", "x", "--targets", "the"),
            "--text predicts each next word. Give --targets with --sentence",
        ),
    ],
)
def test_refusals(printed: Printed, options: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        printed("loss", *options)
