"""Sessions that are kept for the next transaction, and closed with the store."""

from threading import Thread

from headwater.store.backend import Sessions


class Session:
    """A session of no database."""

    closed = False

    def end(self, statement: str) -> None:
        pass

    def close(self) -> None:
        self.closed = True


class Interrupted(list[Session]):
    """Idle sessions. Another thread closes the store when they are counted, which is right before
    one is added."""

    def __init__(self, sessions: Sessions[Session]) -> None:
        super().__init__()
        self.closing = Thread(target=sessions.close)

    def __len__(self) -> int:
        self.closing.start()
        self.closing.join(0.2)
        return super().__len__()


def test_a_transaction_that_ends_while_the_store_is_closed_leaves_no_session_open() -> None:
    made = Session()
    sessions = Sessions(lambda _: made)
    sessions._idle = idle = Interrupted(sessions)
    with sessions.read_session():
        pass
    idle.closing.join(10)
    assert made.closed


def test_a_session_is_kept_for_the_next_transaction() -> None:
    made = Session()
    sessions = Sessions(lambda _: made)
    with sessions.read_session():
        pass
    assert sessions.take() is made
    assert not made.closed
