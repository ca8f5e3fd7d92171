"""Messages are delivered at least once and in order, and neither a restart nor a rebuild repeats or
loses any."""

import pytest

from headwater.alerts.progress import Progresses
from tests.alerts.world import DAY, HOUR, World
from tests.query.rows import uuid


class KilledError(BaseException):
    """The process ends in the midst of something."""


def test_what_happens_is_told_once(world: World) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe()
    world.fails(job, uuid(1))
    assert world.look() == [], "it is not applied yet"
    world.applied()
    assert world.look() == ["job:ns:load failed"]
    assert world.look() == []
    assert world.look(seconds=3600) == []
    world.restarted()
    assert world.look() == []


def test_what_happened_before_the_subscription_is_not_told(world: World) -> None:
    world.fails(world.rows.job("load"), uuid(1))
    world.applied()
    world.subscribe()
    assert world.look() == []


def test_a_rebuild_repeats_nothing_and_loses_nothing(world: World) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe()
    world.fails(job, uuid(1))
    world.applied()
    assert len(world.look()) == 1
    world.fails(job, uuid(2))
    world.rebuilt()
    assert len(world.look()) == 1
    assert world.look(seconds=3600) == []
    assert [one.run for one in world.messages] == [uuid(1), uuid(2)]


def test_the_same_event_sent_again_is_no_news(world: World) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe()
    run = world.fails(job, uuid(1))
    world.applied()
    assert len(world.look()) == 1
    world.happens(job, run)
    world.applied()
    assert world.look() == []


def test_a_target_that_fails_is_tried_again_after_growing_pauses_and_in_order(
    world: World,
) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe()
    world.is_reachable = False
    world.fails(job, uuid(1))
    world.applied()
    world.look()
    pauses = []
    for _ in range(3):
        [state] = world.subscriptions.states().subscriptions
        assert state.next_try_at is not None
        assert state.error == "it answered 503"
        pauses.append((state.next_try_at - world.now) / 1_000_000)
        world.look(seconds=pauses[-1])
    assert pauses == [2, 4, 8]
    world.now += 1
    world.fails(job, uuid(2))
    world.applied()
    world.is_reachable = True
    world.restarted()
    assert world.look() == [], "the pause is not over"
    assert len(world.look(seconds=16)) == 2
    assert [one.run for one in world.messages] == [uuid(1), uuid(2)]
    [state] = world.subscriptions.states().subscriptions
    assert (state.failures, state.error, state.last_delivered_at) == (0, None, world.now)


@pytest.mark.parametrize("recorded", [True, False])
def test_a_process_that_is_killed_in_the_midst_repeats_at_most_the_message_it_was_at(
    world: World, monkeypatch: pytest.MonkeyPatch, recorded: bool
) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe()
    for number in range(4):
        world.now += 1
        world.fails(job, uuid(number))
    world.applied()

    def killed_after_two() -> None:
        if len(world.messages) == 2 and not recorded:
            raise KilledError

    write = Progresses.write

    def killed_after_a_record(self: Progresses, name: str, progress: object) -> None:
        write(self, name, progress)  # type: ignore[arg-type]  # passed on as given
        if len(world.messages) == 2 and recorded:
            raise KilledError

    world.on_delivery = killed_after_two
    monkeypatch.setattr(Progresses, "write", killed_after_a_record)
    with pytest.raises(KilledError):
        world.look()
    monkeypatch.undo()
    world.on_delivery = lambda: None
    world.restarted()
    world.look()
    numbers = [0, 1, 2, 3] if recorded else [0, 1, 1, 2, 3]
    assert [one.run for one in world.messages] == [uuid(number) for number in numbers]
    assert len({one.id for one in world.messages}) == 4


def test_what_is_long_past_when_it_becomes_known_is_not_told(world: World) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe(max_age_hours=2.0)
    now = world.now
    world.now = now - 3 * HOUR
    world.fails(job, uuid(1))
    world.now = now - HOUR
    world.fails(job, uuid(2))
    world.now = now
    world.applied()
    world.look()
    assert [one.run for one in world.messages] == [uuid(2)]
    assert world.messages[0].at == now - HOUR


def test_subscriptions_do_not_wait_for_each_other_and_go_on_by_themselves(world: World) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe("one")
    world.fails(job, uuid(1))
    world.applied()
    assert len(world.look()) == 1
    world.subscribe("two")
    world.fails(job, uuid(2))
    world.applied()
    assert len(world.look()) == 2
    world.subscriptions.remove("one")
    world.fails(job, uuid(3))
    world.applied()
    assert len(world.look()) == 1


def test_a_subscription_of_an_old_name_begins_anew(world: World) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe()
    world.subscriptions.remove("me")
    world.fails(job, uuid(1))
    world.applied()
    world.subscribe()
    assert world.look() == []


def test_a_message_to_try_it_out_comes_in_its_turn(world: World) -> None:
    world.applied()
    world.subscribe()
    world.subscriptions.try_out("me")
    assert world.look() == ["This is how me will be told what happens."]
    assert world.look() == []
    assert world.messages[0].kind == "test"


def test_ids_of_messages_are_forgotten_when_they_can_no_longer_come_again(world: World) -> None:
    job = world.rows.job("load")
    world.applied()
    world.subscribe()
    world.fails(job, uuid(1))
    world.applied()
    world.look()
    progress = Progresses(world.directory).read("me")
    assert progress is not None
    assert list(progress.delivered) == [world.messages[0].id]
    world.look(seconds=3 * DAY / 1_000_000)
    progress = Progresses(world.directory).read("me")
    assert progress is not None
    assert progress.delivered == {}
