"""The socket that a server listens on."""

import asyncio
import socket

from headwater.api.server import listening


def test_answers_are_sent_without_waiting_for_the_client_to_confirm() -> None:
    sends_at_once = asyncio.run(_option_of_a_connection(socket.TCP_NODELAY))
    assert sends_at_once


async def _option_of_a_connection(option: int) -> int:
    """What a connection of a server of asyncio has for an option of TCP."""
    found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def accepted(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, option))
        writer.close()

    with listening("127.0.0.1", 0) as own:
        async with await asyncio.start_server(accepted, sock=own):
            _, writer = await asyncio.open_connection(*own.getsockname())
            value = await found
            writer.close()
            return value
