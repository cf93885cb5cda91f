"""News reach every page, in order, and a page that is too slow is sent away."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from coincide.app.review.news import MOST_WAITING, Item, News, as_text


async def take(stream: AsyncIterator[str], n: int) -> list[str]:
    return [await anext(stream) for _ in range(n)]


def test_everyone_hears_everything_from_any_thread() -> None:
    async def scene() -> None:
        news = News()
        pages = [news.listen(lambda: [("state", {"version": 1})]) for _ in range(2)]
        for page in pages:
            first = await take(page, 2)
            assert first[0].startswith("retry:")
            assert first[1] == as_text("state", {"version": 1})
        thread = threading.Thread(target=lambda: [news.tell("job", {"id": n}) for n in range(20)])
        thread.start()
        for page in pages:
            heard = await asyncio.wait_for(take(page, 20), 10)
            assert heard == [as_text("job", {"id": n}) for n in range(20)]
        thread.join()
        news.close()
        for page in pages:
            with pytest.raises(StopAsyncIteration):
                await asyncio.wait_for(anext(page), 10)

    asyncio.run(scene())


def test_what_happens_while_a_page_is_told_how_things_stand_reaches_it_afterwards() -> None:
    async def scene() -> None:
        news = News()

        def first() -> list[Item]:
            news.tell("state", {"version": 2})
            return [("state", {"version": 1})]

        page = news.listen(first)
        heard = await asyncio.wait_for(take(page, 3), 10)
        assert heard[1:] == [as_text("state", {"version": n}) for n in (1, 2)]
        await page.aclose()

    asyncio.run(scene())


def test_silence_is_broken_by_heartbeats() -> None:
    async def scene() -> None:
        page = News().listen(list, heartbeat_s=0.01)
        heard = await asyncio.wait_for(take(page, 3), 10)
        assert heard[1:] == [": still here\n\n"] * 2
        await page.aclose()

    asyncio.run(scene())


def test_a_page_that_does_not_read_is_sent_away_and_forgotten() -> None:
    async def scene() -> None:
        news = News()
        page = news.listen(list)
        await anext(page)
        waiting = asyncio.ensure_future(anext(page))
        await asyncio.sleep(0)
        for number in range(MOST_WAITING * 3):
            news.tell("job", {"id": number})
        await asyncio.sleep(0)
        heard = [await waiting]
        async for text in page:
            heard.append(text)
        assert len(heard) <= MOST_WAITING + 1
        assert not news._listeners

    asyncio.run(scene())


def test_data_never_breaks_the_stream() -> None:
    assert as_text("job", {"error": "a\n\nevent: b\r\n"}).count("\n") == 3
