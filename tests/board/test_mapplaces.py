"""Places of a map file: names, spellings and what is refused of them."""


def test_a_place_has_its_abbreviation_as_written_and_its_spellings_in_lower_case(tiny):
    top = tiny.province("top")
    assert (top.id, top.abbreviation, top.name) == ("top", "Top", "Topland")
    assert top.aliases == ("middle", "st. top's")


def test_a_star_marks_a_center(tiny):
    assert tiny.centers() == ("ada", "eas", "isl", "wes")


def test_a_province_of_kind_both_keeps_its_kind(tiny):
    assert tiny.province("bea").kind.value == "both"


def test_an_impassable_place_is_a_barrier_and_no_province(tiny):
    (out,) = tiny.barriers
    assert (out.id, out.abbreviation, out.name, out.aliases) == ("out", "Out", "Outside", ("off the board",))
    assert not tiny.has("out")


def test_a_short_form_may_mean_several_provinces(tiny):
    assert tiny.ambiguous == (("mark", ("eas", "wes")),)


def test_a_place_without_a_name_is_refused(refuse):
    refuse({"Top    Topland = middle, St. Top's": "Top"}, "Top", "expected 'Abb  Name'")


def test_a_duplicate_abbreviation_is_refused_whatever_its_case(refuse):
    refuse({"Ada  * Ada": "TOP  * Ada"}, "TOP  * Ada", "duplicate abbreviation TOP, used in line")


def test_a_spelling_of_two_places_is_refused_at_the_second(refuse):
    refuse(
        {"SOS    South Reach = deep": "SOS    South Reach = middle"},
        "SOS    South Reach = middle",
        "duplicate spelling 'middle' of SOS: top in line",
    )


def test_a_name_that_is_another_place_s_abbreviation_is_refused(refuse):
    refuse({"Bea    Bea": "Bea    Isl"}, "Bea    Isl", "duplicate spelling 'isl' of Bea: isl in line")


def test_spellings_that_differ_by_a_dash_only_are_the_same(refuse):
    line = "SOS    South Reach = north reach"
    refuse({"SOS    South Reach = deep": line}, line, "duplicate spelling 'north reach'")


def test_a_spelling_shared_with_an_impassable_place_is_refused(refuse):
    line = "Out    Outside = deep"
    refuse({"Out    Outside = off the board": line}, line, "duplicate spelling 'deep' of Out: sos in line")


def test_a_spelling_that_is_the_name_itself_is_refused(refuse):
    line = "SOS    South Reach = south  REACH"
    refuse({"SOS    South Reach = deep": line}, line, "spelling 'south reach' of SOS is empty or stands there already")


def test_a_spelling_that_stands_twice_in_a_line_is_refused(refuse):
    line = "SOS    South Reach = deep, deep"
    refuse({"SOS    South Reach = deep": line}, line, "spelling 'deep' of SOS")


def test_an_empty_spelling_is_refused(refuse):
    line = "SOS    South Reach = deep,"
    refuse({"SOS    South Reach = deep": line}, line, "spelling '' of SOS is empty")


def test_an_impassable_center_is_refused(refuse):
    line = "Out  * Outside"
    refuse({"Out    Outside = off the board": line}, line, "Out is impassable and cannot be a center")


def test_an_ambiguous_form_that_is_clear_already_is_refused(refuse):
    refuse({"mark: Eas Wes": "deep: Eas Wes"}, "deep: Eas Wes", "'deep' is not ambiguous: it is a spelling of sos")


def test_an_ambiguous_form_with_one_meaning_is_refused(refuse):
    refuse({"mark: Eas Wes": "mark: Eas eas"}, "mark: Eas eas", "'mark' has one meaning only")


def test_an_ambiguous_form_listed_twice_is_refused(refuse):
    refuse({"mark: Eas Wes": "mark: Eas Wes\nMark: Eas Top"}, "Mark: Eas Top", "listed as ambiguous a second time")


def test_an_ambiguous_form_of_unknown_meaning_is_refused(refuse):
    refuse({"mark: Eas Wes": "mark: Eas Nor"}, "mark: Eas Nor", "unknown place 'Nor'")


def test_an_ambiguous_form_that_means_an_impassable_place_is_refused(refuse):
    refuse({"mark: Eas Wes": "mark: Eas Out"}, "mark: Eas Out", "Out is impassable")
