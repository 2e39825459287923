"""Pages beside the texts of mails: whole, escaped, small, readable on a phone and with the colours turned round."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from css_inline import CSSInliner
from selectolax.lexbor import LexborHTMLParser

from judge.game.mails import REPLY_MARK
from judge.paths import data_folder
from judge.reports import texts, webpages
from judge.reports.blocks import Block, Form, blocks_of
from judge.reports.cards import KeptReport, ReceiptLine
from tests.reports.conftest import GOLDEN, NOW

RESULTS = ((0, "france"), (1, "austria"), (2, "austria"), (3, None), (3, "italy"))


def page_of(story, number: int, power: str | None, **more):
    turn = story.turns[number]
    return webpages.result(turn, story.card(turn.after), story.reader(turn.after, power), NOW, **more)


def words(html: str) -> str:
    tree = LexborHTMLParser(html)
    for node in tree.css("style, title, .preheader"):
        node.decompose()
    return " ".join(tree.body.text(separator=" ").split())


@pytest.mark.parametrize(("number", "power"), RESULTS)
def test_a_result_says_on_its_page_what_it_says_in_its_text(story, number: int, power: str | None) -> None:
    """Each order with its outcome and cause, the deadline, the slip; the text is the one that was sent before."""
    body = page_of(story, number, power)
    turn = story.turns[number]
    assert body.text == texts.result(turn, story.card(turn.after), story.reader(turn.after, power), NOW)
    shown = words(body.html)
    for _, powers in webpages.outcome_stages(turn):
        for one in powers:
            for row in one.rows:
                assert row.order in shown
                assert row.note in shown
                assert row.word.lower() in shown
    assert REPLY_MARK in shown
    assert "Tue 5 Jan 2027 18:00 UTC" in shown


def test_the_readers_own_orders_come_first_and_are_marked(story) -> None:
    tree = LexborHTMLParser(page_of(story, 1, "austria").html)
    headings = [node.text(strip=True) for node in tree.css("h2")]
    assert headings == ["Your orders", "Dislodged", "Reply with your orders", "The others"]
    assert next(node.text(strip=True) for node in tree.css("th[scope=rowgroup]")) == "Austria (you)"
    assert "Due from you next: retreats for 1 unit." in words(page_of(story, 1, "austria").html)


def test_an_outcome_is_told_by_a_sign_and_a_word_not_by_colour_alone(story) -> None:
    shown = words(page_of(story, 1, None).html)
    assert "✗ bounces" in shown
    assert "✓ moves" in shown


def test_an_order_that_nothing_was_needed_of_is_no_failure(story) -> None:
    """Such as a wish for a coast where a fleet has no choice: no cross, no capitals, and it is not counted."""
    turn = story.turns[0]
    unused = tuple(
        replace(one, result="unused", cause=None) if one.order.power == "france" else one for one in turn.outcomes
    )
    turn = replace(turn, outcomes=unused)
    body = webpages.result(turn, story.card(turn.after), story.reader(turn.after, "france"), NOW)
    assert "\N{EN DASH} unused" in words(body.html)
    assert "✗ unused" not in words(body.html)
    assert "Nothing was needed of your 3 orders." in body.html
    assert "\n  unused " in body.text


def test_centers_stand_in_a_table_with_the_readers_own_marked(story) -> None:
    tree = LexborHTMLParser(page_of(story, 2, "italy").html)
    heads = [node.text(strip=True) for node in tree.css("th[scope=col]")]
    assert heads[-6:] == ["Power", "Centers", "Units", "Next", "Power", "Its centers"]
    mine = [node.text(strip=True) for node in tree.css("tr.mine th")]
    assert mine == ["Italy\N{NO-BREAK SPACE}(you)"] * 2


@pytest.mark.parametrize(("number", "power"), RESULTS)
def test_every_page_keeps_to_the_rules_of_mail(story, number: int, power: str | None) -> None:
    """Styles in the elements and for dark screens in a sheet, no scripts, nothing fetched, under 100 kB."""
    html = page_of(story, number, power, pictured=True).html
    tree = LexborHTMLParser(html)
    assert len(html.encode()) < 100_000
    assert tree.css_first("html").attributes["lang"] == "en"
    assert not tree.css("script, link, iframe, form")
    assert not re.search(r"https?://|url\(", html)
    assert "prefers-color-scheme: dark" in html
    assert all("style" in node.attributes for node in tree.css(".cell, .section, .head, .sheet"))
    assert all(node.attributes.get("scope") for node in tree.css("th"))
    (image,) = tree.css("img")
    assert image.attributes["src"] == "cid:map"
    assert image.attributes["alt"].startswith("Map of dunkirk, ")
    assert image.attributes["width"] == "600"


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colours_of(style: str) -> dict[str, str]:
    found = dict(re.findall(r"(background-color|color):\s*(#[0-9a-f]{6})", style))
    return {"ink": found.get("color", ""), "paper": found.get("background-color", "")}


def seen_contrasts(html: str) -> list[tuple[float, str]]:
    """The contrast of every text with the ground it stands on, as the elements' own styles have them."""
    found = []
    for node in LexborHTMLParser(html).css("[style]"):
        if "preheader" in (node.attributes.get("class") or "") or not node.text(deep=False, strip=True):
            continue
        ink, paper, up = "", "", node
        while up is not None and not (ink and paper):
            colours = colours_of(up.attributes.get("style") or "") if up.attributes else {"ink": "", "paper": ""}
            ink, paper, up = ink or colours["ink"], paper or colours["paper"], up.parent
        found.append((contrast(ink, paper), node.text(deep=False, strip=True)))
    return found


