"""Caches are bounded by bytes."""

from hypothesis import given
from hypothesis import strategies as st

from quincunx.web.cache import ByteCache


def test_what_was_used_least_recently_goes_first() -> None:
    cache: ByteCache[str, str] = ByteCache(10)
    for key in "abc":
        cache.put(key, key.upper(), 3)
    assert cache.get("a") == "A"
    cache.put("d", "D", 3)
    assert [cache.get(key) for key in "abcd"] == ["A", None, "C", "D"]
    assert (cache.size, len(cache)) == (9, 3)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 25), st.booleans())))
def test_the_bytes_are_those_of_what_is_kept(steps: list[tuple[int, int, bool]]) -> None:
    cache: ByteCache[int, int] = ByteCache(20)
    for key, size, put in steps:
        if put:
            cache.put(key, size, size)
        else:
            cache.drop(key)
        kept = [value for key in range(10) if (value := cache.get(key)) is not None]
        assert cache.size == sum(kept) <= 20
        assert len(cache) == len(kept)
