"""Numbers with their units."""


def counted(count: int, word: str) -> str:
    """A number with its noun in the singular or plural.

    >>> counted(1, "job"), counted(2, "job"), counted(2, "batch")
    ('1 job', '2 jobs', '2 batches')
    """
    plural = "es" if word.endswith("ch") else "s"
    return f"{count} {word}{'' if count == 1 else plural}"


def duration(micros: int | None) -> str | None:
    """A duration in words.

    >>> duration(3_725_000_000), duration(90_000)
    ('1h 02m', '0.090 s')
    """
    if micros is None:
        return None
    seconds = micros // 1_000_000
    if seconds < 60:
        return f"{micros / 1e6:.3f} s"
    if seconds < 3600:
        return f"{seconds // 60}m {seconds % 60:02d}s"
    if seconds < 48 * 3600:
        return f"{seconds // 3600}h {seconds % 3600 // 60:02d}m"
    return f"{seconds // 86400}d {seconds % 86400 // 3600:02d}h"


def about(seconds: int) -> str:
    """A duration that was estimated, in words.

    >>> about(41), about(720)
    ('41 s', '12m 00s')
    """
    return f"{seconds} s" if seconds < 60 else f"{duration(seconds * 1_000_000)}"