def test_each_element_has_the_style_that_the_sheet_has_for_it(story) -> None:
    """What is looked up class by class is what comes of the sheet read beside the whole page."""
    page = page_of(story, 0, "france").html
    sheet = (data_folder("templates") / "web/style.css").read_text(encoding="utf-8")
    bare = re.sub(r' style="[^"]*"', "", page).replace(
        "<style>", f"<style>{sheet}</style><style data-css-inline='keep'>"
    )
    whole = CSSInliner(load_remote_stylesheets=False).inline(bare)
    styles = [[node.attributes.get("style") for node in LexborHTMLParser(one).css("body *")] for one in (page, whole)]
    assert styles[0] == styles[1]
    assert sum(style is not None for style in styles[0]) > 50


@pytest.mark.parametrize(("number", "power"), RESULTS)
def test_every_text_stands_out_from_its_ground(story, number: int, power: str | None) -> None:
    """Rule: WCAG 2 1.4.3, 4.5 to 1."""
    found = seen_contrasts(page_of(story, number, power).html)
    assert len(found) >= 15
    assert min(found) >= (4.5,), min(found)


def test_what_people_write_cannot_become_a_part_of_the_page(story) -> None:
    body = webpages.plain("<b>hello</b> & <img src=x onerror=alert(1)>\n", '"><script>')
    tree = LexborHTMLParser(body.html)
    assert not tree.css("script, img, b")
    assert "<b>hello</b> & <img src=x onerror=alert(1)>" in words(body.html)
    turn = story.turns[0]
    kept = (KeptReport(tag="F1901M", lines=(ReceiptLine(number=1, text="<i>x</i>", fate="error"),), remark="odd"),)
    page = webpages.result(turn, story.card(turn.after), story.reader(turn.after, "france"), NOW, kept=kept).html
    assert "&lt;i&gt;x&lt;/i&gt;" in page


