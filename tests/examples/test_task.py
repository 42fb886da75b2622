"""The memory task's samples, against the notebook's printed sequences."""

import numpy as np

from rnn_examples.examples import task


def test_the_notebook_s_three_sequences() -> None:
    printed = (
        "allergy: none sleep is in clinic appetite a prescribe: -> amoxicillin",
        "allergy: none in sleep in a fever and prescribe: -> amoxicillin",
        "allergy: penicillin patient the appetite reports sleep and prescribe: -> azithromycin",
    )
    found = task.compute().sequences
    assert tuple(f"{' '.join(one.words)} -> {one.target}" for one in found) == printed


def test_the_notebook_s_twenty_seven_words() -> None:
    assert "There are 27 words: allergy:, penicillin," in str(task.document(task.compute()).notes)


def test_the_answer_is_what_the_second_word_says() -> None:
    result = task.compute(distance=4, count=500, seed=8)
    assert len(result.sequences) == 500
    drugs = {"penicillin": "azithromycin", "none": "amoxicillin"}
    for one in result.sequences:
        assert (len(one.words), one.words[0], one.words[-1]) == (7, "allergy:", "prescribe:")
        assert one.target == drugs[one.words[1]]
        assert not {*one.words[2:-1]} & {*drugs, *drugs.values(), "allergy:", "prescribe:"}
    allergic = np.mean([one.words[1] == "penicillin" for one in result.sequences])
    assert 0.4 < allergic < 0.6


def test_without_fillers_three_words_are_left() -> None:
    (one,) = task.compute(distance=0, count=1).sequences
    assert len(one.words) == 3
