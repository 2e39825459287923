"""Tables of nations: the one beside the Modern board, and those that games bring."""

import pytest

from judge.board.board import Board, ProvinceKind
from judge.board.library import load_board
from judge.board.nations import load_nations, read_nations, with_nations, write_nations
from judge.errors import MapError
from judge.paths import data_file

# Whose provinces are whose, written down independently of the table; centers first.
CENTERS = {
    "Alpine Union": "aus swi", "Arabia": "sau", "Baltic Union": "bie lit", "Benelux": "bel hol", "Caucasia": "geo",
    "Czech-Hungary": "cze hun", "Greece": "gre", "Iran": "irn", "Ireland": "ire", "Israel": "isr",
    "Lower Danube": "bul rum", "Maghreb": "lib mor tun", "Monaco": "mon", "Portugal": "por",
    "Scandinavia": "den nor swe", "Yugoslavia": "cro ser",
}  # fmt: skip
OTHERS = {
    "Britain": "cly wal yor", "Egypt": "esa sin", "France": "als auv bri pic", "Germany": "ruh sax",
    "Italy": "apu pie tus", "Poland": "pru sil", "Russia": "cau cen sib ura vol", "Spain": "and nav", "Turkey": "ana",
    "Ukraine": "don pod", "Arabia": "irk jor syr", "Baltic Union": "est lat", "Caucasia": "arm aze",
    "Czech-Hungary": "slo", "Greece": "alb", "Iran": "kaz", "Lower Danube": "mol", "Maghreb": "alg wsa",
    "Scandinavia": "fin ice lap", "Yugoslavia": "bos mac",
}  # fmt: skip


@pytest.fixture(scope="module")
def nations() -> Board:
    return load_nations(load_board("modern"))


@pytest.fixture
def table() -> str:
    return data_file("maps", "modern.nations").read_text(encoding="utf-8")


def test_the_ten_powers_of_the_board_are_seated_and_the_sixteen_others_wait(modern: Board, nations: Board):
    assert nations.seats() == modern.seats() == tuple(power.id for power in modern.powers)
    assert [power.name for power in nations.powers[10:]] == sorted(CENTERS)
    assert not any(power.seated or power.letter or power.units for power in nations.powers[10:])


def test_every_land_province_has_the_owner_of_the_independent_list(modern: Board, nations: Board):
    homes = CENTERS | {power.name: " ".join(power.home) for power in modern.powers}
    listed = {name: sorted(f"{homes[name]} {OTHERS.get(name, '')}".split()) for name in homes}
    assert {power.name: list(power.lands) for power in nations.powers} == listed
    assert {power.name: " ".join(power.home) for power in nations.powers} == homes
    land = sorted(one.id for one in modern.provinces if one.kind is not ProvinceKind.SEA)
    assert sorted(province for power in nations.powers for province in power.lands) == land
    assert len(land) == 108


def test_a_board_without_a_table_of_nations_is_refused(standard: Board):
    with pytest.raises(MapError, match=r"there are no nations for the board standard"):
        load_nations(standard)


def test_a_game_may_bring_other_nations_and_give_centers_to_the_powers(modern: Board, table: str):
    own = table.replace("Ireland, Irish: Ire\n", "").replace("Edi Gib", "Edi, Ireland, Gib")
    own = own.replace("Iran, Iranian:", "Persia, Persian = Farsi:")
    board = read_nations(modern, own)
    assert board.power("britain").home == ("edi", "gib", "ire", "liv", "lon")
    assert board.province("ire").home == "britain"
    assert (board.power("persia").adjective, board.power("persia").aliases) == ("Persian", ("Farsi",))
    assert board != load_nations(modern)


def test_another_table_makes_another_board_and_the_same_table_the_same(modern: Board, nations: Board, table: str):
    assert read_nations(modern, table) == nations
    assert modern != nations
    assert read_nations(modern, "\n".join(reversed(table.splitlines()))) == nations


def test_a_table_that_is_written_reads_back_to_the_same_nations(modern: Board, nations: Board, table: str):
    written = write_nations(nations)
    assert written[0] == "Britain: Edi Gib Liv Lon Cly Wal Yor"
    assert "Lower Danube, Danubian = Danube, Danubia: Bul Rum Mol" in written
    assert read_nations(modern, "\n".join(written)) == nations
    assert with_nations(nations, "") == nations
    assert with_nations(nations, table.replace("Iran, Iranian", "Persia, Persian")).power("persia").home == ("irn",)


