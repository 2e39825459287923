"""Every spelling of every place."""

from judge.board.gazetteer import fold, gazetteer, spellings


def test_a_spelling_is_compared_in_lower_case_with_single_spaces():
    assert fold("  North \t SEA ") == "north sea"


def test_every_id_abbreviation_name_and_alias_leads_to_its_province(standard):
    found = dict(gazetteer(standard))
    for province in standard.provinces:
        for written in (province.id, province.abbreviation, province.name, *province.aliases):
            assert found[fold(written)] == (province.id,)


def test_dots_and_dashes_may_be_left_out(standard, tiny):
    found = dict(gazetteer(standard))
    assert found["mid-atlantic ocean"] == found["mid atlantic ocean"] == ("mao",)
    assert found["st. petersburg"] == found["st petersburg"] == ("stp",)
    assert {"north-reach", "north reach"} <= set(spellings(tiny.province("nos")))
    assert {"st. top's", "st tops"} <= set(spellings(tiny.province("top")))


def test_an_ambiguous_short_form_leads_to_all_it_could_mean(standard):
    assert dict(gazetteer(standard))["liv"] == ("lvn", "lvp")


def test_all_other_spellings_have_one_meaning(standard):
    assert [spelling for spelling, places in gazetteer(standard) if len(places) != 1] == ["liv"]


def test_spellings_are_folded_sorted_and_stand_once(standard):
    listed = [spelling for spelling, _ in gazetteer(standard)]
    assert listed == sorted(set(listed))
    assert all(spelling == fold(spelling) for spelling in listed)


def test_impassable_places_and_unfinished_names_are_not_in_it(standard):
    found = dict(gazetteer(standard))
    assert not {"swi", "switzerland", "out", "liverp", "norwegi"} & set(found)