def test_a_word_of_any_length_is_broken_and_makes_no_page_wider_than_a_phone(story) -> None:
    """Also in what a master announces, which stands among the judge's own words."""
    card, reader = story.card(story.opening), story.reader(story.opening, "france")
    page = webpages.plain(texts.notice(card, reader, "W" * 300, NOW), "notice").html
    (sheet,) = LexborHTMLParser(page).css(".sheet")
    assert "W" * 300 in sheet.text()
    assert "word-break: break-word" in (sheet.attributes["style"] or "")


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.txt")))
def test_the_page_of_a_text_leaves_out_nothing_but_lines_for_programs(name: str) -> None:
    """Every word of every mail; headings of tables and of the slip and signs are added, bars and rules left out."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    told = [line for line in text.split("\n") if not line.startswith(":: ")]
    said, shown = bag(" ".join(told)), bag(words(webpages.plain(text, name).html))
    assert said - shown == Counter()
    assert set(shown - said) <= {"order", "outcome", "reply", "with", "your", "orders"}


def bag(text: str) -> Counter[str]:
    """The words of a text, whatever their case, without signs."""
    return Counter(word for word in re.split(r"[\s:|✓✗✹#=_-]+", text.lower()) if word)


def test_folded_lines_are_joined_and_lists_stay_lists() -> None:
    text = (
        "A sentence that is so long that the word after this one has no room in it\nanymore.\n\nA Par - Bur\nA Mar H\n"
    )
    assert blocks_of(text) == (
        Block(
            form=Form.TEXT, text="A sentence that is so long that the word after this one has no room in it anymore."
        ),
        Block(form=Form.KEPT, text="A Par - Bur\nA Mar H"),
    )


def test_a_picture_is_told_in_a_sentence(story) -> None:
    told = webpages.alt_text(story.turns[1], story.card(story.turns[1].after))
    assert told.startswith("Map of dunkirk, Fall 1901, movement. ")
    assert "1 unit dislodged" in told
    assert "Centers: " in told


def shown(name: str) -> LexborHTMLParser:
    return LexborHTMLParser(webpages.plain((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"), name).html)


@pytest.mark.parametrize(("name", "due"), [("reminder", "still needs from you"), ("late", "Yours were among them")])
def test_what_is_due_stands_in_a_box_of_its_own(name: str, due: str) -> None:
    assert due in shown(name).css_first(".due").text()


def test_lines_of_a_letter_are_told_by_sign_and_word(story) -> None:
    """What was taken and what was not, each with its sign; what is left aside has none."""
    items = {node.text(strip=True)[:12]: node for node in shown("receipt").css(".item")}
    assert any(node.css_first(".no") and text.startswith("✗ ") for text, node in items.items())
    assert any(node.css_first(".ok") and text.startswith("✓line") for text, node in items.items())
    assert any(text.startswith("line") for text in items)


@pytest.mark.parametrize("name", ["start", "reminder"])
def test_orders_to_send_back_have_their_heading(name: str) -> None:
    assert "Reply with your orders" in [node.text() for node in shown(name).css("h2")]


def test_a_message_and_orders_as_they_stand_are_named_by_a_heading() -> None:
    assert shown("press").css_first("h2").text() == "dunkirk, S1901M: Germany to France and England"
    assert "as they stand now" in shown("receipt").css("h2")[-1].text() + shown("receipt").css("h2")[-2].text()


def test_the_counts_have_no_column_for_what_nobody_has_to_do(story) -> None:
    turn = story.turns[3]
    heads = [node.text() for node in LexborHTMLParser(page_of(story, 3, "italy").html).css("th[scope=col]")]
    assert ("Next" in heads) == any(row.change for row in webpages.count_rows(turn.after))
    assert "Next" not in heads


def test_a_result_too_large_for_its_tables_is_told_as_its_text_is(story, monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps its picture and the orders to send back."""
    monkeypatch.setattr(webpages, "MAX_PAGE", 10_000)
    body = page_of(story, 2, "france", pictured=True)
    assert len(body.html.encode()) < 10_000
    assert body.text == page_of(story, 2, "france").text
    told = [line for line in body.text.split("\n") if not line.startswith(":: ")]
    assert bag(" ".join(told)) - bag(words(body.html)) == Counter()
    assert body.html.count("cid:map") == 1
