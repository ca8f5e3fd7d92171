"""Errors, as they are told."""

from headwater.errors import in_words


class OddError(Exception):
    """Of no kind that is known."""


def test_an_error_in_words_is_one_short_line_that_stays_the_same() -> None:
    java = "org.apache.X: bad\n\tat a.b.C(D.java:1)\n\tat e.f\n"
    assert in_words(OddError(java)) == "OddError: org.apache.X: bad"
    odd = OddError("at 0x7f00aa12 \0 \ud800" + "x" * 1000)
    assert in_words(odd)[:22] == "OddError: at 0x…  ?xxx"
    assert len(in_words(OddError("x" * 1000))) == 500