def test_a_line_may_go_on_in_one_that_begins_farther_right(modern: Board, nations: Board, table: str):
    assert read_nations(modern, table.replace("Ros StP", "Ros\n  StP")) == nations
    with pytest.raises(MapError, match="expected"):
        read_nations(modern, table.replace("Ros StP", "Ros\nStP"))


@pytest.mark.parametrize(
    ("old", "new", "saying"),
    [
        ("Iran, Iranian: Irn Kaz", "Iran, Iranian: Irn Kaz Atl", "province: Atl is no province of this board"),
        ("Iran, Iranian: Irn Kaz", "Iran, Iranian: Irn Kazakstan", "did you mean Kaz?"),
        ("Iran, Iranian: Irn Kaz", "Iran, Iranian: Irn Kaz CAS", "province: CAS is a sea, where nobody lives"),
        ("Iran, Iranian: Irn Kaz", "Iran, Iranian: Irn Kaz Sahara", "province: Sahara could be several provinces"),
        ("Iran, Iranian: Irn Kaz", "Iran, Iranian: Irn Kaz Ire", "province: ire belongs to"),
        ("Iran, Iranian: Irn Kaz", "Iran, Iranian:", "province: Iran has none"),
        ("Iran, Iranian: Irn Kaz", "Iran Irn Kaz", "expected 'Name, Adjective"),
        ("Iran, Iranian: Irn Kaz", "Ir4n, Iranian: Irn Kaz", "name: 'Ir4n' is not 3 to 30 letters"),
        ("Iran, Iranian: Irn Kaz", "Iran, I: Irn Kaz", "adjective: 'I' is not 3 to 30 letters"),
        ("Iran, Iranian: Irn Kaz", "All, Iranian: Irn Kaz", "name: 'All' means something else in letters"),
        ("Iran, Iranian: Irn Kaz", "Iran = master: Irn Kaz", "spelling: 'master' means something else in letters"),
        ("Iran, Iranian: Irn Kaz", "Iran, Greek: Irn Kaz", "is a spelling of"),
        ("Iran, Iranian: Irn Kaz", "Iran = Britain: Irn Kaz", "spelling: Britain is a spelling of Britain"),
        ("Greece, Greek: Gre Alb", "Albania: Alb\nGreece, Greek: Gre", "none of Albania's provinces is a supply"),
        ("Egypt: Ale Asw Cai Esa Sin", "Egypt: Ale Cai Esa Sin", "province: Asw is a home center of Egypt"),
        ("Egypt: Ale Asw Cai Esa Sin", "Egypt, Nile: Ale Asw Cai Esa Sin", "Egypt is a power of the board"),
        ("Monaco, Monegasque: Mon", "Monaco: Mon\nMonaco: Mon", "name: Monaco has a line already"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_refused_with_its_number_and_its_field(modern: Board, table: str, old, new, saying: str):
    assert table.count(old) == 1
    with pytest.raises(MapError) as caught:
        read_nations(modern, table.replace(old, new), "mine.nations")
    assert saying in caught.value.problem
    lines = [number for number, line in enumerate(table.replace(old, new).splitlines(), 1) if line in new.splitlines()]
    later = [number for number, line in enumerate(table.splitlines(), 1) if line.startswith("Ireland")]
    assert caught.value.file == "mine.nations"
    assert caught.value.line in (*lines, *later)


@pytest.mark.parametrize(
    ("gone", "saying"),
    [
        ("Monaco, Monegasque: Mon\n", r"province: Mon \(Monaco\) belongs to no nation"),
        (" Alb", r"province: Alb \(Albania\) belongs to no nation"),
    ],
)
def test_a_table_that_leaves_a_province_out_is_refused(modern: Board, table: str, gone: str, saying: str):
    assert gone in table
    with pytest.raises(MapError, match=saying):
        read_nations(modern, table.replace(gone, ""))


def test_a_power_of_the_board_cannot_be_left_out(modern: Board, table: str):
    with pytest.raises(MapError, match="name: there is no line for Egypt, which is played from the start"):
        read_nations(modern, table.replace("Egypt:", "Nubia:"))


def test_a_table_of_a_hundred_lines_is_refused(modern: Board):
    names = (f"{one}{two}{three}" for one in "abcd" for two in "abcde" for three in "abcde")
    text = "\n".join(f"{name}: Mon" for name in names)
    with pytest.raises(MapError, match="more than 60 nations"):
        read_nations(modern, text)
