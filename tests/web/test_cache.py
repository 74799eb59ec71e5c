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


def test_a_value_that_grows_counts_once() -> None:
    cache: ByteCache[str, str] = ByteCache(10)
    cache.put("a", "small", 2)
    cache.put("b", "other", 2)
    cache.put("a", "large", 8)
    assert (cache.get("a"), cache.get("b"), cache.size) == ("large", "other", 10)
    cache.put("a", "larger", 9)
    assert (cache.get("a"), cache.get("b"), cache.size) == ("larger", None, 9)


def test_what_is_larger_than_everything_is_not_kept() -> None:
    cache: ByteCache[str, str] = ByteCache(10)
    cache.put("a", "A", 3)
    cache.put("b", "B", 11)
    assert (cache.get("a"), cache.get("b")) == ("A", None)
    cache.put("a", "A", 11)
    assert (cache.get("a"), cache.size, len(cache)) == (None, 0, 0)
    cache.drop("a")


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 12), st.booleans())))
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
