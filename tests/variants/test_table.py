"""The table of variants."""

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from judge.adjudication.turns import owed, start_position
from judge.errors import MisuseError
from judge.variants import VARIANTS, find_variant, table, variant_names


def test_the_standard_game_starts_as_the_rulebook_says() -> None:
    position = start_position(find_variant("standard"))
    assert position.phase.tag == "S1901M"
    assert len(position.units) == len(position.centers) == 22
    assert {power.id: len(position.units_of(power.id)) for power in position.board.powers} == {
        "austria": 3, "england": 3, "france": 3, "germany": 3, "italy": 3, "russia": 4, "turkey": 3,
    }  # fmt: skip
    assert owed(find_variant("standard"), position, "russia").units == ("mos", "war", "sev", "stp/sc")


def test_a_variant_is_found_in_any_case_and_is_the_same_each_time() -> None:
    assert find_variant("Standard") == find_variant("standard")
    assert find_variant("standard") is find_variant("standard")
    assert variant_names()[: len(VARIANTS)] == tuple(VARIANTS)


def test_an_unknown_variant_is_refused_with_the_known_names() -> None:
    with pytest.raises(MisuseError, match="standard"):
        find_variant("chess")


def test_standard_is_not_played_on_another_board() -> None:
    with pytest.raises(MisuseError, match="moon"):
        find_variant("standard", on="moon")


def test_a_third_party_adds_a_variant_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint(name="homemade", value="judge.variants.standard:make_standard", group="judge.variants")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: EntryPoints([point]).select(group=group))
    table.find_variant.cache_clear()
    try:
        assert variant_names() == (*VARIANTS, "homemade")
        assert find_variant("homemade").board.name == "standard"
    finally:
        table.find_variant.cache_clear()
